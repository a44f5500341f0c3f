import { type AppliedPolicy, narrativeTemplateOf, rulesOf, summaryTemplateOf } from '#policies/model.ts';
import { renderTemplate } from '#policies/template.ts';
import type { TemplateData } from '#policies/template-sample.ts';
import type { EngineContext, EngineResult } from '../engine/engine.ts';
import { type Finding, referencesOf } from './decide/findings.ts';
import type { Beginning } from './decide/show-findings.ts';
import type { Evidence, EvidenceItem } from './evidence/evidence.ts';
import type { Investigation } from './model.ts';

// Formats an investigation as the outputs of the engines.

const ORDERS_SHOWN_MAX = 20;

const policyApplied = (policy: AppliedPolicy) => ({
  name: policy.name,
  version: policy.versionName,
  version_id: policy.versionId,
});

const evidenceView = (item: EvidenceItem) => ({
  reference: item.reference,
  evidence_type: item.image === undefined ? 'artifact' : 'screenshot',
  evidence_data: item.artifactKey,
  evidence_name: item.name,
  evidence_description: item.description,
});

const findingView = (finding: Finding) => ({
  rule_id: finding.rule.id,
  rule_title: finding.rule.title,
  rule_description: finding.rule.description,
  category: finding.rule.category,
  flag: finding.rule.flag,
  hit: finding.hit,
  reasoning: finding.reasoning,
  evidence_references: referencesOf(finding),
  evidence_quotes: finding.quotes,
  ...(finding.citations && { knowledge_citations: finding.citations }),
  ...(finding.unsupported.length > 0 && { unsupported: true }),
});

/** Returns the result with one output. Lists show the verdict and whether the evidence supports it. */
export function investigationResult(found: Investigation, analysis: Record<string, unknown>): EngineResult {
  const { verdict, unsupported } = found.verdict;
  const references = savedPages(found.evidence);
  const output = {
    policy_applied: policyApplied(found.policy),
    ...analysis,
    ...(references.length > 0 && { references }),
  };
  return {
    outputs: [
      {
        key: 'output',
        data_type: 'application/json',
        value: JSON.stringify(output),
        description:
          found.model === 'baseline'
            ? 'Rules matched by words and meaning, not judged by a model.'
            : `By ${found.model}.`,
      },
    ],
    uiFields: { verdict, unsupported: unsupported.length > 0 },
    ...(found.reviewsLikeness && found.findings.some(({ support }) => support === 'likeness') && { needsReview: true }),
  };
}

/** Returns the addresses of saved pages, screenshots and images. */
const savedPages = ({ items }: Evidence): string[] => items.flatMap(({ saved }) => saved.map(({ address }) => address));

/** A flat list of findings, verdict and summary. The findings come first, because they are shown as they are made. */
export const resultView = (found: Investigation) => ({
  ...findingsView(found.findings),
  verdict: found.verdict.verdict,
  summary: found.summary,
  summary_evidences: citedEvidence(found).map(evidenceView),
  ...basisView(found),
});

/** Findings by category, verdict and summary. */
export const analysisView = (found: Investigation) => ({
  category_analysis: categoryAnalysis(found.findings),
  verdict: found.verdict.verdict,
  summary: found.summary,
  out_of_scope_flags: found.outOfScope.map(({ flag, reasoning, quotes }) => ({
    flag,
    reasoning,
    evidence_references: [...new Set(quotes.map(({ reference }) => reference))],
  })),
  summary_evidences: citedEvidence(found).map(evidenceView),
  ...basisView(found),
});

const findingsView = (findings: Finding[]) => ({ investigation_findings: findings.map(findingView) });

/** How the output with a `resultView` as `member` begins. */
export const resultBeginning = (policy: AppliedPolicy, member: string): Beginning => ({
  order: (rules) => rules,
  value: (findings) => ({ policy_applied: policyApplied(policy), [member]: findingsView(findings) }),
});

/** How the output with an `analysisView` as `member` begins. A category has its conclusion when it is complete. */
export const analysisBeginning = (policy: AppliedPolicy, member: string): Beginning => ({
  order: (rules) => [...Map.groupBy(rules, ({ category }) => category).values()].flat(),
  value: (findings) => ({
    policy_applied: policyApplied(policy),
    [member]: {
      category_analysis: categoryAnalysis(findings).map(({ conclusion, ...one }) =>
        one.findings.length < countRules(policy, one.category) ? one : { ...one, conclusion },
      ),
    },
  }),
});

const countRules = ({ content }: AppliedPolicy, category: string): number =>
  rulesOf(content).filter((rule) => rule.category === category).length;

