import { isDeepStrictEqual } from 'node:util';
import { hasRole } from '@errand/contract/roles.ts';
import type { Connectors } from '#connections/registry.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';
import { sealedColumn } from '#platform/domain.ts';
import { forbidden, invalidFields } from '#platform/errors.ts';
import type { SecretBox } from '#secrets/box.ts';
import { listSecretNames } from '#secrets/references.ts';
import { lockSecretNames } from '#secrets/store.ts';

// Handles secrets in the configuration of a version. Keys that an engine declares `writeOnly` are stored encrypted,
// with a mask in their place. References to named secrets are stored as written and filled in when a job runs.

export const MASK = '********';

/** Dependencies of creating agents and versions. Without a box, no configuration may contain secrets. */
export type ConfigDeps<Engine> = {
  engines: { find(id: string): Engine | undefined };
  box?: SecretBox | undefined;
  connectors?: Connectors | undefined;
};

type Property = { writeOnly?: unknown; 'x-accepts-secrets'?: unknown };
export type SecretRules = { configSchema?: { properties: object } };

export type StoredConfig = {
  engineConfig: Record<string, unknown>;
  /** Encrypted values by key, or null if there are none. */
  sealedConfig: Record<string, string> | null;
  secretNames: string[];
};

const propertiesOf = ({ configSchema }: SecretRules): [string, Property][] =>
  Object.entries((configSchema?.properties ?? {}) as Record<string, Property>);

export const secretKeys = (engine: SecretRules): string[] =>
  propertiesOf(engine).flatMap(([key, property]) => (property.writeOnly === true ? [key] : []));

const acceptsSecrets = (engine: SecretRules, key: string): boolean =>
  propertiesOf(engine).some(
    ([name, property]) => name === key && (property['x-accepts-secrets'] === true || property.writeOnly === true),
  );

/** Masks secret values, even in versions that are not sealed yet. */
export function maskConfig(engine: SecretRules | undefined, config: Record<string, unknown>): Record<string, unknown> {
  const keys = engine === undefined ? [] : secretKeys(engine).filter((key) => isSecretValue(config[key]));
  return keys.length === 0 ? config : { ...config, ...Object.fromEntries(keys.map((key) => [key, MASK])) };
}

/** Removes masked values before a check, because they were checked when they were written. */
export function withoutMasks(engine: SecretRules, config: Record<string, unknown>): Record<string, unknown> {
  const masked = secretKeys(engine).filter((key) => config[key] === MASK);
  return masked.length === 0
    ? config
    : Object.fromEntries(Object.entries(config).filter(([key]) => !masked.includes(key)));
}

/** Whether a value is a literal: neither empty nor a reference to a named secret. */
const isSecretValue = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && listSecretNames(value).length === 0;

/** Finds references in keys whose values the engine would show. */
export function findReferenceProblems(engine: SecretRules, config: Record<string, unknown>): string[] {
  return Object.entries(config).flatMap(([key, value]) => {
    const [name] = acceptsSecrets(engine, key) ? [] : listSecretNames(value);
    return name === undefined
      ? []
      : [`'${key}' cannot refer to the secret ${name} because the engine would show its value.`];
  });
}

type Given = {
  engine: SecretRules;
  config: Record<string, unknown>;
  /** The version that a mask refers to. */
  base?: StoredConfig | undefined;
};

/** Seals the secret values. A mask keeps the value of the base version. */
export async function storeConfig(
  tx: Db,
  box: SecretBox | undefined,
  caller: Caller,
  { engine, config, base }: Given,
): Promise<StoredConfig> {
  const secretNames = listSecretNames(config);
  if (secretNames.length > 0) await checkReferences(tx, caller, { engine, config, base, secretNames });
  const engineConfig = { ...config };
  const sealedConfig: Record<string, string> = {};
  for (const key of secretKeys(engine)) {
    if (!isSecretValue(config[key])) continue;
    engineConfig[key] = MASK;
    if (config[key] !== MASK) sealedConfig[key] = await sealValue(box, caller.orgId, key, config[key]);
    else sealedConfig[key] = await keepValue(box, caller, { engine, config, base }, key);
  }
  return { engineConfig, sealedConfig: Object.keys(sealedConfig).length === 0 ? null : sealedConfig, secretNames };
}

async function checkReferences(
  tx: Db,
  { orgId, role }: Caller,
  { engine, config, base, secretNames }: Given & { secretNames: string[] },
): Promise<void> {
  const problems = findReferenceProblems(engine, config);
  if (problems.length > 0) throw invalidFields({ engine_config: problems });
  // Otherwise a member could send the value to an address of their own.
  if (!hasRole(role, 'admin') && !isDeepStrictEqual(config, base?.engineConfig))
    throw forbidden('Writing a configuration that refers to secrets needs the role admin.');
  const known = await lockSecretNames(tx, orgId, secretNames);
  const missing = secretNames.filter((name) => !known.includes(name));
  if (missing.length > 0)
    throw invalidFields({ engine_config: missing.map((name) => `There is no secret ${name} in this organization.`) });
}

/** Keeps the value behind a mask. It goes where it went before, unless an admin changes that. */
async function keepValue(
  box: SecretBox | undefined,
  { orgId, role }: Caller,
  { engine, config, base }: Given,
  key: string,
): Promise<string> {
  const stored = base?.engineConfig[key];
  if (!isSecretValue(stored))
    throw invalidFields({
      engine_config: [`'${key}' is masked, but no value is stored yet. Enter the value itself.`],
    });
  const moved = propertiesOf(engine).find(
    ([name, property]) =>
      property['x-accepts-secrets'] === true && !isDeepStrictEqual(config[name], base!.engineConfig[name]),
  );
  if (moved !== undefined && !hasRole(role, 'admin'))
    throw forbidden(
      `Changing '${moved[0]}' while keeping the value of '${key}' needs the role admin. Enter '${key}' again.`,
    );
  // A version of an older release may not be sealed yet.
  return stored === MASK ? base!.sealedConfig![key]! : sealValue(box, orgId, key, stored);
}

/** Secret values by the key of the configuration. Their place names no version, so copies in the organization work. */
export const configColumn = sealedColumn({
  table: 'agent_versions',
  column: 'sealed_config',
  label: 'versions',
  isObject: true,
  of: ['org_id'],
  place: (row, key) => `config ${row.org_id} ${key}`,
});

function sealValue(box: SecretBox | undefined, orgId: string, key: string, value: unknown): Promise<string> {
  if (box === undefined) throw new Error('Secrets cannot be stored here.');
  return box.seal(configColumn.at({ org_id: orgId }, key), JSON.stringify(value));
}
