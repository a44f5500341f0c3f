import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { stopAtEnd } from '../../../test/stop-at-end.ts';
import { openTestSession } from '../../../test/workspace/session.ts';
import { findAgentCalls, pairsOf, substituteRounds } from './agent-calls.ts';
import { Refused } from './failures.ts';
import { loadRound } from './session.ts';

const session = stopAtEnd(await openTestSession());

const read = (sql: string) => session.parser.read({ sql, start: 0 });
const PEOPLE = "(values (1, 'a'), (2, 'b'), (3, 'b')) t(id, word)";

async function callsOf(sql: string, callsMax = 10): Promise<string[]> {
  const { connection, parser } = session;
  const answer = await findAgentCalls(connection, parser, await read(sql), callsMax, {});
  if (answer === undefined) return [];
  return readFileSync(`out/${answer.file}`, 'utf8').trim().split('\n');
}

test('calls are listed once for equal arguments, in a fixed order, with their number of rows', async () => {
  const sql = `select run_agent_sync('agent', map {'text': word, 'n': id}) from ${PEOPLE}`;
  assert.deepEqual(await callsOf(sql), [
    '["run_agent_sync","agent",{"text":"a","n":1}]\t1',
    '["run_agent_sync","agent",{"text":"b","n":2}]\t1',
    '["run_agent_sync","agent",{"text":"b","n":3}]\t1',
  ]);
  assert.deepEqual(await callsOf(`select job_result(word) from ${PEOPLE}`), [
    '["job_result","a"]\t1',
    '["job_result","b"]\t2',
  ]);
  assert.deepEqual(await callsOf(`select word from ${PEOPLE}`), []);
});

test('a branch that a row does not take asks nothing for it', async () => {
  const sql = `select case when id = 2 then job_result(word) else 'no' end from ${PEOPLE}`;
  assert.deepEqual(await callsOf(sql), ['["job_result","b"]\t1']);
});

test('more calls than allowed are refused before any is made', async () => {
  await assert.rejects(
    callsOf('select job_result(i::varchar) from range(50) t(i)', 10),
    (error: unknown) => error instanceof Refused && error.reason === 'limit',
  );
});

test('answered calls are plain values, and columns keep the name of the function', async () => {
  const { connection, parser } = session;
  const fresh = await openTestSession();
  try {
    writeFileSync(
      'in/round.jsonl',
      '{"k":"[\\"job_result\\",\\"a\\"]","v":"Hello"}\n{"k":"[\\"job_status\\",\\"a\\"]","v":"3"}\n',
    );
    await loadRound(fresh.connection, 0, 'round.jsonl');
    const tree = await fresh.parser.read({
      sql: `select job_result(word), job_status(word) + 1 from ${PEOPLE} order by id`,
      start: 0,
    });
    await substituteRounds(fresh.parser, tree, 1);
    const result = await fresh.connection.runAndReadAll(await fresh.parser.toSql(tree));
    assert.deepEqual(result.columnNames(), ['job_result', '+']);
    assert.deepEqual(result.getRows(), [
      ['Hello', 4],
      [null, null],
      [null, null],
    ]);
  } finally {
    fresh.close();
  }
  assert.ok(connection && parser);
});

describe('pairs of a map', () => {
  const maps: [sql: string, count: number | undefined | 'refused'][] = [
    ["map {'a': 1, 'b': 2}", 4],
    ["map('a', 1, 'b', x)", 4],
    ["map(['a'], [1])", 2],
    ['map(keys, values)', undefined],
    ['f(1)', undefined],
    ["map('a', 1, 'b')", 'refused'],
  ];
  for (const [sql, count] of maps) {
    test(`${sql} has ${count ?? 'none that are known'}`, async () => {
      const node = await session.parser.expression(sql);
      if (count === 'refused') assert.throws(() => pairsOf(node), Refused);
      else assert.equal(pairsOf(node)?.length, count);
    });
  }
});
