import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildGraph } from './graph.ts';
import { findNeed } from './needs.ts';

test('the needs of a test follow from its imports at any distance; types need nothing', () => {
  const src = 'packages/server/src';
  const graph = buildGraph(
    new Map([
      [`${src}/db.ts`, `import pg from 'pg'; export type Db = 1; export const db = pg;`],
      [`${src}/store.ts`, `import { db } from './db.ts'; export const find = db;`],
      [`${src}/store.test.ts`, `import { find } from './store.ts'; find;`],
      [`${src}/model.test.ts`, `import type { Db } from './db.ts'; 1 as Db;`],
      [`${src}/year.long.test.ts`, `import type { Db } from './db.ts'; 1 as Db;`],
      [`${src}/kill.test.ts`, `const { fork } = await import('node:child_process'); fork('x.ts');`],
    ]),
  );
  const need = (name: string) => findNeed(graph, `${src}/${name}.test.ts`);
  assert.deepEqual(['store', 'model', 'year.long', 'kill'].map(need), [
    'a database',
    undefined,
    'more time',
    'a process',
  ]);
});
