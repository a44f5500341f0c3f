import type { DetectionRuleName, DetectionRules } from '@errand/contract/transactions.ts';

// The rules as SQL over t (ms, source, target, amount) and whole (median, span). Each gives the same columns: the account,
// the window, how many other accounts and transactions, the sum, at most 50 of the other accounts, and the median. Windows begin every half length, so a
// pattern of half a window is never divided; the cost grows with the rows and not with their square.

type Given<Name extends DetectionRuleName> = NonNullable<DetectionRules[Name]>;
export type Rules = { [Name in DetectionRuleName]: Given<Name> | null };

export const defaultRules: Rules = {
  fan_in: { accounts: 15, days: 7, times_usual: 3 },
  fan_out: { accounts: 15, days: 7, times_usual: 3 },
  repeated: { transactions: 3, days: 1, times_usual: 3 },
  unusual_amounts: { transactions: 3, days: 30, factor: 20 },
  pass_through: { amount: 10_000, share: 0.9, days: 2 },
  cycle: { accounts: 3, share: 0.8, days: 7 },
};

/** The figures of all rows that rules compare with. */
export const wholeSelect = (rows: string): string =>
  `select median(abs(amount)) as median, greatest(max(ms) - min(ms), 0) as span from ${rows}`;

export const completeRules = (given: DetectionRules): Rules => ({ ...defaultRules, ...given });

const DAY_MS = 86_400_000;
const OTHERS_MAX = 50;

/** A select for one rule, or undefined if it is off. */
export function ruleSelect(rules: Rules, name: DetectionRuleName): string | undefined {
  const { fan_in: fanIn, fan_out: fanOut, repeated, unusual_amounts: unusual, pass_through: through, cycle } = rules;
  switch (name) {
    case 'fan_in':
      return fanIn === null ? undefined : fan(name, fanIn, { account: 'target', other: 'source' });
    case 'fan_out':
      return fanOut === null ? undefined : fan(name, fanOut, { account: 'source', other: 'target' });
    case 'repeated':
      return repeated === null ? undefined : selectRepeated(repeated);
    case 'unusual_amounts':
      return unusual === null ? undefined : selectUnusual(unusual);
    case 'pass_through':
      return through === null ? undefined : selectPassThrough(through);
    case 'cycle':
      return cycle === null ? undefined : selectCycles(cycle);
  }
}

const lengthOf = ({ days }: { days: number }): number => Math.max(2, Math.round((days * DAY_MS) / 2) * 2);

/** The rows of t, each in the two windows that hold it. */
const inWindows = (length: number, where = 'true'): string => {
  const half = length / 2;
  const last = `(ms - ((ms % ${half}) + ${half}) % ${half})`;
  return `(select *, unnest([${last}, ${last} - ${half}]) as start from t where source <> target and ${where})`;
};

const others = (column: string): string => `(list(distinct ${column}))[1:${OTHERS_MAX}]`;
const SPAN = '(select span from whole)';
const MEDIAN = '(select median from whole)';
const NO_MEDIAN = 'cast(null as double) as median';

/** What is usual: how many others there are outside of this window, for each window of the time before and after. */
const usual = (all: string, here: string, length: number): string =>
  `(${all} - ${here}) / greatest((${SPAN} - ${length}) / ${length}.0, 1)`;

function fan(name: string, rule: Given<'fan_in'>, { account, other }: { account: string; other: string }): string {
  const length = lengthOf(rule);
  return `select '${name}' as rule, w.account, w.start, w.start + ${length} as stop, w.accounts, w.transactions, w.amount, w.others, ${NO_MEDIAN}
    from (select ${account} as account, start, count(distinct ${other}) as accounts, count(*) as transactions,
        sum(amount) as amount, ${others(other)} as others
      from ${inWindows(length)} group by ${account}, start having count(distinct ${other}) >= ${rule.accounts}) w
    join (select ${account} as account, count(distinct ${other}) as accounts from t where source <> target group by ${account}) a
      on a.account = w.account
    where w.accounts >= ${rule.times_usual} * ${usual('a.accounts', 'w.accounts', length)}`;
}

