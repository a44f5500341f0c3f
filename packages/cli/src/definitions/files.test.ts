import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Defined } from './definition.ts';
import { parseDefinition, readDefinitions, writeDefinitions } from './files.ts';

const policy: Defined = {
  slug: 'rules',
  definition: {
    kind: 'policy',
    name: 'Rules',
    description: 'a: b # not a comment\n"two lines"',
    version_name: 'v1',
    content: { instructions: 'No: "yes"', list: [1, null, true, '1e3', 'no'] },
  },
};

test('what is written is read back as it was', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'errand-definitions-'));
  await writeDefinitions(folder, [policy]);
  assert.deepEqual(await readDefinitions(folder), [policy]);
  assert.deepEqual(await readdir(join(folder, 'policies')), ['rules.yaml']);
  await writeFile(join(folder, 'agents', 'wrong.yaml'), 'kind: policy\nname: x\ncontent: {}\n');
  await assert.rejects(readDefinitions(folder), /wrong\.yaml: kind must be agent/);
  await rm(folder, { recursive: true });
});

test('a file that cannot be meant is refused with its name and the reason', () => {
  const cases: [string, RegExp][] = [
    ['kind: policy\nname: a\nname: b\ncontent: {}', /x\.yaml: .*unique/],
    ['kind: policy\nname: a', /content is missing/],
    ['kind: policy\nname: a\ncontent: {}\nextra: 1', /unknown field extra/],
    ['kind: king', /kind must be connection, skill_set, policy, agent, webhook, schedule, playbook/],
    ['- a', /kind must be/],
    ['a: [', /x\.yaml: /],
  ];
  for (const [text, reason] of cases) assert.throws(() => parseDefinition(text, 'x.yaml'), reason, text);
});

test('a folder without definitions is refused instead of read as empty', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'errand-definitions-'));
  await assert.rejects(readDefinitions(folder), /errand export writes them/);
  await rm(folder, { recursive: true });
});
