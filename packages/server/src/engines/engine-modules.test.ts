import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ConfigError } from '#platform/configuration.ts';
import { pluck } from '../../test/pluck.ts';
import { makeFolder } from '../../test/stop-at-end.ts';
import { loadEngineModules } from './engine-modules.ts';

const folder = await makeFolder();
let count = 0;
const load = (code: string) => {
  count += 1;
  const path = join(folder, `engine-${count}.mjs`);
  writeFileSync(path, code);
  return loadEngineModules([path]);
};
const engine = (id: string) =>
  `defineEngine({ id: '${id}', name: 'N', description: 'D', inputs: [], configSchema: Type.Object({}), run: async () => ({ outputs: [] }) })`;

test('a module gives one engine or several, made with the kit it is given', async () => {
  const [one] = await load(`export default ({ defineEngine, Type }) => ${engine('One')};`);
  assert.deepEqual([one?.id, one?.fixedInputs], ['One', false]);
  const many = await load(`export default async ({ defineEngine, Type }) => [${engine('A')}, ${engine('B')}];`);
  assert.deepEqual(pluck(many, 'id'), ['A', 'B']);
});

describe('the start stops at a module that', () => {
  const bad: Record<string, string> = {
    'has no default export': 'export const a = 1;',
    'is no code': 'export default ((',
    throws: "throw new Error('no');",
    'gives something else': 'export default () => ({ id: "X" });',
    'gives nothing': 'export default () => undefined;',
    'gives one that is none among others': `export default ({ defineEngine, Type }) => [${engine('A')}, 7];`,
  };
  for (const [title, code] of Object.entries(bad)) test(title, () => assert.rejects(load(code), ConfigError));
});
