import type { Classification } from '#policies/model.ts';
import { cautiousVerdict, isCautious, isFavourable, personVerdict, verdictFromFindings } from './classifications.ts';
import type { Finding } from './findings.ts';

// What follows from findings alone. Verdicts are reached by these rules, and explanations ask them what other findings
// would have given.

export type Judged = Pick<Finding, 'hit' | 'unsupported'> & { rule: Pick<Finding['rule'], 'flag'> };

/** Who decides, and whether something other than a finding speaks against letting the case through. */
export type Basis = { isBaseline: boolean; baselineVerdicts: boolean; hasObstacles: boolean };

export const isOpen = ({ unsupported }: Pick<Finding, 'unsupported'>): boolean => unsupported.length > 0;

/** The verdict that these findings give. Undefined: a model would choose among several. */
export function settleVerdict(verdicts: Classification[], findings: Judged[], basis: Basis): string | undefined {
  if (basis.isBaseline && !basis.baselineVerdicts) return personVerdict(verdicts);
  if (findings.some(isOpen)) return cautiousVerdict(verdicts);
  const possible = basis.isBaseline ? [verdictFromFindings(verdicts, findings)] : choicesOf(verdicts, findings);
  const settled = new Set(
    possible.map((name) => (basis.hasObstacles && !isCautious(name, verdicts) ? cautiousVerdict(verdicts) : name)),
  );
  return settled.size === 1 ? [...settled][0] : undefined;
}

/** A red flag that is hit takes every verdict in favour of the case from the model; without a valid answer it is cautious. */
function choicesOf(verdicts: Classification[], findings: Judged[]): string[] {
  const isRed = findings.some(({ hit, rule }) => hit && rule.flag === 'RED_FLAG');
  const offered = verdicts.filter((one) => !isRed || !isFavourable(one, verdicts)).map(({ name }) => name);
  return [...offered, cautiousVerdict(verdicts)];
}
