#include "berth/registry/content.hpp"

#include <algorithm>

namespace berth::registry {
namespace {

/// No S3 bucket can be called so.
constexpr const char* bucket = "/registry";
constexpr std::size_t largest_manifest = std::size_t{4} << 20;

objects::ObjectName blob_name(const std::string& repository, const std::string& digest) {
  return {bucket, repository + "/blobs/" + digest};
}
objects::ObjectName manifest_name(const std::string& repository, const std::string& digest) {
  return {bucket, repository + "/manifests/" + digest};
}

}  // namespace

base::Async<void> Content::prepare(std::set<std::string> known) {
  try {
    co_await objects_.create_bucket(bucket, "", "", objects::ObjectStore::Visibility::Internal);
  } catch (const objects::ObjectError& error) {
    if (error.refusal != objects::Refusal::BucketOwnedByYou) throw;
  }
  objects::ListQuery query;
  query.delimiter = "/";
  for (;;) {
    auto page = co_await objects_.list(bucket, query);
    for (const std::string& prefix : page.prefixes) {
      std::string repository = prefix.substr(0, prefix.size() - 1);
      if (!known.contains(repository)) co_await remove_repository(std::move(repository));
    }
    if (!page.truncated) co_return;
    query.after = page.last;
  }
}

base::Async<std::optional<std::uint64_t>> Content::blob_size(std::string repository, std::string digest) {
  try {
    auto info = co_await objects_.head(blob_name(repository, digest));
    co_return info.size;
  } catch (const objects::ObjectError& error) {
    if (error.refusal != objects::Refusal::NoSuchKey) throw;
  }
  co_return std::nullopt;
}

base::Async<objects::Reading> Content::blob(std::string repository, std::string digest,
                                            std::optional<objects::RangeRequest> range) {
  co_return co_await objects_.get(blob_name(repository, digest), range);
}

base::Async<std::string> Content::blob_bytes(std::string repository, std::string digest, std::size_t limit) {
  co_return co_await objects_.read(blob_name(repository, digest), limit);
}

base::Async<void> Content::put_blob(std::string repository, std::string digest, objects::Written written) {
  co_await objects_.put(blob_name(repository, digest), std::move(written), objects::Attributes());
}

base::Async<bool> Content::mount(std::string from, std::string to, std::string digest) {
  try {
    co_await objects_.copy(blob_name(from, digest), blob_name(to, digest), objects::CopyOptions());
    co_return true;
  } catch (const objects::ObjectError& error) {
    if (error.refusal != objects::Refusal::NoSuchKey) throw;
  }
  co_return false;
}

base::Async<std::string> Content::manifest(std::string repository, std::string digest) {
  co_return co_await objects_.read(manifest_name(repository, digest), largest_manifest);
}

base::Async<void> Content::put_manifest(std::string repository, std::string digest, std::string bytes) {
  auto writer = objects_.writer();
  co_await writer.write(bytes);
  objects::Written written = co_await writer.finish();
  co_await objects_.put(manifest_name(repository, digest), std::move(written), objects::Attributes());
}

base::Async<void> Content::remove_manifest(std::string repository, std::string digest) {
  co_await objects_.remove(manifest_name(repository, digest));
}

base::Async<void> Content::remove_repository(std::string repository) {
  for (;;) {
    objects::ListQuery query;
    query.prefix = repository + "/";
    auto page = co_await objects_.list(bucket, std::move(query));
    for (const objects::ObjectInfo& object : page.objects) {
      objects::ObjectName name(bucket, object.key);
      co_await objects_.remove(std::move(name));
    }
    if (!page.truncated) co_return;
  }
}

std::string BlobUploads::add(std::string id, Upload upload) {
  std::lock_guard lock(mutex_);
  if (entries_.size() >= limit) {
    auto oldest = std::min_element(entries_.begin(), entries_.end(), [](const auto& a, const auto& b) {
      return a.second.last_use < b.second.last_use;
    });
    entries_.erase(oldest);
  }
  entries_.emplace(id, Entry{std::move(upload), ++uses_});
  return id;
}

std::optional<BlobUploads::Upload> BlobUploads::take(const std::string& id, const std::string& repository) {
  std::lock_guard lock(mutex_);
  auto found = entries_.find(id);
  if (found == entries_.end() || found->second.upload.repository != repository) return std::nullopt;
  Upload upload = std::move(found->second.upload);
  entries_.erase(found);
  return upload;
}

void BlobUploads::put_back(const std::string& id, Upload upload) { add(id, std::move(upload)); }

}  // namespace berth::registry
