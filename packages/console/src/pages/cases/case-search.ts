import { known, readOneOf, readPage } from '../../data/search.ts';

const states = ['open', 'in_review', 'waiting', 'escalated', 'closed'] as const;

/** What the list of cases keeps in the address. */
export const readCaseSearch = (raw: Record<string, unknown>) =>
  known({
    state: readOneOf(raw.state, states),
    assignee: readOneOf(raw.assignee, ['me', 'none'] as const),
    ordering: readOneOf(raw.ordering, ['number', '-number', 'due', '-due'] as const),
    page: readPage(raw.page),
  });
