import { relative } from 'node:path';
import { spec } from 'node:test/reporters';
import { stripVTControlCharacters, styleText } from 'node:util';
import type { Failure, Outcome } from './run-file.ts';

// Writes the output: each file when it has ended, then all failures in full, and in the last lines a summary that is
// enough by itself.

/** With npm's own lines, the summary stays below forty lines. */
const listedMax = 12;
const reasonCharsMax = 300;
const longestCount = 5;

export function createReport(write: (text: string) => void) {
  const reporter = new spec();
  const written = (async () => {
    for await (const text of reporter) write(String(text));
  })();
  return {
    add({ file, events, seconds }: Outcome): void {
      const message = `${styleText('bold', relativePath(file))} (${seconds.toFixed(1)} s)\n`;
      for (const event of [{ type: 'test:stdout', data: { message } }, ...events]) reporter.write(event);
    },
    /** Writes all failures in full. */
    async end(): Promise<void> {
      reporter.end();
      await written;
    },
  };
}

export function describeLongest(outcomes: Outcome[]): string {
  const longest = outcomes.toSorted((a, b) => b.seconds - a.seconds).slice(0, longestCount);
  const named = longest.map((outcome) => `${relativePath(outcome.file)} ${outcome.seconds.toFixed(0)} s`);
  return `Longest: ${named.join(', ')}`;
}

/** Summarizes the failures with their reasons, or says that there are none. */
export function summarize(outcomes: Outcome[], seconds: number, files = outcomes.length): string[] {
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  const sum = (key: 'tests' | 'skipped') => outcomes.reduce((total, outcome) => total + outcome[key], 0);
  const counts = `${sum('tests')} tests in ${files} files, ${sum('skipped')} skipped, ${seconds.toFixed(0)} s`;
  if (failures.length === 0) return [styleText('green', `✓ ${counts}`)];
  // If a server does not start, every test of its file fails for the same reason.
  const groups = [...Map.groupBy(failures, ({ file, reason }) => `${file} ${reason}`).values()];
  const lines = [styleText('red', `✗ ${failures.length} failed (${counts}):`)];
  for (const group of groups.slice(0, listedMax)) lines.push(...describe(group));
  if (groups.length > listedMax) lines.push(`  … and ${groups.length - listedMax} others, see above.`);
  return lines;
}

/** Lists files that failed beside others and passed alone. They need attention, but do not fail the run. */
export function describeUnsteady(outcomes: Outcome[]): string[] {
  if (outcomes.length === 0) return [];
  const failures = outcomes.flatMap((outcome) => describe(outcome.failures));
  return [
    styleText('yellow', `! ${outcomes.length} unsteady: failed at first, passed alone. To be repaired:`),
    ...failures,
  ];
}

function describe([first, ...others]: Failure[]): string[] {
  const { file, line, name, reason } = first!;
  const words = stripVTControlCharacters(reason).replaceAll(/\s+/g, ' ').trim();
  const short = words.length > reasonCharsMax ? `${words.slice(0, reasonCharsMax)}…` : words;
  const more = others.length > 0 ? ` (and ${others.length} more of this file)` : '';
  return [`  ${relativePath(file)}:${line} ${name}${more}`.trimEnd(), `    ${short}`];
}

const relativePath = (file: string): string => relative(process.cwd(), file);
