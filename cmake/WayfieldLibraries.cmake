# SPDX-FileCopyrightText: 2026 The Wayfield authors
# SPDX-License-Identifier: MIT

# The two public libraries, made of the modules' objects: wayfield (the core) and wayfield-io (readers and pictures).

if(WAYFIELD_SHARED)
  set(wayfield_kind SHARED)
else()
  set(wayfield_kind STATIC)
endif()

function(wayfield_add_library target)
  set(objects)
  foreach(module ${ARGN})
    if(TARGET wf_${module})
      list(APPEND objects $<TARGET_OBJECTS:wf_${module}>)
    endif()
  endforeach()
  if(NOT objects)
    message(STATUS "wayfield: library ${target} is left out")
    return()
  endif()
  add_library(${target} ${wayfield_kind} ${objects})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE C VERSION ${PROJECT_VERSION} SOVERSION
    ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  target_include_directories(${target} PUBLIC "$<BUILD_INTERFACE:${wayfield_source_dir}/include>"
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  if(WAYFIELD_SHARED)
    target_compile_definitions(${target} PUBLIC WAYFIELD_SHARED)
    target_link_options(${target} PRIVATE -Wl,--no-undefined)
  endif()
  if(WAYFIELD_SANITIZE)
    target_link_options(${target} PUBLIC -fsanitize=${WAYFIELD_SANITIZE})
  endif()
endfunction()

wayfield_add_library(wayfield ${wayfield_core})
if(TARGET wayfield)
  add_library(wayfield::wayfield ALIAS wayfield)
  target_link_libraries(wayfield PRIVATE Threads::Threads m)
endif()

if(TARGET wayfield AND wayfield_edges)
  wayfield_add_library(wayfield-io ${wayfield_edges})
  if(TARGET wayfield-io)
    add_library(wayfield::io ALIAS wayfield-io)
    set_target_properties(wayfield-io PROPERTIES EXPORT_NAME io)
    target_link_libraries(wayfield-io PUBLIC wayfield PRIVATE PNG::PNG PkgConfig::CAIRO m)
  endif()
endif()
