// Layers by ECR's own operations: what the registry API does by its paths, for clients that speak no OCI.
#include "base/encoding.hpp"
#include "berth/services/ecr/ecr.hpp"
#include "berth/services/ecr/errors.hpp"
#include "berth/services/ecr/token.hpp"

namespace berth::ecr {
namespace {

/// What clients are told to send at once: in base64 it stays under the limit of a request. AWS takes no smaller parts.
constexpr std::int64_t part_size = std::int64_t{5} << 20;
constexpr std::size_t most_digests = 100;

void check_digests(const std::vector<std::string>& digests) {
  if (!digests.empty() && digests.size() <= most_digests) return;
  throw invalid_parameter(
      "Invalid parameter at 'layerDigests' failed to satisfy constraint: 'Member must have between 1 and 100 "
      "items'");
}

/// On the pool: the bytes are copied and hashed there, and not on the state lane.
base::Async<void> append(objects::BlobWriter& writer, std::string bytes) { co_await writer.write(bytes); }

}  // namespace

InitiateLayerUploadResponse initiate_layer_upload(Ecr& ecr, const Call& call, InitiateLayerUploadRequest in) {
  const auto& repository = repository_of(ecr, call, in.repositoryName, in.registryId);
  registry::BlobUploads::Upload upload{repository.id,
                                       ecr.content.objects().writer({objects::Checksum::Sha256})};
  return {ecr.uploads->add(call.request_id, std::move(upload)), part_size};
}

base::Async<UploadLayerPartResponse> upload_layer_part(Ecr& ecr, const Call& call,
                                                       UploadLayerPartRequest in) {
  const auto& repository = repository_of(ecr, call, in.repositoryName, in.registryId);
  auto length = static_cast<std::int64_t>(in.layerPartBlob.bytes.size());
  if (in.partLastByte - in.partFirstByte + 1 != length) {
    throw invalid_parameter(
        "Invalid parameter at 'partLastByte': from partFirstByte to partLastByte are not " +
        std::to_string(length) + " bytes");
  }
  UploadLayerPartResponse out{repository.account, repository.name, in.uploadId, in.partLastByte};
  auto upload = ecr.uploads->take(in.uploadId, repository.id);
  if (!upload) throw upload_not_found(in.uploadId, out.repositoryName, out.registryId);
  auto size = static_cast<std::int64_t>(upload->writer.size());
  if (in.partFirstByte != size) {
    ecr.uploads->put_back(in.uploadId, std::move(*upload));
    throw invalid_layer_part(in.partFirstByte, size);
  }
  auto work = append(upload->writer, std::move(in.layerPartBlob.bytes));
  co_await base::on(ecr.content.objects().executor(), std::move(work));
  ecr.uploads->put_back(in.uploadId, std::move(*upload));
  co_return out;
}

base::Async<CompleteLayerUploadResponse> complete_layer_upload(Ecr& ecr, const Call& call,
                                                               CompleteLayerUploadRequest in) {
  const auto& repository = repository_of(ecr, call, in.repositoryName, in.registryId);
  const std::string id = repository.id;
  check_digests(in.layerDigests);
  CompleteLayerUploadResponse out{repository.account, repository.name, in.uploadId, {}};
  for (const std::string& digest : in.layerDigests) {
    if (registry::is_digest(digest)) out.layerDigest = digest;
  }
  if (out.layerDigest.empty())
    throw invalid_parameter("Invalid parameter at 'layerDigests': one of them must be a sha256 digest");
  auto upload = ecr.uploads->take(in.uploadId, id);
  if (!upload) throw upload_not_found(in.uploadId, out.repositoryName, out.registryId);
  if (upload->writer.size() == 0) {
    ecr.uploads->put_back(in.uploadId, std::move(*upload));
    throw wire::ServiceError("EmptyUploadException", "The layer upload '" + in.uploadId + "' has no parts.");
  }
  objects::Written written = co_await upload->writer.finish();
  std::string computed = "sha256:" + base::to_hex(written.checksums.at(objects::Checksum::Sha256));
  if (computed != out.layerDigest)
    throw invalid_layer("The layer's digest is " + computed + " and not " + out.layerDigest);
  if (co_await ecr.content.blob_size(id, computed)) {
    throw wire::ServiceError("LayerAlreadyExistsException",
                             "Layer with digest '" + computed +
                                 "' already exists in the repository with name '" + out.repositoryName +
                                 "' in the registry with id '" + out.registryId + "'");
  }
  co_await ecr.content.put_blob(id, computed, std::move(written));
  co_return out;
}

base::Async<BatchCheckLayerAvailabilityResponse> batch_check_layer_availability(
    Ecr& ecr, const Call& call, BatchCheckLayerAvailabilityRequest in) {
  const std::string id = repository_of(ecr, call, in.repositoryName, in.registryId).id;
  check_digests(in.layerDigests);
  BatchCheckLayerAvailabilityResponse out;
  for (const std::string& digest : in.layerDigests) {
    if (!registry::is_digest(digest)) {
      out.failures.push_back({digest, "InvalidLayerDigest", "Invalid parameter at 'layerDigest'"});
      continue;
    }
    auto size = co_await ecr.content.blob_size(id, digest);
    Layer layer{digest, size ? "AVAILABLE" : "UNAVAILABLE", {}, {}};
    if (size) layer.layerSize = static_cast<std::int64_t>(*size);
    out.layers.push_back(std::move(layer));
  }
  co_return out;
}

base::Async<GetDownloadUrlForLayerResponse> get_download_url_for_layer(Ecr& ecr, const Call& call,
                                                                       GetDownloadUrlForLayerRequest in) {
  const auto& repository = repository_of(ecr, call, in.repositoryName, in.registryId);
  const std::string id = repository.id, name = repository.name, account = repository.account;
  if (!registry::is_digest(in.layerDigest))
    throw invalid_parameter("Invalid parameter at 'layerDigest': it must be a sha256 digest");
  if (!co_await ecr.content.blob_size(id, in.layerDigest))
    throw layer_not_found(in.layerDigest, name, account);
  std::string ticket = make_ticket(ecr.token_key, id, in.layerDigest, call.time + ticket_lifetime);
  co_return GetDownloadUrlForLayerResponse{call.scheme + "://" + call.host + "/v2/" + name + "/blobs/" +
                                               in.layerDigest + "?" + std::string(ticket_parameter) + "=" +
                                               ticket,
                                           in.layerDigest};
}

}  // namespace berth::ecr
