import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Lab, openLab } from './lab.ts';
import { printTable, type Row } from './report.ts';
import { measureRestore } from './restore/run-restore.ts';
import { measureAccept } from './scenarios/accept.ts';
import { measureArchive } from './scenarios/archive.ts';
import { measureBacklog } from './scenarios/backlog.ts';
import { measureBaseline } from './scenarios/baseline.ts';
import { measureCaseDesk } from './scenarios/case-desk.ts';
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
import { measureStreams } from './scenarios/streams.ts';
import { measureWebhooks } from './scenarios/webhooks.ts';

// npm run bench [-- name … --quick --against DIR]. Progress goes to stderr, the table to stdout. `--against` compares
// `end-to-end` with another checkout, in turns. `restore` (docs/recovery.md) runs only
// when it is named.

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
  'case-desk': measureCaseDesk,
  fairness: measureFairness,
  idle: measureIdle,
  webhooks: measureWebhooks,
  sql: measureSql,
  engine: measureEngine,
  streams: measureStreams,
  baseline: measureBaseline,
  documents: measureDocuments,
  decisions: measureDecisions,
};
type Name = keyof typeof scenarios;

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
    rows.push(
      ...(name === 'restore'
        ? await measureRestore({ quick: values.quick, note })
        : await scenarios[name](await useLab())),
    );
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
    },
  });
  const known: string[] = [...Object.keys(scenarios), 'restore'];
  const unknown = positionals.filter((word) => !known.includes(word));
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. Choose from: ${known.join(', ')}.`);
    process.exit(2);
  }
  return { names: (positionals.length > 0 ? positionals : Object.keys(scenarios)) as (Name | 'restore')[], values };
}
