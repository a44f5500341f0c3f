import { performance } from 'node:perf_hooks';
import { countAlerts, countCases } from '@errand/server/case-desk/count-facets.ts';
import { readCase } from '@errand/server/case-desk/read-case.ts';
import { readAlertTerms, readCaseTerms } from '@errand/server/case-desk/search/read-terms.ts';
import { listAlerts } from '@errand/server/case-desk/store/alerts.ts';
import { type CaseFilter, getAnyCase, listCases } from '@errand/server/case-desk/store/cases.ts';
import { listEvents } from '@errand/server/case-desk/store/parts.ts';
import { createOrganization } from '@errand/server/credits/create-organization.ts';
import type { Database, Db } from '@errand/server/platform/db.ts';
import { newId } from '@errand/server/platform/ids.ts';
import { vacuum } from '../fill.ts';
import { type Lab, withDatabase } from '../lab.ts';
import { median, ms, type Row } from '../report.ts';

const ALERTS_PER_CASE = 10;
const PAGE = { size: 20, offset: 0 };
const everything: CaseFilter & { ordering: string } = { viewer: null, ordering: '-number' };

/** Measures the lists and the page of the case desk with 100,000 cases and a million alerts against 2,000 cases. */
export async function measureCaseDesk(lab: Lab): Promise<Row[]> {
  const { url, name } = await lab.createDatabase();
  const size = { long: lab.quick ? 5_000 : 100_000, short: lab.quick ? 500 : 2_000 };
  const rows = await withDatabase(url, async (database) => {
    const sides = { short: await fill(database, size.short, 1), long: await fill(database, size.long, 2) };
    await vacuum(url);
    lab.note(`filled ${size.short} and ${size.long} cases`);
    const found: Row[] = [];
    for (const [form, ask] of Object.entries(asks)) {
      const took = { short: [] as number[], long: [] as number[] };
      for (let round = 0; round < (lab.quick ? 1 : 5); round += 1)
        for (const side of ['short', 'long'] as const) {
          const { orgId, queueId, caseId } = sides[side];
          const startedAt = performance.now();
          await ask(database.tenant(orgId), { orgId, queueId, caseId });
          took[side].push(performance.now() - startedAt);
        }
      const [long, short] = [median(took.long), median(took.short)];
      lab.note(`${form}: ${ms(long)}, ${ms(short)}`);
      found.push({
        figure: `${form}, ${size.long.toLocaleString('en-US')} cases`,
        ours: ms(long),
        against: ms(short),
        target: '≤ 200 ms',
        met: long <= 200,
      });
    }
    found.push(await compareCounts(database, sides.long));
    return found;
  });
  await lab.dropDatabase(name);
  return rows;
}

type Side = { orgId: string; queueId: string; caseId: string };

const asks: Record<string, (db: Db, side: Side) => Promise<unknown>> = {
  'list of cases': (db, { orgId }) => listCases(db, orgId, everything, PAGE),
  'list of a queue': (db, { orgId, queueId }) => listCases(db, orgId, { ...everything, queueId }, PAGE),
  'open cases by clock': (db, { orgId }) =>
    listCases(db, orgId, { ...everything, state: 'open', ordering: 'due' }, PAGE),
  'overdue cases': (db, { orgId }) => listCases(db, orgId, { ...everything, dueBy: new Date(), ordering: 'due' }, PAGE),
  'page of a case': async (db, { orgId, caseId }) => readCase(db, orgId, await getAnyCase(db, orgId, caseId), null),
  'timeline of a case': (db, { orgId, caseId }) => listEvents(db, orgId, caseId, PAGE),
  'list of alerts': (db, { orgId }) =>
    listAlerts(db, orgId, { viewer: null, queueId: undefined, caseId: undefined }, PAGE),
  'search of cases': async (db, { orgId }) => {
    const terms = await readCaseTerms(db, orgId, 'state:open priority:normal due:<30d person');
    return listCases(db, orgId, { ...everything, terms }, PAGE);
  },
  'search of alerts, nearly all match': searchAlerts('amount:>100 since:24h'),
  'search of alerts, one in 20,000 matches': searchAlerts('amount:>19998 since:24h'),
  'search of alerts, none matches': searchAlerts('amount:>20000 since:24h'),
  'facets of alerts': (db, { orgId }) => countAlerts(db, orgId, { viewer: null }),
  'facets of cases': (db, { orgId }) => countCases(db, orgId, everything),
};

