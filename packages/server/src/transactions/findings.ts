import type { DetectionRuleName, NetworkFinding } from '@errand/contract/transactions.ts';
import type { Rules } from './rules-sql.ts';
import { rowsStatement, type Source } from './source-sql.ts';

// Findings from the rows that the rules select: windows that overlap are one finding, with words and the SQL behind it.

/** As selected: rule, account, start, stop, accounts, transactions, amount, others, median. */
export type RuleRow = unknown[];

export function readFindings(rows: RuleRow[], { source, rules }: { source: Source; rules: Rules }): NetworkFinding[] {
  const windows = rows.map(readWindow).sort((one, other) => one.start - other.start);
  const best = new Map<string, Window & { until: number }>();
  const found: Window[] = [];
  for (const window of windows) {
    const key = JSON.stringify([window.rule, window.account]);
    const open = best.get(key);
    if (open !== undefined && window.start < open.until) {
      const isBetter = window.transactions > open.transactions;
      best.set(key, { ...(isBetter ? window : open), until: Math.max(open.until, window.stop) });
      continue;
    }
    if (open !== undefined) found.push(open);
    best.set(key, { ...window, until: window.stop });
  }
  found.push(...best.values());
  return found
    .sort((one, other) => one.start - other.start || one.account.localeCompare(other.account))
    .map((window) => toFinding(window, source, rules));
}

type Window = {
  rule: DetectionRuleName;
  account: string;
  start: number;
  stop: number;
  accounts: number;
  transactions: number;
  amount: number;
  others: string[];
  median: number | null;
};

function readWindow([rule, account, start, stop, accounts, transactions, amount, others, median]: RuleRow): Window {
  return {
    rule: rule as DetectionRuleName,
    account: String(account),
    start: Number(start),
    stop: Number(stop),
    accounts: Number(accounts),
    transactions: Number(transactions),
    amount: Number(amount),
    others: readList(others).sort(),
    median: median === null ? null : Number(median),
  };
}

/** A list in a row is JSON. */
const readList = (value: unknown): string[] =>
  (typeof value === 'string' ? (JSON.parse(value) as unknown[]) : (value as unknown[])).map(String);

function toFinding(window: Window, source: Source, rules: Rules): NetworkFinding {
  const { rule, account, start, stop, accounts, transactions, amount, others } = window;
  return {
    rule,
    account,
    why: describe(window, rules),
    from_at: new Date(start).toISOString(),
    to_at: new Date(stop).toISOString(),
    accounts,
    transactions,
    amount,
    counterparties: others,
    statement: statementOf(window, source, rules),
  };
}

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const plural = (n: number, one: string, many = `${one}s`): string => `${numbers.format(n)} ${n === 1 ? one : many}`;

function describe({ rule, accounts, transactions, amount, median }: Window, rules: Rules): string {
  const sum = numbers.format(amount);
  const within = `within ${plural(rules[rule]?.days ?? 0, 'day')}`;
  switch (rule) {
    case 'fan_in':
      return `${plural(accounts, 'account')} paid ${sum} to it ${within}, in ${plural(transactions, 'transaction')}.`;
    case 'fan_out':
      return `It paid ${sum} to ${plural(accounts, 'account')} ${within}, in ${plural(transactions, 'transaction')}.`;
    case 'repeated':
      return `${plural(accounts, 'account')} paid it again and again ${within}: ${plural(transactions, 'transaction')}, ${sum} in all.`;
    case 'unusual_amounts':
      return `${plural(transactions, 'transaction')} to it ${within}, ${sum} in all, ${transactions === 1 ? 'has an amount' : 'have amounts'} far from the median of ${numbers.format(median ?? 0)}.`;
    case 'pass_through':
      return `What came in went out again ${within}: ${sum} in and out, ${plural(transactions, 'transaction')} with ${plural(accounts, 'account')}.`;
    case 'cycle':
      return `Money came back to it over ${plural(accounts, 'other account')} ${within}: ${plural(transactions, 'transaction')}.`;
  }
}

function statementOf(
  { rule, account, start, stop, others, accounts, median }: Window,
  source: Source,
  rules: Rules,
): string {
  const time = { fromMs: start, toMs: stop - 1 };
  // With more accounts than are listed, the time and the account alone select the rows, and others beside them.
  const listed = accounts <= others.length ? others : undefined;
  switch (rule) {
    case 'fan_out':
      return rowsStatement(source, { from: [account], ...time });
    case 'pass_through':
      return rowsStatement(source, { either: [account], ...time });
    case 'cycle':
      return rowsStatement(source, { from: [account, ...others], to: [account, ...others], ...time });
    case 'unusual_amounts':
      return rowsStatement(source, {
        to: [account],
        ...time,
        farFrom: { median: median ?? 0, factor: rules.unusual_amounts?.factor ?? 1 },
      });
    default:
      return rowsStatement(source, { to: [account], ...(listed && { from: listed }), ...time });
  }
}

/** The largest network of accounts that findings may connect: a large hub connects everybody. */
const NETWORK_MAX = 200;

/** Findings that share accounts, as one name for all of them: the smallest account. Undefined for one that stands alone. */
export function nameNetworks(findings: NetworkFinding[]): (string | undefined)[] {
  const parents = new Map<string, string>();
  const rootOf = (account: string): string => {
    let root = account;
    while (parents.has(root) && parents.get(root) !== root) root = parents.get(root)!;
    parents.set(account, root);
    return root;
  };
  for (const { account, counterparties, accounts } of findings) {
    if (accounts > counterparties.length) continue;
    for (const other of counterparties) {
      const [one, two] = [rootOf(account), rootOf(other)];
      if (one !== two) parents.set(one < two ? two : one, one < two ? one : two);
    }
  }
  const members = new Map<string, number>();
  for (const account of parents.keys()) members.set(rootOf(account), (members.get(rootOf(account)) ?? 0) + 1);
  const sizes = findings.map(({ account }) => members.get(rootOf(account)) ?? 1);
  return findings.map(({ account }, index) =>
    sizes[index]! > 1 && sizes[index]! <= NETWORK_MAX ? rootOf(account) : undefined,
  );
}
