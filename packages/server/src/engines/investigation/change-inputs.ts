import type { AppliedPolicy } from '#policies/model.ts';
import type { EngineContext } from '../engine/engine.ts';
import type { FrozenCase } from '../engine/frozen.ts';
import { redecide } from './decide-again.ts';
import { looksLikeJson } from './evidence/json-quotes.ts';
import { splitPassages } from './evidence/passages.ts';

// The smallest change of what was given that would have changed the verdict: passages that an input would not have. Each is
// tried by deciding again, so it is looked for only where that needs no model.

/** The passage `from` of an input would be `to`. */
export type InputChange = { input: string; from: string; to: string };
export type ChangedCase = { changes: InputChange[]; verdict: string };

/** Longer cases take seconds to decide, and nobody reads such a change. */
const PASSAGES_MAX = 60;
const CHANGES_MAX = 8;

/** Undefined: none was found, or only a model or a person could say. `too long`: nobody has looked. */
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

/** Each change is made once, at the first place of its passage. */
export function applyInputChanges(frozen: FrozenCase, changes: InputChange[]): FrozenCase {
  const items = frozen.items.map((item) => ({
    ...item,
    text: changes
      .filter(({ input }) => item.source === `input ${input}`)
      .reduce((text, { from, to }) => text.replace(from, () => to), item.text),
  }));
  return { ...frozen, items };
}

/** Undefined: it is no text that somebody gave, so it cannot be said what to write there instead. */
function toChange(
  { items }: FrozenCase,
  { reference, quote }: { reference: string; quote: string },
): InputChange | undefined {
  const item = items[Number(/\d+/.exec(reference)?.[0]) - 1];
  if (item === undefined || !item.source.startsWith('input ') || item.isCut || looksLikeJson(item.text))
    return undefined;
  return item.text.includes(quote) ? { input: item.source.slice('input '.length), from: quote, to: '' } : undefined;
}

/** Several rules may rest on the same passage. */
const unique = (changes: InputChange[]): InputChange[] =>
  changes.filter((one, at) => changes.findIndex(({ input, from }) => input === one.input && from === one.from) === at);

const countPassages = ({ items }: FrozenCase): number =>
  items.reduce((sum, { text }) => sum + (text.length > 50_000 ? PASSAGES_MAX + 1 : splitPassages(text).length), 0);