function selectRepeated(rule: Given<'repeated'>): string {
  const length = lengthOf(rule);
  return `select 'repeated' as rule, p.target as account, p.start, p.start + ${length} as stop, count(*) as accounts,
      sum(p.n) as transactions, sum(p.amount) as amount, ${others('p.source')} as others, ${NO_MEDIAN}
    from (select source, target, start, count(*) as n, sum(amount) as amount from ${inWindows(length)}
      group by source, target, start having count(*) >= ${rule.transactions}) p
    join (select source, target, count(*) as n from t group by source, target) a
      on a.source = p.source and a.target = p.target
    where p.n >= ${rule.times_usual} * ${usual('a.n', 'p.n', length)}
    group by p.target, p.start`;
}

function selectUnusual(rule: Given<'unusual_amounts'>): string {
  const length = lengthOf(rule);
  const where = `(abs(amount) > ${rule.factor} * ${MEDIAN} or abs(amount) * ${rule.factor} < ${MEDIAN})`;
  return `select 'unusual_amounts' as rule, target as account, start, start + ${length} as stop,
      count(distinct source) as accounts, count(*) as transactions, sum(amount) as amount, ${others('source')} as others, ${MEDIAN} as median
    from ${inWindows(length, where)} group by target, start having count(*) >= ${rule.transactions}`;
}

function selectPassThrough(rule: Given<'pass_through'>): string {
  const length = lengthOf(rule);
  return `select 'pass_through' as rule, i.account, i.start, i.start + ${length} as stop, i.accounts + o.accounts as accounts,
      i.n + o.n as transactions, i.amount + o.amount as amount, list_concat(i.others, o.others)[1:${OTHERS_MAX}] as others, ${NO_MEDIAN}
    from (select target as account, start, count(distinct source) as accounts, count(*) as n, sum(amount) as amount,
        min(ms) as first, ${others('source')} as others from ${inWindows(length)} group by target, start
      having sum(amount) >= ${rule.amount}) i
    join (select source as account, start, count(distinct target) as accounts, count(*) as n, sum(amount) as amount,
        max(ms) as last, ${others('target')} as others from ${inWindows(length)} group by source, start) o
      on o.account = i.account and o.start = i.start
    where o.last >= i.first and o.amount between ${rule.share} * i.amount and i.amount / ${rule.share}`;
}

/** In the order of time, and with amounts that are about equal. */
function selectCycles(rule: Given<'cycle'>): string {
  const length = lengthOf(rule);
  const next = (later: string, earlier: string): string =>
    `${later}.source = ${earlier}.target and ${later}.ms > ${earlier}.ms and ${later}.ms <= a.ms + ${length}
      and ${later}.amount between ${rule.share} * ${earlier}.amount and ${earlier}.amount / ${rule.share}`;
  const two = `select 'cycle' as rule, a.source as account, a.ms as start, b.ms + 1 as stop, 1 as accounts,
      2 as transactions, a.amount + b.amount as amount, [a.target] as others, ${NO_MEDIAN}
    from t a join t b on ${next('b', 'a')} and b.target = a.source where a.source <> a.target and a.amount > 0`;
  const three = `select 'cycle' as rule, a.source as account, a.ms as start, c.ms + 1 as stop, 2 as accounts,
      3 as transactions, a.amount + b.amount + c.amount as amount, [a.target, b.target] as others, ${NO_MEDIAN}
    from t a join t b on ${next('b', 'a')} and b.target <> a.source and b.target <> a.target
    join t c on ${next('c', 'b')} and c.target = a.source where a.source <> a.target and a.amount > 0`;
  return rule.accounts >= 3 ? `${two} union all ${three}` : two;
}
