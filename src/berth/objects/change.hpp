/// What the functions of ObjectStore share. Private to this folder.
#pragma once

#include "berth/objects/object_store.hpp"
#include "berth/objects/rows.hpp"

namespace berth::objects {

template <class F>
auto ObjectStore::change(F f)
    -> base::Async<std::invoke_result_t<F, store::Connection&, std::vector<std::string>&>> {
  using Value = std::invoke_result_t<F, store::Connection&, std::vector<std::string>&>;
  auto orphans = std::make_shared<std::vector<std::string>>();
  auto work = [orphans, f = std::move(f)](store::Connection& db) mutable {
    orphans->clear();  // this may be the second run
    return f(db, *orphans);
  };
  if constexpr (std::is_void_v<Value>) {
    co_await options_.store.transact(std::move(work));
    files_.retire(std::move(*orphans));
  } else {
    Value value = co_await options_.store.transact(std::move(work));
    files_.retire(std::move(*orphans));
    co_return value;
  }
}

/// Throws what the conditions of a write refuse, seen against the current object.
void check_write(store::Connection& db, const ObjectName& name, const Conditions& conditions);
/// Throws NotModified or PreconditionFailed.
void check_read(const ObjectInfo& info, const Conditions& conditions);
/// The same of a copy's source, of which nothing is "not modified". Throws PreconditionFailed.
void check_source(const ObjectInfo& info, const Conditions& conditions);

PutResult to_result(const ObjectInfo& info);

/// Forgets the unfinished uploads of a bucket: all, or those that `which` names. Returns how many.
std::size_t drop_uploads(store::Connection& db, const std::string& bucket, std::vector<std::string>& orphans,
                         const std::function<bool(const Upload&)>& which = {});

}  // namespace berth::objects
