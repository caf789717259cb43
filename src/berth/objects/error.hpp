/// What the object store refuses, in its own words; services translate to their protocol's codes.
#pragma once

#include <cstdint>
#include <exception>
#include <string>

namespace berth::objects {

enum class Refusal : std::uint8_t {
  NoSuchBucket,
  BucketExists,      ///< and belongs to another account
  BucketOwnedByYou,  ///< and belongs to this one
  BucketNotEmpty,
  NoSuchKey,
  NoSuchUpload,
  AccessDenied,  ///< the bucket belongs to another account
  PreconditionFailed,
  ConditionNotImplemented,
  NotModified,
  InvalidRange,
  RangeNotInSource,  ///< of a copy; the subject is the source's size
  InvalidPart,
  NoSuchPart,  ///< read by number; the subject is the number of parts
  InvalidPartOrder,
  PartTooSmall,
  WrongSize,          ///< a completed upload has not the size that was announced
  BadDigest,          ///< the whole object's checksum is not the one that was announced
  WrongChecksumType,  ///< the subject is the upload's own
  InvalidToken,       ///< of a listing
  TooLarge,           ///< an object of more than 5 TiB, a part of more than 5 GiB
  NoSpace,            ///< the disk is full
};

struct ObjectError : std::exception {
  explicit ObjectError(Refusal why, std::string about = {}) : refusal(why), subject(std::move(about)) {}
  const char* what() const noexcept override { return subject.c_str(); }

  Refusal refusal;
  std::string subject;  ///< the bucket, key, upload or part that it is about
};

}  // namespace berth::objects
