import type { JsonObject, ruleFlags } from '@errand/sdk';

// The editor's form of a policy. Reading and writing keep unknown members, so that nothing a client put into a policy
// is lost by editing it here.

export type SubRuleDraft = { key: string; title: string; description: string; rest: JsonObject };
export type RuleDraft = {
  key: string;
  title: string;
  description: string;
  flag: (typeof ruleFlags)[number] | '';
  subRules: SubRuleDraft[];
  rest: JsonObject;
};
export type CategoryDraft = { key: string; title: string; description: string; rules: RuleDraft[]; rest: JsonObject };
export type DispositionDraft = { key: string; name: string; description: string; prompt: string; rest: JsonObject };

export type PolicyDraft = {
  categories: CategoryDraft[];
  instructions: string;
  dispositions: DispositionDraft[];
  summaryTemplate: string;
  narrativeTemplate: string;
  /** The original object, for members that are not shown. */
  rest: JsonObject;
};

let keys = 0;
const newKey = (): string => `k${++keys}`;

export const newSubRule = (): SubRuleDraft => ({ key: newKey(), title: '', description: '', rest: {} });
export const newRule = (): RuleDraft => ({
  key: newKey(),
  title: '',
  description: '',
  flag: '',
  subRules: [],
  rest: {},
});
export const newCategory = (): CategoryDraft => ({
  key: newKey(),
  title: '',
  description: '',
  rules: [newRule()],
  rest: {},
});
export const newDisposition = (): DispositionDraft => ({
  key: newKey(),
  name: '',
  description: '',
  prompt: '',
  rest: {},
});

export function readPolicy(content: JsonObject): PolicyDraft {
  const { guidelines, instructions, dispositions, summary_template: summary, optional, ...rest } = content;
  return {
    categories: objects(member(guidelines, 'categories')).map(readCategory),
    instructions: typeof instructions === 'string' ? instructions : '',
    dispositions: objects(member(dispositions, 'classifications')).map((one) => {
      const { name, description, prompt, ...others } = one;
      return { key: newKey(), name: text(name), description: text(description), prompt: text(prompt), rest: others };
    }),
    summaryTemplate: text(member(summary, 'template')),
    narrativeTemplate: text(member(member(optional, 'sar_narrative_template'), 'template')),
    rest: { ...rest, guidelines, dispositions, summary_template: summary, optional, instructions },
  };
}

function readCategory(category: JsonObject): CategoryDraft {
  const { id: _id, title, description, rules, ...rest } = category;
  return {
    key: newKey(),
    title: text(title),
    description: text(description),
    rules: objects(rules).map((rule) => {
      const { id: _ruleId, title: ruleTitle, description: about, flag, sub_rules: subRules, ...others } = rule;
      return {
        key: newKey(),
        title: text(ruleTitle),
        description: text(about),
        flag: flag === 'RED_FLAG' || flag === 'GREEN_FLAG' ? flag : '',
        subRules: objects(subRules).map(({ id: _subId, title: subTitle, description: subAbout, ...more }) => ({
          key: newKey(),
          title: text(subTitle),
          description: text(subAbout),
          rest: more,
        })),
        rest: others,
      };
    }),
    rest,
  };
}

/** Empty sections are left out. The server assigns ids. */
export function writePolicy(draft: PolicyDraft): JsonObject {
  const { guidelines, dispositions, summary_template: summary, optional, instructions, ...rest } = draft.rest;
  const content: JsonObject = { ...rest };
  const categories = draft.categories.map((category) => ({
    ...category.rest,
    title: category.title.trim(),
    ...(category.description && { description: category.description }),
    rules: category.rules.map((rule) => ({
      ...rule.rest,
      title: rule.title.trim(),
      ...(rule.description && { description: rule.description }),
      ...(rule.flag && { flag: rule.flag }),
      ...(rule.subRules.length > 0 && {
        sub_rules: rule.subRules.map((sub) => ({
          ...sub.rest,
          title: sub.title.trim(),
          ...(sub.description && { description: sub.description }),
        })),
      }),
    })),
  }));
  if (categories.length > 0 || isObject(guidelines)) content.guidelines = { ...asObject(guidelines), categories };
  else if (guidelines !== undefined) content.guidelines = guidelines;
  if (draft.instructions !== '') content.instructions = draft.instructions;
  else if (instructions !== undefined && typeof instructions !== 'string') content.instructions = instructions;
  const classifications = draft.dispositions.map(({ name, description, prompt, rest: others }) => ({
    ...others,
    name: name.trim(),
    ...(description && { description }),
    ...(prompt && { prompt }),
  }));
  if (classifications.length > 0 || isObject(dispositions))
    content.dispositions = { ...asObject(dispositions), classifications };
  if (draft.summaryTemplate !== '')
    content.summary_template = { ...asObject(summary), template: draft.summaryTemplate };
  if (draft.narrativeTemplate !== '') {
    const narrative = { ...asObject(member(optional, 'sar_narrative_template')), template: draft.narrativeTemplate };
    content.optional = { ...asObject(optional), sar_narrative_template: narrative };
  } else if (isObject(optional)) content.optional = optional;
  return content;
}

export type DraftProblem = { key: string; message: string };

/** Lists what the server would refuse, and what makes the policy unusable. */
export function listProblems(draft: PolicyDraft): DraftProblem[] {
  const problems: DraftProblem[] = [];
  const seen = new Set<string>();
  for (const category of draft.categories) {
    if (category.title.trim() === '') problems.push({ key: category.key, message: 'Give the category a title.' });
    for (const rule of category.rules) {
      const title = rule.title.trim();
      if (title === '') problems.push({ key: rule.key, message: 'Give the rule a title.' });
      const path = `${category.title.trim()}\n${title}`.toLowerCase();
      if (title !== '' && seen.has(path))
        problems.push({ key: rule.key, message: 'Another rule of this category has the same title.' });
      seen.add(path);
      for (const sub of rule.subRules)
        if (sub.title.trim() === '') problems.push({ key: sub.key, message: 'Give the sub-rule a title.' });
    }
  }
  const names = new Set<string>();
  for (const disposition of draft.dispositions) {
    const name = disposition.name.trim().toLowerCase();
    if (name === '') problems.push({ key: disposition.key, message: 'Give the verdict a name.' });
    else if (names.has(name)) problems.push({ key: disposition.key, message: 'Another verdict has the same name.' });
    names.add(name);
  }
  return problems;
}

/** Moves an item up or down. Does nothing at the ends. */
export function moved<T>(items: readonly T[], index: number, by: -1 | 1): T[] {
  const target = index + by;
  if (target < 0 || target >= items.length) return [...items];
  const next = [...items];
  [next[index], next[target]] = [next[target]!, next[index]!];
  return next;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {});
const objects = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
const member = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
