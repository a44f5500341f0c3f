import type { PolicyDiff } from '@errand/contract/policies.ts';
import {
  type Classification,
  classificationsOf,
  instructionsOf,
  type PolicyRule,
  rulesOf,
  summaryTemplateOf,
} from './model.ts';
import type { PolicyVersionRow } from './versions-store.ts';

/** What changed from one version to another. Versions need not be derived from each other: titles tell what is the same. */
export function diffVersions(from: PolicyVersionRow, to: PolicyVersionRow): PolicyDiff {
  const rules = compare(numbered(rulesOf(from.content)), numbered(rulesOf(to.content)), (rule) => ruleText(rule.item));
  const classifications = compare(
    classificationsOf(from.content),
    classificationsOf(to.content),
    classificationText,
    ({ name }) => name,
  );
  return {
    from: { id: from.id, version_name: from.version_name },
    to: { id: to.id, version_name: to.version_name },
    rules: {
      added: rules.added.map(({ item }) => ruleView(item)),
      removed: rules.removed.map(({ item }) => ruleView(item)),
      changed: rules.changed.map(([{ item: before }, { item: after }]) => ({
        id: after.id,
        category: after.category,
        title: after.title,
        from: ruleText(before),
        to: ruleText(after),
      })),
    },
    instructions: textChange(instructionsOf(from.content), instructionsOf(to.content)),
    classifications: {
      added: classifications.added.map(classificationView),
      removed: classifications.removed.map(classificationView),
      changed: classifications.changed.map(([before, after]) => ({
        name: after.name,
        from: classificationText(before),
        to: classificationText(after),
      })),
    },
    summary_template: textChange(summaryTemplateOf(from.content) ?? '', summaryTemplateOf(to.content) ?? ''),
  };
}

type Numbered = { key: string; item: PolicyRule };

/** Rules by their path of titles; the second of one path is compared with the second. */
function numbered(rules: PolicyRule[]): Numbered[] {
  const seen = new Map<string, number>();
  return rules.map((item) => {
    const path = JSON.stringify([item.category.trim(), item.title.trim()]);
    const nth = (seen.get(path) ?? 0) + 1;
    seen.set(path, nth);
    return { key: `${nth} ${path}`, item };
  });
}

function compare<T>(before: T[], after: T[], textOf: (item: T) => unknown, keyOf?: (item: T) => string) {
  const key = keyOf ?? ((item: T) => (item as Numbered).key);
  const old = new Map(before.map((item) => [key(item), item]));
  const names = new Set(after.map(key));
  const pairs = after.flatMap((item): [T, T][] => (old.has(key(item)) ? [[old.get(key(item))!, item]] : []));
  return {
    added: after.filter((item) => !old.has(key(item))),
    removed: before.filter((item) => !names.has(key(item))),
    changed: pairs.filter(([one, other]) => JSON.stringify(textOf(one)) !== JSON.stringify(textOf(other))),
  };
}

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
