# SPDX-FileCopyrightText: 2026 The Wayfield authors
# SPDX-License-Identifier: MIT

# How the parts of the tree become targets. A source file is picked up by where it lies and what it is called:
#
#   src/<module>/*.c        object library wf_<module>; *_avx2.c and *_avx512.c get their instruction set, on x86-64 only
#   apps/common/*.c         object library wf_common: what the programs share, over the public headers and src/base
#   apps/wayfield/*.c       program wayfield, over the public headers and src/base
#   lab/*.c, lab/bench/*.c, lab/experiments/*.c  program wayfield-lab, which may look inside
#   lab/steerbench/*.c      object library wf_steerbench, a part of wayfield-lab, its tests and a fuzzer
#   lab/stress/*.c          object library wf_stress, a part of wayfield-lab and its tests
#   lab/fit/*.c             object library wf_fit, a part of wayfield-lab and its tests
#   lab/people/*.c          object library wf_people, likewise
#   lab/orca/*.c            object library wf_orca, what stress and fit compare with
#   lab/programs/bench_<name>.c  program bench_<name>, which may look inside
#   scenes/*.c              object library wf_scenes, over the public headers alone: for programs and tests alike
#   fuzz/fuzz_<name>.c      fuzz_<name>, with libFuzzer, or else a program that replays inputs given as files or folders
#
# A module without sources yet is left out.

set(wayfield_source_dir "${CMAKE_CURRENT_LIST_DIR}/..")
get_filename_component(wayfield_source_dir "${wayfield_source_dir}" ABSOLUTE)

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
  set(wayfield_x86_64 ON)
else()
  set(wayfield_x86_64 OFF)
endif()

