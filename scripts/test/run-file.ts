import { join } from 'node:path';
import { run } from 'node:test';

// Runs one test file in a separate process.

/** A file that runs the files of its arguments. */
export const unitChild = join(import.meta.dirname, 'unit-child.ts');

export type TestEvent = { type: string; data: Record<string, any> };

export type Failure = { file: string; line: number; name: string; reason: string };

export type Outcome = {
  file: string;
  argv: string[];
  seconds: number;
  /** Events for a reporter, in the order of the file. */
  events: TestEvent[];
  tests: number;
  skipped: number;
  failures: Failure[];
  /** The files whose tests ran: the file itself, or those that it imported. */
  testFiles: Set<string>;
};

type Options = {
  /** Arguments of the file. */
  argv?: string[];
  /** Only tests whose name matches. */
  name?: string | undefined;
  /** Time limit of each test. */
  testMsMax: number;
  /** Time limit of the file, because an open handle keeps its process alive when all tests have ended. */
  fileMsMax: number;
  signal: AbortSignal;
};

export async function runFile(file: string, options: Options): Promise<Outcome> {
  const { argv = [], name, testMsMax, fileMsMax, signal } = options;
  const startedAt = performance.now();
  const running = new Map<number, string>();
  const tooLong = new AbortController();
  const timer = setTimeout(() => tooLong.abort(new Error(explainLength(fileMsMax, [...running.values()]))), fileMsMax);
  const outcome: Outcome = {
    file,
    argv,
    seconds: 0,
    events: [],
    tests: 0,
    skipped: 0,
    failures: [],
    testFiles: new Set(),
  };
  const events = run({
    files: [file],
    argv,
    timeout: testMsMax,
    signal: AbortSignal.any([signal, tooLong.signal]),
    ...(name !== undefined && { testNamePatterns: name }),
  });
  for await (const { type, data } of events as AsyncIterable<TestEvent>) {
    if (type === 'test:dequeue' && data.name !== file) running.set(data.testId, data.name);
    if (type === 'test:complete') running.delete(data.testId);
    // The summary of a single file says little. That of the whole run is made from the outcomes.
    const isSum = type === 'test:summary' || (type === 'test:diagnostic' && data.file === undefined);
    if (!isSum) outcome.events.push({ type, data });
    if (type === 'test:pass' || type === 'test:fail') note(outcome, type, data);
  }
  clearTimeout(timer);
  outcome.seconds = (performance.now() - startedAt) / 1_000;
  return outcome;
}

/** Lists the files of a run in which no test ran. */
export function listSilent({ file, argv, tests, failures, testFiles }: Outcome): string[] {
  if (failures.length > 0) return [];
  if (argv.length === 0) return tests === 0 ? [file] : [];
  return argv.filter((one) => !testFiles.has(one));
}

function explainLength(ms: number, running: string[]): string {
  const where =
    running.length === 0
      ? 'None of its tests was running: something else keeps its process alive'
      : `Running: ${running.map((name) => `“${name}”`).join(', ')}`;
  return `The file did not end within ${ms / 1_000} s and was stopped. ${where}.`;
}

function note(outcome: Outcome, type: 'test:pass' | 'test:fail', data: TestEvent['data']): void {
  const isFile = data.name === outcome.file;
  if (data.details.type !== 'suite' && !isFile) {
    outcome.tests += 1;
    outcome.testFiles.add(data.file);
  }
  if (data.skip !== undefined) outcome.skipped += 1;
  // A parent fails with its children, which have the reason.
  if (type === 'test:pass' || data.details.error.failureType === 'subtestsFailed') return;
  const { file = outcome.file, line = 1, name } = data;
  const reason = isFile ? explainFile(data.details.error, outcome.events) : explain(data.details.error);
  outcome.failures.push({ file, line, name: isFile ? '' : name, reason });
}

/** Returns what the test threw. `error` is the test runner's wrapper. */
function explain(error: Error): string {
  const { cause } = error;
  const thrown = cause instanceof Error ? cause.message : String(cause ?? error.message);
  return error.message === thrown || cause === undefined ? thrown : `${error.message}: ${thrown}`;
}

/** Explains why a file failed as a whole: it did not load, did not end, or its process ended early. */
function explainFile(error: Error & { exitCode?: number; signal?: string }, events: TestEvent[]): string {
  if (error.message !== 'test failed') return error.message;
  const words = events
    .filter(({ type }) => type === 'test:stderr' || type === 'test:diagnostic')
    .map(({ data }) => String(data.message).trim())
    .find((message) => /Error\b/.test(message) && !message.startsWith('throw '));
  return words ?? `Its process ended with ${error.signal ?? `exit code ${error.exitCode}`}.`;
}
