import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';

const FIRST_LOAD_BYTES_MAX = 190_000;

const folder = join(import.meta.dirname, '..');
const dist = join(folder, 'dist');

type Chunk = { file: string; imports?: string[]; isEntry?: boolean; src?: string };

describe('the built console', () => {
  before(() => {
    const { status, stderr } = spawnSync(process.execPath, [join(folder, 'build.ts')], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  });

  test('needs at most 190 kB of compressed JavaScript to show its first page', () => {
    const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
    const files = new Set<string>();
    const add = (name: string): void => {
      const chunk = manifest[name]!;
      if (files.has(chunk.file)) return;
      files.add(chunk.file);
      for (const one of chunk.imports ?? []) add(one);
    };
    const entry = Object.keys(manifest).find((name) => manifest[name]!.isEntry)!;
    add(entry);
    add('src/pages/home/home-page.tsx');
    add('src/pages/home/jobs-chart.tsx');
    const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0);
    assert.ok(files.size > 2);
    assert.ok(bytes <= FIRST_LOAD_BYTES_MAX, `${bytes} bytes`);
  });

  test('has no inline script or style in its document, and names its files after their content', () => {
    const document = readFileSync(join(dist, 'index.html'), 'utf8');
    assert.doesNotMatch(document, /<style|<script(?![^>]*\bsrc=)/);
    for (const [, path] of document.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g))
      assert.match(path!, /-[\w-]{8}\.\w+$/);
  });
});
