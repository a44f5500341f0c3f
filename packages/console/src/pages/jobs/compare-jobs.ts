import type { Job, JobStep } from '@errand/sdk';
import { kindOf, parseJsonText } from '../../json/json-rows.ts';

// Compares two jobs: values by path, steps by name.

/** `undefined` means that the value is missing on that side. */
export type Change = { path: string; before: unknown; after: unknown };
export type Comparison = { changes: Change[]; same: number; isWhole: boolean };

const LEAVES_MAX = 5_000;
/** Parsing longer values is noticeably slow, so they are compared as one text. */
const READ_CHARACTERS_MAX = 3_000_000;

type Named = { key: string; value: string };

/** Compares the inputs or outputs of two jobs leaf by leaf. */
export function compareValues(before: Named[], after: Named[]): Comparison {
  const first = listLeaves(before);
  const second = listLeaves(after);
  const changes: Change[] = [];
  let same = 0;
  for (const path of new Set([...first.leaves.keys(), ...second.leaves.keys()])) {
    const change = { path, before: first.leaves.get(path), after: second.leaves.get(path) };
    if (change.before === change.after) same += 1;
    else changes.push(change);
  }
  return { changes, same, isWhole: first.isWhole && second.isWhole };
}

function listLeaves(values: Named[]): { leaves: Map<string, unknown>; isWhole: boolean } {
  const leaves = new Map<string, unknown>();
  const stack = values.map(({ key, value }) => ({ path: key, value: readValue(value) })).reverse();
  while (stack.length > 0) {
    if (leaves.size >= LEAVES_MAX) return { leaves, isWhole: false };
    const { path, value } = stack.pop()!;
    const members = kindOf(value) === 'leaf' ? [] : Object.entries(value as object);
    // An empty list is a value too.
    if (members.length === 0) leaves.set(path, kindOf(value) === 'leaf' ? value : JSON.stringify(value));
    const isList = Array.isArray(value);
    for (const [key, member] of members.reverse())
      stack.push({ path: isList ? `${path}[${key}]` : `${path}.${key}`, value: member });
  }
  return { leaves, isWhole: true };
}

function readValue(text: string): unknown {
  if (text.length > READ_CHARACTERS_MAX || !/^\s*[[{]/.test(text.slice(0, 100))) return text;
  const parsed = parseJsonText(text);
  return parsed === undefined ? text : parsed.value;
}

export type StepPair = { name: string; before: StepSum | undefined; after: StepSum | undefined };
type StepSum = { count: number; durationMs: number; cost: number };

export function compareSteps(before: JobStep[], after: JobStep[]): StepPair[] {
  const first = sumByName(before);
  const second = sumByName(after);
  return [...new Set([...first.keys(), ...second.keys()])].map((name) => ({
    name,
    before: first.get(name),
    after: second.get(name),
  }));
}

function sumByName(steps: JobStep[]): Map<string, StepSum> {
  const sums = new Map<string, StepSum>();
  for (const { name, duration_ms: durationMs, cost } of steps) {
    const sum = sums.get(name) ?? { count: 0, durationMs: 0, cost: 0 };
    sums.set(name, { count: sum.count + 1, durationMs: sum.durationMs + durationMs, cost: sum.cost + cost });
  }
  return sums;
}

export const tokensOf = ({ input_tokens: input, output_tokens: output }: Job): number | null =>
  input === null && output === null ? null : (input ?? 0) + (output ?? 0);
