import type { Connection, ConnectionItem } from '@errand/contract/connections.ts';
import { testDisabledReason } from './dynamic-inputs.ts';
import type { Connectors } from './registry.ts';
import type { ConnectionRow } from './store.ts';

export function connectionItem(connectors: Connectors, row: ConnectionRow, useCount: number): ConnectionItem {
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
    status: row.status,
    tested_at: row.tested_at?.toISOString() ?? null,
    test_message: row.test_message,
    use_count: useCount,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export const connectionAnswer = (connectors: Connectors, row: ConnectionRow, useCount: number): Connection => ({
  ...connectionItem(connectors, row, useCount),
  auth_config: row.auth_config,
  browser_session_expires_at: null,
});
