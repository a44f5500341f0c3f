import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '#platform/caller.ts';
import type { WaitRow } from '../record/wait-store.ts';
import { makeLink, openLink } from './links.ts';

const ada: Caller = { orgId: 'org', userId: 1, keyId: null, role: 'member', via: 'session' };
const wait = (over: Partial<WaitRow>): WaitRow =>
  ({
    id: 'w',
    orgId: 'org',
    kind: 'approval',
    assigneeRole: null,
    assigneeUser: null,
    forbidRequester: false,
    requesterId: 1,
    status: 'open',
    ...over,
  }) as WaitRow;

test('a token that nobody can have been given is not looked up', async () => {
  const token = 'a'.repeat(43);
  for (const wrong of ['', 'a', `${token}a`, `${token.slice(1)}!`])
    await assert.rejects(openLink({} as never, wrong), { code: 'not_found' });
});

test('only somebody who may answer makes a link, while the wait is open', async () => {
  await assert.rejects(makeLink({} as never, ada, wait({ assigneeRole: 'owner' })), { code: 'forbidden' });
  await assert.rejects(makeLink({} as never, ada, wait({ status: 'answered' })), { code: 'conflict' });
});
