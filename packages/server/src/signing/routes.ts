import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { serveRoutes } from '#http/service.ts';
import { findAuditHead } from '#orgs/audit-chain.ts';
import type { Database } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import type { SigningKeyRow } from './keys-store.ts';
import type { Signer } from './signer.ts';

export const service = serveRoutes(addSigningRoutes);

function addSigningRoutes(app: FastifyInstance, { database, signer }: { database: Database; signer: Signer }): void {
  endpoint(app, operations.signing.key, {
    handler: async ({ caller: { orgId } }) => keyView(await signer.list(orgId)),
  });

  endpoint(app, operations.signing.auditHead, {
    async handler({ caller: { orgId } }) {
      const { seq, hash, unchained } = await findAuditHead(database.tenant(orgId), orgId);
      const at = new Date(databaseNow()).toISOString();
      return signer.sign(orgId, { organization_id: orgId, kind: 'head' as const, seq, hash, at, unchained });
    },
  });

  endpoint(app, operations.signing.rotate, {
    async handler({ caller }) {
      await signer.rotate(caller.orgId, caller);
      return keyView(await signer.list(caller.orgId));
    },
  });
}

function keyView([current, ...previous]: SigningKeyRow[]) {
  const shared = (key: SigningKeyRow) => ({
    key_id: key.id,
    algorithm: 'ed25519' as const,
    public_key: key.public_key,
    created_at: key.created_at.toISOString(),
  });
  return {
    ...shared(current!),
    previous: previous.map((key) => ({ ...shared(key), retired_at: key.retired_at!.toISOString() })),
  };
}
