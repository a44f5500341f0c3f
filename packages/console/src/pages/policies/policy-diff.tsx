import type { DiffRule, PolicyDiff } from '@errand/sdk';
import type { ReactNode } from 'react';
import { FOREVER, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { WordDiff } from '../../design/diff-view.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { errand } from '../../session/client.ts';
import { ChangeItem } from '../versions/change-item.tsx';
import { FlagBadge } from './policy-rules.tsx';

/** Shows the changes between two versions rule by rule. */
export function PolicyDiffView({ policyId, from, to }: { policyId: string; from: string; to: string }) {
  const diff = useRead(
    keys.policyDiff(policyId, from, to),
    (options) => errand.policyVersions.diff(policyId, from, to, options),
    FOREVER,
  );
  return (
    <QueryView query={diff} rows={3}>
      {(data) => <Changes diff={data} />}
    </QueryView>
  );
}

function Changes({ diff }: { diff: PolicyDiff }) {
  const { rules, categories, classifications } = diff;
  const items: ReactNode[] = [
    ...rules.added.map((rule) => <RuleItem key={`+${rule.id}`} kind="added" rule={rule} />),
    ...rules.removed.map((rule) => <RuleItem key={`-${rule.id}`} kind="removed" rule={rule} />),
    ...rules.changed.map((rule) => (
      <ChangeItem key={`~${rule.id}`} kind="changed" what="rule" name={`${rule.category} › ${rule.title}`}>
        {rule.from.flag !== rule.to.flag && (
          <p>
            flag: {flagOf(rule.from.flag)} → {flagOf(rule.to.flag)}
          </p>
        )}
        {rule.from.description !== rule.to.description && (
          <Words from={rule.from.description} to={rule.to.description} />
        )}
        {subRules(rule.from) !== subRules(rule.to) && <Words from={subRules(rule.from)} to={subRules(rule.to)} />}
      </ChangeItem>
    )),
    ...categories.changed.map((one) => (
      <ChangeItem key={`c~${one.title}`} kind="changed" what="category" name={one.title}>
        <Words from={one.from.description} to={one.to.description} />
      </ChangeItem>
    )),
    ...classifications.added.map((one) => (
      <ChangeItem key={`v+${one.name}`} kind="added" what="verdict" name={one.name}>
        <p dir="auto">{one.description}</p>
      </ChangeItem>
    )),
    ...classifications.removed.map((one) => (
      <ChangeItem key={`v-${one.name}`} kind="removed" what="verdict" name={one.name}>
        <p dir="auto">{one.description}</p>
      </ChangeItem>
    )),
    ...classifications.changed.map((one) => (
      <ChangeItem key={`v~${one.name}`} kind="changed" what="verdict" name={one.name}>
        <Words from={one.from.description} to={one.to.description} />
        {one.from.prompt !== one.to.prompt && <Words from={one.from.prompt} to={one.to.prompt} />}
      </ChangeItem>
    )),
  ];
  for (const [name, change] of [
    ['instructions', diff.instructions],
    ['summary template', diff.summary_template],
    ['narrative template', diff.sar_narrative_template],
  ] as const) {
    if (change === null) continue;
    items.push(
      <ChangeItem key={name} kind="changed" what="text" name={name}>
        <Words {...change} />
      </ChangeItem>,
    );
  }
  if (items.length === 0) return <p className="text-muted">These versions are identical.</p>;
  return (
    <ul aria-label="Changes" className="flex flex-col gap-2">
      {items}
    </ul>
  );
}

const subRules = (rule: { sub_rules: { title: string; description: string }[] }): string =>
  rule.sub_rules.map(({ title, description }) => `${title}: ${description}`).join('\n');

const flagOf = (flag: string | null): ReactNode => (flag === null ? 'none' : <FlagBadge flag={flag} />);

function RuleItem({ kind, rule }: { kind: 'added' | 'removed'; rule: DiffRule }) {
  return (
    <ChangeItem kind={kind} what="rule" name={`${rule.category} › ${rule.title}`}>
      {rule.flag && <FlagBadge flag={rule.flag} />}
      <p dir="auto" className="whitespace-pre-wrap">
        {[rule.description, subRules(rule)].filter(Boolean).join('\n')}
      </p>
    </ChangeItem>
  );
}

const Words = ({ from, to }: { from: string; to: string }) => (
  <p dir="auto" className="whitespace-pre-wrap">
    <WordDiff before={from} after={to} />
  </p>
);
