import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { serveRoutes } from '#http/service.ts';
import type { Database } from '#platform/db.ts';
import { findAccount, listLedger } from './ledger.ts';

export const service = serveRoutes(addCreditRoutes);

function addCreditRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  endpoint(app, operations.organizations.credits, {
    async handler({ caller: { orgId }, request }) {
      const paging = readPaging(request);
      const db = database.tenant(orgId);
      const [account, { count, rows }] = await Promise.all([findAccount(db, orgId), listLedger(db, orgId, paging)]);
      const entries = rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
      // Every organization is created with its account.
      return { ...account!, ...envelope(request, paging, count, entries) };
    },
  });
}
