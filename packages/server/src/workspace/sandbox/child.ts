import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import type { DuckDBConnection } from '@duckdb/node-api';
import { becomeIdentity } from '#platform/identity.ts';
import { SYSTEM_SCHEMA } from '../model/system-table.ts';
import { findAgentCalls, substituteRounds } from './agent-calls.ts';
import { checkBinding } from './bind-check.ts';
import { copyQuery } from './copy-query.ts';
import { exportQuery, exportRows } from './export-rows.ts';
import { toFailure } from './failures.ts';
import { foldMoments } from './fold-moments.ts';
import { importFile } from './import-file.ts';
import { resolveMaps } from './map-pairs.ts';
import { createParser, type Parser } from './parser.ts';
import { expandPivot } from './pivot.ts';
import { explainFailure, type Source } from './places.ts';
import type { ChildSettings, FromChild, Task, TaskAnswer, TaskBounds } from './protocol.ts';
import { planSources } from './pushdown.ts';
import { selectRows } from './select-rows.ts';
import { createViews, loadRound, lockSession, openSession } from './session.ts';
import { warmUp } from './warm-up.ts';
import { writeSegment } from './write-segment.ts';

// The program of a sandboxed process. It drops its rights, opens DuckDB, does one task and is killed. All code is
// loaded before, so it need not read the installation.

const settings = JSON.parse(process.argv[2]!) as ChildSettings;

// Compiled code is cached for the next process, before any untrusted SQL arrives.
flushCompileCache();
process.chdir(settings.folder);
becomeIdentity(settings.identity);

// An orderly exit would wait for the threads of a query that may never end.
const die = (): void => void process.kill(process.pid, 'SIGKILL');
// The parent process is gone, so there is nothing left to do.
process.stdin.on('end', die);
process.on('uncaughtException', (error) => {
  send({ type: 'failed', ...toFailure(error) });
  die();
});

const connection = await openSession(settings);
const parser = createParser(connection, { checked: !settings.without.includes('tree') });
// An idle process warms up, because the first query of a process is slower than the second.
let warming: Promise<unknown> | undefined;
const idle = setTimeout(() => {
  warming = warmUp(connection, parser).catch(() => undefined);
}, 30);
createInterface({ input: process.stdin }).once('line', (line) => {
  clearTimeout(idle);
  void Promise.resolve(warming).then(() => run(JSON.parse(line) as Task & TaskBounds));
});
send({ type: 'ready', uid: process.getuid?.() ?? -1 });

async function run(task: Task & TaskBounds): Promise<void> {
  const source: Source = {};
  try {
    await lockSession(connection, settings, task.memoryMb);
    send({ type: 'done', answer: await perform(connection, parser, task, source) });
  } catch (error) {
    send({ type: 'failed', ...(await explainFailure(error, source, parser)) });
  }
}

async function perform(db: DuckDBConnection, parse: Parser, task: Task, source: Source): Promise<TaskAnswer> {
  if (task.kind === 'import') return importFile(db, task, (file) => send({ type: 'writing', file }));
  if (task.kind === 'export') return exportRows(db, task);
  if (task.kind === 'plan') {
    source.part = task.query;
    const tree = await parse.parse(task.query, [...task.known, ...task.sources]);
    // Only for system tables: the system behind a connection has its own clock.
    if (task.sources.every((name) => name.startsWith(`${SYSTEM_SCHEMA}.`))) await foldMoments(db, parse, tree);
    const plans = planSources(tree, task.sources);
    return { columns: [], rows: 0, file: null, truncated: false, offsets: [], plans };
  }
  await createViews(db, task.tables);
  if (task.kind === 'copy') return copyQuery(db, task);
  if (task.kind === 'write') {
    for (const part of task.types ?? []) await parse.checkFragment(part, 'type');
    for (const part of task.expressions ?? []) await parse.checkFragment(part, 'expression');
  }
  const tables = task.tables.map(({ name }) => name);
  const query = await expandPivot(db, parse, task.query, tables);
  source.part = query;
  const tree = await parse.parse(query, tables);
  const hasPairs = await resolveMaps(db, parse, tree);
  const callsMax = 'callsMax' in task ? task.callsMax : undefined;
  const answered = task.rounds.length > 0;
  if (callsMax !== undefined && !answered) await checkBinding(db, parse, tree, source);
  for (const [index, file] of task.rounds.entries()) await loadRound(db, index, file);
  await substituteRounds(parse, tree, task.rounds.length);
  const calls = callsMax === undefined ? undefined : await findAgentCalls(db, parse, tree, callsMax, source);
  if (calls !== undefined) return calls;
  const isMade = answered || hasPairs;
  const sql = isMade ? await parse.toSql(tree) : query.sql;
  /** Prepends text and records where the user's text begins. */
  const behind = (prefix: string): string => {
    source.given = { offset: Buffer.byteLength(prefix), ...(isMade && { made: { sql, tree } }) };
    return prefix + sql;
  };
  if (!answered && (task.kind !== 'select' || task.explain !== undefined)) {
    // Prepare the query alone first, so that its own errors do not refer to the larger text around it.
    (await db.prepare(behind(''))).destroySync();
    delete source.given;
  }
  if (task.kind === 'write') return writeSegment(db, behind, task);
  if (task.kind === 'export-query') return exportQuery(db, sql, task);
  return selectRows(db, behind(task.explain === undefined ? '' : PREFIXES[task.explain]), task);
}

const PREFIXES = { plan: 'explain ', analyze: 'explain analyze ', describe: 'describe ' };

function send(message: FromChild): void {
  writeSync(3, `${JSON.stringify(message)}\n`);
}
