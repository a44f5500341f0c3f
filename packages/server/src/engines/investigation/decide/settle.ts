import type { Classification } from '#policies/model.ts';
import { cautiousVerdict, isCautious, isFavourable, personVerdict, verdictFromFindings } from './classifications.ts';
import type { Finding } from './findings.ts';

// Derives the verdict from findings alone. Explanations use it to find which verdict other findings would have given.

export type Judged = Pick<Finding, 'hit' | 'unsupported'> & { rule: Pick<Finding['rule'], 'flag'> };

/** Who decides, and whether anything but a finding speaks against letting the case through. */
export type Basis = { isBaseline: boolean; baselineVerdicts: boolean; hasObstacles: boolean };

export const isOpen = ({ unsupported }: Pick<Finding, 'unsupported'>): boolean => unsupported.length > 0;

/** Returns the verdict that follows from these findings, or undefined if a model would choose among several. */
export function settleVerdict(verdicts: Classification[], findings: Judged[], basis: Basis): string | undefined {
  if (basis.isBaseline && !basis.baselineVerdicts) return personVerdict(verdicts);
  if (findings.some(isOpen)) return cautiousVerdict(verdicts);
  const possible = basis.isBaseline ? [verdictFromFindings(verdicts, findings)] : choicesOf(verdicts, findings);
  const settled = new Set(
    possible.map((name) => (basis.hasObstacles && !isCautious(name, verdicts) ? cautiousVerdict(verdicts) : name)),
  );
  return settled.size === 1 ? [...settled][0] : undefined;
}

/** The verdicts that a model can reach. A red flag excludes favourable ones; an invalid answer is the cautious one. */
function choicesOf(verdicts: Classification[], findings: Judged[]): string[] {
  const isRed = findings.some(({ hit, rule }) => hit && rule.flag === 'RED_FLAG');
  const offered = verdicts.filter((one) => !isRed || !isFavourable(one, verdicts)).map(({ name }) => name);
  return [...offered, cautiousVerdict(verdicts)];
}
