# Warnings, sanitizers and the linker, for every target of ours. Third-party headers come in as SYSTEM.
add_library(berth_compile INTERFACE)
target_include_directories(berth_compile INTERFACE ${PROJECT_SOURCE_DIR}/src)
target_compile_options(berth_compile INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wold-style-cast -Wnon-virtual-dtor -Woverloaded-virtual)
# Designated initialisers name what a struct shall not have by default; members left out are meant to be.
target_compile_options(berth_compile INTERFACE -Wno-missing-field-initializers)
# GCC 12 reports false dangling/uninitialised/null/overflow findings inside optimised coroutines and Boost headers.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(berth_compile INTERFACE -fcoroutines -Wno-maybe-uninitialized -Wno-restrict
    -Wno-mismatched-new-delete -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)
endif()
if(BERTH_WERROR)
  target_compile_options(berth_compile INTERFACE -Werror)
endif()
if(BERTH_SANITIZE)
  string(REPLACE "+" "," sanitizers "${BERTH_SANITIZE}")
  target_compile_options(berth_compile INTERFACE -fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(berth_compile INTERFACE -fsanitize=${sanitizers})
endif()
find_program(BERTH_LLD ld.lld)
if(BERTH_LLD)
  target_link_options(berth_compile INTERFACE -fuse-ld=lld)
endif()
find_program(BERTH_CCACHE ccache)
if(BERTH_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${BERTH_CCACHE})
endif()
