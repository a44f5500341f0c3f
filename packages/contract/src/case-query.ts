import { casePriorities, caseStates } from './case-desk.ts';
import { queryField as field, type QueryField } from './query-language.ts';

// The fields by which the lists of cases and of their alerts are searched, in the language of lists.

const priorities = field('word', 'low, normal, high or urgent', casePriorities);
const identifier = field('path', 'an identifier of the subject, as identifier.account');

export const caseQueryFields = {
  state: field('word', 'state of the case', caseStates),
  status: field('word', 'the same as state', caseStates),
  queue: field('text', 'name or id of the queue'),
  assignee: field('text', 'mail address or id of a person, me or none'),
  priority: priorities,
  due: field('due', 'when its first clock is due: overdue, <24h (within a day), >2026-11-17'),
  outcome: field('text', 'what was decided'),
  reason: field('text', 'the reason code of the decision'),
  subject: field('text', 'a word of the name, another name or an identifier of the subject'),
  kind: field('word', 'kind of the subject', ['person', 'company', 'merchant', 'account']),
  identifier,
  rule: field('text', 'the rule of one of its alerts'),
  alerts: field('number', 'how many alerts it has'),
  number: field('number', 'its number'),
  id: field('text', 'its id'),
  since: field('since', 'opened within this time, such as 24h or 7d'),
  from: field('moment', 'opened at this time or later'),
  to: field('moment', 'opened at this time or earlier'),
  has: field('word', 'what the case has', ['proposal', 'task', 'document', 'note', 'hold', 'restriction', 'merged']),
} satisfies Record<string, QueryField>;
export type CaseQueryField = keyof typeof caseQueryFields;

export const alertQueryFields = {
  queue: field('text', 'name or id of the queue'),
  rule: field('text', 'the rule that detected it'),
  priority: priorities,
  subject: field('text', 'a word of the name or an identifier of its case'),
  kind: field('word', 'kind of the subject', ['person', 'company', 'merchant', 'account']),
  identifier,
  amount: field('number', 'the amount'),
  currency: field('text', 'its currency'),
  state: field('word', 'state of its case', caseStates),
  case: field('number', 'number of its case'),
  id: field('text', 'its id, or the one that its sender gave'),
  data: field('path', 'a value of what the sender added, as data.transfers'),
  since: field('since', 'arrived within this time, such as 24h or 7d'),
  from: field('moment', 'arrived at this time or later'),
  to: field('moment', 'arrived at this time or earlier'),
} satisfies Record<string, QueryField>;
export type AlertQueryField = keyof typeof alertQueryFields;
