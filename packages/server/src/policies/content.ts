import { ruleFlags } from '@errand/contract/policies.ts';
import { invalidFields } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { isJsonObject } from '#platform/json.ts';
import {
  CLASSIFICATIONS_MAX,
  CONTENT_BYTES_MAX,
  narrativeTemplateOf,
  type PolicyContent,
  RULES_MAX,
  SUB_RULES_MAX,
  summaryTemplateOf,
} from './model.ts';
import { findTemplateProblem } from './template.ts';

// What a version may hold, and the ids of its rules. Sections in another shape than ours are kept as they are, and so
// are members that we do not know.

const PROBLEMS_MAX = 10;

/** Content as it is stored, with an id on each category, rule and sub-rule. Throws a 400 that names each problem. */
export async function readContent(given: unknown, base?: PolicyContent): Promise<PolicyContent> {
  const problems = isJsonObject(given) ? findProblems(given) : ['Has to be of type object.'];
  if (problems.length === 0) problems.push(...(await findTemplateProblems(given as PolicyContent)));
  if (problems.length > 0) throw invalidFields({ content: problems.slice(0, PROBLEMS_MAX) });
  return withIds(given as PolicyContent, base);
}

function findProblems(content: PolicyContent): string[] {
  // Measured first: whatever else is wrong with it, nobody reads messages about a hundred thousand rules.
  if (Buffer.byteLength(JSON.stringify(content)) > CONTENT_BYTES_MAX)
    return [`May have at most ${CONTENT_BYTES_MAX / 1024 / 1024} MiB.`];
  const problems: string[] = [];
  checkGuidelines(content.guidelines, problems);
  checkDispositions(content.dispositions, problems);
  checkTemplate(content.summary_template, 'summary_template', problems);
  if (isJsonObject(content.optional))
    checkTemplate(content.optional.sar_narrative_template, 'optional.sar_narrative_template', problems);
  return problems;
}

function checkGuidelines(guidelines: unknown, problems: string[]): void {
  if (!isJsonObject(guidelines)) return;
  let rules = 0;
  let subRules = 0;
  for (const [category, at] of items(guidelines.categories, 'guidelines.categories', problems)) {
    checkTitle(category.title, `${at}.title`, problems);
    for (const [rule, ruleAt] of items(category.rules, `${at}.rules`, problems)) {
      rules += 1;
      checkTitle(rule.title, `${ruleAt}.title`, problems);
      if (rule.flag !== undefined && rule.flag !== null && !ruleFlags.includes(rule.flag as never))
        problems.push(`${ruleAt}.flag: Has to be one of: ${ruleFlags.join(', ')}.`);
      for (const [sub, subAt] of items(rule.sub_rules, `${ruleAt}.sub_rules`, problems)) {
        subRules += 1;
        checkTitle(sub.title, `${subAt}.title`, problems);
      }
    }
  }
  if (rules > RULES_MAX)
    problems.unshift(`guidelines: May have at most ${RULES_MAX} rules, but has ${rules}. Split the policy.`);
  if (subRules > SUB_RULES_MAX) problems.unshift(`guidelines: May have at most ${SUB_RULES_MAX} sub-rules.`);
}

function checkDispositions(dispositions: unknown, problems: string[]): void {
  if (!isJsonObject(dispositions)) return;
  const seen = new Set<string>();
  const path = 'dispositions.classifications';
  for (const [one, at] of items(dispositions.classifications, path, problems)) {
    checkTitle(one.name, `${at}.name`, problems);
    // A verdict names its classification, so two of one name could not be told apart.
    if (typeof one.name === 'string' && seen.has(one.name)) problems.push(`${at}.name: Is there more than once.`);
    seen.add(one.name as string);
  }
  if (seen.size > CLASSIFICATIONS_MAX) problems.unshift(`${path}: May have at most ${CLASSIFICATIONS_MAX} items.`);
}

function checkTemplate(section: unknown, path: string, problems: string[]): void {
  if (!isJsonObject(section) || section.template === undefined || section.template === null) return;
  if (typeof section.template !== 'string') problems.push(`${path}.template: Has to be of type string.`);
}

async function findTemplateProblems(content: PolicyContent): Promise<string[]> {
  const problems: string[] = [];
  for (const [path, template] of [
    ['summary_template', summaryTemplateOf(content)],
    ['optional.sar_narrative_template', narrativeTemplateOf(content)],
  ] as const) {
    const problem = template === undefined ? undefined : await findTemplateProblem(template);
    if (problem !== undefined) problems.push(`${path}.template: ${problem}`);
  }
  return problems;
}

/** The objects of a list with their places; what is no list, and what is no object, is noted. */
function items(list: unknown, path: string, problems: string[]): [Record<string, unknown>, string][] {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) {
    problems.push(`${path}: Has to be a list.`);
    return [];
  }
  return list.flatMap((item, index): [Record<string, unknown>, string][] => {
    if (isJsonObject(item)) return [[item, `${path}[${index}]`]];
    problems.push(`${path}[${index}]: Has to be of type object.`);
    return [];
  });
}

function checkTitle(title: unknown, path: string, problems: string[]): void {
  if (title === undefined) problems.push(`${path}: This field is required.`);
  else if (typeof title !== 'string') problems.push(`${path}: Has to be of type string.`);
  else if (title.trim() === '') problems.push(`${path}: May not be blank.`);
}

/** Ids of the base stay with what has the same path of titles; the nth of several with one path goes with the nth. */
function withIds(content: PolicyContent, base: PolicyContent | undefined): PolicyContent {
  const known = new Map<string, string[]>();
  if (base !== undefined) {
    eachTitled(base, (item, path) => {
      const key = JSON.stringify(path);
      known.set(key, [...(known.get(key) ?? []), String(item.id)]);
      return item;
    });
  }
  return eachTitled(content, ({ id: _given, ...item }, path) => {
    const id = known.get(JSON.stringify(path))?.shift() ?? newId();
    return { id, ...item };
  });
}

type Titled = Record<string, unknown>;

/** The content with each category, rule and sub-rule replaced by what `change` makes of it. */
function eachTitled(content: PolicyContent, change: (item: Titled, path: string[]) => Titled): PolicyContent {
  const { guidelines } = content;
  if (!isJsonObject(guidelines) || !Array.isArray(guidelines.categories)) return content;
  const level = (list: unknown, parents: string[], below: (item: Titled, path: string[]) => Titled): unknown =>
    Array.isArray(list)
      ? (list as Titled[]).map((item) => {
          const path = [...parents, String(item.title).trim()];
          return below(change(item, path), path);
        })
      : list;
  const withMember =
    (name: string, below: (item: Titled, path: string[]) => Titled) => (item: Titled, path: string[]) =>
      Array.isArray(item[name]) ? { ...item, [name]: level(item[name], path, below) } : item;
  const asRule = withMember('sub_rules', (item) => item);
  const asCategory = withMember('rules', asRule);
  return { ...content, guidelines: { ...guidelines, categories: level(guidelines.categories, [], asCategory) } };
}
