import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, invalidFields } from '#platform/errors.ts';
import { appErrorText } from './app-error-text.ts';
import { rpcError, rpcId } from './rpc-error.ts';
import { withPing } from './with-ping.ts';

test('an error reads as one text, whichever of its shapes it has', () => {
  assert.equal(appErrorText(new AppError('not_found')), new AppError('not_found').message);
  assert.equal(appErrorText(invalidFields({ name: ['Too long.', 'Taken.'] })), 'name: Too long. Taken.');
});

test('a refusal carries the id of its message, and null where the id is none', () => {
  assert.deepEqual(rpcError(-32600, 'No.', rpcId({ id: 7 })), {
    jsonrpc: '2.0',
    id: 7,
    error: { code: -32600, message: 'No.' },
  });
  assert.deepEqual(
    [{ id: 'a' }, { id: {} }, {}].map((message) => rpcId(message)),
    ['a', null, null],
  );
});

test('silence ends in a ping, and what comes before it is handed on', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  assert.equal(await withPing(Promise.resolve('next')), 'next');
  const silent = withPing(new Promise<string>(() => {}));
  t.mock.timers.tick(15_000);
  assert.equal(await silent, undefined);
});
