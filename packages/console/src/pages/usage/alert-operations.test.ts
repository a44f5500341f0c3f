import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operationsOf } from './alert-operations.ts';

test('every parameter of an operation is offered, and the text of a message begins with the alert', () => {
  const schema = {
    oneOf: [
      {
        title: 'send_email',
        description: 'Sends an e-mail.',
        properties: { to: { description: 'Whom' }, subject: {}, body: {} },
        required: ['to'],
      },
    ],
  };
  const [operation] = operationsOf(schema);
  assert.deepEqual(
    operation!.params.map(({ name, required }) => [name, required]),
    [
      ['to', true],
      ['subject', false],
      ['body', false],
    ],
  );
  assert.deepEqual(operation!.initial, { body: '${alert.message}' });
});

test('a connection that takes no deliveries has no operations', () => {
  assert.deepEqual(operationsOf(null), []);
});
