import { type Static, Type } from 'typebox';
import { CaseAlertQuery, CaseListQuery } from './case-desk.ts';
import { FacetValue } from './job-lists.ts';

// What lists of cases and alerts have, counted by their most important members.

const facet = Type.Array(FacetValue, { description: 'The most frequent values, at most 20.' });
const totals = {
  counted: Type.Integer({ description: 'How many match.' }),
  is_complete: Type.Boolean({ description: 'False if more than 200,000 match, and the others were not counted.' }),
};
const { page: _page, page_size: _size, ordering: _ordering, ...caseFilters } = CaseListQuery.properties;
export const CaseFacetsQuery = Type.Object(caseFilters);
export const CaseFacets = Type.Object({
  ...totals,
  state: facet,
  queue: facet,
  priority: facet,
  assignee: Type.Array(FacetValue, { description: 'By the id of the person; `none` for cases that nobody has.' }),
  outcome: facet,
  due: Type.Array(FacetValue, { description: '`overdue`, `24h` (due within a day) and `later`.' }),
});
export type CaseFacets = Static<typeof CaseFacets>;

const { page: _alertPage, page_size: _alertSize, ...alertFilters } = CaseAlertQuery.properties;
export const CaseAlertFacetsQuery = Type.Object(alertFilters);
export const CaseAlertFacets = Type.Object({ ...totals, queue: facet, rule: facet, priority: facet, currency: facet });
