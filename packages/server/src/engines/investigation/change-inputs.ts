import type { AppliedPolicy } from '#policies/model.ts';
import type { EngineContext } from '../engine/engine.ts';
import type { FrozenCase } from '../engine/frozen.ts';
import { redecide } from './decide-again.ts';
import { looksLikeJson } from './evidence/json-quotes.ts';
import { splitPassages } from './evidence/passages.ts';

// Finds the smallest change of the inputs that would have changed the verdict, by leaving out passages. Each candidate
// is tried by deciding again, so the search runs only if that needs no model.

/** Replaces the passage `from` of an input by `to`. */
export type InputChange = { input: string; from: string; to: string };
export type ChangedCase = { changes: InputChange[]; verdict: string };

/** Longer cases take seconds to decide, and nobody would read such a change. */
const PASSAGES_MAX = 60;
const CHANGES_MAX = 8;

/** Returns undefined if there is none or only a model or a person could tell, and `too long` if it did not search. */
export async function findInputChange(
  policy: AppliedPolicy,
  frozen: FrozenCase,
  signal: AbortSignal,
): Promise<ChangedCase | 'too long' | undefined> {
  const { model, baselineVerdicts } = frozen.settings;
  if (model !== 'baseline' || !baselineVerdicts) return undefined;
  if (countPassages(frozen) > PASSAGES_MAX) return 'too long';
  const context = {
    step: (_name: string, work: (usage: object) => unknown) => work({}),
    signal,
    readsImages: () => false,
  };
  const decide = async (changes: InputChange[]) => {
    const changed = applyInputChanges(frozen, changes);
    if (!changed.items.some(({ text, image }) => text.trim() !== '' || image !== undefined)) return undefined;
    const { verdict, decision } = await redecide(context as unknown as EngineContext, policy, changed);
    return { verdict: verdict.verdict, decision };
  };
  const before = await decide([]);
  let now = before;
  let changes: InputChange[] = [];
  while (now !== undefined && now.verdict === before!.verdict) {
    const adverse = now.decision.findings.filter(({ hit, rule }) => hit && rule.flag !== 'GREEN_FLAG');
    const quotes = adverse.map(({ quotes: [quote] }) => quote && toChange(frozen, quote));
    if (quotes.length === 0 || quotes.includes(undefined)) return undefined;
    changes = [...changes, ...unique(quotes as InputChange[])];
    if (changes.length > CHANGES_MAX) return undefined;
    now = await decide(changes);
  }
  if (now === undefined) return undefined;
  const { verdict } = now;
  for (const change of [...changes]) {
    const fewer = changes.filter((one) => one !== change);
    if (fewer.length > 0 && (await decide(fewer))?.verdict === verdict) changes = fewer;
  }
  return { changes, verdict };
}

/** Applies each change once, where its passage first occurs. */
export function applyInputChanges(frozen: FrozenCase, changes: InputChange[]): FrozenCase {
  const items = frozen.items.map((item) => ({
    ...item,
    text: changes
      .filter(({ input }) => item.source === `input ${input}`)
      .reduce((text, { from, to }) => text.replace(from, () => to), item.text),
  }));
  return { ...frozen, items };
}

/** Returns undefined if the quotation is not from a plain text input, where nobody could write something else. */
function toChange(
  { items }: FrozenCase,
  { reference, quote }: { reference: string; quote: string },
): InputChange | undefined {
  const item = items[Number(/\d+/.exec(reference)?.[0]) - 1];
  if (item === undefined || !item.source.startsWith('input ') || item.isCut || looksLikeJson(item.text))
    return undefined;
  return item.text.includes(quote) ? { input: item.source.slice('input '.length), from: quote, to: '' } : undefined;
}

/** Removes duplicates, since several rules may rest on the same passage. */
const unique = (changes: InputChange[]): InputChange[] =>
  changes.filter((one, at) => changes.findIndex(({ input, from }) => input === one.input && from === one.from) === at);

const countPassages = ({ items }: FrozenCase): number =>
  items.reduce((sum, { text }) => sum + (text.length > 50_000 ? PASSAGES_MAX + 1 : splitPassages(text).length), 0);
