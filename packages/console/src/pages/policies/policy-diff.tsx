import type { DiffRule, PolicyDiff } from '@errand/sdk/policies.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Badge } from '../../design/badge.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { keys } from '../../query-keys.ts';
import { errand } from '../../session/client.ts';
import { diffWords } from './diff-words.ts';
import { FlagBadge } from './policy-rules.tsx';

/** What changed from one version to another, rule by rule. */
export function PolicyDiffView({ policyId, from, to }: { policyId: string; from: string; to: string }) {
  const diff = useQuery({
    queryKey: keys.policyDiff(policyId, from, to),
    queryFn: ({ signal }) => errand.policies.diff(policyId, from, to, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <QueryView query={diff} rows={3}>
      {(data) => <Changes diff={data} />}
    </QueryView>
  );
}

function Changes({ diff }: { diff: PolicyDiff }) {
  const { rules, classifications } = diff;
  const items: ReactNode[] = [
    ...rules.added.map((rule) => <RuleItem key={`+${rule.id}`} kind="added" rule={rule} />),
    ...rules.removed.map((rule) => <RuleItem key={`-${rule.id}`} kind="removed" rule={rule} />),
    ...rules.changed.map((rule) => (
      <Item key={`~${rule.id}`} kind="changed" what="rule" name={`${rule.category} › ${rule.title}`}>
        {rule.from.flag !== rule.to.flag && (
          <p>
            flag: {flagOf(rule.from.flag)} → {flagOf(rule.to.flag)}
          </p>
        )}
        {rule.from.description !== rule.to.description && (
          <Words from={rule.from.description} to={rule.to.description} />
        )}
        {subRules(rule.from) !== subRules(rule.to) && <Words from={subRules(rule.from)} to={subRules(rule.to)} />}
      </Item>
    )),
    ...classifications.added.map((one) => (
      <Item key={`v+${one.name}`} kind="added" what="verdict" name={one.name}>
        <p dir="auto">{one.description}</p>
      </Item>
    )),
    ...classifications.removed.map((one) => (
      <Item key={`v-${one.name}`} kind="removed" what="verdict" name={one.name}>
        <p dir="auto">{one.description}</p>
      </Item>
    )),
    ...classifications.changed.map((one) => (
      <Item key={`v~${one.name}`} kind="changed" what="verdict" name={one.name}>
        <Words from={one.from.description} to={one.to.description} />
        {one.from.prompt !== one.to.prompt && <Words from={one.from.prompt} to={one.to.prompt} />}
      </Item>
    )),
  ];
  for (const [name, change] of [
    ['instructions', diff.instructions],
    ['summary template', diff.summary_template],
  ] as const) {
    if (change === null) continue;
    items.push(
      <Item key={name} kind="changed" what="text" name={name}>
        <Words {...change} />
      </Item>,
    );
  }
  if (items.length === 0) return <p className="text-muted">These versions say the same.</p>;
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
    <Item kind={kind} what="rule" name={`${rule.category} › ${rule.title}`}>
      {rule.flag && <FlagBadge flag={rule.flag} />}
      <p dir="auto" className="whitespace-pre-wrap">
        {[rule.description, subRules(rule)].filter(Boolean).join('\n')}
      </p>
    </Item>
  );
}

const signs = { added: ['+', 'positive'], removed: ['−', 'danger'], changed: ['~', 'warning'] } as const;

type ItemProps = { kind: keyof typeof signs; what: string; name: string; children: ReactNode };

function Item({ kind, what, name, children }: ItemProps) {
  const [sign, tone] = signs[kind];
  return (
    <li className="rounded-md border border-border p-3">
      <p className="mb-1 flex flex-wrap items-center gap-2">
        <Badge tone={tone}>
          {sign} {what} {kind}
        </Badge>
        <strong dir="auto" className="font-medium">
          {name}
        </strong>
      </p>
      <div className="break-words text-muted">{children}</div>
    </li>
  );
}

/** Signs and decoration carry the change too, not the colour alone. */
function Words({ from, to }: { from: string; to: string }) {
  return (
    <p dir="auto" className="whitespace-pre-wrap">
      {diffWords(from, to).map((part, index) =>
        part.kind === 'added' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no identity but their place
          <ins key={index} className="bg-positive-soft text-positive">
            {part.text}
          </ins>
        ) : part.kind === 'removed' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <del key={index} className="bg-danger-soft text-danger">
            {part.text}
          </del>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <span key={index}>{part.text}</span>
        ),
      )}
    </p>
  );
}
