// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT
(async () => {
  const bytes = Uint8Array.from(atob(document.getElementById('packed').textContent), (c) => c.charCodeAt(0));
  const script = document.createElement('script');
  script.textContent = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
  document.body.append(script);
})();