# Flags of everything of ours, wherever it is linked to.
function(wayfield_set_flags target)
  set_target_properties(${target} PROPERTIES C_STANDARD 17 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
    C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
  target_compile_definitions(${target} PRIVATE _POSIX_C_SOURCE=200809L)
  # Results are the same bits everywhere: no contraction to fused operations, no fast-math. Nobody reads errno after a root, and
  # asking for it keeps compilers from making vectors of them.
  target_compile_options(${target} PRIVATE -ffp-contract=off -fno-math-errno -Wall -Wextra -Wpedantic -Wconversion -Wshadow
    -Wstrict-prototypes -Wmissing-prototypes)
  if(WAYFIELD_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(WAYFIELD_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${WAYFIELD_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${WAYFIELD_SANITIZE})
  endif()
endfunction()

# What libFuzzer follows: which branches are taken. Where input is read it looks into comparisons, too; in the core these would only
# make the tests slower, which share this build.
function(wayfield_watch_branches target)
  if(WAYFIELD_BUILD_FUZZERS)
    if(target MATCHES "^wf_(io|record|steerbench)$")
      target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
    else()
      target_compile_options(${target} PRIVATE -fsanitize-coverage=inline-8bit-counters,pc-table)
    endif()
  endif()
endfunction()

# The objects of these modules, as far as there are any.
function(wayfield_link_modules target)
  foreach(module ${ARGN})
    if(TARGET wf_${module})
      target_link_libraries(${target} PRIVATE wf_${module})
    endif()
  endforeach()
endfunction()

# wayfield_add_module(name [modules below...] [LIBRARIES libraries...])
function(wayfield_add_module module)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBRARIES")
  set_property(GLOBAL PROPERTY wayfield_below_${module} "${arg_UNPARSED_ARGUMENTS}")
  file(GLOB sources CONFIGURE_DEPENDS "${wayfield_source_dir}/src/${module}/*.c")
  if(NOT wayfield_x86_64)
    list(FILTER sources EXCLUDE REGEX "_avx(2|512)\\.c$")
  endif()
  if(NOT sources)
    message(STATUS "wayfield: module ${module} has no sources")
    return()
  endif()
  foreach(source ${sources})
    if(source MATCHES "_avx2\\.c$")
      set_source_files_properties("${source}" PROPERTIES COMPILE_OPTIONS "-mavx2")
    elseif(source MATCHES "_avx512\\.c$")
      set_source_files_properties("${source}" PROPERTIES COMPILE_OPTIONS "-mavx512f;-mavx512dq;-mavx512vl")
    endif()
  endforeach()
  add_library(wf_${module} OBJECT ${sources})
  wayfield_set_flags(wf_${module})
  wayfield_watch_branches(wf_${module})
  target_include_directories(wf_${module} PUBLIC "${wayfield_source_dir}/include" "${wayfield_source_dir}/src")
  target_compile_definitions(wf_${module} PRIVATE WAYFIELD_BUILDING)
  target_link_libraries(wf_${module} PUBLIC ${arg_LIBRARIES} Threads::Threads m)
endfunction()

# Generated worlds.
function(wayfield_add_scenes)
  file(GLOB sources CONFIGURE_DEPENDS "${wayfield_source_dir}/scenes/*.c")
  add_library(wf_scenes OBJECT ${sources})
  wayfield_set_flags(wf_scenes)
  target_include_directories(wf_scenes PUBLIC "${wayfield_source_dir}/include" "${wayfield_source_dir}")
endfunction()

# What the programs share. Scenarios are built in, so that a program runs wherever it is installed.
function(wayfield_add_common)
  file(GLOB sources CONFIGURE_DEPENDS "${wayfield_source_dir}/apps/common/*.c")
  file(GLOB scenarios CONFIGURE_DEPENDS "${wayfield_source_dir}/scenarios/*.json")
  set(embedded "${CMAKE_CURRENT_BINARY_DIR}/embedded_scenarios.c")
  add_custom_command(OUTPUT "${embedded}"
    COMMAND "${CMAKE_COMMAND}" "-DFOLDER=${wayfield_source_dir}/scenarios" "-DOUTPUT=${embedded}" -P
      "${wayfield_source_dir}/cmake/embed.cmake"
    DEPENDS ${scenarios} "${wayfield_source_dir}/cmake/embed.cmake" VERBATIM)
  file(GLOB replay CONFIGURE_DEPENDS "${wayfield_source_dir}/replay/*")
  set(replay_page "${CMAKE_CURRENT_BINARY_DIR}/replay_page.c")
  add_custom_command(OUTPUT "${replay_page}"
    COMMAND "${CMAKE_COMMAND}" "-DFOLDER=${wayfield_source_dir}/replay" "-DOUTPUT=${replay_page}" -P
      "${wayfield_source_dir}/cmake/replay_page.cmake"
    DEPENDS ${replay} "${wayfield_source_dir}/cmake/replay_page.cmake" VERBATIM)
  add_library(wf_common OBJECT ${sources} "${embedded}" "${replay_page}")
  wayfield_set_flags(wf_common)
  target_include_directories(wf_common PUBLIC "${wayfield_source_dir}/include" "${wayfield_source_dir}"
    "${wayfield_source_dir}/src" "${wayfield_source_dir}/apps/common")
endfunction()

function(wayfield_install_program target)
  file(RELATIVE_PATH to_libraries "/${CMAKE_INSTALL_BINDIR}" "/${CMAKE_INSTALL_LIBDIR}")
  set_target_properties(${target} PROPERTIES INSTALL_RPATH "$ORIGIN/${to_libraries}")
  install(TARGETS ${target} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endfunction()

function(wayfield_add_app)
  if(NOT TARGET wayfield OR NOT TARGET wayfield-io)
    message(STATUS "wayfield: the program is left out")
    return()
  endif()
  file(GLOB sources CONFIGURE_DEPENDS "${wayfield_source_dir}/apps/wayfield/*.c")
  add_executable(wayfield_app ${sources})
  set_target_properties(wayfield_app PROPERTIES OUTPUT_NAME wayfield)
  wayfield_set_flags(wayfield_app)
  target_link_libraries(wayfield_app PRIVATE wf_common wf_scenes wayfield-io wayfield m)
  # Where the page of the studio is installed, from where the program is.
  file(RELATIVE_PATH to_share "/${CMAKE_INSTALL_BINDIR}" "/${CMAKE_INSTALL_DATADIR}/wayfield")
  target_compile_definitions(wayfield_app PRIVATE WAYFIELD_SHARE="${CMAKE_INSTALL_FULL_DATADIR}/wayfield"
    WAYFIELD_SHARE_FROM_BIN="${to_share}")
  if(WAYFIELD_INSTALL)
    wayfield_install_program(wayfield_app)
    # Built by studio/build.sh, where somebody did.
    install(FILES "${wayfield_source_dir}/build/studio/studio.html" DESTINATION "${CMAKE_INSTALL_DATADIR}/wayfield" OPTIONAL)
  endif()
endfunction()

# Programs that may look inside: they link the objects, not the libraries.
function(wayfield_add_inside_program target)
  add_executable(${target} ${ARGN})
  wayfield_set_flags(${target})
  target_include_directories(${target} PRIVATE "${wayfield_source_dir}/include" "${wayfield_source_dir}/src"
    "${wayfield_source_dir}")
  target_compile_definitions(${target} PRIVATE WAYFIELD_SOURCE_DIR="${wayfield_source_dir}")
  target_link_libraries(${target} PRIVATE Threads::Threads m)
endfunction()

# The reader of SteerBench test cases: a library, so that tests and the fuzzer have it too.
function(wayfield_add_steerbench)
  file(GLOB sources CONFIGURE_DEPENDS "${wayfield_source_dir}/lab/steerbench/*.c")
  add_library(wf_steerbench OBJECT ${sources})
  wayfield_set_flags(wf_steerbench)
  wayfield_watch_branches(wf_steerbench)
  target_include_directories(wf_steerbench PUBLIC "${wayfield_source_dir}/include" "${wayfield_source_dir}/src" "${wayfield_source_dir}/lab")
  target_link_libraries(wf_steerbench PUBLIC EXPAT::EXPAT Threads::Threads m)
endfunction()

# The random worlds of the stress laboratory: a library, so that its tests have it too.
function(wayfield_add_stress)
  file(GLOB sources CONFIGURE_DEPENDS "${wayfield_source_dir}/lab/stress/*.c")
  add_library(wf_stress OBJECT ${sources})
  wayfield_set_flags(wf_stress)
  wayfield_watch_branches(wf_stress)
  target_include_directories(wf_stress PUBLIC "${wayfield_source_dir}/include" "${wayfield_source_dir}/src" "${wayfield_source_dir}/lab"
    "${wayfield_source_dir}/apps/common")
  target_link_libraries(wf_stress PUBLIC Threads::Threads m)
endfunction()

# Avoidance of others by optimal reciprocal collision avoidance, which stress and fit compare with.
function(wayfield_add_orca)
  file(GLOB sources CONFIGURE_DEPENDS "${wayfield_source_dir}/lab/orca/*.c")
  add_library(wf_orca OBJECT ${sources})
  wayfield_set_flags(wf_orca)
  wayfield_watch_branches(wf_orca)
  target_include_directories(wf_orca PUBLIC "${wayfield_source_dir}/include" "${wayfield_source_dir}/src" "${wayfield_source_dir}/lab")
  target_link_libraries(wf_orca PUBLIC m)
endfunction()

# Models of walking people and their fit to recordings: a library, so that its tests have it too.
function(wayfield_add_fit)
  file(GLOB sources CONFIGURE_DEPENDS "${wayfield_source_dir}/lab/fit/*.c")
  add_library(wf_fit OBJECT ${sources})
  wayfield_set_flags(wf_fit)
  wayfield_watch_branches(wf_fit)
  target_include_directories(wf_fit PUBLIC "${wayfield_source_dir}/include" "${wayfield_source_dir}/src" "${wayfield_source_dir}/lab")
  target_link_libraries(wf_fit PUBLIC Threads::Threads m)
endfunction()

# Crowds measured as people are.
function(wayfield_add_people)
  file(GLOB sources CONFIGURE_DEPENDS "${wayfield_source_dir}/lab/people/*.c")
  add_library(wf_people OBJECT ${sources})
  wayfield_set_flags(wf_people)
  wayfield_watch_branches(wf_people)
  target_include_directories(wf_people PUBLIC "${wayfield_source_dir}/include" "${wayfield_source_dir}/src" "${wayfield_source_dir}/lab")
  target_link_libraries(wf_people PUBLIC Threads::Threads m)
endfunction()

# wayfield-lab, and programs that measure one thing from inside.
function(wayfield_add_lab)
  if(TARGET wf_common)
    file(GLOB sources CONFIGURE_DEPENDS "${wayfield_source_dir}/lab/*.c" "${wayfield_source_dir}/lab/bench/*.c"
      "${wayfield_source_dir}/lab/experiments/*.c")
    wayfield_add_inside_program(wayfield_lab ${sources})
    set_target_properties(wayfield_lab PROPERTIES OUTPUT_NAME wayfield-lab)
    target_include_directories(wayfield_lab PRIVATE "${wayfield_source_dir}/lab")
    wayfield_add_orca()
    wayfield_add_stress()
    wayfield_add_fit()
    wayfield_add_people()
    wayfield_link_modules(wayfield_lab ${wayfield_core} ${wayfield_edges} scenes common steerbench stress fit people orca)
    if(WAYFIELD_INSTALL_LAB)
      wayfield_install_program(wayfield_lab)
    endif()
  endif()
  file(GLOB sources CONFIGURE_DEPENDS "${wayfield_source_dir}/lab/programs/bench_*.c")
  foreach(source ${sources})
    get_filename_component(name "${source}" NAME_WE)
    wayfield_add_inside_program(${name} "${source}")
    wayfield_link_modules(${name} ${wayfield_core} ${wayfield_edges} scenes)
  endforeach()
endfunction()

function(wayfield_add_fuzzers)
  if(NOT WAYFIELD_BUILD_IO)
    return()
  endif()
  file(GLOB sources CONFIGURE_DEPENDS "${wayfield_source_dir}/fuzz/fuzz_*.c")
  add_custom_target(fuzzers)
  foreach(source ${sources})
    get_filename_component(name "${source}" NAME_WE)
    string(REGEX REPLACE "^fuzz_" "" short "${name}")
    if(short STREQUAL "steerbench" AND NOT TARGET wf_steerbench)
      continue()
    endif()
    if(WAYFIELD_BUILD_FUZZERS)
      wayfield_add_inside_program(${name} "${source}")
      target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    else()
      wayfield_add_inside_program(${name} "${source}" "${wayfield_source_dir}/cmake/replay.c")
    endif()
    add_dependencies(fuzzers ${name})
    target_compile_options(${name} PRIVATE -Wno-missing-prototypes) # the entry point is libFuzzer's, no header declares it
    wayfield_link_modules(${name} ${wayfield_core} ${wayfield_edges})
    if(short STREQUAL "steerbench")
      wayfield_link_modules(${name} steerbench)
    elseif(short STREQUAL "request")
      target_sources(${name} PRIVATE "${wayfield_source_dir}/apps/wayfield/request.c")
      if(WAYFIELD_BUILD_FUZZERS)
        target_compile_options(${name} PRIVATE -fsanitize-coverage=inline-8bit-counters,pc-table)
      endif()
    endif()
    if(WAYFIELD_BUILD_TESTS AND IS_DIRECTORY "${wayfield_source_dir}/fuzz/corpus/${short}")
      set(replay ${name})
      if(WAYFIELD_BUILD_FUZZERS)
        set(replay ${name} -runs=0)
      endif()
      add_test(NAME ${name} COMMAND ${replay} "${wayfield_source_dir}/fuzz/corpus/${short}")
      set_tests_properties(${name} PROPERTIES LABELS corpus)
    endif()
  endforeach()
endfunction()
