import type { ConnectorText } from '../model/driver.ts';

type Schemas = {
  config: Record<string, unknown>;
  auth: Record<string, unknown>;
  session?: { field: string; required_config: Record<string, unknown> };
};

/** A connector that is only described here. A custom driver can provide it. */
export const withoutDriver = (
  id: string,
  displayName: string,
  category: string,
  icon: string,
  description: string,
  { config, auth, session }: Schemas,
): ConnectorText => ({
  id,
  display_name: displayName,
  description,
  icon,
  category,
  config_schema: config,
  auth_schema: auth,
  dynamic_input_fields: {},
  dynamic_input_test_fields: [],
  browser_session: session ?? null,
});
