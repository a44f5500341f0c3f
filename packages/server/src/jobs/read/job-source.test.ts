import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSource } from './job-source.ts';

const source = (query: Parameters<typeof readSource>[0]) => {
  const values: unknown[] = ['org'];
  return { ...readSource(query, values), values };
};

const tables: [query: Parameters<typeof readSource>[0], from: string][] = [
  [{}, 'jobs j'],
  [{ status_code: '0,1' }, 'job_queue'],
  [{ status_code: '4,5' }, 'job_results'],
  [{ status_code: '3' }, 'jobs j'],
  [{ status_code: '3', agent_id: ['01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d'] }, 'job_results'],
  [{ status_code: '1,3' }, 'jobs j'],
  [{ review_status: 'approved' }, 'job_reviews'],
  [{ review_state: 'disagreed' }, 'job_reviews'],
  [{ review_state: 'unreviewed' }, 'jobs j'],
  [{ review_status: 'pending' }, 'job_results'],
  [{ verdict: 'approved' }, 'job_results'],
];
for (const [query, from] of tables) {
  test(`${JSON.stringify(query)} is read from ${from}, and only from one's own organization`, () => {
    const found = source(query);
    assert.ok(found.from.startsWith(from), found.from);
    if (from !== 'jobs j') assert.match(found.narrow, /f\.org_id = \$1/);
  });
}

test('conditions that the chosen table answers are not checked again', () => {
  assert.equal(source({ status_code: '4' }).onAll, '');
  assert.match(source({ status_code: '3' }).onAll, /status/);
  assert.equal(source({ review_status: 'approved' }).onAll, '');
});

test('every value is bound once, and those of the narrow part come first', () => {
  const id = '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d';
  const { narrow, onAll, narrowValues, values } = source({
    cursor: id,
    after: id,
    ids: [id],
    agent_id: [id, id],
    agent_version_id: id,
    cost_min: 1,
    created_from: '2026-01-01T00:00:00Z',
    search: 'x',
  });
  const numbers = [...(narrow + onAll).matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
  assert.deepEqual(
    [...new Set(numbers)].sort((a, b) => a - b),
    values.slice(1).map((_, index) => index + 2),
  );
  assert.deepEqual(values.slice(0, narrowValues.length), narrowValues);
  const inNarrow = [...narrow.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
  assert.ok(Math.max(...inNarrow) <= narrowValues.length);
});
