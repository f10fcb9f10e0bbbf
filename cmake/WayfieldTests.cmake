# SPDX-FileCopyrightText: 2026 The Wayfield authors
# SPDX-License-Identifier: MIT

# A file tests/test_<name>.c with a main becomes the program test_<name>, together with the harness and with the files test_<name>_*.c
# that belong to no program of a longer name. Its first word says what it is linked with: a module's tests get that module and those
# below it only, so that a module that reaches up does not link (crowd and explore, on top of the core, have the generated scenes besides); `cli`
# runs the program instead, `lab` runs wayfield-lab and has everything, `rts` runs the example of that name; any other word gets
# the whole core and the scenes.
#
# Targets for builds that need no more: core_tests, all programs of the core, with the label core; threaded_tests, those with tests
# that start threads. The thread sanitizer has nothing to say about the others and runs these alone.

set(wayfield_long_tests record io field scenes crowd picture cli lab) # the longest last

# Examples are C and C++ alike, and programs in the folder examples of the build. Those that draw need wayfield-io.
find_program(wayfield_cxx NAMES c++ g++ clang++)
file(GLOB wayfield_examples CONFIGURE_DEPENDS "${wayfield_source_dir}/examples/*.c")
foreach(example ${wayfield_examples})
  get_filename_component(name "${example}" NAME_WE)
  if(wayfield_cxx)
    add_test(NAME example_${name}_cxx COMMAND "${wayfield_cxx}" -x c++ -std=c++17 -fsyntax-only -Wall -Wextra -Wpedantic -Werror
      -Wno-missing-field-initializers "-I${wayfield_source_dir}/include" "${example}")
    set_tests_properties(example_${name}_cxx PROPERTIES LABELS package)
  endif()
  set(libraries wayfield m)
  file(STRINGS "${example}" draws REGEX "wayfield/picture.h" LIMIT_COUNT 1)
  if(draws)
    list(PREPEND libraries wayfield-io)
  endif()
  if(TARGET wayfield AND (TARGET wayfield-io OR NOT draws))
    add_executable(example_${name} "${example}")
    wayfield_set_flags(example_${name})
    set_target_properties(example_${name} PROPERTIES OUTPUT_NAME ${name}
      RUNTIME_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/examples")
    target_link_libraries(example_${name} PRIVATE ${libraries})
  endif()
endforeach()

file(GLOB wayfield_test_files RELATIVE "${wayfield_source_dir}/tests" CONFIGURE_DEPENDS "${wayfield_source_dir}/tests/test_*.c")
set(wayfield_test_programs)
foreach(file ${wayfield_test_files})
  file(STRINGS "${wayfield_source_dir}/tests/${file}" main REGEX "^int main\\(" LIMIT_COUNT 1)
  if(main)
    string(REGEX REPLACE "^test_(.*)\\.c$" "\\1" name "${file}")
    list(APPEND wayfield_test_programs ${name})
  endif()
endforeach()

add_custom_target(core_tests)
add_custom_target(threaded_tests)

function(wayfield_add_test name)
  set(files ${wayfield_test_files})
  list(FILTER files INCLUDE REGEX "^test_${name}(_.*)?\\.c$")
  foreach(other ${wayfield_test_programs})
    if(other MATCHES "^${name}_")
      list(FILTER files EXCLUDE REGEX "^test_${other}(_.*)?\\.c$")
    endif()
  endforeach()
  list(TRANSFORM files PREPEND "${wayfield_source_dir}/tests/")
  wayfield_add_inside_program(test_${name} ${files} "${wayfield_source_dir}/tests/test.c")
  wayfield_link_modules(test_${name} ${ARGN})
  # The library is what has to be fast: the tests themselves are built quickly.
  target_compile_options(test_${name} PRIVATE $<$<CONFIG:Release>:-O1> $<$<CONFIG:RelWithDebInfo>:-O0>)
  set(program wayfield_app)
  if(name MATCHES "^lab")
    set(program wayfield_lab)
  elseif(name MATCHES "^rts")
    set(program example_rts)
  endif()
  if(TARGET ${program})
    target_compile_definitions(test_${name} PRIVATE WAYFIELD_PROGRAM="$<TARGET_FILE:${program}>")
  endif()
  if(name MATCHES "^(cli|lab|rts)")
    target_sources(test_${name} PRIVATE "${wayfield_source_dir}/tests/cli.c")
    add_dependencies(test_${name} ${program})
  endif()
  set(threaded)
  foreach(file ${files})
    file(STRINGS "${file}" lines REGEX "RUN_THREADED" LIMIT_COUNT 1)
    list(APPEND threaded ${lines})
  endforeach()
  set(selection)
  if(WAYFIELD_SANITIZE MATCHES "thread")
    if(NOT threaded)
      return()
    endif()
    set(selection --threaded)
  endif()
  if(threaded)
    add_dependencies(threaded_tests test_${name})
  endif()
  # In the build folder: what a test writes stays there.
  add_test(NAME test_${name} COMMAND test_${name} ${selection} WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  # The long ones begin first, so that none is left over to run alone.
  list(FIND wayfield_long_tests ${name} place)
  math(EXPR cost "${place} + 1")
  # Sanitizers on a busy machine take many times as long as the code alone.
  set_tests_properties(test_${name} PROPERTIES LABELS unit TIMEOUT 900 COST ${cost})
endfunction()

function(wayfield_add_core_test name)
  wayfield_add_test(${name} ${ARGN})
  add_dependencies(core_tests test_${name})
  if(TEST test_${name})
    set_tests_properties(test_${name} PROPERTIES LABELS "unit;core")
  endif()
endfunction()

foreach(name ${wayfield_test_programs})
  string(REGEX REPLACE "_.*$" "" word ${name})
  if(word STREQUAL "cli")
    if(TARGET wayfield_app)
      wayfield_add_test(${name} base) # for the harness' allocator
    endif()
  elseif(word STREQUAL "rts")
    if(TARGET example_rts)
      wayfield_add_test(${name} base)
    endif()
  elseif(word STREQUAL "lab")
    if(TARGET wayfield_lab)
      wayfield_add_test(${name} ${wayfield_core} ${wayfield_edges} scenes steerbench stress fit people orca common)
    endif()
  elseif(word MATCHES "^(io|record|metrics|animate|picture)$")
    if(WAYFIELD_BUILD_IO)
      wayfield_add_test(${name} ${wayfield_core} ${wayfield_edges})
    endif()
  elseif(word IN_LIST wayfield_core AND NOT word MATCHES "^(crowd|explore)$")
    get_property(below GLOBAL PROPERTY wayfield_below_${word})
    wayfield_add_core_test(${name} ${word} ${below})
  else()
    wayfield_add_core_test(${name} ${wayfield_core} scenes)
  endif()
endforeach()

# Shared libraries export what the headers say and nothing else.
if(WAYFIELD_SHARED AND CMAKE_NM)
  foreach(pair wayfield:core wayfield-io:io)
    string(REPLACE ":" ";" pair "${pair}")
    list(GET pair 0 library)
    list(GET pair 1 part)
    if(TARGET ${library})
      add_test(NAME symbols_${part} COMMAND sh "${wayfield_source_dir}/cmake/check_symbols.sh" "${CMAKE_NM}"
        "$<TARGET_FILE:${library}>" "${wayfield_source_dir}" ${part})
      set_tests_properties(symbols_${part} PROPERTIES LABELS package)
    endif()
  endforeach()
endif()

