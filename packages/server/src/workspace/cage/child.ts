import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { DuckDBConnection } from '@duckdb/node-api';
import { becomeIdentity } from '#platform/identity.ts';
import { findAgentCalls, substituteRounds } from './agent-calls.ts';
import { exportRows } from './export-rows.ts';
import { toFailure } from './failures.ts';
import { importFile } from './import-file.ts';
import { createParser, type Parser } from './parser.ts';
import type { ChildSettings, FromChild, Task, TaskAnswer } from './protocol.ts';
import { selectRows } from './select-rows.ts';
import { createViews, loadRound, openSession } from './session.ts';
import { writeSegment } from './write-segment.ts';

// The program of a caged process: gives its rights away, opens DuckDB, does one task and is killed. By then everything
// it needs is loaded, so it need not be able to read the installation.

const settings = JSON.parse(process.argv[2]!) as ChildSettings;

process.chdir(settings.folder);
becomeIdentity(settings.identity);

// An orderly exit would wait for the threads of a query that may never end.
const die = (): void => void process.kill(process.pid, 'SIGKILL');
// Whoever started it is gone: so is the reason to go on.
process.stdin.on('end', die);
process.on('uncaughtException', (error) => {
  tell({ type: 'failed', ...toFailure(error) });
  die();
});

const connection = await openSession(settings);
const parser = createParser(connection, { checked: !settings.without.includes('tree') });
createInterface({ input: process.stdin }).once('line', (line) => void run(JSON.parse(line) as Task));
tell({ type: 'ready', uid: process.getuid?.() ?? -1 });

async function run(task: Task): Promise<void> {
  try {
    tell({ type: 'done', answer: await perform(connection, parser, task) });
  } catch (error) {
    tell({ type: 'failed', ...toFailure(error, 'query' in task ? task.query : undefined) });
  }
}

async function perform(db: DuckDBConnection, parse: Parser, task: Task): Promise<TaskAnswer> {
  if (task.kind === 'import') return importFile(db, task);
  if (task.kind === 'export') return exportRows(db, task);
  await createViews(db, task.tables);
  if (task.kind === 'write') {
    for (const part of task.types ?? []) await parse.checkFragment(part, 'type');
    for (const part of task.expressions ?? []) await parse.checkFragment(part, 'expression');
  }
  const tree = await parse.parse(
    task.query,
    task.tables.map(({ name }) => name),
  );
  for (const [index, file] of task.rounds.entries()) await loadRound(db, index, file);
  const changed = await substituteRounds(parse, tree, task.rounds.length);
  if (task.kind === 'calls') return findAgentCalls(db, parse, tree, task.callsMax);
  const sql = changed ? await parse.toSql(tree) : task.query.sql;
  if (task.kind === 'write') return writeSegment(db, sql, task);
  const prefix = task.explain === undefined ? '' : task.explain === 'plan' ? 'explain ' : 'explain analyze ';
  return selectRows(db, prefix + sql, task);
}

function tell(message: FromChild): void {
  writeSync(3, `${JSON.stringify(message)}\n`);
}
