import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stopAtEnd } from '../../../test/stop-at-end.ts';
import { openTestSession } from '../../../test/workspace/session.ts';
import { checkBinding } from './bind-check.ts';

const session = stopAtEnd(await openTestSession());

async function check(sql: string): Promise<void> {
  const { connection, parser } = session;
  await checkBinding(connection, parser, await parser.read({ sql, start: 0 }), {});
}
const T = "(values (1, 'a')) t(id, word)";

describe('before an agent is paid', () => {
  for (const sql of [
    `select run_agent_sync('a', map {'text': word}) from ${T}`,
    `select upper(job_result(word)) || 'x', job_status(word) + 1 from ${T}`,
    `select id from ${T} where job_result(word) = 'x'`,
    `select job_result(word), count(*) from ${T} group by 1`,
    `with s as (select job_result(word) as r from ${T}) select job_result(r) from s`,
  ])
    test(`${sql} passes`, () => check(sql));

  for (const sql of [
    `select job_result(nobody) from ${T}`,
    `select job_result(word) from nowhere`,
    `select job_result(word) - interval 1 day from ${T}`,
    `select run_agent_sync('a') from ${T}`,
    `select job_result('a', 'b') from ${T}`,
    `select word from ${T} where id in (select job_status(t.word) from (values (1)) u(x))`,
  ])
    test(`${sql} is refused`, () => assert.rejects(check(sql)));
});
