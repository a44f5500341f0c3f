// The names that a template can use. Engines fill templates with values of this type, and the sample contains every
// name, so a name that is not in it is an error in the template.

export type TemplateFinding = {
  rule_id: string;
  rule_title: string;
  rule_description: string;
  category: string;
  flag: string | null;
  hit: boolean;
  reasoning: string;
  evidence_references: string[];
  evidence_quotes: { reference: string; quote: string }[];
  knowledge_citations?: {
    id: string;
    typology_id: string;
    typology_name: string;
    tactic_id: string | null;
    tactic_name: string | null;
    indicator: string | null;
  }[];
  unsupported?: boolean;
};

export type TemplateData = {
  verdict: string;
  reasoning: string;
  policy: { name: string; version: string; version_id: string };
  findings: TemplateFinding[];
  hits: TemplateFinding[];
  categories: { category: string; conclusion: string; findings: TemplateFinding[] }[];
  evidences: {
    reference: string;
    evidence_type: string;
    evidence_data: string;
    evidence_name: string;
    evidence_description: string;
  }[];
};

// Distinct objects: Handlebars adds no level for an object nested in itself.
const sampleFindings = (length: number) => Array.from({ length }, () => ({ ...finding }));
const finding: Required<TemplateFinding> = {
  rule_id: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d',
  rule_title: 'Rule',
  rule_description: 'What the rule says.',
  category: 'Category',
  flag: 'RED_FLAG',
  hit: true,
  reasoning: 'Because.',
  evidence_references: ['$REF_1$'],
  evidence_quotes: [{ reference: '$REF_1$', quote: 'A passage.' }],
  knowledge_citations: [
    {
      id: 'cash-structuring.split-withdrawals#1',
      typology_id: 'cash-structuring',
      typology_name: 'Typology',
      tactic_id: 'cash-structuring.split-withdrawals',
      tactic_name: 'Tactic',
      indicator: 'An indicator.',
    },
  ],
  unsupported: true,
};

/** The data of a summary, with as many findings as a small policy produces. */
export const templateSample: TemplateData = {
  verdict: 'approved',
  reasoning: 'Because.',
  policy: { name: 'Policy', version: 'version 1', version_id: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d' },
  findings: sampleFindings(10),
  hits: sampleFindings(10),
  categories: sampleFindings(5).map((one) => ({ category: 'Category', conclusion: 'None.', findings: [one] })),
  evidences: [
    {
      reference: '$REF_1$',
      evidence_type: 'artifact',
      evidence_data: 'agent-job-1/input.json',
      evidence_name: 'Input',
      evidence_description: 'What was sent.',
    },
  ],
};

/** The names that the template of an explanation can use. */
export type ExplanationData = Omit<TemplateData, 'categories' | 'evidences'> & {
  decided_by: string;
  /** Each has the verdict that it would have given, and a text that describes it. */
  changes: { verdict: string; text: string; steps: { what: string; from: string; to: string }[] }[];
  /** Why there are no changes, or what they leave out. */
  note: string;
};

export const explanationSample: ExplanationData = {
  verdict: templateSample.verdict,
  reasoning: templateSample.reasoning,
  policy: templateSample.policy,
  findings: templateSample.findings,
  hits: templateSample.hits,
  decided_by: 'a model',
  changes: [
    { verdict: 'rejected', text: "'Rule' had been met", steps: [{ what: 'Rule', from: 'not met', to: 'met' }] },
  ],
  note: 'A note.',
};
