import type { PlaybookContent } from '@errand/contract/playbooks.ts';
import { canonicalJson } from '@errand/proofs/canonical-json.ts';

type Change = { path: string; before: unknown; after: unknown };

/** What differs between two plans: steps by name, their order, and the rules of closing. */
export function diffContents(from: PlaybookContent, to: PlaybookContent): Change[] {
  const named = ({ steps }: PlaybookContent) => new Map(steps.map((step) => [step.name, step]));
  const [before, after] = [named(from), named(to)];
  const changes: Change[] = [];
  const add = (path: string, one: unknown, other: unknown): void => {
    if (canonicalJson(one) !== canonicalJson(other)) changes.push({ path, before: one, after: other });
  };
  for (const name of new Set([...before.keys(), ...after.keys()]))
    add(`steps/${name}`, before.get(name) ?? null, after.get(name) ?? null);
  add('order', [...before.keys()], [...after.keys()]);
  add('auto_close', from.auto_close, to.auto_close);
  return changes;
}
