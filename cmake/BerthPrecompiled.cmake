# Third parties' headers, parsed once a preset and not once a file: they are a good quarter of what compiling a file of the
# control plane takes.
#
#   OFF    where people work and where users build
#   TESTS  what tests are compiled with (ci). A source of a module parses its own header first and without help, so that
#          one which leans on another's includes is noticed: check_headers counts on that.
#   ALL    modules, too (asan: the same files once more)
#
# A precompiled header fits only files with its own flags, so there is one of modules and one of tests. The engine, which
# includes little, goes without.
set(BERTH_PRECOMPILE OFF CACHE STRING "What to precompile third parties' headers for: OFF, TESTS or ALL")

set(berth_precompiled_headers
  <boost/asio/any_io_executor.hpp> <boost/asio/awaitable.hpp> <boost/asio/co_spawn.hpp> <boost/asio/post.hpp>
  <boost/asio/thread_pool.hpp> <boost/asio/use_awaitable.hpp> <boost/describe.hpp> <boost/json/array.hpp>
  <boost/json/object.hpp> <boost/json/value.hpp> <boost/mp11.hpp> <boost/system/result.hpp> <fmt/format.h>
  <algorithm> <charconv> <chrono> <filesystem> <functional> <iostream> <map> <memory> <optional> <set> <span> <sstream>
  <string> <thread> <unordered_map> <variant> <vector>)

if(BERTH_PRECOMPILE)
  # Without these two ccache leaves alone whatever uses a precompiled header.
  if(BERTH_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${BERTH_CCACHE})
  endif()
  set(libraries Boost::json fmt::fmt spdlog::spdlog OpenSSL::Crypto ZLIB::ZLIB Threads::Threads)
  set(main ${PROJECT_BINARY_DIR}/precompiled/main.cpp)
  file(CONFIGURE OUTPUT ${main} CONTENT "int main() { return 0; }\n")
  if(BERTH_PRECOMPILE STREQUAL "ALL")
    add_library(berth_precompiled OBJECT ${main})
    target_link_libraries(berth_precompiled PRIVATE berth_compile ${libraries})
    target_precompile_headers(berth_precompiled PRIVATE ${berth_precompiled_headers})
  endif()
  if(BERTH_TESTS)
    add_executable(berth_precompiled_test EXCLUDE_FROM_ALL ${main})
    target_link_libraries(berth_precompiled_test PRIVATE berth_compile ${libraries} GTest::gtest)
    target_compile_options(berth_precompiled_test PRIVATE ${berth_test_options})
    target_precompile_headers(berth_precompiled_test PRIVATE ${berth_precompiled_headers} <gtest/gtest.h>)
  endif()
endif()

# berth_precompile(TARGET FROM): lets TARGET, if it is of the control plane, use the precompiled header of FROM, if there
# is one.
function(berth_precompile target from)
  if(TARGET ${from} AND CMAKE_CURRENT_SOURCE_DIR MATCHES "/src/(base|berth)(/|$)")
    target_precompile_headers(${target} REUSE_FROM ${from})
  endif()
endfunction()
