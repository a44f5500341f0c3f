#!/usr/bin/env node
// Plain JavaScript, so that an older Node can report what is missing instead of failing at the first type.
import './compile-cache.js';
import { existsSync } from 'node:fs';

if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `errand needs Node 24, and this is ${process.version}. Install Node 24; in a clone of the repository, npx errand brings it.`,
  );
  process.exit(3);
}
// A published package only contains JavaScript.
await import(existsSync(new URL('../dist/main.js', import.meta.url)) ? '../dist/main.js' : '../src/main.ts');
