# SPDX-FileCopyrightText: 2026 The Wayfield authors
# SPDX-License-Identifier: MIT

# Files as constants of a C file: cmake -DFOLDER=... -DOUTPUT=... -P embed.cmake
file(GLOB files "${FOLDER}/*.json")
list(FILTER files EXCLUDE REGEX "/schema\\.json$")
list(SORT files)
set(arrays "")
set(table "")
set(number 0)
foreach(file ${files})
  get_filename_component(name "${file}" NAME)
  file(READ "${file}" bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "static const unsigned char s_file${number}[] = { ${bytes} };\n")
  string(APPEND table "\t{ \"${name}\", s_file${number}, sizeof( s_file${number} ) },\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE "${OUTPUT}.new" "#include \"embedded.h\"\n\n${arrays}\nconst wfEmbedded wf_embeddedScenarios[] = {\n${table}\t{ NULL, NULL, 0 } };\n")
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
