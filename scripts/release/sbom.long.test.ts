import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { Version } from '@cyclonedx/cyclonedx-library/Spec';
import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation';
import { readLock } from '../check/lock-file.ts';
import { builtIn, findClosure, shippedRoots } from './closure.ts';
import { writeSbom } from './sbom.ts';

const root = join(import.meta.dirname, '../..');

test('the bill of materials fits the schema of CycloneDX, names what is shipped with its hash, and is the same each time', async () => {
  const lock = await readLock(root);
  const paths = findClosure(lock, shippedRoots, builtIn);
  const text = writeSbom(lock, paths, '1.2.3');
  assert.equal(writeSbom(lock, paths.toReversed(), '1.2.3'), text);
  assert.equal(await new JsonStrictValidator(Version.v1dot6).validate(text), null);
  const { components } = JSON.parse(text);
  const find = (name: string) => components.find((one: { name: string }) => one.name === name);
  for (const name of ['fastify', 'ajv', 'react-dom', '@fontsource-variable/inter', '@errand/server'])
    assert.ok(find(name), name);
  assert.equal(find('vite'), undefined);
  assert.match(find('fastify').hashes[0].content, /^[0-9a-f]{128}$/);
});

test('the validator finds a bill that is none', async () => {
  const wrong = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components: [{ name: 'a' }] });
  assert.notEqual(await new JsonStrictValidator(Version.v1dot6).validate(wrong), null);
});
