# SPDX-FileCopyrightText: 2026 The Wayfield authors
# SPDX-License-Identifier: MIT

# tests/test_<group>*.c and the harness become test_<group>. A group named after a module is linked with that module and those below it
# only, so that a module that reaches up does not link; `cli` runs the program instead, `lab` runs wayfield-lab and has everything;
# any other group gets the whole core and the generated scenes.

set(wayfield_long_tests picture cli trace world crowd lab) # the longest last

file(GLOB wayfield_harness CONFIGURE_DEPENDS "${wayfield_source_dir}/tests/test.c")

function(wayfield_add_test group)
  file(GLOB sources CONFIGURE_DEPENDS "${wayfield_source_dir}/tests/test_${group}.c" "${wayfield_source_dir}/tests/test_${group}_*.c")
  # Helpers that lie beside another group's tests have no main: those who need them include them.
  set(has_main OFF)
  foreach(source ${sources})
    file(STRINGS "${source}" lines REGEX "^int main\\(" LIMIT_COUNT 1)
    if(lines)
      set(has_main ON)
    endif()
  endforeach()
  if(NOT has_main)
    message(STATUS "wayfield: no tests of ${group}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources})
    return()
  endif()
  wayfield_add_inside_program(test_${group} ${sources} ${wayfield_harness})
  wayfield_link_modules(test_${group} ${ARGN})
  set(program wayfield_app)
  if(group STREQUAL "lab")
    set(program wayfield_lab)
  endif()
  if(TARGET ${program})
    target_compile_definitions(test_${group} PRIVATE WAYFIELD_PROGRAM="$<TARGET_FILE:${program}>")
  endif()
  if(group MATCHES "^(cli|lab)$")
    target_sources(test_${group} PRIVATE "${wayfield_source_dir}/tests/cli.c")
    add_dependencies(test_${group} ${program})
  endif()
  # In the build folder: what a test writes stays there.
  add_test(NAME test_${group} COMMAND test_${group} WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  # The long ones begin first, so that none is left over to run alone.
  list(FIND wayfield_long_tests ${group} place)
  math(EXPR cost "${place} + 1")
  # Sanitizers on a busy machine take many times as long as the code alone.
  set_tests_properties(test_${group} PROPERTIES LABELS unit TIMEOUT 900 COST ${cost})
endfunction()

file(GLOB wayfield_test_files RELATIVE "${wayfield_source_dir}/tests" CONFIGURE_DEPENDS "${wayfield_source_dir}/tests/test_*.c")
list(TRANSFORM wayfield_test_files REPLACE "^test_([a-z0-9]+).*$" "\\1")
list(REMOVE_DUPLICATES wayfield_test_files)
foreach(group ${wayfield_test_files})
  if(group STREQUAL "cli")
    if(TARGET wayfield_app)
      wayfield_add_test(cli base) # for the harness' allocator
    endif()
  elseif(group STREQUAL "lab")
    if(TARGET wayfield_lab)
      wayfield_add_test(lab ${wayfield_core} ${wayfield_edges} scenes steerbench common)
    endif()
  elseif(group MATCHES "^(io|record|metrics|animate|picture)$")
    if(WAYFIELD_BUILD_IO)
      wayfield_add_test(${group} ${wayfield_core} ${wayfield_edges})
    endif()
  elseif(group IN_LIST wayfield_core)
    get_property(below GLOBAL PROPERTY wayfield_below_${group})
    wayfield_add_test(${group} ${group} ${below})
  else()
    wayfield_add_test(${group} ${wayfield_core} scenes)
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

# Examples are C and C++ alike.
find_program(wayfield_cxx NAMES c++ g++ clang++)
file(GLOB wayfield_examples CONFIGURE_DEPENDS "${wayfield_source_dir}/examples/*.c")
foreach(example ${wayfield_examples})
  get_filename_component(name "${example}" NAME_WE)
  if(wayfield_cxx)
    add_test(NAME example_${name}_cxx COMMAND "${wayfield_cxx}" -x c++ -std=c++17 -fsyntax-only -Wall -Wextra -Wpedantic -Werror
      -Wno-missing-field-initializers "-I${wayfield_source_dir}/include" "${example}")
    set_tests_properties(example_${name}_cxx PROPERTIES LABELS package)
  endif()
endforeach()
