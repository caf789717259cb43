/// How S3 is spoken to: for the router, and for clients.
#pragma once

#include "berth/wire/service_info.hpp"

namespace berth::s3 {

/// Query keys that mean another operation than the plain one. Those of which the table has no operation are
/// answered with NotImplemented.
inline constexpr std::string_view sub_resources[] = {"accelerate",
                                                     "acl",
                                                     "analytics",
                                                     "annotation",
                                                     "append",
                                                     "attributes",
                                                     "cors",
                                                     "delete",
                                                     "encryption",
                                                     "intelligent-tiering",
                                                     "inventory",
                                                     "legal-hold",
                                                     "lifecycle",
                                                     "location",
                                                     "logging",
                                                     "metadataConfiguration",
                                                     "metadataTable",
                                                     "metrics",
                                                     "notification",
                                                     "object-lock",
                                                     "ownershipControls",
                                                     "policy",
                                                     "policyStatus",
                                                     "publicAccessBlock",
                                                     "renameObject",
                                                     "replication",
                                                     "requestPayment",
                                                     "restore",
                                                     "retention",
                                                     "select",
                                                     "session",
                                                     "tagging",
                                                     "torrent",
                                                     "uploadId",
                                                     "uploads",
                                                     "versioning",
                                                     "versions",
                                                     "website"};

inline constexpr wire::ServiceInfo service{.name = "s3",
                                           .protocol = wire::Protocol::RestXml,
                                           .version = "2006-03-01",
                                           .xml_namespace = "http://s3.amazonaws.com/doc/2006-03-01/",
                                           .missing_member_code = "InvalidRequest",
                                           .sub_resources = sub_resources};

}  // namespace berth::s3
