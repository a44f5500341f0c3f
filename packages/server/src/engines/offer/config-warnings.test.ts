import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { findConfigWarnings } from './config-warnings.ts';
import type { Fleet } from './fleet.ts';

const engine = {
  id: 'E',
  name: 'Engine',
  inputs: [],
  fixedInputs: false,
  configSchema: Type.Object({
    url: Type.String(),
    limit: Type.Optional(Type.Integer()),
    model: Type.Optional(Type.String()),
  }),
};
const definitions = [{ key: 'page', data_type: 'text/plain', description: '' }];
const fleet = {
  lacks: () => [] as string[],
  modelLack: (model?: string) => (model === 'gone' ? 'No worker has gone.' : undefined),
} as unknown as Fleet;
const warn = (config: Record<string, unknown>, over = {}) =>
  findConfigWarnings({ ...engine, ...over }, config, definitions, fleet);

const table: [title: string, config: Record<string, unknown>, wanted: RegExp[]][] = [
  ['a sound configuration has none', { url: 'https://h', limit: 3 }, []],
  ['an unknown key is named with the nearest one', { url: 'u', limti: 3 }, [/'limti'.*'limit'/]],
  ['a key that is missing', {}, [/'url'/]],
  ['a blank text is missing too', { url: '  ' }, [/'url'/]],
  [
    'a placeholder without an input, at any depth',
    { url: '${page}', limit: [{ a: '${pgae}' }] },
    [/\$\{pgae\}.*'page'/],
  ],
  ['a model that no worker has', { url: 'u', model: ' gone ' }, [/gone/]],
  ['a model that comes with the run is not judged', { url: 'u', model: '${page}' }, []],
];
for (const [title, config, wanted] of table) {
  test(title, () => {
    const found = warn(config);
    assert.equal(found.length, wanted.length, found.join('\n'));
    for (const [index, pattern] of wanted.entries()) assert.match(found[index]!, pattern);
  });
}

test('keys of a policy are known only to engines that work with one', () => {
  const config = { url: 'u', policy_version_id: 'id' };
  assert.equal(warn(config).length, 1);
  assert.deepEqual(warn(config, { policy: 'optional' }), []);
});

test('many warnings are cut, and the rest is counted', () => {
  const config = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`other_${index}`, 1]));
  const found = warn({ url: 'u', ...config });
  assert.equal(found.length, 21);
  assert.match(found.at(-1)!, /10 more/);
});
