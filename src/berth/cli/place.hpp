/// Where the daemon is and who we are to it: found from the command line, the environment and the daemon's own
/// state folder, in that order.
///
///   state folder   --state-dir, else BERTH_STATE_DIR, else $XDG_STATE_HOME/berth, else ~/.local/state/berth
///   endpoint       --endpoint; the `endpoint` file of a folder that --state-dir or BERTH_STATE_DIR named;
///                  AWS_ENDPOINT_URL; the default folder's file
///   credentials    with an endpoint that a state folder told: that folder's `credentials`; else
///                  AWS_ACCESS_KEY_ID and its companions, or the state folder's if those are not set.
///                  So keys of a cloud account in the environment are not sent to a local daemon.
#pragma once

#include "base/result.hpp"

#include <functional>
#include <optional>
#include <string>

namespace berth::cli {

/// What a variable of the environment is set to; nothing if it is not set or empty.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;
Environment process_environment();

/// What was given on the command line; empty means not given.
struct PlaceOptions {
  std::string endpoint{};
  std::string state_dir{};
  std::string region{};
};

struct Keys {
  std::string id;
  std::string secret;
  std::string session_token;  ///< empty for keys that are no session's
};

struct Place {
  std::string state_dir;
  std::string endpoint;  ///< http://HOST:PORT, without a slash at the end
  Keys keys;
  std::string region;
};

/// Throws wrong_input if neither option nor environment says where a home is.
std::string state_dir_of(const PlaceOptions& options, const Environment& environment);
std::string region_of(const PlaceOptions& options, const Environment& environment);

/// Throws machine_refused if no endpoint or no credentials are found, saying where it looked and what to do.
Place find_place(const PlaceOptions& options, const Environment& environment);

/// An AWS credentials file: `name = value` lines of [default] (or before any section); # and ; begin
/// comments. An error if aws_access_key_id or aws_secret_access_key is missing.
base::Result<Keys> parse_credentials(const std::string& text);

/// The lines that `eval "$(berth env)"` takes: export NAME=VALUE, one a line.
std::string shell_exports(const Place& place, const Environment& environment);

/// `text` as one word of a POSIX shell; unquoted where it needs no quotes.
std::string shell_word(const std::string& text);

}  // namespace berth::cli
