import assert from 'node:assert/strict';
import { test } from 'node:test';
import { definitions, rowKinds } from './definitions.ts';

test('columns have names of their own, and need only rows that their table has', () => {
  for (const { name, columns, kinds, needs } of definitions) {
    assert.equal(new Set(columns.map((column) => column.name)).size, columns.length, name);
    for (const need of [...needs, ...columns.flatMap((column) => column.needs)]) {
      const [kind] = need.split('.');
      assert.ok((kinds as string[]).includes(kind!), `${name}: ${need}`);
    }
    assert.ok(kinds.every((kind) => rowKinds.includes(kind)));
  }
});
