import type { ExecutableVersion } from '#agents/executable.ts';
import { configColumn, MASK, secretKeys } from '#agents/secret-config.ts';
import { type Engine, EngineFailure } from '#engines/engine/engine.ts';
import { renderTemplate } from '#engines/template/template.ts';
import type { Db } from '#platform/db.ts';
import { persistently } from '#platform/persist.ts';
import { MissingKey, type SecretBox } from '#secrets/box.ts';
import { openSecrets } from '#secrets/open-secrets.ts';
import type { Redactor } from '#secrets/redact.ts';

// Fills inputs and secrets into the configuration of a job. Secrets are opened only here, and the redactor learns each
// of them before the engine does.

/** A job without the secret key is postponed: another worker may have the key, or an operator may add it. */
const MISSING_KEY_SECONDS = 30;

type Options = {
  db: Db;
  box: SecretBox;
  orgId: string;
  version: ExecutableVersion;
  engine: Pick<Engine, 'configSchema'>;
  inputs: Record<string, string>;
  redactor: Redactor;
};

export async function fillConfig(options: Options): Promise<Record<string, unknown>> {
  const { version, engine, inputs, redactor } = options;
  const { config, named } = await openStored(options).catch((error: unknown) => {
    if (!(error instanceof MissingKey)) throw error;
    throw new EngineFailure(error.message, { code: 'errand.secrets.no_key', postponeSeconds: MISSING_KEY_SECONDS });
  });
  for (const [name, value] of named) redactor.add(value, `[secret ${name}]`);
  const rendered = renderTemplate(config, inputs, version.inputDefinitions, named) as Record<string, unknown>;
  for (const key of secretKeys(engine)) {
    if (typeof rendered[key] === 'string') redactor.add(rendered[key], MASK);
  }
  return rendered;
}

async function openStored({ db, box, orgId, version }: Options) {
  const { engineConfig: config, sealedConfig, secretNames } = version;
  if (sealedConfig === null && secretNames.length === 0) return { config, named: NONE };
  const named = await persistently(() => openSecrets(db, box, orgId, secretNames));
  const missing = secretNames.find((name) => !named.has(name));
  if (missing !== undefined)
    throw new EngineFailure(`The organization has no secret named ${missing}.`, { code: 'errand.secrets.missing' });
  const literals: Record<string, unknown> = {};
  for (const [key, sealed] of Object.entries(sealedConfig ?? {})) {
    if (config[key] === MASK)
      literals[key] = JSON.parse(await box.open(configColumn.at({ org_id: orgId }, key), sealed));
  }
  return { config: { ...config, ...literals }, named };
}

const NONE: ReadonlyMap<string, string> = new Map();
