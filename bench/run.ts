import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openLab } from './lab.ts';
import { printTable, type Row } from './report.ts';
import { measureAccept } from './scenarios/accept.ts';
import { measureBacklog } from './scenarios/backlog.ts';
import { measureBaseline } from './scenarios/baseline.ts';
import { measureDecisions } from './scenarios/decisions.ts';
import { measureDocuments } from './scenarios/documents.ts';
import { measureEndToEnd } from './scenarios/end-to-end.ts';
import { measureEngine } from './scenarios/engine.ts';
import { measureFairness } from './scenarios/fairness.ts';
import { measureHistory } from './scenarios/history.ts';
import { measureIdle } from './scenarios/idle.ts';
import { measureLatency } from './scenarios/latency.ts';
import { measureMachine } from './scenarios/machine.ts';
import { measureMcp } from './scenarios/mcp.ts';
import { measureOldSnapshot } from './scenarios/old-snapshot.ts';
import { measureSchedules } from './scenarios/schedules.ts';
import { measureSql } from './scenarios/sql.ts';
import { measureSteps } from './scenarios/steps.ts';
import { measureWebhooks } from './scenarios/webhooks.ts';

// npm run bench [-- name … --quick --against DIR]. Progress goes to stderr, the table to stdout. `--against` compares
// `end-to-end` with another checkout, in turns.

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

const { names, quick, against } = readArguments();
const note = (text: string): void => void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
const lab = await openLab({ quick, against, note });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void lab.close().then(() => process.exit(130)));
}
const rows: Row[] = [];
try {
  for (const name of names) {
    note(`measuring ${name} …`);
    rows.push(...(await scenarios[name](lab)));
  }
} finally {
  if (rows.length > 0) printTable(rows, console.log);
  await lab.close();
}

function readArguments(): { names: Name[]; quick: boolean; against: string | undefined } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false }, against: { type: 'string' } },
  });
  const known = Object.keys(scenarios) as Name[];
  const unknown = positionals.filter((word) => !known.includes(word as Name));
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. Choose from: ${known.join(', ')}.`);
    process.exit(2);
  }
  return {
    names: positionals.length > 0 ? (positionals as Name[]) : known,
    quick: values.quick,
    against: values.against && resolve(values.against),
  };
}
