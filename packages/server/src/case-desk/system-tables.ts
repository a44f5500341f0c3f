import { column, moment, type PlainTable, text } from '#jobs/system-tables/plain-tables.ts';

// `errand.cases`, `errand.case_alerts` and `errand.case_events` in SQL. A statement runs for the organization and not for
// a person, so restricted cases are in none of them.

const subject = (row: string) => [
  text('subject_kind', `(${row}.subject ->> 'kind')`, '`person`, `company`, `merchant` or `account`'),
  text('subject_name', `(${row}.subject ->> 'name')`, 'its name'),
  text('identifiers', `(${row}.subject -> 'identifiers')`, 'JSON: identifiers by their kind'),
];
const where = 'c.restricted_to is null';

export const caseTables: PlainTable[] = [
  {
    name: 'cases',
    description: 'one row per case that is not restricted',
    from: 'cases c join case_queues q on q.id = c.queue_id',
    key: 'c.id',
    where,
    columns: [
      text('id', 'c.id', 'id of the case'),
      column('number', 'c.number', 'integer', 'its number'),
      text('queue_id', 'c.queue_id', 'its queue'),
      text('queue', 'q.name', 'name of its queue'),
      ...subject('c'),
      text('state', 'c.state', '`open`, `in_review`, `waiting`, `escalated` or `closed`'),
      text('outcome', 'c.outcome', 'what was decided'),
      text('reason_code', 'c.reason_code', 'why'),
      text('priority', 'c.priority', '`low`, `normal`, `high` or `urgent`'),
      column('assignee_id', 'c.assignee_id', 'integer', 'the user who has it'),
      column('alert_count', 'c.alert_count', 'integer', 'how many alerts it has'),
      moment('next_due_at', 'c.next_due_at', 'when the first of its clocks is due, in UTC'),
      moment('created_at', 'c.created_at', 'when it was opened, in UTC'),
      moment('closed_at', 'c.closed_at', 'when it was closed, in UTC'),
      text('merged_into_case_id', 'c.merged_into', 'the case that it was merged into'),
    ],
  },
  {
    name: 'case_alerts',
    description: 'one row per alert of a case that is not restricted',
    from: 'case_alerts a join cases c on c.id = a.case_id',
    key: 'a.id',
    where,
    columns: [
      text('id', 'a.id', 'id of the alert'),
      text('case_id', 'a.case_id', 'its case'),
      text('queue_id', 'a.queue_id', 'its queue'),
      text('external_id', 'a.external_id', 'the id that its sender gave'),
      ...subject('a'),
      text('rule', 'a.rule', 'the rule that detected it'),
      column('amount', 'a.amount::numeric(20,4)', 'numeric(20,4)', 'the amount'),
      text('currency', 'a.currency', 'its currency'),
      text('data', 'a.data', 'JSON: what the sender added'),
      text('priority', 'a.priority', '`low`, `normal`, `high` or `urgent`'),
      moment('detected_at', 'a.detected_at', 'when the rule detected it, in UTC'),
      moment('created_at', 'a.created_at', 'when it arrived, in UTC'),
    ],
  },
  {
    name: 'case_events',
    description: 'one row per event in the history of a case that is not restricted',
    from: 'case_events e join cases c on c.id = e.case_id',
    key: 'e.id',
    where,
    columns: [
      text('id', 'e.id', 'id of the event'),
      text('case_id', 'e.case_id', 'its case'),
      moment('created_at', 'e.at', 'when it happened, in UTC'),
      text('kind', 'e.kind', 'what happened: `opened`, `assigned`, `decided`, …'),
      text('actor_kind', `(e.actor ->> 'kind')`, 'who did it: `person`, `key` or `system`'),
      column('actor_user_id', `(e.actor ->> 'user_id')::int`, 'integer', 'the user'),
      text('detail', 'e.detail', 'JSON'),
    ],
  },
];
