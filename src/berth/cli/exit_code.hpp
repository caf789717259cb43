/// What an exit code means. Pure.
#pragma once

#include <string>

namespace berth::cli {

/// "SIGSEGV" for 11; "signal 99" for one without a name.
std::string signal_name(int number);

/// "139 is 128 + 11: SIGSEGV, it used memory that is not its own"; for codes below 128 what shells and most programs
/// mean by them.
std::string exit_code_meaning(int code);

}  // namespace berth::cli
