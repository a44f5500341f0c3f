import type { PolicyRule } from '#policies/model.ts';
import type { EngineContext } from '../../engine/engine.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { type Finding, findClaimProblems, toFinding } from './findings.ts';
import { matchRules } from './match-rules.ts';

/** Decides rules without a language model. Every finding says so. */
export async function decideByBaseline(
  context: EngineContext,
  rules: PolicyRule[],
  evidence: Evidence,
): Promise<Finding[]> {
  const claims = await matchRules(context, rules, evidence);
  return rules.map((rule, index) => {
    const claim = claims[index];
    return toFinding(rule, claim, findClaimProblems(claim, evidence, { rule }), { evidence });
  });
}
