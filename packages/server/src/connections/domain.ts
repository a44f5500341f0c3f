import type { Domain } from '#platform/domain.ts';
import { sealedAuth } from './credentials.ts';
import { deliveryRows } from './delivery-rows.ts';
import { sealedRevocation, sealedSignIn, sealedTry } from './sign-in/model.ts';
import { revocationRows } from './sign-in/revoke.ts';

export const domain: Domain = {
  name: 'connections',
  tables: { connections: {}, connection_sign_ins: {}, connection_sign_in_tries: {}, connection_revocations: {} },
  sealedColumns: [sealedAuth, sealedSignIn, sealedTry, sealedRevocation],
  leased: [deliveryRows, revocationRows],
};
