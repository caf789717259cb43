# check_headers: every header of src/ compiles alone. Not part of `all`; continuous integration builds it.
# Highway's *-inl.hpp are meant to be included once a target, and headers of tests with their program's definitions: both are
# left out.
file(GLOB_RECURSE headers RELATIVE ${PROJECT_SOURCE_DIR}/src CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.hpp)
set(sources "")
foreach(header IN LISTS headers)
  if(header MATCHES "-inl\\.hpp$|/tests/")
    continue()
  endif()
  string(REPLACE "/" "_" name ${header})
  set(source ${PROJECT_BINARY_DIR}/headers/${name}.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "#include \"${header}\"\n")
  list(APPEND sources ${source})
endforeach()
add_library(check_headers OBJECT EXCLUDE_FROM_ALL ${sources})
target_link_libraries(check_headers PRIVATE berth_compile GTest::gtest Boost::boost)
target_compile_options(check_headers PRIVATE -fsyntax-only -Wno-unused)
