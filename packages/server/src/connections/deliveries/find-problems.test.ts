import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Connectors } from '../registry.ts';
import { findDeliveryProblems } from './find-problems.ts';

const post = {
  description: '',
  params: { body: { description: '', required: true }, to: { description: '' } },
  run: async () => '',
};
const connectors = {
  findDriver: (type: string) => (type === 'demo' ? { deliveries: { post } } : undefined),
} as unknown as Connectors;

test('a post action names an operation of its connection, and all parameters that it requires', () => {
  const problems = (operation: string, given: Record<string, unknown>, connectorType = 'demo') =>
    findDeliveryProblems(connectors, { connectorType, operation, given });
  assert.deepEqual(problems('post', { body: 'x' }), []);
  assert.equal(problems('post', { colour: 'red' }).length, 2);
  assert.match(problems('toString', {})[0]!, /post/);
  assert.equal(problems('post', { body: 'x' }, 'unknown').length, 1);
});
