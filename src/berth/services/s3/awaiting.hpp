/// Work of the object store, awaited by operations. Private to this folder.
#pragma once

#include "base/async.hpp"
#include "berth/services/s3/errors.hpp"

#include <utility>

namespace berth::s3 {

/// Awaits work of the object store on `name`, with its refusals as S3's errors.
template <class T>
base::Async<T> as_s3(objects::ObjectName name, base::Async<T> work) {
  try {
    co_return co_await std::move(work);
  } catch (const objects::ObjectError& error) {
    throw to_service_error(error, name);
  }
}

}  // namespace berth::s3
