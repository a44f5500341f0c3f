import { ruleFlags } from '@errand/contract/policies.ts';
import { isJsonObject } from '#platform/json.ts';

// A policy is a procedure in versions: rules by category, instructions, the classifications that a verdict is chosen
// from, and a template for the summary. Versions never change, and one is current. Sections may be missing or have
// another shape than ours, so all other code reads content through this file.

export type RuleFlag = (typeof ruleFlags)[number];
export type PolicySubRule = { id: string; title: string; description: string };
export type PolicyRule = {
  id: string;
  category: string;
  categoryDescription: string;
  title: string;
  description: string;
  flag: RuleFlag | null;
  subRules: PolicySubRule[];
};
export type Classification = {
  name: string;
  description: string;
  prompt: string;
  /** Marks the class for cases that only a person may decide. */
  person?: boolean;
};
export type PolicyContent = Record<string, unknown>;

/** The version that a job uses. */
export type AppliedPolicy = {
  policyId: string;
  name: string;
  versionId: string;
  versionName: string;
  content: PolicyContent;
};

/** A thousand rules are a whole book of procedure, and each is decided and stored for every case. */
export const RULES_MAX = 1_000;
export const SUB_RULES_MAX = 5_000;
export const CLASSIFICATIONS_MAX = 100;
export const CONTENT_BYTES_MAX = 2 * 1024 * 1024;

export function rulesOf(content: PolicyContent): PolicyRule[] {
  return categoryObjects(content).flatMap((category) =>
    objects(category.rules).map((rule) => ({
      id: text(rule.id),
      category: text(category.title),
      categoryDescription: text(category.description),
      title: text(rule.title),
      description: text(rule.description),
      flag: ruleFlags.find((flag) => flag === rule.flag) ?? null,
      subRules: objects(rule.sub_rules).map((sub) => ({
        id: text(sub.id),
        title: text(sub.title),
        description: text(sub.description),
      })),
    })),
  );
}

/** The same for rules that say the same, whatever their ids and flags. */
export const ruleKey = ({ category, title, description, subRules }: PolicyRule): string =>
  JSON.stringify([category, title, description, subRules.map((sub) => [sub.title, sub.description])]);

export const categoriesOf = (content: PolicyContent): { title: string; description: string }[] =>
  categoryObjects(content).map((category) => ({
    title: text(category.title),
    description: text(category.description),
  }));

export function classificationsOf(content: PolicyContent): Classification[] {
  const { dispositions } = content;
  if (!isJsonObject(dispositions)) return [];
  return objects(dispositions.classifications).map((one) => ({
    name: text(one.name),
    description: text(one.description),
    prompt: text(one.prompt),
    ...(one.person === true && { person: true }),
  }));
}

/** Returns free text for the model or person who decides. Guidelines in another shape than ours count as text. */
export function instructionsOf(content: PolicyContent): string {
  const { guidelines, instructions } = content;
  return [instructions, isJsonObject(guidelines) ? undefined : guidelines].map(asText).filter(Boolean).join('\n\n');
}

export const summaryTemplateOf = (content: PolicyContent): string | undefined => templateOf(content.summary_template);

export function narrativeTemplateOf(content: PolicyContent): string | undefined {
  return isJsonObject(content.optional) ? templateOf(content.optional.sar_narrative_template) : undefined;
}

/** Reads the template from a section like the others, or from a string. */
export const explanationTemplateOf = ({ explanation_template: section }: PolicyContent): string | undefined =>
  typeof section === 'string' ? section : templateOf(section);

function categoryObjects({ guidelines }: PolicyContent): Record<string, unknown>[] {
  return isJsonObject(guidelines) ? objects(guidelines.categories) : [];
}

function templateOf(section: unknown): string | undefined {
  return isJsonObject(section) && typeof section.template === 'string' ? section.template : undefined;
}

const objects = (list: unknown): Record<string, unknown>[] => (Array.isArray(list) ? list.filter(isJsonObject) : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const asText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
