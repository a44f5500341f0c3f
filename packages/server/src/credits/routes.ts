import { CreditPage, PageQuery } from '@errand/contract/organizations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Database } from '#platform/db.ts';
import { findAccount, listLedger } from './ledger.ts';

export function addCreditRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  endpoint(app, {
    method: 'GET',
    path: '/v1/organizations/:organization_id/credits/',
    tag: 'Organizations',
    summary: 'List credit entries',
    description:
      'The balance, and what changed it, newest first. Only the newest 100,000 entries are counted and shown.',
    query: PageQuery,
    responses: { 200: CreditPage },
    async handler(request) {
      const { orgId } = request.caller;
      const paging = readPaging(request);
      const db = database.tenant(orgId);
      const [account, { count, rows }] = await Promise.all([findAccount(db, orgId), listLedger(db, orgId, paging)]);
      return { ...account, ...envelope(request, paging, count, rows) };
    },
  });
}
