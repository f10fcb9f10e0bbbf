// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Validates one file; says what is wrong with it. usage: node check_gltf.cjs FILE
const fs = require("fs");
const validator = require("gltf-validator");

const path = process.argv[2];
validator
  .validateBytes(new Uint8Array(fs.readFileSync(path)), { uri: path, maxIssues: 50 })
  .then((report) => {
    const issues = report.issues;
    for (const message of issues.messages) {
      console.log(`${path}: severity ${message.severity}: ${message.code}: ${message.message} (${message.pointer})`);
    }
    const info = report.info;
    console.log(
      `${path}: ${issues.numErrors} errors, ${issues.numWarnings} warnings, ${issues.numInfos} infos; ` +
        `${info.animationCount} animation, ${info.drawCallCount} draw calls, ${info.totalVertexCount} vertices`
    );
    process.exitCode = issues.numErrors + issues.numWarnings > 0 ? 1 : 0;
  })
  .catch((error) => {
    console.log(`${path}: ${error}`);
    process.exitCode = 1;
  });
