# SPDX-FileCopyrightText: 2026 The Wayfield authors
# SPDX-License-Identifier: MIT

# The two public libraries, made of the modules' objects: wayfield (the core) and wayfield-io (readers, recordings, metrics and pictures).

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
    if(NOT APPLE AND NOT WAYFIELD_SANITIZE)
      # What wayfield-io calls must be exported by the core: say so when it is linked, not when it is loaded.
      target_link_options(${target} PRIVATE -Wl,--no-undefined)
    endif()
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
    target_link_libraries(wayfield-io PUBLIC wayfield PRIVATE PNG::PNG PkgConfig::CAIRO SQLite::SQLite3 PkgConfig::GEOS m)
  endif()
endif()

if(NOT WAYFIELD_INSTALL OR NOT TARGET wayfield)
  return()
endif()

include(CMakePackageConfigHelpers)
set(wayfield_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/wayfield")
# A prefix given at install time, or moved later, is found from the place of the .pc file itself.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(wayfield_pc_prefix "${CMAKE_INSTALL_PREFIX}")
  set(wayfield_pc_libdir "${CMAKE_INSTALL_LIBDIR}")
else()
  file(RELATIVE_PATH wayfield_pc_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  string(REGEX REPLACE "/$" "" wayfield_pc_prefix "\${pcfiledir}/${wayfield_pc_prefix}")
  set(wayfield_pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
endif()
if(IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(wayfield_pc_includedir "${CMAKE_INSTALL_INCLUDEDIR}")
else()
  set(wayfield_pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()

# A static library carries none of what it needs itself: programs link that too, whether or not they ask for --static.
set(wayfield_pc_requires "libpng, cairo, sqlite3, geos")
set(wayfield_pc_static_requires)
set(wayfield_pc_static_libs)
if(NOT WAYFIELD_SHARED)
  set(wayfield_pc_static_requires ", ${wayfield_pc_requires}")
  set(wayfield_pc_static_libs " -lm -pthread")
endif()

# The headers and the .pc file follow the library: a build without wayfield-io installs none of its headers.
function(wayfield_install_library target)
  install(TARGETS ${target} EXPORT ${target}Targets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" LIBRARY DESTINATION
    "${CMAKE_INSTALL_LIBDIR}" RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  install(EXPORT ${target}Targets NAMESPACE wayfield:: DESTINATION "${wayfield_package_dir}")
  foreach(header ${ARGN})
    install(FILES "${wayfield_source_dir}/include/wayfield/${header}.h" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/wayfield")
  endforeach()
  configure_file("${wayfield_source_dir}/cmake/${target}.pc.in" ${target}.pc @ONLY)
  install(FILES "${CMAKE_CURRENT_BINARY_DIR}/${target}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endfunction()

wayfield_install_library(wayfield base world mesh planner field surface footsteps ground formation strokes explore crowd groups explorers wayfield)
if(TARGET wayfield-io)
  wayfield_install_library(wayfield-io io orders record metrics animate picture)
  set_target_properties(wayfield-io PROPERTIES INSTALL_RPATH "$ORIGIN")
endif()

configure_package_config_file("${wayfield_source_dir}/cmake/wayfieldConfig.cmake.in" wayfieldConfig.cmake
  INSTALL_DESTINATION "${wayfield_package_dir}")
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(wayfieldConfigVersion.cmake VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/wayfieldConfig.cmake" "${CMAKE_CURRENT_BINARY_DIR}/wayfieldConfigVersion.cmake"
  DESTINATION "${wayfield_package_dir}")

file(GLOB wayfield_documents CONFIGURE_DEPENDS "${wayfield_source_dir}/*.md" "${wayfield_source_dir}/LICENSE")
install(FILES ${wayfield_documents} DESTINATION "${CMAKE_INSTALL_DOCDIR}")
if(IS_DIRECTORY "${wayfield_source_dir}/docs")
  install(DIRECTORY "${wayfield_source_dir}/docs" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
endif()
