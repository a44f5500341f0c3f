import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Lab, openLab } from './lab.ts';
import { runModel } from './model/run.ts';
import { moveOne } from './primaries/move-one.ts';
import { measureMove } from './primaries/run-move.ts';
import { measurePrimaries } from './primaries/run-primaries.ts';
import { printTable, type Row } from './report.ts';
import { measureRestore } from './restore/run-restore.ts';
import { measureAccept } from './scenarios/accept.ts';
import { measureArchive } from './scenarios/archive.ts';
import { measureBacklog } from './scenarios/backlog.ts';
import { measureBaseline } from './scenarios/baseline.ts';
import { measureDecisions } from './scenarios/decisions.ts';
import { measureDocuments } from './scenarios/documents.ts';
import { measureEndToEnd } from './scenarios/end-to-end.ts';
import { measureEngine } from './scenarios/engine.ts';
import { measureFairness } from './scenarios/fairness.ts';
import { measureHistory } from './scenarios/history.ts';
import { measureIdle } from './scenarios/idle.ts';
import { measureJobList } from './scenarios/job-list.ts';
import { measureLatency } from './scenarios/latency.ts';
import { measureMachine } from './scenarios/machine.ts';
import { measureMcp } from './scenarios/mcp.ts';
import { measureOldSnapshot } from './scenarios/old-snapshot.ts';
import { measureSchedules } from './scenarios/schedules.ts';
import { measureSql } from './scenarios/sql.ts';
import { measureSteps } from './scenarios/steps.ts';
import { measureWebhooks } from './scenarios/webhooks.ts';

// npm run bench [-- name … --quick --against DIR]. Progress goes to stderr, the table to stdout. `--against` compares
// `end-to-end` with another checkout, in turns. `model`, `primaries`, `move` (docs/scaling.md) and `restore`
// (docs/recovery.md) only run if they are named.

const scenarios = {
  machine: measureMachine,
  accept: measureAccept,
  'end-to-end': measureEndToEnd,
  steps: measureSteps,
  latency: measureLatency,
  mcp: measureMcp,
  schedules: measureSchedules,
  backlog: measureBacklog,
  'old-snapshot': measureOldSnapshot,
  history: measureHistory,
  archive: measureArchive,
  'job-list': measureJobList,
  fairness: measureFairness,
  idle: measureIdle,
  webhooks: measureWebhooks,
  sql: measureSql,
  engine: measureEngine,
  baseline: measureBaseline,
  documents: measureDocuments,
  decisions: measureDecisions,
};
type Name = keyof typeof scenarios;
/** Separate studies with their own options. A run of all scenarios does not include them. */
const studies = {
  model: () => runModel({ measure: values.measure, validate: values.validate, openLab: useLab, print: console.log }),
  move: () =>
    values.org === undefined ? measureMove({ quick: values.quick, note }) : moveOne(readOneMove(values.org)),
  primaries: () => measurePrimaries({ counts: readCounts(values.count), quick: values.quick, note }),
  restore: () => measureRestore({ quick: values.quick, note }),
};
type Study = keyof typeof studies;

const { names, values } = readArguments();
const note = (text: string): void => void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
let lab: Promise<Lab> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void closeLab().then(() => process.exit(130)));
}
const rows: Row[] = [];
try {
  for (const name of names) {
    note(`measuring ${name} …`);
    rows.push(...(name in studies ? await studies[name as Study]() : await scenarios[name as Name](await useLab())));
  }
} finally {
  if (rows.length > 0) printTable(rows, console.log);
  await closeLab();
}

/** Starts PostgreSQL when it is first needed. */
function useLab(): Promise<Lab> {
  const against = values.against && resolve(values.against);
  lab ??= openLab({ quick: values.quick, against, note });
  return lab;
}

async function closeLab(): Promise<void> {
  await (await lab)?.close();
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      against: { type: 'string' },
      measure: { type: 'boolean', default: false },
      validate: { type: 'boolean', default: false },
      count: { type: 'string', multiple: true },
      org: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      abort: { type: 'boolean', default: false },
    },
  });
  const known: string[] = [...Object.keys(scenarios), ...Object.keys(studies)];
  const unknown = positionals.filter((word) => !known.includes(word));
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. Choose from: ${known.join(', ')}.`);
    process.exit(2);
  }
  return { names: (positionals.length > 0 ? positionals : Object.keys(scenarios)) as (Name | Study)[], values };
}

/** Reads the numbers of primaries, each for a separate run. */
function readCounts(given: string[] = ['2', '4', '8']): number[] {
  const counts = given.map(Number);
  if (counts.every((count) => Number.isInteger(count) && count >= 2 && count <= 16)) return counts;
  console.error('--count takes a whole number from 2 to 16, once or several times.');
  process.exit(2);
}

function readOneMove(org: string) {
  const { from, to, abort } = values;
  if (from !== undefined && to !== undefined) return { org, from, to, abort, note };
  console.error('A move takes --org ID --from URL --to URL: an organization, its database and the one it goes to.');
  process.exit(2);
}
