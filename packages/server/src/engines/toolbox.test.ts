import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestContext } from '../../test/engine-context.ts';
import type { StepContext } from './engine/step-context.ts';
import type { OrgModels } from './models/org-models.ts';
import { createToolbox, type ToolboxDeps } from './toolbox.ts';

test('a query of tables is a step, of the organization of the job, and ends with it', async () => {
  const { context, steps } = createTestContext();
  const asked: unknown[] = [];
  const deps = {
    database: { tenant: () => undefined },
    async askTables(orgId: string, question: { sql: string; signal: AbortSignal }) {
      asked.push([orgId, question.sql, question.signal === context.signal]);
      return { columns: ['n'], rows: [[1]], truncated: false };
    },
  } as unknown as ToolboxDeps;
  const { sql } = createToolbox(deps)({ ...context, orgId: 'org' } as unknown as StepContext, {} as OrgModels);
  assert.deepEqual((await sql('count', { sql: 'select 1' })).rows, [[1]]);
  assert.deepEqual([steps, asked], [['count'], [['org', 'select 1', true]]]);
});
