import type { Connection, ConnectionItem, ConnectionSignIn } from '@errand/contract/connections.ts';
import { testDisabledReason } from './dynamic-inputs.ts';
import type { Connectors } from './registry.ts';
import { needsSignIn } from './sign-in/model.ts';
import type { SignInRow } from './sign-in/store.ts';
import type { ConnectionRow } from './store.ts';

type Around = { useCount: number; signIn: SignInRow | undefined };

export function connectionItem(
  connectors: Connectors,
  row: ConnectionRow,
  { useCount, signIn }: Around,
): ConnectionItem {
  return {
    id: row.id,
    user: row.creator_id,
    organization: row.org_id,
    connector_type: row.connector_type,
    // The driver may have been removed since the connection was created.
    connector_display_name: connectors.find(row.connector_type)?.display_name ?? row.connector_type,
    name: row.name,
    description: row.description,
    config: row.config,
    credentials_configured: Object.entries(row.auth_config).some(([name, value]) => name !== 'type' && value !== ''),
    dynamic_inputs: row.dynamic_inputs,
    policy: row.policy,
    dynamic_input_test_disabled_reason: testDisabledReason(row.dynamic_inputs),
    sign_in: needsSignIn(row.auth_config) ? signInAnswer(signIn) : null,
    status: row.status,
    tested_at: row.tested_at?.toISOString() ?? null,
    test_message: row.test_message,
    use_count: useCount,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export const connectionAnswer = (connectors: Connectors, row: ConnectionRow, around: Around): Connection => ({
  ...connectionItem(connectors, row, around),
  auth_config: row.auth_config,
  browser_session_expires_at: null,
});

function signInAnswer(row: SignInRow | undefined): ConnectionSignIn {
  if (row === undefined) return NOBODY;
  const name = `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim() || row.email?.split('@', 1)[0];
  return {
    state: row.problem === null ? 'signed_in' : 'needed',
    problem: row.problem,
    issuer: row.issuer,
    scope: row.scope,
    user: row.user_id === null ? null : { id: row.user_id, email: row.email!, display_name: name! },
    signed_in_at: row.signed_in_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}

const NOBODY: ConnectionSignIn = {
  state: 'needed',
  problem: null,
  issuer: null,
  scope: null,
  user: null,
  signed_in_at: null,
  expires_at: null,
};
