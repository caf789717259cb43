/// The stacks that are there, and what they know of each other: exports, imports, and who is nested in whom.
#pragma once

#include "berth/stack/provider.hpp"
#include "berth/stack/record.hpp"
#include "berth/stack/template.hpp"

#include <boost/asio/steady_timer.hpp>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace berth::stack {

/// A stack in memory.
struct Live {
  StackRecord record;
  std::string template_text;
  std::string template_before;  ///< to go back to while an update is under way
  std::optional<Template> definition;
  std::map<std::string, std::shared_ptr<Cancellation>> running;  ///< by logical id
  std::set<std::string> marked;                                  ///< logical ids that may have a mark
  std::unique_ptr<base::asio::steady_timer> timer;
  std::vector<std::weak_ptr<base::asio::steady_timer>> watchers;  ///< cancelled at every change
};
using LivePtr = std::shared_ptr<Live>;

struct Export {
  std::string name, value, stack_id;
};

class Living {
 public:
  void put(const LivePtr& stack);
  void erase(const StackRecord& stack);
  void clear() { stacks_.clear(); }
  /// A copy, since what is done with one may end others.
  std::vector<LivePtr> all() const;

  /// By name or by id; null if there is none.
  LivePtr find(std::string_view account, std::string_view region, std::string_view name_or_id) const;
  LivePtr of(const StackRecord& stack) const;  ///< the stack lives
  std::vector<const StackRecord*> stacks(std::string_view account,
                                         std::string_view region) const;  ///< newest first
  /// Those that are nested in the stack, not in these.
  std::vector<LivePtr> nested_in(const StackRecord& stack) const;

  std::vector<Export> exports(std::string_view account, std::string_view region) const;  ///< by name
  /// Names of the stacks that use it.
  std::vector<std::string> importers(std::string_view account, std::string_view region,
                                     const std::string& name) const;
  std::optional<std::string> exported_value(const StackRecord& importer, const std::string& name) const;
  /// A name is exported once; and what others use of this stack stays as it is. Throws TemplateError.
  void check_exports(const StackRecord& stack, const std::vector<OutputRecord>& outputs) const;

 private:
  using Key = std::tuple<std::string, std::string, std::string>;  ///< account, region, name
  std::map<Key, LivePtr> stacks_;
};

}  // namespace berth::stack
