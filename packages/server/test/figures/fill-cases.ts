import type { Db } from '#platform/db.ts';

// A desk at size: so many cases with ten alerts each, in all states, over a year, with clocks and people. They are
// inserted as the service would have left them, in a few statements.

type Fill = { orgId: string; queueId: string; userId: number; cases: number };

const CASES = `insert into cases (id, org_id, number, queue_id, subject, state, priority, assignee_id, alert_count,
    next_due_at, outcome, reason_code, narrative, closed_at, created_at, updated_at)
  select uuidv7(($4::integer - n) * interval '1 year' / -$4::integer), $1::uuid, n, $2::uuid,
    jsonb_build_object('kind', 'person', 'name', 'Subject ' || n, 'aliases', '[]'::jsonb,
      'identifiers', jsonb_build_object('account', 'DE' || n)),
    case when n % 10 < 7 then 'closed' when n % 10 = 7 then 'open' when n % 10 = 8 then 'in_review' else 'waiting' end,
    (array['normal', 'normal', 'normal', 'high', 'urgent', 'low'])[1 + n % 6],
    case when n % 10 = 7 then null else $3::integer end, 10,
    case when n % 10 >= 7 then now() + ((n % 200) - 50) * interval '1 hour' end,
    case when n % 10 < 7 then (array['no_report', 'no_report', 'report'])[1 + n % 3] end,
    case when n % 10 < 7 then 'no_suspicion' end, case when n % 10 < 7 then 'A wage.' end,
    case when n % 10 < 7 then now() - ($4::integer - n) * interval '1 year' / $4::integer + interval '2 hours' end,
    now() - ($4::integer - n) * interval '1 year' / $4::integer, now()
  from generate_series(1, $4::integer) n`;
const ALERTS = `insert into case_alerts (id, org_id, queue_id, case_id, external_id, subject, rule, amount, currency,
    detected_at, data, priority, sha256, created_at)
  select uuidv7(created_at - now()), org_id, queue_id, id, 'a-' || number || '-' || a, subject,
    (array['many small transfers', 'new account', 'pass-through'])[1 + a % 3], 100 * a + number % 997, 'EUR',
    created_at, '{"transfers": 12}', priority, '', created_at
  from cases, generate_series(1, 10) a where org_id = $1::uuid and number between $2 and $3`;
const IDENTIFIERS = `insert into case_identifiers (org_id, kind, value, case_id, alert_id, detected_at)
  select a.org_id, 'account', lower(a.subject->'identifiers'->>'account'), a.case_id, a.id, a.detected_at
  from cases c join case_alerts a on a.case_id = c.id where c.org_id = $1::uuid and c.number between $2 and $3`;
const WORDS = `insert into case_words (case_id, word, org_id)
  select id, w, org_id from cases, unnest(array['subject', number::text, 'de' || number]) w
  where org_id = $1::uuid and number between $2 and $3`;
const CLOCKS = `insert into case_clocks (id, org_id, case_id, name, due_at, told_at, stopped_at, left_ms)
  select gen_random_uuid(), org_id, id, 'Report', coalesce(next_due_at, closed_at + interval '1 day'), now(), closed_at,
    case when closed_at is not null then 86400000 end
  from cases where org_id = $1::uuid and number between $2 and $3`;
const DECISIONS = `insert into case_decisions (id, org_id, case_id, outcome, reason_code, narrative, proposed_by, decided_by, decided_at)
  select gen_random_uuid(), org_id, id, outcome, reason_code, narrative, $2::jsonb, $2::jsonb, closed_at
  from cases where org_id = $1::uuid and closed_at is not null`;

/** Cases whose parts one statement inserts. */
const STEP = 5_000;

export async function fillCases(db: Db, { orgId, queueId, userId, cases }: Fill): Promise<void> {
  await db.run(CASES, [orgId, queueId, userId, cases]);
  for (const statement of [ALERTS, IDENTIFIERS, WORDS, CLOCKS])
    for (let first = 1; first <= cases; first += STEP) await db.run(statement, [orgId, first, first + STEP - 1]);
  const by = { user: userId, email: 'ada@example.com', key: null, with: null, origin: 'api' };
  await db.run(DECISIONS, [orgId, JSON.stringify(by)]);
  await db.run('analyze');
}
