import { known, readInteger, readOneOf } from '../../data/search.ts';

export const rowFilters = ['all', 'failed', 'succeeded', 'open'] as const;
export type RowFilter = (typeof rowFilters)[number];

export const readBatchSearch = (raw: Record<string, unknown>) =>
  known({ rows: readOneOf(raw.rows, rowFilters), page: readInteger(raw.page) });
