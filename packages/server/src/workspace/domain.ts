import type { Domain } from '#platform/domain.ts';

export const domain: Domain = {
  name: 'workspace',
  tables: {
    workspace_tables: {},
    table_uploads: {},
    worksheets: {},
    worksheet_queries: {},
    sql_limits: {},
  },
};