const basisView = (found: Investigation) => ({
  reasoning: found.verdict.reasoning,
  decided_by:
    found.model === 'baseline' ? 'baseline: rules matched by words and meaning, not judged by a model' : found.model,
  ...(found.model === 'baseline' && found.baselineVerdicts && { baseline_verdicts: true }),
  evidence_considered: found.evidence.items.map(evidenceView),
  unsupported: found.verdict.unsupported.length > 0,
  ...(found.verdict.unsupported.length > 0 && { unsupported_reasons: found.verdict.unsupported }),
  ...likenessView(found.findings),
  ...knowledgeView(found),
  ...ordersView(found.evidence),
});

/** Beside the findings, which are shown before this is known. */
function likenessView(findings: Finding[]) {
  const alike = findings.filter(({ support }) => support === 'likeness');
  return alike.length === 0 ? {} : { hits_by_likeness: alike.map(({ rule }) => rule.id) };
}

/** The knowledge base that was consulted, and the typologies that were read. */
function knowledgeView({ knowledge, model }: Investigation) {
  if (knowledge === undefined) return {};
  const { id, name, version, typologies } = knowledge;
  return {
    knowledge_base: {
      id,
      name,
      version,
      typologies_read: typologies.map((typology) => typology.id),
      ...(model === 'baseline' && { note: 'Compared with the findings by text similarity, not read by a model.' }),
    },
  };
}

/** Lists passages that tell the reader how to decide, so that people look at them. */
function ordersView({ items }: Evidence) {
  const found = items.flatMap(({ reference, orders }) =>
    orders.map((quote) => ({ reference, quote: quote.slice(0, 500) })),
  );
  return found.length === 0 ? {} : { instructions_found: found.slice(0, ORDERS_SHOWN_MAX) };
}

function categoryAnalysis(findings: Finding[]) {
  return [...Map.groupBy(findings, ({ rule }) => rule.category)].map(([category, own]) => ({
    category,
    findings: own.map(findingView),
    conclusion: concludeCategory(own),
  }));
}

function concludeCategory(findings: Finding[]): string {
  const hits = findings.filter(({ hit }) => hit);
  const open = findings.filter(({ unsupported }) => unsupported.length > 0);
  const undecided = open.length === 0 ? '' : ` ${open.length} could not be decided on the evidence.`;
  const matched = hits.length === 0 ? '' : `: ${hits.map(({ rule }) => rule.title).join(', ')}`;
  return `${hits.length} of ${findings.length} ${findings.length === 1 ? 'rule' : 'rules'} met${matched}.${undecided}`;
}

export function citedEvidence({
  findings,
  outOfScope,
  evidence,
}: Pick<Investigation, 'findings' | 'outOfScope' | 'evidence'>): EvidenceItem[] {
  const cited = new Set([
    ...findings.flatMap(referencesOf),
    ...outOfScope.flatMap(({ quotes }) => quotes.map((one) => one.reference)),
  ]);
  return evidence.items.filter(({ reference }) => cited.has(reference));
}

type Told = Omit<Investigation, 'summary'>;

/** Fills the policy's summary template, or writes a plain summary if that is not possible. */
export async function summarize(context: EngineContext, told: Told): Promise<string> {
  const template = summaryTemplateOf(told.policy.content);
  if (template === undefined || template.trim() === '') return plainSummary(told);
  const outcome = await context.step('summary', () => renderTemplate({ template, data: templateData(told) }));
  if ('text' in outcome) return outcome.text;
  return `${plainSummary(told)} (The summary template of the policy could not be filled: ${outcome.problem})`;
}

/** Returns the narrative of a report if the policy has a template for it. */
export async function narrate(context: EngineContext, told: Told): Promise<string | undefined> {
  const template = narrativeTemplateOf(told.policy.content);
  if (template === undefined || template.trim() === '') return undefined;
  const outcome = await context.step('narrative', () => renderTemplate({ template, data: templateData(told) }));
  return 'text' in outcome ? outcome.text : undefined;
}

function plainSummary({ verdict, findings }: Told): string {
  return `Verdict: ${verdict.verdict}. ${concludeCategory(findings)}`;
}

function templateData(told: Told): TemplateData {
  const findings = told.findings.map(findingView);
  return {
    verdict: told.verdict.verdict,
    reasoning: told.verdict.reasoning,
    policy: policyApplied(told.policy),
    findings,
    hits: findings.filter(({ hit }) => hit),
    categories: categoryAnalysis(told.findings),
    evidences: citedEvidence(told).map(evidenceView),
  };
}
