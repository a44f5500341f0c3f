import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { stopAtEnd } from '../../../test/stop-at-end.ts';
import { openTestSession } from '../../../test/workspace/session.ts';
import { warmUp } from './warm-up.ts';

const session = stopAtEnd(await openTestSession());

test('warming up works inside of the isolation and leaves nothing behind', async () => {
  await warmUp(session.connection, session.parser);
  assert.deepEqual(
    ['in', 'out', 'tmp'].map((name) => readdirSync(name)),
    [[], [], []],
  );
});
