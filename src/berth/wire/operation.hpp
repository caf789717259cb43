/// A service is one table: a line an operation, and the function's signature names both shapes.
///
///   StopTaskResponse              stop_task(Ecs&, const Call&, StopTaskRequest);       // either form
///   base::Async<StopTaskResponse> stop_task(Ecs&, const Call&, StopTaskRequest);
///
///   constexpr Operation<Ecs> operations[] = {
///     op<&stop_task>("StopTask", Action{"ecs:StopTask"}, resource_of<&StopTaskRequest::task>),
///     op<&list_tasks>("ListTasks", Action{"ecs:ListTasks"}, resource<&cluster_arn>),
///     op<&put_object>("PutObject", Action{"s3:PutObject"}, resource<&object_arn>,
///                     rest("PUT", "/{Bucket}/{Key+}")),
///   };        // std::string cluster_arn(const Call&, const ListTasksRequest&)
///
/// Functions run on the state lane and take the request by value. They throw ServiceError; anything else that
/// leaves them is answered as InternalFailure and logged. They may return void (or Async<void>) where AWS
/// answers nothing. The reply is sent when what they queued to the store is durable. Without input AWS's
/// shape is wire::Nothing.
#pragma once

#include "base/async.hpp"
#include "berth/wire/call.hpp"
#include "berth/wire/describe.hpp"
#include "berth/wire/request_body.hpp"
#include "berth/wire/rest.hpp"
#include "berth/wire/service_info.hpp"

#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace berth::wire {

/// Names what a call acts on, for authorization.
struct ResourceOf {
  /// nullptr: "*", any resource.
  std::string (*name)(const Call&, const void* request) = nullptr;
};
inline constexpr ResourceOf any_resource{};

struct OperationEntry {
  std::string_view name{};
  Action action{};
  ResourceOf resource{};
  Rest binding{};
  /// Members ("placementStrategy", "overrides.executionRoleArn") that are accepted and have no effect. A
  /// request that sets one is answered with the header x-berth-not-acted-on that names them, and logged.
  std::span<const std::string_view> not_acted_on{};
  TypeOf request = nullptr;
  TypeOf response = nullptr;
  /// Exactly one of the two is set.
  AnyShape (*run)(void* service, const Call&, AnyShape& request) = nullptr;
  base::Async<AnyShape> (*run_async)(void* service, const Call&, AnyShape& request) = nullptr;
};

template <class S>
struct Operation : OperationEntry {
  constexpr Operation ignoring(std::span<const std::string_view> members) const {
    Operation copy = *this;
    copy.not_acted_on = members;
    return copy;
  }
};

namespace detail {

template <class T>
AnyShape own(T&& shape) {
  using S = std::remove_cvref_t<T>;
  return {describe<S>(), new S(std::forward<T>(shape))};
}

template <class F>
struct Signature;
template <class R, class S, class In>
struct Signature<R (*)(S&, const Call&, In)> {
  using Service = S;
  using Request = In;
  using Response = std::conditional_t<std::is_void_v<R>, Nothing, R>;
  static constexpr bool returns_nothing = std::is_void_v<R>;
  static constexpr bool asynchronous = false;
};
template <class R, class S, class In>
struct Signature<base::Async<R> (*)(S&, const Call&, In)> : Signature<R (*)(S&, const Call&, In)> {
  static constexpr bool asynchronous = true;
};

template <auto F>
AnyShape run(void* service, const Call& call, AnyShape& request) {
  using Sig = Signature<decltype(F)>;
  auto& in = request.as<typename Sig::Request>();
  auto& target = *static_cast<typename Sig::Service*>(service);
  if constexpr (Sig::returns_nothing) {
    F(target, call, std::move(in));
    return own(Nothing{});
  } else {
    return own(F(target, call, std::move(in)));
  }
}

template <auto F>
base::Async<AnyShape> run_async(void* service, const Call& call, AnyShape& request) {
  using Sig = Signature<decltype(F)>;
  auto& in = request.as<typename Sig::Request>();
  auto& target = *static_cast<typename Sig::Service*>(service);
  if constexpr (Sig::returns_nothing) {
    co_await F(target, call, std::move(in));
    co_return AnyShape(describe<Nothing>());
  } else {
    typename Sig::Response response = co_await F(target, call, std::move(in));
    co_return AnyShape(describe<typename Sig::Response>(), new typename Sig::Response(std::move(response)));
  }
}

template <auto Pointer>
struct ResourceMember;
template <class S, class M, M S::*Pointer>
struct ResourceMember<Pointer> {
  static std::string name(const Call&, const void* request) {
    const auto* value = Slot<M>::get(static_cast<const S*>(request)->*Pointer);
    return value ? std::string(*value) : std::string("*");
  }
};

template <auto F>
struct ResourceFunction;
template <class In, std::string (*F)(const Call&, const In&)>
struct ResourceFunction<F> {
  static std::string name(const Call& call, const void* request) {
    return F(call, *static_cast<const In*>(request));
  }
};

}  // namespace detail

/// The value of a string member as it was sent; "*" if it is absent.
template <auto Pointer>
inline constexpr ResourceOf resource_of{&detail::ResourceMember<Pointer>::name};

/// What `std::string F(const Call&, const Request&)` says: usually an ARN.
template <auto F>
inline constexpr ResourceOf resource{&detail::ResourceFunction<F>::name};

/// A line of a service's table.
template <auto F>
constexpr auto op(std::string_view name, Action action, ResourceOf resource = any_resource,
                  Rest binding = {}) {
  using Sig = detail::Signature<decltype(F)>;
  Operation<typename Sig::Service> entry;
  entry.name = name;
  entry.action = action;
  entry.resource = resource;
  entry.binding = binding;
  entry.request = &describe<typename Sig::Request>;
  entry.response = &describe<typename Sig::Response>;
  if constexpr (Sig::asynchronous) {
    entry.run_async = &detail::run_async<F>;
  } else {
    entry.run = &detail::run<F>;
  }
  return entry;
}

}  // namespace berth::wire
