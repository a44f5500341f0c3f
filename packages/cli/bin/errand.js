#!/usr/bin/env node
// Plain JavaScript, so that an older Node can say what is missing instead of stumbling over the first type.
import './compile-cache.js';

if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(`errand needs Node 24, and this is ${process.version}. It brings its own: npx errand`);
  process.exit(3);
}
await import('../src/main.ts');
