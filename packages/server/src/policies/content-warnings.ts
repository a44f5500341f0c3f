import { isJsonObject } from '#platform/json.ts';
import { createLru } from '#platform/lru.ts';
import { didYouMean } from '#platform/nearest.ts';
import {
  classificationsOf,
  explanationTemplateOf,
  narrativeTemplateOf,
  type PolicyContent,
  rulesOf,
  summaryTemplateOf,
} from './model.ts';
import { findUnknownValues } from './template.ts';
import { explanationSample, templateSample } from './template-sample.ts';

// Warns about content that no job uses and about missing content, in one sentence each. Content is stored as sent, so
// this is where a misspelt section is reported.

const WARNINGS_MAX = 20;

/** Versions never change, so the warnings of each are computed only once. */
const known = createLru<string, string[]>(2_000);

export async function contentWarnings(version: { id: string; content: PolicyContent }): Promise<string[]> {
  const found = known.get(version.id);
  if (found !== undefined) return found;
  const warnings = await findContentWarnings(version.content);
  known.set(version.id, warnings);
  return warnings;
}

export async function findContentWarnings(content: PolicyContent): Promise<string[]> {
  const warnings = [
    ...findUnknownMembers(content),
    ...findUnusableSections(content),
    ...findMissing(content),
    ...(await findTemplateWarnings(content)),
  ];
  const more = warnings.length - WARNINGS_MAX;
  return more <= 0 ? warnings : [...warnings.slice(0, WARNINGS_MAX), `There are ${more} more warnings.`];
}

/** The known members at every depth. A list describes each of its items. */
type Shape = { [member: string]: Shape | [Shape] | null };
const titled = { id: null, title: null, description: null };
const template = { template: null };
const SHAPE: Shape = {
  guidelines: { categories: [{ ...titled, rules: [{ ...titled, flag: null, sub_rules: [titled] }] }] },
  instructions: null,
  dispositions: { classifications: [{ id: null, name: null, description: null, prompt: null, person: null }] },
  summary_template: template,
  explanation_template: template,
  optional: { sar_narrative_template: template },
};

/** Warns once for each unknown name under one kind of parent, however many rules have it. */
function findUnknownMembers(content: PolicyContent): string[] {
  const warnings = new Map<string, string>();
  const visit = (value: unknown, shape: Shape, path: string): void => {
    if (!isJsonObject(value)) return;
    for (const [name, member] of Object.entries(value)) {
      if (!Object.hasOwn(shape, name)) {
        const what = path === '' ? `There is no section '${cut(name)}'` : `${path} has no member '${cut(name)}'`;
        const hint = warnings.size < WARNINGS_MAX ? didYouMean(name, Object.keys(shape)) : '';
        warnings.set(`${path}.${name}`, `${what}: it is kept, but not used.${hint}`);
        continue;
      }
      const inner = shape[name]!;
      const place = path === '' ? name : `${path}.${name}`;
      if (Array.isArray(inner)) {
        for (const item of Array.isArray(member) ? member : []) visit(item, inner[0], `${place}[]`);
      } else if (inner !== null) visit(member, inner, place);
    }
  };
  visit(content, SHAPE, '');
  return [...warnings.values()];
}

/** Finds sections with an unusable shape. Guidelines that are text are read as instructions, so they are fine. */
function findUnusableSections(content: PolicyContent): string[] {
  const warnings: string[] = [];
  const check = (value: unknown, path: string, wanted: string): void => {
    if (value !== undefined && value !== null && !isJsonObject(value))
      warnings.push(`${path} is not used. It must be an object with ${wanted}.`);
  };
  check(content.dispositions, 'dispositions', "'classifications'");
  check(content.summary_template, 'summary_template', "'template'");
  check(content.optional, 'optional', "'sar_narrative_template'");
  if (isJsonObject(content.optional))
    check(content.optional.sar_narrative_template, 'optional.sar_narrative_template', "'template'");
  return warnings;
}

function findMissing(content: PolicyContent): string[] {
  const warnings: string[] = [];
  if (rulesOf(content).length === 0)
    warnings.push('There are no rules (guidelines.categories[].rules), so an investigation has nothing to decide.');
  if (classificationsOf(content).length === 0)
    warnings.push(
      "There are no classifications (dispositions.classifications), so verdicts will be 'approved' or 'rejected'.",
    );
  return warnings;
}

async function findTemplateWarnings(content: PolicyContent): Promise<string[]> {
  const warnings: string[] = [];
  for (const [path, text] of [
    ['summary_template', summaryTemplateOf(content)],
    ['optional.sar_narrative_template', narrativeTemplateOf(content)],
    ['explanation_template', explanationTemplateOf(content)],
  ] as const) {
    const sample = path === 'explanation_template' ? explanationSample : templateSample;
    for (const name of text === undefined ? [] : await findUnknownValues(text, sample)) {
      const last = name.split(/[./]/).at(-1) ?? name;
      warnings.push(`${path} uses the unknown name '${cut(name)}', which will be empty.${didYouMean(last, VALUES)}`);
    }
  }
  return warnings;
}

/** Every name that a template can use, at any depth. */
const VALUES = new Set([...namesIn(templateSample), ...namesIn(explanationSample)]);

function namesIn(value: unknown): string[] {
  if (Array.isArray(value)) return namesIn(value[0]);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...namesIn(member)]);
}

const cut = (text: string): string => (text.length > 60 ? `${[...text.slice(0, 60)].slice(0, 57).join('')}…` : text);
