import type { PolicyRule } from '#policies/model.ts';
import type { EngineContext } from '../../engine/engine.ts';
import { similarity } from '../../models/baseline.ts';
import { type Entailment, entail } from './entail.ts';
import type { Claim } from './findings.ts';
import { ruleShare } from './match-rules.ts';

// Checks whether a quotation says what its rule asks, since a true sentence about something else supports no hit. Words
// and meaning decide. The model that made the claim is not asked again: it would only repeat itself.

/** What a quotation states needs this share of the words of its rule, or this similarity in meaning. */
const SHARE_MIN = 0.5;
const NEAR_MIN = 0.42;
/** A smaller share counts together with some similarity. */
const SHARE_SOME = 0.2;
const NEAR_SOME = 0.25;

/** Facts of a quotation that are compared one by one. */
const FACTS_MAX = 8;

export type Hit = { rule: PolicyRule; number: string; claim: Claim };

export type Support = {
  /** Why quotations do not support their hits, by rule number. */
  unsupported: Map<string, string>;
  /** The numbers of the rules whose hits rest on likeness in meaning alone. */
  alike: Set<string>;
};

/** Finds out how quotations support their hits. */
export async function checkSupport(context: EngineContext, name: string, hits: Hit[]): Promise<Support> {
  // Images are cited without a quotation.
  const worded = hits.filter(({ claim }) => claim.evidence.every(({ quote }) => quote.trim() !== ''));
  const read = worded.map((hit) => ({ ...hit, entailed: entail(hit.rule, hit.claim.evidence) }));
  const open = read.filter(({ rule, entailed }) => ruleShare(rule, entailed.stated) < SHARE_MIN);
  if (open.length === 0) return { unsupported: new Map(), alike: new Set() };
  const scores = await context.step(
    `${name} support`,
    async () => {
      const found: number[] = [];
      for (const { rule, entailed } of open) found.push(await nearness(rule, entailed.stated, context.signal));
      return found;
    },
    { kind: 'compute' },
  );
  const kinds = open.map(({ rule, entailed }, index) => supportOf(rule, entailed, scores[index]!));
  const refused = open.filter((_, index) => kinds[index] === undefined);
  const kept = open.filter((_, index) => kinds[index] === 'likeness');
  return {
    unsupported: new Map(
      refused.map(({ number, claim }) => [
        number,
        `${JSON.stringify(quotesOf(claim).slice(0, 200))} of ${claim.evidence[0]!.reference} does not show what the rule describes.`,
      ]),
    ),
    alike: new Set(kept.map(({ number }) => number)),
  };
}

/** Returns undefined if the quotation does not support the rule. */
export function supportOf(
  rule: PolicyRule,
  { stated, isPlain, isDisputed }: Entailment,
  near: number,
): 'stated' | 'likeness' | undefined {
  const share = ruleShare(rule, stated);
  if (share >= SHARE_MIN) return 'stated';
  // Beside a denial, only its own words tell what the rest is about.
  if (isDisputed) return undefined;
  // It has a number, a country or the name of the rule.
  if (isPlain && (share > 0 || near >= NEAR_SOME)) return 'stated';
  return near >= NEAR_MIN || (share >= SHARE_SOME && near >= NEAR_SOME) ? 'likeness' : undefined;
}

/** Returns how near in meaning a text is to a rule or one of its parts, from 0 to 1. */
export async function nearness(rule: PolicyRule, text: string, signal?: AbortSignal): Promise<number> {
  if (text.trim() === '') return 0;
  const wanted = [rule, ...rule.subRules].map(({ title, description }) => `${title}. ${description}`);
  // What one of several facts says is not nearer for what the others say.
  const facts = [...new Set([text, ...text.split('\n')])];
  let nearest = 0;
  for (const fact of facts.slice(0, FACTS_MAX))
    nearest = Math.max(nearest, ...(await similarity(fact, wanted, signal === undefined ? {} : { signal })));
  return nearest;
}

const quotesOf = ({ evidence }: Claim): string => evidence.map(({ quote }) => quote).join('\n');
