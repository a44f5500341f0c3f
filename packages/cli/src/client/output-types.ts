import { propertyName, writeSchemaType } from './schema-types.ts';

// Derives the type of an agent's output from its engine and configuration, if they determine it.

export type Described = {
  engine: string;
  config: Record<string, unknown>;
  /** The names of its policy's classifications. */
  verdicts: readonly string[];
};

/** The output member that contains the decision, by engine. */
const decisions: Record<string, string> = {
  ProductPolicyEngine: 'compliance_result',
  AMLInvestigationEngine: 'aml_analysis',
  FraudInvestigationEngine: 'fraud_analysis',
  MerchantRiskEngine: 'underwriting_result',
};

/** Engines whose output has a fixed shape. */
const fixed: Record<string, string> = {
  PDFPageSelectionEngine: '{ start: number; end: number }[]',
  URLFinderEngine: '{ urls: { url: string; title: string; snippet: string; score: number }[] }',
};

/** Engines without `output_schema`. */
const withoutSchema: Record<string, string> = {
  PDFExtractionEngine: '{ text: string }',
  ResearchEngine: '{ answer: string; sources: { url: string; title: string }[] }',
};

export function writeOutputType({ engine, config, verdicts }: Described): string {
  const own = fixed[engine];
  if (own !== undefined) return own;
  if (engine === 'TemplateEngine') return isTextTemplate(config) ? 'string' : 'unknown';
  const decision = decisions[engine];
  if (decision !== undefined) return writeDecision(decision, config, verdicts);
  const schema = readSchema(config.output_schema);
  return schema === undefined ? (withoutSchema[engine] ?? 'unknown') : writeExtraction(schema, config);
}

const isTextTemplate = ({ template, output_type: type }: Record<string, unknown>): boolean =>
  typeof template === 'string' && (type === undefined || type === 'text/plain');

function writeDecision(member: string, config: Record<string, unknown>, verdicts: readonly string[]): string {
  // Without a policy there is an assessment but no verdict.
  if (!config.policy_version_id) return 'unknown';
  const verdict = verdicts.map((name) => JSON.stringify(name)).join(' | ') || 'string';
  const policy = 'policy_applied: { name: string; version: string; version_id: string }';
  return `{ ${policy}; ${propertyName(member)}: { verdict: ${verdict}; summary: string; [more: string]: unknown } }`;
}

function writeExtraction(schema: unknown, config: Record<string, unknown>): string {
  const record = writeSchemaType(schema);
  const isList = config.record_per === 'file' || config.record_per === 'document';
  const usesSource = config.use_source === true || config.use_source === 'true';
  if (!isList) return usesSource ? `${record} & { field_sources: unknown[] }` : record;
  const records = `(${record} & { _source: { file: string; pages: unknown; kind: unknown } })[]`;
  return usesSource ? `{ records: ${records}; field_sources: unknown[] }` : records;
}

/** Reads an object or JSON text. A schema with placeholders is only known when the agent runs. */
function readSchema(given: unknown): unknown {
  if (typeof given !== 'string') return given ?? undefined;
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}
