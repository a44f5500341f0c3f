import type { OutputItem } from '@errand/sdk';
import { parseJsonText } from '../../json/json-rows.ts';

// Reads the structure of an output: a verdict with findings, evidence to open, saved pages.

export type Evidence = {
  reference: string;
  kind: 'web_link' | 'screenshot' | 'artifact';
  /** A URL, or the key of an artifact. */
  data: string;
  name: string;
  description: string;
};

export type FindingView = {
  rule: string;
  description: string;
  category: string;
  hit: boolean;
  /** Whether a met rule counts against the case or for it. */
  flag: 'red' | 'green' | 'none';
  /** Its quotation is only like the rule in meaning. */
  isAlike: boolean;
  unsupported: boolean;
  reasoning: string;
  evidence: string[];
  quotes: Quote[];
  /** The parts of a knowledge base that it relies on, in words. */
  knowledge: string[];
};

/** Words of the evidence that a finding rests on. `path` is the place in JSON or in a table. */
export type Quote = { reference: string; quote: string; path?: string };

export type VerdictView = { verdict: string; summary: string; findings: FindingView[]; evidence: Evidence[] };

export type OutputView = {
  /** Undefined for text, or if it is too large to parse at once. */
  value: unknown;
  isJson: boolean;
  verdict: VerdictView | undefined;
  /** Ids of saved pages and files. */
  resources: string[];
  artifacts: string[];
};

/** Larger outputs are shown as text first, because searching them for evidence would be noticeably slow. */
export const LOOK_INTO_BYTES = 3_000_000;

export function readOutput(output: OutputItem, jobId: string): OutputView {
  const isJson = /\bjson\b/.test(output.data_type) || /^\s*[[{]/.test(output.value.slice(0, 100));
  const parsed = isJson && output.value.length <= LOOK_INTO_BYTES ? parseJsonText(output.value) : undefined;
  if (parsed === undefined) return { value: undefined, isJson, verdict: undefined, resources: [], artifacts: [] };
  const { value } = parsed;
  return {
    value,
    isJson: true,
    verdict: readVerdict(value),
    resources: readResources(value),
    artifacts: findArtifactKeys(value, `agent-job-${jobId}/`),
  };
}

const RESULTS = ['compliance_result', 'aml_analysis', 'fraud_analysis', 'underwriting_result'];

function readVerdict(value: unknown): VerdictView | undefined {
  const result = RESULTS.map((name) => member(value, name)).find(isObject);
  if (result === undefined || typeof result.verdict !== 'string') return undefined;
  const categories = list(result.category_analysis);
  const named = Array.isArray(result.hits_by_likeness) ? result.hits_by_likeness : [];
  const alike = new Set(named.map(text));
  const findings = [
    ...list(result.investigation_findings).map((one) => readFinding(one, '', alike)),
    ...categories.flatMap((category) =>
      list(category.findings).map((one) => readFinding(one, text(category.category), alike)),
    ),
  ];
  const evidence = [result, ...categories].flatMap((part) =>
    [...list(part.summary_evidences), ...list(part.evidences), ...list(part.evidence)].map(readEvidence),
  );
  return { verdict: result.verdict, summary: text(result.summary), findings, evidence };
}

function readFinding(one: Record<string, unknown>, category: string, alike: Set<string>): FindingView {
  const references = Array.isArray(one.evidence_references) ? one.evidence_references : [];
  return {
    rule: text(one.rule_title),
    description: text(one.rule_description),
    category: text(one.category) || category,
    hit: one.hit === true,
    flag: one.flag === 'GREEN_FLAG' ? 'green' : one.flag === 'RED_FLAG' ? 'red' : 'none',
    isAlike: alike.has(text(one.rule_id)),
    unsupported: one.unsupported === true || one.supported === false,
    reasoning: text(one.reasoning),
    evidence: references.filter((reference): reference is string => typeof reference === 'string'),
    quotes: list(one.evidence_quotes).map((quote) => ({
      reference: text(quote.reference),
      quote: text(quote.quote),
      ...(text(quote.path) !== '' && { path: text(quote.path) }),
    })),
    knowledge: list(one.knowledge_citations).map((cited) =>
      [cited.typology_name, cited.tactic_name, cited.indicator].map(text).filter(Boolean).join(' · '),
    ),
  };
}

function readEvidence(one: Record<string, unknown>): Evidence {
  const kind = text(one.evidence_type);
  return {
    reference: text(one.reference),
    kind: kind === 'web_link' || kind === 'screenshot' ? kind : 'artifact',
    data: text(one.evidence_data),
    name: text(one.evidence_name),
    description: text(one.evidence_description),
  };
}

function readResources(value: unknown): string[] {
  const references = member(value, 'references');
  if (!Array.isArray(references)) return [];
  return references.flatMap((one) => (typeof one === 'string' ? (resourceOf(one) ?? []) : []));
}

/** Returns the id in the URL of a saved page, or undefined for other URLs. */
export function resourceOf(url: string): string | undefined {
  const id = /\/references\/([^/?#]+)\/?(?:[?#].*)?$/.exec(url)?.[1];
  return id !== undefined && /^[\w.-]{1,200}$/.test(id) ? id : undefined;
}

const KEYS_MAX = 200;

function findArtifactKeys(root: unknown, prefix: string): string[] {
  const keys = new Set<string>();
  const stack = [root];
  while (stack.length > 0 && keys.size < KEYS_MAX) {
    const value = stack.pop();
    if (typeof value === 'string' && value.startsWith(prefix)) keys.add(value);
    else if (typeof value === 'object' && value !== null) stack.push(...Object.values(value));
  }
  return [...keys];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const member = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);
const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isObject) : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
