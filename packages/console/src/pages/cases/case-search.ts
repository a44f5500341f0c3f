import { known, readMoment, readOneOf, readPage, readText } from '../../data/search.ts';

const states = ['open', 'in_review', 'waiting', 'escalated', 'closed'] as const;
export const caseOrderings = [
  'number',
  '-number',
  'due',
  '-due',
  'priority',
  '-priority',
  'updated',
  '-updated',
] as const;
export type CaseOrdering = (typeof caseOrderings)[number];

/** What the list of cases keeps in the address. */
export const readCaseSearch = (raw: Record<string, unknown>) =>
  known({
    q: readText(raw.q),
    queue: readText(raw.queue),
    state: readOneOf(raw.state, states),
    assignee: readText(raw.assignee),
    due: readOneOf(raw.due, ['overdue'] as const),
    ordering: readOneOf(raw.ordering, caseOrderings),
    page: readPage(raw.page),
  });

export const caseTabs = ['overview', 'transactions', 'network', 'screening', 'report', 'timeline'] as const;
export type CaseTab = (typeof caseTabs)[number];

/** What the page of a case keeps in the address: its part, and which transactions are shown. */
export const readCasePlace = (raw: Record<string, unknown>) =>
  known({
    tab: readOneOf(raw.tab, caseTabs),
    page: readPage(raw.page),
    since: readMoment(raw.since),
    until: readMoment(raw.until),
    counterparty: readText(raw.counterparty),
    direction: readOneOf(raw.direction, ['in', 'out'] as const),
    min_amount: readAmount(raw.min_amount),
  });

const readAmount = (value: unknown): number | undefined => {
  const amount = value === undefined || value === '' ? Number.NaN : Number(value);
  return Number.isFinite(amount) ? amount : undefined;
};
