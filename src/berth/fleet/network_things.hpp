/// The networks that callers make: VPCs, subnets, route tables and what belongs to them. Kept and shown, and held to each
/// other as EC2 does; nothing is routed or filtered by them, for what runs here uses this machine's network.
///
///   const NetworkThing vpc = things.create(account, region, "vpc", {{"cidr-block", "10.0.0.0/16"}}, tags);
///   things.create(account, region, "subnet", {{"vpc-id", vpc.id}, …}, tags);
///   things.remove({account, region, vpc.id});                                  // throws DependencyViolation
///
/// A thing is of a kind, which has an id prefix and says which of its attributes refer to things of which other kinds;
/// what the kinds are stands in one table (network_things.cpp). Attributes have the names of EC2's filters. Referred to
/// can be also what is always there: the default network (network.hpp). State lane; changes are stored at once.
#pragma once

#include "base/clock.hpp"
#include "base/random.hpp"
#include "berth/fleet/network.hpp"
#include "berth/fleet/records.hpp"
#include "berth/store/document_table.hpp"

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace berth::fleet {

struct NetworkThing {
  std::string id;    ///< "vpc-…"
  std::string kind;  ///< "vpc"
  std::map<std::string, std::string> attributes;
  std::map<std::string, std::string> tags;
  base::TimePoint created_at{};

  /// Empty if there is none of that name.
  std::string attribute(const std::string& name) const;
};
BOOST_DESCRIBE_STRUCT(NetworkThing, (), (id, kind, attributes, tags, created_at))

/// What EC2 refuses, with EC2's code.
struct NetworkError : std::runtime_error {
  NetworkError(std::string ec2_code, const std::string& sentence)
      : std::runtime_error(sentence), code(std::move(ec2_code)) {}
  std::string code;  ///< "InvalidVpcID.NotFound", "DependencyViolation", …
};

/// The error of an id that names nothing of its kind.
NetworkError network_thing_not_found(std::string_view kind, const std::string& id);

class NetworkThings {
 public:
  NetworkThings(store::Store& store, const base::Clock& clock, base::RandomSource& random);

  using Attributes = std::map<std::string, std::string>;

  /// Gives it an id. Attributes that are empty are left out. Throws NetworkError: something that it refers to is not
  /// there; a subnet is not within its VPC or overlaps another.
  NetworkThing create(const std::string& account, const std::string& region, std::string_view kind,
                      Attributes attributes, std::map<std::string, std::string> tags);
  /// Sets attributes of one that is there (empty: takes them away). Throws NetworkError as create does.
  const NetworkThing& change(const Key& id, const Attributes& attributes);
  /// False if there is none.
  bool set_tags(const Key& id, std::map<std::string, std::string> tags);
  /// What cannot be without it (the routes of a table, a subnet's association) goes with it. False if there is none;
  /// throws DependencyViolation if something else refers to it.
  bool remove(const Key& id);

  const NetworkThing* find(const Key& id) const;
  /// Of that kind; throws network_thing_not_found.
  const NetworkThing& get(std::string_view kind, const Key& id) const;
  std::vector<const NetworkThing*> all(const std::string& account, const std::string& region,
                                       std::string_view kind) const;  ///< by id
  /// Of that kind with that value.
  std::vector<const NetworkThing*> with(const std::string& account, const std::string& region,
                                        std::string_view kind, const std::string& attribute,
                                        const std::string& value) const;

  /// One that was made, or of the default network.
  bool has_vpc(const std::string& account, const std::string& region, const std::string& id) const;
  std::optional<Subnet> find_subnet(const std::string& account, const std::string& region,
                                    const std::string& id) const;

 private:
  void check(const std::string& account, const std::string& region, const NetworkThing& thing) const;
  void check_subnet(const std::string& account, const std::string& region, const NetworkThing& subnet) const;
  void save(const Key& id);

  const base::Clock& clock_;
  base::RandomSource& random_;
  store::DocumentTable table_;
  std::map<Key, NetworkThing> things_;
};

}  // namespace berth::fleet
