#include "berth/wire/aws_chunked.hpp"

#include "berth/wire/error.hpp"

#include <charconv>

namespace berth::wire {

namespace {

constexpr std::size_t line_limit = 4096, trailer_limit = 16;

[[noreturn]] void broken(const char* what) {
  throw ServiceError("IncompleteBody",
                     std::string("The request body is not valid aws-chunked data: ") + what);
}

[[noreturn]] void wrong_signature() {
  throw ServiceError(
      "SignatureDoesNotMatch",
      "The request signature we calculated does not match the signature you provided. Check your key "
      "and signing method.",
      403);
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

}  // namespace

AwsChunked::AwsChunked(std::optional<ChunkSignatures> signatures, bool trailer)
    : signatures_(std::move(signatures)), trailer_(trailer) {}

std::optional<std::string> AwsChunked::line(std::string_view& input) {
  const std::size_t end = input.find('\n');
  partial_.append(input.substr(0, end));
  if (partial_.size() > line_limit) broken("a line is too long");
  if (end == std::string_view::npos) {
    input = {};
    return std::nullopt;
  }
  input.remove_prefix(end + 1);
  if (!partial_.ends_with('\r')) broken("a line does not end in CR LF");
  partial_.pop_back();
  return std::exchange(partial_, {});
}

std::string_view AwsChunked::next(std::string_view& input) {
  while (!input.empty()) {
    switch (state_) {
      case State::Size:
        if (auto text = line(input)) begin_chunk(*text);
        break;
      case State::Data: {
        const std::string_view piece =
            input.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(remaining_, input.size())));
        input.remove_prefix(piece.size());
        remaining_ -= piece.size();
        if (signatures_) digest_.update(piece);
        if (remaining_ == 0) state_ = State::DataEnd;
        return piece;
      }
      case State::DataEnd:
        if (auto text = line(input)) {
          if (!text->empty()) broken("no CR LF after a chunk's data");
          end_chunk();
        }
        break;
      case State::Trailer:
        if (auto text = line(input)) trailer_line(*text);
        break;
      case State::End:
        if (auto text = line(input)) {
          if (!text->empty()) broken("bytes after the last chunk");
          state_ = State::Complete;
        }
        break;
      case State::Complete:
        broken("bytes after the end");
    }
  }
  return {};
}

void AwsChunked::begin_chunk(std::string_view text) {
  const std::size_t semicolon = text.find(';');
  const std::string_view size = text.substr(0, semicolon);
  const auto [end, error] = std::from_chars(size.data(), size.data() + size.size(), remaining_, 16);
  if (error != std::errc{} || end != size.data() + size.size() || size.empty())
    broken("a chunk size is no hexadecimal number");
  last_ = remaining_ == 0;
  claimed_.clear();
  if (signatures_) {
    constexpr std::string_view key = "chunk-signature=";
    const std::string_view extension =
        semicolon == std::string_view::npos ? std::string_view{} : text.substr(semicolon + 1);
    if (!extension.starts_with(key)) broken("a chunk has no signature");
    claimed_ = extension.substr(key.size());
    digest_ = base::Digest(base::Digest::Kind::Sha256);
  }
  if (last_) {
    end_chunk();
  } else {
    state_ = State::Data;
  }
}

void AwsChunked::end_chunk() {
  if (signatures_ && !base::equal_in_constant_time(signatures_->chunk(digest_.finish()), claimed_))
    wrong_signature();
  state_ = !last_ ? State::Size : trailer_ ? State::Trailer : State::End;
}

void AwsChunked::trailer_line(const std::string& text) {
  if (text.empty()) {
    if (signatures_ && !trailer_signed_) wrong_signature();
    state_ = State::Complete;
    return;
  }
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || trailers_.size() == trailer_limit)
    broken("a trailer line is not NAME:VALUE");
  std::string name = text.substr(0, colon);
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  const std::string_view value = trimmed(std::string_view(text).substr(colon + 1));
  if (signatures_ && name == "x-amz-trailer-signature") {
    if (!base::equal_in_constant_time(signatures_->trailer(trailer_digest_.finish()), value))
      wrong_signature();
    trailer_signed_ = true;
    return;
  }
  if (trailer_signed_) broken("a trailer line after the trailer's signature");
  trailer_digest_.update(name + ":" + std::string(value) + "\n");
  trailers_.emplace_back(std::move(name), value);
}

}  // namespace berth::wire
