import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stopAtEnd } from '../../../test/stop-at-end.ts';
import { openTestSession } from '../../../test/workspace/session.ts';
import { Refused } from './failures.ts';
import { explainFailure, findOrigin } from './places.ts';

const session = stopAtEnd(await openTestSession());

const failing = async (sql: string): Promise<unknown> => {
  try {
    await session.connection.runAndReadAll(sql);
  } catch (error) {
    return error;
  }
  return assert.fail(`${sql} runs`);
};

test('an error of the engine is reported at its place in the text of the user, counted in characters', async () => {
  const sql = "select 'é', nobody from (values (1)) t(a)";
  const failure = await explainFailure(
    await failing(sql),
    { part: { sql, start: 100 }, given: { offset: 0 } },
    session.parser,
  );
  assert.equal(failure.position, 100 + sql.indexOf('nobody'));
  const behind = await explainFailure(
    await failing(`explain ${sql}`),
    { part: { sql, start: 0 }, given: { offset: 8 } },
    session.parser,
  );
  assert.equal(behind.position, sql.indexOf('nobody'));
});

test('in text made from a tree the place is that of the node it was made from', async () => {
  const sql = 'select   a,\n   nobody   from (values (1)) t(a)';
  const tree = await session.parser.read({ sql, start: 0 });
  const made = { sql: await session.parser.toSql(tree), tree };
  const failure = await explainFailure(
    await failing(made.sql),
    { part: { sql, start: 0 }, given: { offset: 0, made } },
    session.parser,
  );
  assert.equal(failure.position, sql.indexOf('nobody'));
  assert.equal(await findOrigin(session.parser, made, 10_000), undefined);
});

test('a name that the engine gives no place for is found when it is there once', async () => {
  const once = await explainFailure(
    await failing('select nobody'),
    { part: { sql: 'select nobody', start: 5 }, given: { offset: 0 } },
    session.parser,
  );
  assert.equal(once.position, 12);
});

test('without a text there is no place, and a refusal of ours keeps its own', async () => {
  assert.equal((await explainFailure(await failing('select nobody'), {}, session.parser)).position, undefined);
  const refused = await explainFailure(new Refused('No.', 7), { part: { sql: 'x', start: 0 } }, session.parser);
  assert.deepEqual(refused, { reason: 'sql', message: 'No.', position: 7 });
});
