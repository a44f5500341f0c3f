import type { PolicyRule } from '#policies/model.ts';
import type { EngineContext } from '../../engine/engine.ts';
import { similarity } from '../../models/baseline.ts';
import type { Claim } from './findings.ts';
import { ruleShare } from './match-rules.ts';

// Checks whether a quotation has to do with its rule at all, since a true sentence about something else supports no
// hit. Words and meaning decide the clear cases. For the others, the model is asked again with only the rule and the
// quotation.

/** A quotation needs this share of the words of its rule, or this similarity in meaning. */
const SHARE_MIN = 0.2;
const NEAR_MIN = 0.42;

export type Hit = { rule: PolicyRule; number: string; claim: Claim };

/** Returns the hits whose quotations are not clearly about their rule. */
export async function findDoubtfulHits(context: EngineContext, name: string, hits: Hit[]): Promise<Hit[]> {
  // Images are cited without a quotation.
  const worded = hits.filter(({ claim }) => claim.evidence.every(({ quote }) => quote.trim() !== ''));
  const open = worded.filter(({ rule, claim }) => ruleShare(rule, quotesOf(claim)) < SHARE_MIN);
  if (open.length === 0) return [];
  const scores = await context.step(
    `${name} support`,
    async () => {
      const found: number[] = [];
      for (const { rule, claim } of open) {
        const wanted = [rule, ...rule.subRules].map(({ title, description }) => `${title}. ${description}`);
        const near = await similarity(quotesOf(claim), wanted, { signal: context.signal });
        found.push(Math.max(...near));
      }
      return found;
    },
    { kind: 'compute' },
  );
  return open.filter((_, index) => scores[index]! < NEAR_MIN);
}

export const quotesOf = ({ evidence }: Claim): string => evidence.map(({ quote }) => quote).join('\n');
