/// Joins stacks to the services: finds resource types, makes and deletes resources on behalf of the stack's caller,
/// and answers for this machine's network.
///
///   StackHost host(environment, listen_host_and_port);
///   stack::Engine engine(state, store, clock, random, host, StackHost::zones);
///   CloudFormation cloudformation{engine, host};
#pragma once

#include "berth/services/cloudformation/host.hpp"
#include "berth/services/cloudformation/resources/environment.hpp"
#include "berth/services/cloudformation/resources/resource.hpp"
#include "berth/stack/provider.hpp"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace berth::cloudformation {

class StackHost final : public Host, public stack::ResourceProvider {
 public:
  explicit StackHost(Environment environment) : environment_(environment) { environment_.host = this; }
  StackHost(const StackHost&) = delete;
  StackHost& operator=(const StackHost&) = delete;

  // Host
  const ResourceTypeInfo* find_type(std::string_view name) const override;
  std::unique_ptr<stack::Surroundings> surroundings(const std::string& account,
                                                    const std::string& region) const override;
  base::Async<std::string> read_object(const wire::Call& call, std::string bucket, std::string key) override;
  base::Async<std::optional<std::string>> find_existing(std::string account, std::string region,
                                                        std::string type,
                                                        boost::json::object properties) override;
  std::string acting_as(const wire::Call& call, const std::string& role_arn) const override;

  // stack::ResourceProvider
  base::Async<std::map<std::string, std::string>> create(stack::ResourceRequest request) override;
  base::Async<std::map<std::string, std::string>> update(stack::ResourceRequest request) override;
  base::Async<void> remove(stack::ResourceRequest request) override;
  std::vector<stack::PropertyDifference> differences(const std::string& type,
                                                     const stack::json::object& before,
                                                     const stack::json::object& after,
                                                     bool tags) const override;
  bool goes_on(const std::string& type) const override;
  std::string replacement_refusal(const std::string& type, const stack::json::object& before,
                                  const stack::json::object& after) const override;

  /// The zones of a region, for GetAZs.
  static std::vector<std::string> zones(const std::string& account, const std::string& region);

 private:
  wire::Call call_for(const stack::ResourceRequest& request, std::string_view operation) const;

  Environment environment_;
};

}  // namespace berth::cloudformation
