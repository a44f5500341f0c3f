import type { Db } from '#platform/db.ts';
import type { TestOrg } from '../harness.ts';
import { ask, type Comparison, createJudge } from './compare.ts';
import { exactPercentile } from './truth.ts';

// Asks the API for what the lists of the case desk show, and compares it with a plain count over all cases and alerts.

export type DeskTruth = { cases: TruthCase[]; alerts: TruthAlert[] };
type TruthCase = {
  id: string;
  number: number;
  state: string;
  priority: string;
  assignee: number | null;
  alert_count: number;
  /** Milliseconds. */
  due: number | null;
  opened: number;
  outcome: string | null;
  name: string;
  /** When it was decided. */
  decided: number | null;
};
type TruthAlert = { rule: string; amount: number; at: number };

export async function loadDeskTruth(db: Db, orgId: string): Promise<DeskTruth> {
  const ms = (column: string): string => `extract(epoch from ${column})::float8 * 1000`;
  const cases = await db.query<TruthCase>(
    `select id, number, state, priority, assignee_id as assignee, alert_count, ${ms('next_due_at')} as due,
       ${ms('created_at')} as opened, outcome, subject ->> 'name' as name,
       (select ${ms('decided_at')} from case_decisions d where d.case_id = c.id) as decided
     from cases c where org_id = $1`,
    [orgId],
  );
  const alerts = await db.query<TruthAlert>(
    `select rule, amount, ${ms('created_at')} as at from case_alerts where org_id = $1`,
    [orgId],
  );
  return { cases, alerts };
}

/** Matches of a search of alerts are counted so far. */
const COUNTED_MAX = 10_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
type Of<T> = (one: T, now: number) => boolean;
const isOpen = ({ state }: TruthCase): boolean => state !== 'closed';

/** What a person can choose in the list of cases, by its address. */
const caseLists: Record<string, Of<TruthCase>> = {
  '': () => true,
  'state=closed': (one) => !isOpen(one),
  'state=in_review': ({ state }) => state === 'in_review',
  'due=overdue': ({ due }, now) => due !== null && due <= now,
  'q=due:<24h': ({ due }, now) => due !== null && due <= now + DAY_MS,
  'q=state:open,in_review,waiting,escalated assignee:none': (one) => isOpen(one) && one.assignee === null,
  'q=-priority:normal': ({ priority }) => priority !== 'normal',
  'q=outcome:report': ({ outcome }) => outcome === 'report',
  'q=subject 77': ({ name }) => name.split(' ').some((word) => word.startsWith('77')),
  'q=since:30d': ({ opened }, now) => opened >= now - 30 * DAY_MS,
};
const alertLists: Record<string, Of<TruthAlert>> = {
  '': () => true,
  'amount:>100': ({ amount }) => amount > 100,
  'amount:>1000 since:90d': ({ amount, at }, now) => amount > 1_000 && at >= now - 90 * DAY_MS,
  'amount:<=99': ({ amount }) => amount <= 99,
  'rule:pass-through amount:>=500': ({ rule, amount }) => rule === 'pass-through' && amount >= 500,
};

export async function compareCases(org: TestOrg, { cases, alerts }: DeskTruth): Promise<Comparison> {
  const judge = createJudge();
  /** Clocks go on while it asks: either moment may be the one that was meant. */
  const compare = async <T>(name: string, path: string, of: T[], fits: Of<T>, max = Infinity): Promise<void> => {
    const count = (): number => Math.min(max, of.filter((one) => fits(one, Date.now())).length);
    const before = count();
    const got = (await ask(org, path)).count;
    judge.check(name, got, got === before ? before : count());
  };
  for (const [query, fits] of Object.entries(caseLists))
    await compare(`cases ${query}`, `/v1/cases/?page_size=1&${encodeURI(query)}`, cases, fits);
  for (const [q, fits] of Object.entries(alertLists))
    await compare(
      `alerts ${q}`,
      `/v1/case-alerts/?page_size=1&q=${encodeURIComponent(q)}`,
      alerts,
      fits,
      q ? COUNTED_MAX : Infinity,
    );
  await compareFacets(org, judge, cases);
  await compareDeskFigures(org, judge, cases);
  for (const one of cases.filter(({ number }) => number % Math.ceil(cases.length / 20) === 0)) {
    const shown = await ask(org, `/v1/cases/${one.id}/`);
    judge.equal(`case ${one.number}`, shown, { state: one.state, alert_count: one.alert_count, outcome: one.outcome });
    judge.check(`alerts of case ${one.number}`, shown.alerts.length, one.alert_count);
  }
  return { figures: judge.figures(), differences: judge.differences };
}

type Judge = ReturnType<typeof createJudge>;

async function compareFacets(org: TestOrg, judge: Judge, cases: TruthCase[]): Promise<void> {
  const facets = await ask(org, '/v1/cases/facets/');
  for (const [member, read] of [
    ['state', ({ state }: TruthCase) => state],
    ['priority', ({ priority }: TruthCase) => priority],
    ['outcome', ({ outcome }: TruthCase) => outcome],
    ['assignee', ({ assignee }: TruthCase) => String(assignee ?? 'none')],
  ] as const) {
    const groups = Map.groupBy(cases, read);
    groups.delete(null as never);
    judge.check(`facet ${member} values`, facets[member].length, groups.size);
    for (const { value, count } of facets[member])
      judge.check(`facet ${member} ${value}`, count, groups.get(value)?.length);
  }
}

async function compareDeskFigures(org: TestOrg, judge: Judge, cases: TruthCase[]): Promise<void> {
  const to = Date.now();
  const from = to - 30 * DAY_MS;
  const within = (at: number | null): boolean => at !== null && at >= from && at < to;
  const period = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
  const shown = await ask(org, `/v1/case-desk/figures/?${period}`);
  const decided = cases.filter(({ decided }) => within(decided));
  judge.equal('figures', shown, {
    opened: cases.filter(({ opened }) => within(opened)).length,
    closed: decided.length,
  });
  const hours = decided.map((one) => (one.decided! - one.opened) / HOUR_MS);
  judge.check('figures median_hours', shown.median_hours, exactPercentile(hours, 0.5), 0.01);
  const open = cases.filter(isOpen);
  const sum = (member: string): number => shown.ageing.reduce((total: number, row: any) => total + row[member], 0);
  judge.check('figures ageing cases', sum('cases'), open.length);
  judge.check(
    'figures ageing overdue',
    sum('overdue'),
    open.filter(({ due }) => due !== null && due < Date.now()).length,
  );
  const byPerson = Map.groupBy(open, ({ assignee }) => assignee);
  for (const [person, own] of byPerson) {
    const row = shown.load.find(({ user_id: id }: any) => id === person);
    judge.check(`figures load of ${person}`, row?.open, own.length);
  }
}
