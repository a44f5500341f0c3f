import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeTestsBeside, findTested } from './tests-beside.ts';

test('the share of sources with a test beside them is reported: by name, or by an import', () => {
  const src = 'packages/server/src';
  const sources = new Map([
    [`${src}/a.ts`, ''],
    [`${src}/a.test.ts`, `import './b.ts'; import './jobs/c.ts';`],
    [`${src}/b.ts`, ''],
    [`${src}/jobs/c.ts`, ''],
    [`${src}/jobs/d.ts`, ''],
    ['packages/sdk/src/generated/lists.ts', ''],
  ]);
  assert.match(describeTestsBeside(sources), /^2 of 4 source files \(50 %\)/);
});

test('a test counts for the component of its name, and not for files of other folders', () => {
  const src = 'packages/console/src';
  const tested = findTested(
    new Map([[`${src}/design/badge.test.ts`, [`${src}/design/badge.tsx`, `${src}/data/search.ts`]]]),
  );
  assert.ok(tested.has(`${src}/design/badge.tsx`));
  assert.ok(!tested.has(`${src}/data/search.ts`));
});
