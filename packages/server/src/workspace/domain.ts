import type { Domain } from '#platform/domain.ts';
import { queryRows } from './queries/store.ts';
import { uploadRows } from './tables/uploads-store.ts';

export const domain: Domain = {
  name: 'workspace',
  tables: {
    workspace_tables: {},
    table_uploads: {},
    worksheets: {},
    worksheet_queries: {},
    sql_limits: {},
  },
  leased: [queryRows, uploadRows],
};
