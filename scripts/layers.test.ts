import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkTree } from './layers.ts';

const server = 'packages/server/src';
const messages = (files: Record<string, string>): string[] =>
  checkTree(new Map(Object.entries(files))).violations.map(({ path, message }) => `${path}: ${message}`);

test('a small tree in order has no violations', () => {
  const files = {
    [`${server}/serve.ts`]: `import { addRoutes } from '#jobs/routes.ts'; import { readConfig } from './config.ts'; addRoutes(readConfig);`,
    [`${server}/config.ts`]: `import { log } from '#platform/log.ts'; export const readConfig = log;`,
    [`${server}/jobs/routes.ts`]: `import { endpoint } from '#http/endpoint.ts'; import { find } from './queue/store.ts'; export const addRoutes = [endpoint, find];`,
    [`${server}/jobs/record/model.ts`]: `import type { Paging } from '#http/endpoint.ts'; export const states = [] as Paging[];`,
    [`${server}/jobs/queue/store.ts`]: `import { states } from '../record/model.ts'; import { find as get } from '#orgs/store.ts'; export const find = [get, states];`,
    [`${server}/orgs/store.ts`]: `import { errors } from '@errand/contract/errors.ts'; export const find = errors;`,
    [`${server}/http/endpoint.ts`]: `import { log } from '#platform/log.ts'; export type Paging = 1; export const endpoint = log;`,
    [`${server}/platform/log.ts`]: `export const log = "import './nothing.ts'";`,
    'packages/contract/src/errors.ts': `import { Type } from 'typebox'; export const errors = Type;`,
    'packages/cli/src/main.ts': `import { Client } from '@errand/sdk'; await import('@errand/server/serve.ts'); new Client();`,
    'packages/sdk/package.json': `{ "exports": { ".": { "types": "./dist/index.d.ts", "default": "./dist/index.js" } } }`,
    'packages/sdk/src/index.ts': `export { Client } from './client.ts';`,
    'packages/sdk/src/client.ts': `export class Client {}`,
  };
  assert.deepEqual(messages(files), []);
});

const wrongImports: { title: string; from: string; to: string; text: string; expected: RegExp }[] = [
  {
    title: 'the platform importing a domain',
    from: `${server}/platform/db.ts`,
    to: `${server}/orgs/store.ts`,
    text: `import { x } from '#orgs/store.ts';`,
    expected: /platform must not import orgs/,
  },
  {
    title: 'a domain importing one to its left, even its types',
    from: `${server}/agents/store.ts`,
    to: `${server}/jobs/store.ts`,
    text: `import type { x } from '#jobs/store.ts';`,
    expected: /agents must not import jobs/,
  },
  {
    title: 'a domain importing one to its left when needed',
    from: `${server}/orgs/store.ts`,
    to: `${server}/credits/ledger.ts`,
    text: `const { x } = await import('#credits/ledger.ts');`,
    expected: /orgs must not import credits/,
  },
  {
    title: 'HTTP importing a domain',
    from: `${server}/http/app.ts`,
    to: `${server}/orgs/store.ts`,
    text: `export { x } from '#orgs/store.ts'; export const y = 1;`,
    expected: /http must not import orgs/,
  },
  {
    title: 'a domain importing the composition',
    from: `${server}/jobs/store.ts`,
    to: `${server}/config.ts`,
    text: `import { x } from '../config.ts';`,
    expected: /jobs must not import composition/,
  },
  {
    title: 'a store importing HTTP',
    from: `${server}/jobs/store.ts`,
    to: `${server}/http/paging.ts`,
    text: `import { x } from '#http/paging.ts';`,
    expected: /paging\.ts is HTTP/,
  },
  {
    title: 'a store importing routes',
    from: `${server}/jobs/store.ts`,
    to: `${server}/files/routes.ts`,
    text: `import { x } from '#files/routes.ts';`,
    expected: /routes\.ts handles requests/,
  },
  {
    title: 'a relative import across layers',
    from: `${server}/jobs/store.ts`,
    to: `${server}/platform/db.ts`,
    text: `import { x } from '../platform/db.ts';`,
    expected: /crosses a layer: use #platform/,
  },
  {
    title: 'an alias inside its own layer',
    from: `${server}/jobs/store.ts`,
    to: `${server}/jobs/model.ts`,
    text: `import { x } from '#jobs/model.ts';`,
    expected: /same layer: use a relative import/,
  },
  {
    title: 'the contract importing the server',
    from: 'packages/contract/src/errors.ts',
    to: `${server}/config.ts`,
    text: `import { x } from '@errand/server/config/config.ts';`,
    expected: /contract must not import server/,
  },
  {
    title: 'the CLI importing the inside of the server',
    from: 'packages/cli/src/main.ts',
    to: `${server}/orgs/store.ts`,
    text: `import { x } from '@errand/server/orgs/store.ts';`,
    expected: /cli may import only files directly in server\/src/,
  },
  {
    title: 'the console importing the server',
    from: 'packages/console/src/main.tsx',
    to: `${server}/config.ts`,
    text: `import { x } from '../../server/src/config.ts';`,
    expected: /console must not import server/,
  },
  {
    title: 'a source importing a test',
    from: `${server}/jobs/store.ts`,
    to: `${server}/jobs/store.test.ts`,
    text: `import { x } from './store.test.ts';`,
    expected: /is not a source file/,
  },
];

