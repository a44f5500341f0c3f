import type { OutputItem } from '#engines/engine/engine.ts';
import type { ChangedCase } from '#engines/investigation/change-inputs.ts';
import { findChanges, type StateChange, type VerdictChange } from '#engines/investigation/decide/change-verdict.ts';
import { verdictsOf } from '#engines/investigation/decide/classifications.ts';
import { type AppliedPolicy, explanationTemplateOf } from '#policies/model.ts';
import { renderTemplate } from '#policies/template.ts';
import type { ExplanationData } from '#policies/template-sample.ts';
import { DEFAULT_TEMPLATE } from './default-template.ts';
import { type Decision, type RecordedFinding, readDecision } from './read-decision.ts';

// Explains in plain words why a job got its verdict, and what would have changed it.

export type Explanation = NonNullable<Awaited<ReturnType<typeof explain>>>;

/** Returns undefined if no policy decided this job. */
export async function explain(outputs: OutputItem[], policy: AppliedPolicy, inputs?: ChangedCase | 'too long') {
  const decision = readDecision(outputs);
  if (decision === undefined) return undefined;
  const verdicts = verdictsOf(policy.content);
  const changes = findChanges(verdicts, decision.findings, decision);
  // An older release may have decided the case. Only changes that lead to another verdict are shown.
  const given = typeof inputs !== 'object' || inputs.verdict === decision.verdict ? [] : [inputs];
  const data: ExplanationData = {
    verdict: decision.verdict,
    reasoning: decision.reasoning,
    policy: { name: policy.name, version: policy.versionName, version_id: policy.versionId },
    findings: decision.findings.map(toShown),
    hits: decision.findings.filter(({ hit }) => hit).map(toShown),
    decided_by: decision.decidedBy,
    changes: [
      ...changes.map((change) => ({
        verdict: change.verdict,
        text: change.changes.map((one) => describeChange(one, decision.findings)).join(', and '),
        steps: change.changes.map((one) => ({
          what: decision.findings[one.index]!.rule_title,
          from: words[one.from],
          to: words[one.to],
        })),
      })),
      ...given.map((change) => ({
        verdict: change.verdict,
        text: change.changes.map(({ input, from }) => `"${input}" had not said "${from}"`).join(', and '),
        steps: change.changes.map(({ input, from, to }) => ({ what: input, from, to })),
      })),
    ],
    note: [noteOf(decision, changes), inputs === 'too long' ? TOO_LONG : ''].filter(Boolean).join(' '),
  };
  return {
    verdict: decision.verdict,
    decided_by: decision.decidedBy,
    policy_version_id: policy.versionId,
    rules: decision.findings.map((finding) => ruleView(finding, decision)),
    what_would_change_it: [
      ...changes.map(({ changes: steps, verdict }) => ({
        change: steps.map(({ index, from, to }) => ({ rule_id: decision.findings[index]!.rule_id, from, to })),
        verdict,
      })),
      ...given.map(({ changes: change, verdict }) => ({ change, verdict })),
    ],
    text: await write(policy, data),
  };
}

const TOO_LONG = 'Changes to the inputs were not searched for because the case is too long.';

const words = { hit: 'met', not_hit: 'not met', undecided: 'not decided' };

function describeChange({ index, from, to }: StateChange, findings: RecordedFinding[]): string {
  const title = `"${findings[index]!.rule_title}"`;
  if (from === 'undecided') return `${title} had been decided as ${words[to]}`;
  return to === 'hit' ? `${title} had been met` : `${title} had not been met`;
}

/** Says what the changes do not cover. */
function noteOf({ isBaseline, baselineVerdicts, orders }: Decision, changes: VerdictChange[]): string {
  if (isBaseline && !baselineVerdicts) return 'A person decides such cases, regardless of the findings.';
  const notes: string[] = [];
  if (orders.length > 0)
    notes.push(
      'The case contains passages that tell the reader how to decide, so a person must look at it before it passes.',
    );
  if (!isBaseline)
    notes.push(
      changes.length === 0
        ? 'A model chose this verdict from the findings. What it would have chosen from other findings can only be found out by asking it again.'
        : 'Only changes whose outcome does not depend on a model are listed.',
    );
  return notes.join(' ');
}

const toShown = ({ rule: _, unsupported, ...finding }: RecordedFinding) => ({
  ...finding,
  ...((unsupported as unknown as string[]).length > 0 && { unsupported: true }),
});

function ruleView(finding: RecordedFinding, { evidences }: Decision) {
  return {
    rule_id: finding.rule_id,
    title: finding.rule_title,
    category: finding.category,
    hit: finding.hit,
    decided: (finding.unsupported as unknown as string[]).length === 0,
    reasoning: finding.reasoning,
    evidence: (finding.evidence_quotes ?? []).map(({ reference, quote }) => {
      const item = evidences.find((one) => one.reference === reference);
      return { reference, quote, name: item?.evidence_name ?? null, artifact_key: item?.evidence_data ?? null };
    }),
  };
}

/** Fills the policy's template, or the default one if there is none or it cannot be filled. */
async function write(policy: AppliedPolicy, data: ExplanationData): Promise<string> {
  const own = explanationTemplateOf(policy.content);
  const plain = async (): Promise<string> => {
    const outcome = await renderTemplate({ template: DEFAULT_TEMPLATE, data });
    return 'text' in outcome ? outcome.text.trim() : `${data.verdict}: ${data.reasoning}`;
  };
  if (own === undefined || own.trim() === '') return plain();
  const outcome = await renderTemplate({ template: own, data });
  if ('text' in outcome) return outcome.text.trim();
  return `${await plain()}\n\n(The explanation template of the policy could not be filled: ${outcome.problem})`;
}
