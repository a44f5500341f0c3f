import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { openTestSession, type TestSession } from '../../../test/workspace/session.ts';
import { warmUp } from './warm-up.ts';

let session: TestSession;
before(async () => {
  session = await openTestSession();
});
after(() => session.close());

test('warming up works inside of the isolation and leaves nothing behind', async () => {
  await warmUp(session.connection, session.parser);
  assert.deepEqual(
    ['in', 'out', 'tmp'].map((name) => readdirSync(name)),
    [[], [], []],
  );
});
