// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT

// Where things are: the package as it was built, and the tree.
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));
export const folder = process.env.WAYFIELD_JS_PACKAGE ?? `${root}/build/js/package`;
export const wayfield = await import(`${folder}/index.js`);
