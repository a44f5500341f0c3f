import type { Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { isJsonObject } from '#platform/json.ts';
import type { Outbound } from '#platform/outbound/client.ts';
import type { SecretBox } from '#secrets/box.ts';
import { openSecrets } from '#secrets/open-secrets.ts';
import { createRedactor, type Redactor } from '#secrets/redact.ts';
import { fillReferences, listSecretNames } from '#secrets/references.ts';
import { listSecretValues, MASK } from './credentials.ts';
import { fillInputs } from './dynamic-inputs.ts';
import { DriverFailure, type System } from './model/driver.ts';
import type { Connectors } from './registry.ts';
import { getAccessToken } from './sign-in/access-token.ts';

// Opens a connection: fills in references to secrets and placeholders. Everything the remote system returns goes
// through the redactor before anybody sees it.

export type OpenDeps = { db: Db; box: SecretBox; outbound: Outbound; connectors: Connectors };

export type OpenParts = {
  /** Changes whenever the connection changes. */
  key: string;
  orgId: string;
  /** Undefined for credentials that are not stored yet. */
  id?: string;
  name: string;
  connectorType: string;
  config: Record<string, unknown>;
  auth: Record<string, unknown>;
  dynamicInputs: Record<string, string>;
};

export async function openSystem(
  { db, box, outbound, connectors }: OpenDeps,
  { key, orgId, id, name, connectorType, config, auth, dynamicInputs }: OpenParts,
  { signal, inputs }: { signal: AbortSignal; inputs?: Record<string, string> },
): Promise<{ system: System; redactor: Redactor }> {
  const names = listSecretNames([config, auth]);
  const values = await openSecrets(db, box, orgId, names).catch((cause) => {
    throw new AppError('connection_unreadable', { cause });
  });
  const missing = names.filter((one) => !values.has(one));
  if (missing.length > 0) throw new DriverFailure(`There is no secret ${missing[0]} in this organization.`);
  const redactor = createRedactor();
  for (const [secretName, value] of values) redactor.add(value, `[secret ${secretName}]`);
  const filled = fillReferences(auth, values);
  for (const value of listSecretValues(connectors.get(connectorType).auth_schema, filled)) redactor.add(value, MASK);
  const hide = (text: string): void => redactor.add(text, MASK);
  const system: System = {
    key,
    name,
    config: withDefaults(
      connectors.get(connectorType).config_schema,
      fillInputs(fillReferences(config, values), dynamicInputs, inputs),
    ),
    auth: filled,
    outbound,
    signal,
    hide,
    ...(id !== undefined && {
      accessToken: (url: string, refused?: string) =>
        getAccessToken({ db, box, outbound }, { orgId, connectionId: id, url, refused, signal, hide }),
    }),
  };
  return { system, redactor };
}

export function cleanFailure(redactor: Redactor, error: unknown): unknown {
  if (error instanceof AppError) return error;
  if ((error as Error)?.name === 'AbortError') return error;
  if (error instanceof DriverFailure)
    return new DriverFailure(redactor.text(error.message).slice(0, 2_000), { retry: error.retry });
  const message = error instanceof Error ? error.message : String(error);
  return new DriverFailure(redactor.text(`The connection failed: ${message}`).slice(0, 2_000), { retry: true });
}

const withDefaults = (schema: unknown, config: Record<string, unknown>): Record<string, unknown> => {
  const properties = isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties : {};
  const defaults = Object.entries(properties).flatMap(([name, property]) =>
    isJsonObject(property) && property.default !== undefined ? [[name, property.default]] : [],
  );
  return { ...Object.fromEntries(defaults), ...config };
};
