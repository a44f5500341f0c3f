import { randomUUID } from 'node:crypto';
import { hasRole } from '@errand/contract/roles.ts';
import { findCause } from '#orgs/causes.ts';
import type { Caller } from '#platform/caller.ts';
import { claimFor } from '#platform/claims.ts';
import type { Database, Db } from '#platform/db.ts';
import { AppError, forbidden } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { findWorksheet } from '../worksheets/store.ts';
import { insertQuery, type QueryKind } from './store.ts';

export type QueryRequest = {
  kind: QueryKind;
  query: string;
  worksheetId: string | null;
  useAdmin: boolean;
  maxCost: number | null;
  rowLimit: number;
};

/** Stores a query with the claim of its request, and returns its id. A sync query belongs to this process from the start, which then runs it. */
export async function acceptQuery(database: Database, caller: Caller, request: QueryRequest): Promise<string> {
  const db = database.tenant(caller.orgId);
  if (request.useAdmin && !hasRole(caller.role, 'admin'))
    throw forbidden(`use_admin needs the role admin; yours is ${caller.role}.`);
  if (request.worksheetId !== null && (await findWorksheet(db, caller.orgId, request.worksheetId)) === undefined)
    throw new AppError('unknown_worksheet');
  const cause = await findCause(db);
  const query = {
    ...request,
    cause: cause.length === 0 ? null : cause,
    id: newId(),
    taskId: newId(),
    creatorId: caller.userId,
    keyId: caller.keyId,
    role: caller.role,
    claimId: request.kind === 'sync' ? randomUUID() : null,
  };
  const claim = claimFor(caller);
  const insert = (on: Db): Promise<void> => insertQuery(on, caller.orgId, query);
  if (claim === undefined) await insert(db);
  else await db.tx((tx) => claim(tx).then(() => insert(tx)));
  return query.id;
}
