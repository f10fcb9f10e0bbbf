// SPDX-FileCopyrightText: 2026 The Wayfield authors
// SPDX-License-Identifier: MIT
(async () => {
  const binary = atob(document.getElementById('packed').textContent);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; ++i) {
    bytes[i] = binary.charCodeAt(i);
  }
  const script = document.createElement('script');
  script.textContent = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
  document.body.append(script);
})();
