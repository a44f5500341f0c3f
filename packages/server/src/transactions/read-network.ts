import {
  type CaseNetwork,
  detectionRuleNames,
  type NetworkEdge,
  type NetworkFinding,
  type NetworkNode,
} from '@errand/contract/transactions.ts';
import type { RelatedRow } from '#case-desk/store/related.ts';
import { AppError } from '#platform/errors.ts';
import type { Ask } from './ask.ts';
import { readFindings } from './findings.ts';
import { toTime } from './list-transactions.ts';
import { completeRules, type Rules, ruleSelect, wholeSelect } from './rules-sql.ts';
import { comparedAccount, type Period, textList, usableRows } from './source-sql.ts';
import type { RunSource } from './store.ts';

const EDGES_MAX = 200;
const FINDINGS_MAX = 200;

type OtherCase = { id: string; number: number; state: string; outcome: string | null; value: string };
export type NetworkGiven = {
  source: RunSource | undefined;
  /** The accounts of the subject, as they are compared. */
  accounts: string[];
  period: Period;
  related: RelatedRow[];
  /** Other cases about accounts, by their value as it is compared. */
  findCases(values: string[]): Promise<OtherCase[]>;
  compare(value: string): string;
};

/** Who the subject of a case is connected with: by transactions, and by identifiers that other cases share. */
export async function readNetwork(ask: Ask | undefined, given: NetworkGiven): Promise<CaseNetwork> {
  const { source, accounts, period } = given;
  const problems: string[] = [];
  let [edges, pairs, statement]: [AccountEdge[], number, string | null] = [[], 0, null];
  let findings: NetworkFinding[] = [];
  if (source === undefined || ask === undefined)
    problems.push('The queue has no table of transactions. See PUT /v1/case-queues/{id}/transactions/.');
  else if (accounts.length === 0) problems.push(`The subject has no identifier of the kind ${source.identifier}.`);
  else {
    statement = edgesStatement({ source, accounts, period });
    const found = await ask(statement, EDGES_MAX);
    edges = found.rows.map(toEdge);
    pairs = Number(found.rows[0]?.[7] ?? 0);
    ({ findings } = await findPatterns(ask, { source, accounts, period, problems }));
  }
  const nodes = accountNodes(edges, new Set(accounts), given.compare);
  const shown = new Map(nodes.map(({ id, value }) => [given.compare(value), id]));
  const shared = shareIdentifiers(given.related, (kind, value) =>
    kind === (source?.identifier ?? 'account') ? shown.get(value) : undefined,
  );
  const cases = await given.findCases(nodes.map(({ value }) => given.compare(value)));
  const byValue = new Map(cases.map(({ value, ...one }) => [value, one]));
  const times = edges.flatMap(({ first, last }) => [first, last]);
  return {
    nodes: [
      ...nodes.map((node) => ({ ...node, case: byValue.get(given.compare(node.value)) ?? null })),
      ...shared.nodes,
    ],
    edges: [...edges.map(answerEdge), ...shared.edges],
    edge_count: pairs,
    findings,
    problems,
    first_at: times.length === 0 ? null : toTime(Math.min(...times)),
    last_at: times.length === 0 ? null : toTime(Math.max(...times)),
    statement,
  };
}

type AccountEdge = { from: string; to: string; count: number; amount: number; first: number; last: number };
type Around = { source: RunSource; accounts: string[]; period: Period };

/** The rows around a subject: its own, and those between the accounts that it pays or is paid by. */
function around({ source, accounts, period }: Around): string {
  const of = textList(accounts);
  return `rows_usable as materialized (${usableRows(source, period)}),
    known as materialized (select *, ${comparedAccount('source')} in ${of} as own_source, ${comparedAccount('target')} in ${of} as own_target from rows_usable),
    near as materialized (select distinct account from (
      select source as account from known where own_source or own_target
      union all select target from known where own_source or own_target) as touched)`;
}

const edgesStatement = (given: Around): string =>
  `with ${around(given)}
  select source, target, count(*) as transactions, sum(amount) as amount, min(ms) as first, max(ms) as last,
    bool_or(own_source or own_target) as direct, (count(*) over ())::bigint as pairs
  from known where source in (select account from near) and target in (select account from near)
  group by source, target order by direct desc, abs(sum(amount)) desc, source, target limit ${EDGES_MAX}`;

const toEdge = ([from, to, count, amount, first, last]: unknown[]): AccountEdge => ({
  from: String(from),
  to: String(to),
  count: Number(count),
  amount: Number(amount),
  first: Number(first),
  last: Number(last),
});

const answerEdge = ({ from, to, count, amount, first, last }: AccountEdge): NetworkEdge => ({
  from: `account ${from}`,
  to: `account ${to}`,
  kind: 'transactions',
  count,
  amount,
  first_at: toTime(first),
  last_at: toTime(last),
});

function accountNodes(
  edges: AccountEdge[],
  subject: Set<string>,
  compare: (value: string) => string,
): Omit<NetworkNode, 'case'>[] {
  return [...new Set(edges.flatMap(({ from, to }) => [from, to]))].map((value) => ({
    id: `account ${value}`,
    kind: 'account',
    value,
    label: value,
    role: subject.has(compare(value)) ? ('subject' as const) : ('counterparty' as const),
  }));
}

/** Patterns of the subject and of those around it. All rows of these accounts count, and the figures of all rows. */
async function findPatterns(
  ask: Ask,
  { problems, ...given }: Around & { problems: string[] },
): Promise<{ findings: NetworkFinding[] }> {
  const rules: Rules = completeRules(given.source.rules);
  const selects = detectionRuleNames.map((name) => ruleSelect(rules, name)).filter((one) => one !== undefined);
  if (selects.length === 0) return { findings: [] };
  const sql = `with ${around(given)},
    whole as (${wholeSelect('rows_usable')}),
    t as materialized (select * from known where source in (select account from near) or target in (select account from near)),
    found as (${selects.map((one) => `(${one})`).join(' union all ')})
    select * from found where account in (select account from near) order by start, account limit ${FINDINGS_MAX + 1}`;
  try {
    const { rows } = await ask(sql, FINDINGS_MAX + 1);
    if (rows.length > FINDINGS_MAX)
      problems.push(`There are more than ${FINDINGS_MAX} windows with patterns. The first are shown.`);
    return { findings: readFindings(rows.slice(0, FINDINGS_MAX), { source: given.source, rules }) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    problems.push(`Patterns could not be looked for. ${error.message}`);
    return { findings: [] };
  }
}

/** Identifiers that other cases have, too: a node for each, with an edge to each case. Accounts may be shown already. */
function shareIdentifiers(
  related: RelatedRow[],
  findShown: (kind: string, value: string) => string | undefined,
): { nodes: NetworkNode[]; edges: NetworkEdge[] } {
  const nodes = new Map<string, NetworkNode>();
  const edges: NetworkEdge[] = [];
  for (const { id, number, state, outcome, subject_name: name, shared } of related) {
    const node = { id: `case ${id}`, kind: 'case', value: id, label: `#${number} ${name}`, role: 'case' as const };
    nodes.set(node.id, { ...node, case: { id, number, state, outcome } });
    for (const { kind, value } of shared) {
      const shown = findShown(kind, value);
      const at = shown ?? `${kind} ${value}`;
      if (shown === undefined) nodes.set(at, { id: at, kind, value, label: value, role: 'shared', case: null });
      edges.push({ from: node.id, to: at, kind: 'has', count: 1, amount: null, first_at: null, last_at: null });
    }
  }
  return { nodes: [...nodes.values()], edges };
}