for (const { title, from, to, text, expected } of wrongImports) {
  test(`found: ${title}`, () => {
    const found = messages({ [from]: text, [to]: 'export const x = 1;' });
    assert.equal(found.length, 1, found.join('\n'));
    assert.match(found[0]!, expected);
  });
}

test('found: a cycle of any length, also of types', () => {
  const found = messages({
    [`${server}/jobs/a.ts`]: `import type { b } from './b.ts'; export const a = 1 as b;`,
    [`${server}/jobs/b.ts`]: `import { c } from './c.ts'; export type b = 1; export const d = c;`,
    [`${server}/jobs/c.ts`]: `import { a } from './a.ts'; export const c = a;`,
  });
  assert.equal(found.length, 1);
  assert.match(found[0]!, /cycle: \S+a\.ts → \S+b\.ts → \S+c\.ts → \S+a\.ts/);
});

test('found: folders that import each other, though no file is in a cycle', () => {
  const files = {
    [`${server}/jobs/a.ts`]: `import { b } from './queue/b.ts'; export const a = b;`,
    [`${server}/jobs/queue/b.ts`]: `export const b = 1;`,
    [`${server}/jobs/queue/c.ts`]: `import type { D } from '../d.ts'; export const c = 1 as D;`,
    [`${server}/jobs/d.ts`]: `export type D = 1;`,
  };
  assert.deepEqual(messages(files), [
    `${server}/jobs/a.ts: server/jobs ↔ server/jobs/queue: folders import each other`,
  ]);
});

test('found: a barrel, however it is written', () => {
  for (const text of [`export * from './a.ts';`, `import { a } from './a.ts'; export { a };`]) {
    const found = messages({ [`${server}/jobs/all.ts`]: text, [`${server}/jobs/a.ts`]: 'export const a = 1;' });
    assert.deepEqual(found, [`${server}/jobs/all.ts: only re-exports: import from where things are`]);
  }
});

test('found: folders for odds and ends, of no layer, and too deep', () => {
  const text = 'export const a = 1;';
  assert.match(messages({ [`${server}/jobs/utils/a.ts`]: text })[0]!, /jobs\/utils: a folder is named after/);
  assert.match(messages({ 'packages/server/test/helpers/a.ts': text })[0]!, /test\/helpers: a folder is named after/);
  assert.match(messages({ [`${server}/http/v2/a.ts`]: text })[0]!, /http\/v2: a folder is named after/);
  assert.match(messages({ [`${server}/things/a.ts`]: text })[0]!, /src\/things is not a layer/);
  assert.match(messages({ 'packages/extra/src/a.ts': text })[0]!, /unknown package extra/);
  assert.match(messages({ [`${server}/jobs/a/b/c/d.ts`]: text })[0]!, /nested 4 deep/);
});
