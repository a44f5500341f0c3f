import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeComparison } from './write-comparison.ts';

test('every schema is compared with the type of its name, by module', () => {
  const text = writeComparison([
    { name: 'Batch', module: 'batches', schema: {} },
    { name: 'AnyJob', module: 'job-lists', schema: {} },
    { name: 'JobPage', module: 'job-lists', schema: {} },
  ]);
  assert.match(text, /AnyJob: True<Same<sdk\.AnyJob, Static<typeof jobLists\.AnyJob>>>;/);
  assert.match(text, /Batch: True<Same<sdk\.Batch, Static<typeof batches\.Batch>>>;/);
  assert.equal(text.match(/import type \* as jobLists /g)?.length, 1);
});
