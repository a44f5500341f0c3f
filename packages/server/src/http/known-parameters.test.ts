import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Operation } from '@errand/contract/operation.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors.ts';
import { createParameterCheck } from './known-parameters.ts';

const check = (operation: Operation, ...names: string[]): AppError['options']['fields'] => {
  try {
    const query = Object.fromEntries(names.map((name) => [name, '1']));
    createParameterCheck(operation)?.({ query } as FastifyRequest);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, 'unknown_parameter');
    return error.options.fields;
  }
};

test('an unknown parameter is named with the nearest known one', () => {
  const told = check(operations.jobs.ofAgent, 'search', 'review_statuss', 'x');
  assert.deepEqual(told, {
    review_statuss: ["Unknown parameter. Did you mean 'review_status'?"],
    x: ['Unknown parameter.'],
  });
});

test('the organization and paging are welcome everywhere, also on lists without filters', () => {
  for (const operation of [operations.tags.list, operations.webhooks.list, operations.tables.list])
    assert.equal(check(operation, 'organization_id', 'page', 'page_size'), undefined);
  assert.deepEqual(Object.keys(check(operations.tables.list, 'search') ?? {}), ['search']);
});

test('one thing by its id, and what changes something, take any parameters', () => {
  assert.equal(check(operations.agents.get, 'x'), undefined);
  assert.equal(check(operations.queries.start, 'x'), undefined);
});

test('waiting for what does not end is refused, except where queries belong to somebody else', () => {
  assert.deepEqual(Object.keys(check(operations.agents.get, 'wait') ?? {}), ['wait']);
  assert.deepEqual(Object.keys(check(operations.queries.start, 'wait') ?? {}), ['wait']);
  for (const operation of [operations.jobs.get, operations.bulk.get, operations.triggers.receive])
    assert.equal(check(operation, 'wait'), undefined);
});

test('a few of thousands of unknown parameters are named', () => {
  const names = Array.from({ length: 5_000 }, (_, at) => `p${at}`);
  assert.equal(Object.keys(check(operations.agents.list, ...names) ?? {}).length, 20);
});
