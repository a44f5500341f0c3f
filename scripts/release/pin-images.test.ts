import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { listImages, pinImages } from './pin-images.ts';

const root = join(import.meta.dirname, '../..');
const digest = `sha256:${'a1'.repeat(32)}`;

test('every image that is not ours gets its digest, and a second pinning renews it', async () => {
  const text = 'ARG BASE=node:24.21.0-slim\nFROM ${BASE}\n  image: postgres:18.4\n  image: errand\n';
  const pinned = await pinImages(text, async () => digest);
  assert.equal(
    pinned,
    `ARG BASE=node:24.21.0-slim@${digest}\nFROM \${BASE}\n  image: postgres:18.4@${digest}\n  image: errand\n`,
  );
  const other = digest.replaceAll('a1', 'b2');
  assert.equal(await pinImages(pinned, async () => other), pinned.replaceAll(digest, other));
});

test('an image without a digest is named with what is needed, and nothing is written', async () => {
  await assert.rejects(
    pinImages('ARG BASE=node:1\n', async () => undefined),
    /No digest of node:1: needs docker/,
  );
  await assert.rejects(
    pinImages('ARG BASE=node:1\n', async () => 'sha256:short'),
    /No digest of node:1/,
  );
});

test('the files name exact versions, and the base is the Node of the repository', async () => {
  const files = await Promise.all(
    ['Dockerfile', 'compose.yml'].map((name) => readFile(join(root, 'deploy', name), 'utf8')),
  );
  const images = files.flatMap(listImages);
  assert.equal(images.length, 3);
  for (const image of images) assert.match(image, /:.*\d+[.-]\d+/);
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  assert.equal(images[0], `node:${dependencies.node}-bookworm-slim`);
});
