import type { Snapshot } from '#agents/snapshot.ts';
import { didYouMean } from '#platform/nearest.ts';

/** What a mapping to the inputs of an agent lacks, and what it has that the agent does not know. `example` is a template. */
export function findInputProblems(
  { version }: Snapshot,
  mapping: Record<string, unknown>,
  example: (key: string) => string,
): string[] {
  const keys = version.inputDefinitions.map(({ key }) => key);
  const unknown = Object.keys(mapping)
    .filter((key) => !keys.includes(key))
    .map((key) => `The agent has no input '${key.slice(0, 80)}'.${didYouMean(key, keys)}`);
  const missing = version.inputDefinitions
    .filter(({ key, required }) => required !== false && !Object.hasOwn(mapping, key))
    .map(({ key }) => `The input '${key}' is required. Map a value to it, such as "${example(key)}".`);
  return [...unknown, ...missing].slice(0, 20);
}
