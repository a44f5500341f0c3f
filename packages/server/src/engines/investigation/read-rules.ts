import type { OutputItem } from '@errand/contract/jobs.ts';
import { isJsonObject, parseJson } from '#platform/json.ts';
import type { RuleOutcome } from '../engine/frozen.ts';

/** Reads how each rule was decided from the output of an investigation. Empty for other outputs. */
export function readRules(outputs: Pick<OutputItem, 'data_type' | 'value'>[]): RuleOutcome[] {
  const output = outputs.find(({ data_type: type }) => type === 'application/json');
  const value = output && parseJson(output.value);
  if (!isJsonObject(value)) return [];
  return Object.values(value)
    .filter(isJsonObject)
    .flatMap((analysis) => [
      ...objects(analysis.investigation_findings),
      ...objects(analysis.category_analysis).flatMap((category) => objects(category.findings)),
    ])
    .map((finding) => ({
      id: String(finding.rule_id ?? ''),
      category: String(finding.category ?? ''),
      title: String(finding.rule_title ?? ''),
      hit: finding.hit === true,
    }));
}

const objects = (list: unknown): Record<string, unknown>[] => (Array.isArray(list) ? list.filter(isJsonObject) : []);
