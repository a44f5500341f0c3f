import { openLab } from './lab.ts';
import { printTable, type Row } from './report.ts';
import { measureAccept } from './scenarios/accept.ts';
import { measureBacklog, measureFairness, measureOpenTransaction } from './scenarios/backlog.ts';
import { measureEndToEnd } from './scenarios/end-to-end.ts';
import { measureHistory } from './scenarios/history.ts';
import { measureIdle } from './scenarios/idle.ts';
import { measureLatency } from './scenarios/latency.ts';
import { measureWebhooks } from './scenarios/webhooks.ts';

const scenarios = {
  accept: measureAccept,
  'end-to-end': measureEndToEnd,
  latency: measureLatency,
  backlog: measureBacklog,
  fairness: measureFairness,
  idle: measureIdle,
  'open-transaction': measureOpenTransaction,
  history: measureHistory,
  webhooks: measureWebhooks,
};

const { names, quick } = readArguments(process.argv.slice(2));
const note = (text: string): void => void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);
const lab = await openLab({ quick, note });
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

function readArguments(given: string[]): { names: (keyof typeof scenarios)[]; quick: boolean } {
  const known = Object.keys(scenarios) as (keyof typeof scenarios)[];
  const wanted = given.filter((word) => word !== '--quick');
  const unknown = wanted.filter((word) => !known.includes(word as never));
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. Choose from: ${known.join(', ')}, --quick.`);
    process.exit(2);
  }
  return { names: wanted.length > 0 ? (wanted as typeof known) : known, quick: given.includes('--quick') };
}
