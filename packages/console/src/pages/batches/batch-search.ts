export const rowFilters = ['all', 'failed', 'succeeded', 'open'] as const;
export type RowFilter = (typeof rowFilters)[number];
