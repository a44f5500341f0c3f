import { writeSync } from 'node:fs';
import { Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';
import { openSession } from '../session.ts';
import { REPORT, type StuckReport, type WatchdogSettings } from './watchdog.ts';

// Runs beside the main thread (watchdog.ts). V8 answers the inspector also in the middle of a loop or a regular
// expression, in the context of what it interrupts.

const { beats, limitMs, databaseUrl, logs } = workerData as WatchdogSettings;
const counter = new Int32Array(beats);

const LOOK_MS = 250;
/** A stall that is worth a line. */
const NOTICE_MS = Math.min(2_000, limitMs / 2);
/** Some native functions, such as JSON.parse, cannot be interrupted. */
const REPORT_MS_MAX = 1_000;
/** Less than is left until other processes miss this one's heartbeat. */
const RECORD_MS_MAX = 2_000;

let seen = 0;
let stuckMs = 0;
let lookedAt = performance.now();
let noticed = false;
let ending = false;

setInterval(() => {
  const now = performance.now();
  // A pause of the whole process, or of the machine, is not a stuck main thread.
  const passedMs = Math.min(now - lookedAt, 2 * LOOK_MS);
  lookedAt = now;
  const count = Atomics.load(counter, 0);
  stuckMs = count === seen ? stuckMs + passedMs : 0;
  seen = count;
  if (stuckMs === 0) noticed = false;
  if (stuckMs >= NOTICE_MS && !noticed) {
    noticed = true;
    void notice();
  }
  if (stuckMs >= limitMs && !ending) {
    ending = true;
    void end();
  }
}, LOOK_MS);

async function notice(): Promise<void> {
  write('warn', 'process.stuck', await ask(), 'the main thread is stuck');
}

async function end(): Promise<void> {
  const report = await ask();
  // It has come back in the meantime.
  if (Atomics.load(counter, 0) !== seen) {
    ending = false;
    return;
  }
  write('fatal', 'process.ended', report, 'the main thread is stuck; the process ends');
  if (report !== undefined) await record(report).catch((error: Error) => complain(error));
  process.kill(process.pid, 'SIGKILL');
}

/** Asks the main thread what it is doing. Undefined if it cannot be interrupted. */
function ask(): Promise<StuckReport | undefined> {
  const { promise, resolve } = Promise.withResolvers<StuckReport | undefined>();
  const session = new Session();
  const limit = setTimeout(() => resolve(undefined), REPORT_MS_MAX);
  session.connectToMainThread();
  session.post(
    'Runtime.evaluate',
    { expression: `globalThis[Symbol.for('${REPORT}')]?.()`, returnByValue: true },
    (_error, answer) => resolve(answer?.result.value === undefined ? undefined : JSON.parse(answer.result.value)),
  );
  return promise.finally(() => {
    clearTimeout(limit);
    session.disconnect();
  });
}

async function record({ record: { text, values } }: StuckReport): Promise<void> {
  const session = await openSession(
    { connectionString: databaseUrl, connectionTimeoutMillis: RECORD_MS_MAX },
    { onLost: () => undefined, limitMs: RECORD_MS_MAX },
  );
  await session.query(text, values);
}

function complain(error: Error): void {
  line({ level: 'error', event: 'process.stuck_record', error: error.message }, 'could not record what was stuck');
}

function write(level: string, event: string, report: StuckReport | undefined, message: string): void {
  const { activity, stack } = report ?? {
    activity: undefined,
    stack: ['a native function that cannot be interrupted'],
  };
  line({ level, event, stuckMs: Math.round(stuckMs), on: activity ?? 'unknown', stack }, message);
}

/** Writes at once: the logger belongs to the main thread. */
function line({ level, ...fields }: { level: string; [name: string]: unknown }, msg: string): void {
  if (!logs) return;
  try {
    writeSync(2, `${JSON.stringify({ level, time: new Date().toISOString(), ...fields, msg })}\n`);
  } catch {
    // Nobody reads it. The process must still end.
  }
}
