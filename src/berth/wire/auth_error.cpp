#include "berth/wire/auth_error.hpp"

namespace berth::wire {

namespace {

constexpr const char* invalid_token = "The security token included in the request is invalid.";
constexpr const char* expired_token = "The security token included in the request is expired";

ServiceError json_error(const AuthFailure& failure) {
  switch (failure.problem) {
    case AuthProblem::Missing:
      return {"MissingAuthenticationTokenException", "Missing Authentication Token"};
    case AuthProblem::Malformed:
    case AuthProblem::MalformedQuery:
    case AuthProblem::OldMethod:
      return {"IncompleteSignatureException", failure.message};
    case AuthProblem::UnknownKey:
    case AuthProblem::InvalidToken:
      return {"UnrecognizedClientException", invalid_token};
    case AuthProblem::ExpiredToken:
      return {"ExpiredTokenException", expired_token};
    case AuthProblem::UnsignedHeaders:
      return {"InvalidSignatureException",
              "'" + failure.message + "' must be a 'SignedHeader' in the AWS Authorization."};
    case AuthProblem::PresignExpired:
      return {"InvalidSignatureException", "Signature expired"};
    default:
      return {"InvalidSignatureException", failure.message};
  }
}

ServiceError query_error(const AuthFailure& failure) {
  switch (failure.problem) {
    case AuthProblem::Missing:
      return {"MissingAuthenticationToken", "Request is missing Authentication Token", 403};
    case AuthProblem::Malformed:
    case AuthProblem::MalformedQuery:
    case AuthProblem::OldMethod:
      return {"IncompleteSignature", failure.message, 400};
    case AuthProblem::UnknownKey:
    case AuthProblem::InvalidToken:
      return {"InvalidClientTokenId", invalid_token, 403};
    case AuthProblem::ExpiredToken:
      return {"ExpiredToken", expired_token, 403};
    case AuthProblem::UnsignedHeaders:
      return {"SignatureDoesNotMatch",
              "'" + failure.message + "' must be a 'SignedHeader' in the AWS Authorization.", 403};
    case AuthProblem::PresignExpired:
      return {"SignatureDoesNotMatch", "Signature expired", 403};
    default:
      return {"SignatureDoesNotMatch", failure.message, 403};
  }
}

ServiceError ec2_error(const AuthFailure& failure) {
  switch (failure.problem) {
    case AuthProblem::UnknownKey:
    case AuthProblem::InvalidToken:
      return {"AuthFailure", "AWS was not able to validate the provided access credentials", 401};
    case AuthProblem::ExpiredToken:
      return {"RequestExpired", "Request has expired.", 400};
    default:
      return query_error(failure);
  }
}

ServiceError rest_error(const AuthFailure& failure) {
  switch (failure.problem) {
    case AuthProblem::Missing:
      return {"AccessDenied", "Access Denied", 403};
    case AuthProblem::Malformed:
      return {"AuthorizationHeaderMalformed", "The authorization header is malformed; " + failure.message,
              400};
    case AuthProblem::WrongService:
      return {"AuthorizationHeaderMalformed", "The authorization header is malformed; " + failure.message,
              400};
    case AuthProblem::MalformedQuery:
      return {"AuthorizationQueryParametersError", failure.message, 400};
    case AuthProblem::MalformedOldQuery:
      return {"AccessDenied", failure.message, 403};
    case AuthProblem::OldMethod:
      return {"InvalidRequest", failure.message, 400};
    case AuthProblem::UnknownKey:
      return {"InvalidAccessKeyId", "The AWS Access Key Id you provided does not exist in our records.", 403};
    case AuthProblem::InvalidToken:
      return {"InvalidToken", "The provided token is malformed or otherwise invalid.", 400};
    case AuthProblem::ExpiredToken:
      return {"ExpiredToken", "The provided token has expired.", 400};
    case AuthProblem::WrongSignature:
      return {
          "SignatureDoesNotMatch",
          "The request signature we calculated does not match the signature you provided. Check your key and "
          "signing method.",
          403};
    case AuthProblem::UnsignedHeaders:
      return ServiceError("AccessDenied", "There were headers present in the request which were not signed",
                          403)
          .with("HeadersNotSigned", failure.message);
    case AuthProblem::NotYetValid:
    case AuthProblem::TooOld:
      return {"RequestTimeTooSkewed",
              "The difference between the request time and the current time is too large.", 403};
    case AuthProblem::PresignExpired:
      return {"AccessDenied", "Request has expired", 403};
    case AuthProblem::MissingBodyHash:
      return {"InvalidRequest", "Missing required header for this request: x-amz-content-sha256", 400};
  }
  return {"AccessDenied", "Access Denied", 403};
}

}  // namespace

ServiceError auth_error(Protocol protocol, const AuthFailure& failure) {
  switch (protocol) {
    case Protocol::Json11:
      return json_error(failure);
    case Protocol::Query:
      return query_error(failure);
    case Protocol::Ec2:
      return ec2_error(failure);
    case Protocol::RestXml:
      return rest_error(failure);
  }
  return rest_error(failure);
}

}  // namespace berth::wire
