import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '#platform/errors.ts';
import { agentConditions, readAgentFilter } from './agent-filter.ts';

const engines = { find: () => undefined, list: () => [] };

test('wildcards in a name are bound as text, never part of the statement', () => {
  const filter = readAgentFilter({ name: `50%_a\\'; drop` }, engines);
  const { conditions, values } = agentConditions('org', filter);
  assert.doesNotMatch(conditions, /drop/);
  assert.equal(values[1], `%50\\%\\_a\\\\'; drop%`);
});

test('every value has its own parameter, and empty lists filter nothing', () => {
  const query = { engine_class_id: ['A'], creator_id: ['7'], tags: [], job_count_min: 2 };
  const { conditions, values, needsStats } = agentConditions('org', readAgentFilter(query, engines));
  assert.deepEqual(values, ['org', ['A'], [7], 2]);
  for (const place of ['$1', '$2', '$3', '$4']) assert.ok(conditions.includes(place), place);
  assert.equal(needsStats, true);
  assert.equal(agentConditions('org', readAgentFilter({ tags: [] }, engines)).needsStats, false);
});

test('a creator that is no number is refused under its name', () => {
  for (const id of ['', 'a', '-1', '1.5', '1'.repeat(16)])
    assert.throws(
      () => readAgentFilter({ creator_id: [id] }, engines),
      (error) => error instanceof AppError && error.options.fields?.creator_id !== undefined,
      id,
    );
});
