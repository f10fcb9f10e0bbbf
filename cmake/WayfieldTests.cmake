# SPDX-FileCopyrightText: 2026 The Wayfield authors
# SPDX-License-Identifier: MIT

# tests/test_<module>*.c and the harness become test_<module>, linked with that module and those below it only, so that a module
# that reaches up does not link. tests/test_cli*.c runs the program instead of linking anything of ours.

file(GLOB wayfield_harness CONFIGURE_DEPENDS "${wayfield_source_dir}/tests/test.c")

function(wayfield_add_test module)
  file(GLOB sources CONFIGURE_DEPENDS "${wayfield_source_dir}/tests/test_${module}.c" "${wayfield_source_dir}/tests/test_${module}_*.c")
  if(NOT sources)
    message(STATUS "wayfield: no tests of ${module}")
    return()
  endif()
  wayfield_add_inside_program(test_${module} ${sources} ${wayfield_harness})
  wayfield_link_modules(test_${module} ${ARGN})
  if(TARGET wayfield_app)
    target_compile_definitions(test_${module} PRIVATE WAYFIELD_PROGRAM="$<TARGET_FILE:wayfield_app>")
  endif()
  # In the build folder: what a test writes stays there.
  add_test(NAME test_${module} COMMAND test_${module} WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}")
  set_tests_properties(test_${module} PROPERTIES LABELS unit TIMEOUT 300)
endfunction()

foreach(module ${wayfield_core} ${wayfield_edges})
  get_property(below GLOBAL PROPERTY wayfield_below_${module})
  if(module STREQUAL "io")
    set(below ${wayfield_core} ${wayfield_edges})
    list(REMOVE_ITEM below io)
  endif()
  wayfield_add_test(${module} ${module} ${below})
endforeach()

if(TARGET wayfield_app)
  wayfield_add_test(cli base) # base: for the harness' allocator
  if(TARGET test_cli)
    add_dependencies(test_cli wayfield_app)
  endif()
endif()

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
