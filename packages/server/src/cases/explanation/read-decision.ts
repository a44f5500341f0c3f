import type { OutputItem } from '#engines/engine/engine.ts';
import type { Judged } from '#engines/investigation/decide/settle.ts';
import { firstJson } from '#jobs/reviews/corrections.ts';
import { isJsonObject } from '#platform/json.ts';
import type { RuleFlag } from '#policies/model.ts';
import type { TemplateFinding } from '#policies/template-sample.ts';

// Reads the decision back from the output of an investigation.

export type RecordedFinding = TemplateFinding & Judged;

export type Decision = {
  verdict: string;
  reasoning: string;
  decidedBy: string;
  isBaseline: boolean;
  baselineVerdicts: boolean;
  /** Whether something other than a finding keeps the case from passing. */
  hasObstacles: boolean;
  /** Passages that tell the reader how to decide. */
  orders: { reference: string; quote: string }[];
  findings: RecordedFinding[];
  evidences: { reference: string; evidence_data: string; evidence_name: string; evidence_description: string }[];
};

/** Returns undefined if no policy decided this job. */
export function readDecision(outputs: OutputItem[]): Decision | undefined {
  const output = firstJson(outputs);
  if (!isJsonObject(output) || !isJsonObject(output.policy_applied)) return undefined;
  const analysis = Object.values(output).find(
    (value): value is Record<string, unknown> => isJsonObject(value) && typeof value.verdict === 'string',
  );
  if (analysis === undefined) return undefined;
  const findings = listFindings(analysis).map(toRecorded);
  const decidedBy = String(analysis.decided_by ?? 'a model');
  const reasons = Array.isArray(analysis.unsupported_reasons) ? analysis.unsupported_reasons.map(String) : [];
  return {
    verdict: String(analysis.verdict),
    reasoning: String(analysis.reasoning ?? ''),
    decidedBy,
    isBaseline: decidedBy.startsWith('baseline'),
    baselineVerdicts: analysis.baseline_verdicts === true,
    hasObstacles:
      Array.isArray(analysis.instructions_found) || reasons.some((reason) => /was read in part/.test(reason)),
    orders: Array.isArray(analysis.instructions_found) ? analysis.instructions_found : [],
    findings,
    evidences: Array.isArray(analysis.evidence_considered) ? analysis.evidence_considered : [],
  };
}

function listFindings(analysis: Record<string, unknown>): TemplateFinding[] {
  if (Array.isArray(analysis.investigation_findings)) return analysis.investigation_findings;
  const categories = Array.isArray(analysis.category_analysis) ? analysis.category_analysis : [];
  return categories.flatMap(({ findings = [] }: { findings?: TemplateFinding[] }) => findings);
}

const toRecorded = (finding: TemplateFinding): RecordedFinding => ({
  ...finding,
  unsupported: finding.unsupported ? ([finding.reasoning] as never) : ([] as never),
  rule: { flag: finding.flag as RuleFlag | null },
});
