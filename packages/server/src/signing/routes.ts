import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import type { SigningKeyRow } from './keys-store.ts';
import type { Signer } from './signer.ts';

export function addSigningRoutes(app: FastifyInstance, { signer }: { signer: Signer }): void {
  endpoint(app, operations.signing.key, {
    handler: async ({ caller: { orgId } }) => keyView(await signer.list(orgId)),
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
