import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Db } from '#platform/db.ts';
import { organizationChecks } from './organization-checks.ts';

const answering = (rows: unknown[]) => ({ query: async () => rows }) as unknown as Db;
async function look(name: string, rows: unknown[], system: unknown[] = []) {
  const check = organizationChecks(answering(rows), answering(system), 'org').find((one) => one.name === name)!;
  return check.look();
}

describe('an administrator is told what to do about', () => {
  test('jobs that queue for more than a minute, by whether a worker runs', async () => {
    const waiting = (oldest_seconds: number | null) => [
      { queued: 5, running: 1, waiting: 2, retrying: 0, oldest_seconds },
    ];
    assert.equal((await look('Open jobs', waiting(60))).fix, undefined);
    assert.match((await look('Open jobs', waiting(61), [{ alive: 0 }])).fix!, /No worker is running/);
    assert.match((await look('Open jobs', waiting(61), [{ alive: 2 }])).fix!, /busy/);
    assert.match((await look('Open jobs', waiting(61), [{ alive: 2, paused: true }])).fix!, /org resume/);
  });

  test('a fifth of recent jobs that failed, with the most common reason', async () => {
    const jobs = (failed: number, all: number) =>
      Array.from({ length: all }, (_, at) => ({
        status: at < failed ? 4 : 3,
        error_message: at === 0 ? 'rare' : 'often',
      }));
    assert.equal((await look('Recent results', jobs(2, 10))).fix, undefined);
    assert.match((await look('Recent results', jobs(3, 10))).fix!, /often/);
    assert.equal((await look('Recent results', jobs(9, 9))).fix, undefined, 'too few to judge');
  });

  test('webhooks that fail or were switched off', async () => {
    assert.equal((await look('Webhooks', [])).fix, undefined);
    const found = await look('Webhooks', [
      { name: 'a', is_active: true, disabled_reason: null },
      { name: 'b', is_active: false, disabled_reason: 'failing' },
    ]);
    assert.match(found.detail, /“a” is failing; “b” was switched off: failing/);
    assert.ok(found.fix);
  });

  test('credits that are used up, held ones included', async () => {
    const account = (limited: boolean, balance: number, held: number) => look('Credits', [{ limited, balance, held }]);
    assert.equal((await account(true, 5, 4)).fix, undefined);
    assert.match((await account(true, 5, 5)).fix!, /credits grant/);
    assert.equal((await account(false, 0, 0)).fix, undefined);
    assert.equal((await look('Credits', [])).fix, undefined);
  });

  test('API keys that expire within a week', async () => {
    assert.equal((await look('API keys', [])).fix, undefined);
    assert.match((await look('API keys', [{ name: 'ci', days: 2 }])).detail, /“ci” expires in 2 days/);
  });
});
