import type { PolicyDiff } from '@errand/contract/policies.ts';
import {
  type Classification,
  categoriesOf,
  classificationsOf,
  instructionsOf,
  narrativeTemplateOf,
  type PolicyRule,
  rulesOf,
  summaryTemplateOf,
} from './model.ts';
import type { PolicyVersionRow } from './store.ts';

/** Returns the changes from one version to another. */
export function diffVersions(from: PolicyVersionRow, to: PolicyVersionRow): PolicyDiff {
  const [before, after] = [from.content, to.content];
  const rules = compare(rulesOf(before), rulesOf(after), { keys: [({ id }) => id, rulePath], textOf: ruleText });
  const categories = compare(categoriesOf(before), categoriesOf(after), {
    keys: [({ title }) => title.trim()],
    textOf: categoryText,
  });
  const classifications = compare(classificationsOf(before), classificationsOf(after), {
    keys: [({ name }) => name],
    textOf: classificationText,
  });
  return {
    from: { id: from.id, version_name: from.version_name },
    to: { id: to.id, version_name: to.version_name },
    rules: {
      added: rules.added.map(ruleView),
      removed: rules.removed.map(ruleView),
      changed: rules.changed.map(([old, now]) => ({
        id: now.id,
        category: now.category,
        title: now.title,
        from: ruleText(old),
        to: ruleText(now),
      })),
    },
    categories: {
      added: categories.added,
      removed: categories.removed,
      changed: categories.changed.map(([old, now]) => ({
        title: now.title,
        from: categoryText(old),
        to: categoryText(now),
      })),
    },
    instructions: textChange(instructionsOf(before), instructionsOf(after)),
    classifications: {
      added: classifications.added.map(classificationView),
      removed: classifications.removed.map(classificationView),
      changed: classifications.changed.map(([old, now]) => ({
        name: now.name,
        from: classificationText(old),
        to: classificationText(now),
      })),
    },
    summary_template: textChange(summaryTemplateOf(before) ?? '', summaryTemplateOf(after) ?? ''),
    sar_narrative_template: textChange(narrativeTemplateOf(before) ?? '', narrativeTemplateOf(after) ?? ''),
  };
}

const rulePath = ({ category, title }: PolicyRule): string => JSON.stringify([category.trim(), title.trim()]);

/** Matches items by the first key that they share. Several items with the same key match in order. */
function compare<T>(
  before: T[],
  after: T[],
  { keys, textOf }: { keys: ((item: T) => string)[]; textOf: (item: T) => unknown },
): { added: T[]; removed: T[]; changed: [T, T][] } {
  const pairs = new Map<T, T>();
  const taken = new Set<T>();
  for (const keyOf of keys) {
    const free = Map.groupBy(
      before.filter((item) => !taken.has(item)),
      keyOf,
    );
    for (const item of after) {
      const old = pairs.has(item) ? undefined : free.get(keyOf(item))?.shift();
      if (old === undefined) continue;
      pairs.set(item, old);
      taken.add(old);
    }
  }
  const isChanged = (old: T, now: T): boolean => JSON.stringify(textOf(old)) !== JSON.stringify(textOf(now));
  return {
    added: after.filter((item) => !pairs.has(item)),
    removed: before.filter((item) => !taken.has(item)),
    changed: [...pairs].flatMap(([now, old]): [T, T][] => (isChanged(old, now) ? [[old, now]] : [])),
  };
}

const categoryText = ({ description }: { description: string }) => ({ description });
const ruleText = ({ description, flag, subRules }: PolicyRule) => ({
  description,
  flag,
  sub_rules: subRules.map((sub) => ({ title: sub.title, description: sub.description })),
});
const ruleView = (rule: PolicyRule) => ({
  id: rule.id,
  category: rule.category,
  title: rule.title,
  ...ruleText(rule),
});
const classificationText = ({ description, prompt }: Classification) => ({ description, prompt });
const classificationView = (one: Classification) => ({ name: one.name, ...classificationText(one) });
const textChange = (from: string, to: string) => (from === to ? null : { from, to });
