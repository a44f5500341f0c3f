import { ruleFlags } from '@errand/contract/policies.ts';
import { invalidFields } from '#platform/errors.ts';
import { isJsonObject } from '#platform/json.ts';
import {
  CLASSIFICATIONS_MAX,
  CONTENT_BYTES_MAX,
  explanationTemplateOf,
  narrativeTemplateOf,
  type PolicyContent,
  RULES_MAX,
  SUB_RULES_MAX,
  summaryTemplateOf,
} from './model.ts';
import { withIds } from './rule-ids.ts';
import { findTemplateProblem } from './template.ts';
import { explanationSample, templateSample } from './template-sample.ts';

// Checks the content of a version. Sections in another shape than ours and unknown members are stored as they are.

const PROBLEMS_MAX = 10;

/** Returns the content to store, with ids on categories, rules and sub-rules. Throws a 400 that names each problem. */
export async function readContent(given: unknown, base?: PolicyContent): Promise<PolicyContent> {
  const problems = isJsonObject(given) ? findProblems(given) : ['Must be of type object.'];
  if (problems.length === 0) problems.push(...(await findTemplateProblems(given as PolicyContent)));
  if (problems.length > 0) throw invalidFields({ content: problems.slice(0, PROBLEMS_MAX) });
  return withIds(given as PolicyContent, base);
}

function findProblems(content: PolicyContent): string[] {
  // Check the size first: nobody reads messages about a hundred thousand rules.
  if (Buffer.byteLength(JSON.stringify(content)) > CONTENT_BYTES_MAX)
    return [`May have at most ${CONTENT_BYTES_MAX / 1024 / 1024} MiB.`];
  const problems: string[] = [];
  checkGuidelines(content.guidelines, problems);
  checkDispositions(content.dispositions, problems);
  if (content.substitutes !== undefined && content.substitutes !== 'never' && content.substitutes !== 'listed')
    problems.push('substitutes: Must be one of: never, listed.');
  checkTemplate(content.summary_template, 'summary_template', problems);
  checkTemplate(content.explanation_template, 'explanation_template', problems);
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
        problems.push(`${ruleAt}.flag: Must be one of: ${ruleFlags.join(', ')}.`);
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
    // A verdict names its classification, so names must be unique.
    const name = String(one.name).trim();
    if (typeof one.name === 'string' && seen.has(name)) problems.push(`${at}.name: Occurs more than once.`);
    seen.add(name);
  }
  if (seen.size > CLASSIFICATIONS_MAX) problems.unshift(`${path}: May have at most ${CLASSIFICATIONS_MAX} items.`);
}

function checkTemplate(section: unknown, path: string, problems: string[]): void {
  if (!isJsonObject(section) || section.template === undefined || section.template === null) return;
  if (typeof section.template !== 'string') problems.push(`${path}.template: Must be of type string.`);
}

async function findTemplateProblems(content: PolicyContent): Promise<string[]> {
  const problems: string[] = [];
  for (const [path, template] of [
    ['summary_template', summaryTemplateOf(content)],
    ['optional.sar_narrative_template', narrativeTemplateOf(content)],
    ['explanation_template', explanationTemplateOf(content)],
  ] as const) {
    const sample = path === 'explanation_template' ? explanationSample : templateSample;
    const problem = template === undefined ? undefined : await findTemplateProblem(template, sample);
    if (problem !== undefined) problems.push(`${path}.template: ${problem}`);
  }
  return problems;
}

/** Returns the objects of a list with their paths. Reports anything else as a problem. */
function items(list: unknown, path: string, problems: string[]): [Record<string, unknown>, string][] {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) {
    problems.push(`${path}: Must be a list.`);
    return [];
  }
  return list.flatMap((item, index): [Record<string, unknown>, string][] => {
    if (isJsonObject(item)) return [[item, `${path}[${index}]`]];
    problems.push(`${path}[${index}]: Must be of type object.`);
    return [];
  });
}

function checkTitle(title: unknown, path: string, problems: string[]): void {
  if (title === undefined) problems.push(`${path}: This field is required.`);
  else if (typeof title !== 'string') problems.push(`${path}: Must be of type string.`);
  else if (title.trim() === '') problems.push(`${path}: May not be blank.`);
}