function searchAlerts(q: string) {
  return async (db: Db, { orgId }: Side) => {
    const terms = await readAlertTerms(db, orgId, q);
    return listAlerts(db, orgId, { viewer: null, terms }, PAGE);
  };
}

/** The counts of the lists against plain ones. */
async function compareCounts(database: Database, { orgId, queueId }: Side): Promise<Row> {
  const db = database.tenant(orgId);
  const [plain] = await database.system.query<{ cases: number; open: number; alerts: number }>(
    `select (select count(*)::int from cases where org_id = $1 and queue_id = $2) as cases,
       (select count(*)::int from cases where org_id = $1 and state = 'open') as open,
       (select count(*)::int from case_alerts where org_id = $1) as alerts`,
    [orgId, queueId],
  );
  const shown = {
    cases: (await listCases(db, orgId, { ...everything, queueId }, PAGE)).count,
    open: (await listCases(db, orgId, { ...everything, state: 'open' }, PAGE)).count,
    alerts: (await listAlerts(db, orgId, { viewer: null, queueId: undefined, caseId: undefined }, PAGE)).count,
  };
  return {
    figure: 'counts of the lists',
    ours: Object.values(shown).join(' · '),
    against: Object.values(plain!).join(' · '),
    target: 'equal',
    met: shown.cases === plain!.cases && shown.open === plain!.open && shown.alerts === plain!.alerts,
  };
}

async function fill(database: Database, cases: number, number: number): Promise<Side> {
  const db = database.system;
  const { id: orgId } = await createOrganization(db, { name: `Desk ${number}` });
  const queueId = newId();
  await db.run(
    `insert into case_queues (id, org_id, name, join_kinds, join_days, clocks, reason_codes, four_eyes_outcomes)
     values ($1, $2, 'Payments', array['account'], 30, '[]', '{}', '{}')`,
    [queueId, orgId],
  );
  const step = 10_000;
  for (let done = 0; done < cases; done += step)
    await db.run(
      `with made as materialized (
         select uuidv7(make_interval(secs => i - $3::int)) as id, i,
           case when i % 10 = 0 then 'open' when i % 10 = 1 then 'in_review' else 'closed' end as state,
           jsonb_build_object('kind', 'account', 'name', 'Account ' || i, 'aliases', '[]'::jsonb,
             'identifiers', jsonb_build_object('account', 'A' || i)) as subject
         from generate_series($4::int + 1, least($4::int + ${step}, $3::int)) i),
       added as (
         insert into cases (id, org_id, number, queue_id, subject, state, priority, alert_count, next_due_at, closed_at,
           outcome, reason_code, narrative)
         select id, $1, i, $2, subject, state, 'normal', ${ALERTS_PER_CASE},
           case when state <> 'closed' then now() + make_interval(hours => i % 200 - 40) end,
           case when state = 'closed' then now() end, case when state = 'closed' then 'no_report' end,
           case when state = 'closed' then 'clear' end, case when state = 'closed' then 'A wage.' end from made),
       clocks as (
         insert into case_clocks (id, org_id, case_id, name, due_at, told_at)
         select uuidv7(), $1, id, 'Report', now() + make_interval(hours => i % 200 - 40), now() from made where state <> 'closed'),
       events as (
         insert into case_events (id, org_id, case_id, kind, actor, detail)
         select uuidv7(), $1, id, 'opened', '{"kind":"system","id":null,"user_id":null,"key_id":null,"name":"system","address":null,"event":null}', '{}' from made),
       alert as materialized (select uuidv7() as id, m.id as case_id, m.i, m.subject, n from made m, generate_series(1, ${ALERTS_PER_CASE}) n),
       alerts as (
         insert into case_alerts (id, org_id, queue_id, case_id, external_id, subject, rule, amount, currency, detected_at,
           data, priority, sha256)
         select id, $1, $2, case_id, i || '-' || n, subject, 'fan_in', (i * 7919 + n * 104729) % 20000, 'EUR', now(),
           '{"transfers":12}', 'normal', '' from alert)
       insert into case_identifiers (org_id, kind, value, case_id, alert_id, detected_at)
       select $1, 'account', 'a' || (i - i % 3), case_id, id, now() from alert`,
      [orgId, queueId, cases, done],
    );
  const [one] = await db.query<{ id: string }>('select id from cases where org_id = $1 and number = $2', [
    orgId,
    Math.floor(cases / 2),
  ]);
  return { orgId, queueId, caseId: one!.id };
}
