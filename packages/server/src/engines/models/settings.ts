import { readFileSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { ConfigError } from '#platform/config-error.ts';
import type { CatalogModel } from './known-models.ts';

// Which providers of models this installation has, from the environment and the file that ERRAND_MODELS_FILE names.

export const protocols = ['openai', 'openai-compatible', 'anthropic', 'google'] as const;
export type Protocol = (typeof protocols)[number];

export type Provider = {
  id: string;
  protocol: Protocol;
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
  headers?: Record<string, string> | undefined;
  /** Calls at once and per minute, over all processes. */
  concurrencyMax?: number | undefined;
  callsPerMinute?: number | undefined;
};

export type ModelSettings = {
  providers: Map<string, Provider>;
  /** Further models of the file; one with a known id replaces it. */
  models: CatalogModel[];
  defaultModel: string | undefined;
  callTimeoutMs: number;
};

/** Providers that are there as soon as their variable is set. */
export const knownProviders: { id: string; protocol: Protocol; key: string; baseUrl: string }[] = [
  { id: 'openai', protocol: 'openai', key: 'OPENAI_API_KEY', baseUrl: 'OPENAI_BASE_URL' },
  { id: 'anthropic', protocol: 'anthropic', key: 'ANTHROPIC_API_KEY', baseUrl: 'ANTHROPIC_BASE_URL' },
  { id: 'google', protocol: 'google', key: 'GOOGLE_GENERATIVE_AI_API_KEY', baseUrl: 'GOOGLE_GENERATIVE_AI_BASE_URL' },
  { id: 'xai', protocol: 'openai-compatible', key: 'XAI_API_KEY', baseUrl: 'XAI_BASE_URL' },
];
const XAI_BASE_URL = 'https://api.x.ai/v1';

export function readModelSettings(env: NodeJS.ProcessEnv): ModelSettings {
  const providers = new Map<string, Provider>();
  for (const known of knownProviders) {
    const apiKey = text(env, known.key);
    const baseUrl = readUrl(env, known.baseUrl);
    // A server of one's own needs an address, but often no key.
    if (apiKey === undefined && (known.id !== 'openai' || baseUrl === undefined)) continue;
    providers.set(known.id, {
      id: known.id,
      // A given address is taken for any server that speaks chat completions, not for that of OpenAI.
      protocol: known.id === 'openai' && baseUrl !== undefined ? 'openai-compatible' : known.protocol,
      apiKey,
      baseUrl: baseUrl ?? (known.id === 'xai' ? XAI_BASE_URL : undefined),
    });
  }
  const file = readFile(env);
  for (const [id, given] of Object.entries(file.providers ?? {})) addProvider(providers, id, given, env);
  const models = (file.models ?? []).map((given) => toCatalogModel(given, providers));
  return {
    providers,
    models,
    defaultModel: text(env, 'ERRAND_DEFAULT_MODEL') ?? file.default_model,
    callTimeoutMs: readSeconds(env, 'ERRAND_MODEL_TIMEOUT_SECONDS', 180) * 1_000,
  };
}

const NAME = 'ERRAND_MODELS_FILE';
const price = Type.Number({ minimum: 0 });
const FileProvider = Type.Object(
  {
    protocol: Type.Optional(Type.Enum([...protocols])),
    base_url: Type.Optional(Type.String({ pattern: '^https?://' })),
    api_key_env: Type.Optional(Type.String()),
    headers: Type.Optional(Type.Record(Type.String(), Type.String())),
    concurrency: Type.Optional(Type.Integer({ minimum: 1 })),
    calls_per_minute: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  },
  { additionalProperties: false },
);
const FileModel = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 200 }),
    provider: Type.String({ minLength: 1 }),
    remote_id: Type.Optional(Type.String({ minLength: 1 })),
    capabilities: Type.Optional(Type.Array(Type.Enum(['text', 'image', 'audio', 'video']))),
    context_window: Type.Optional(Type.Integer({ minimum: 1 })),
    max_output_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
    supports_system_message: Type.Optional(Type.Boolean()),
    supports_temperature: Type.Optional(Type.Boolean()),
    supports_reasoning_effort: Type.Optional(Type.Boolean()),
    supports_thinking: Type.Optional(Type.Boolean()),
    supports_json_output: Type.Optional(Type.Boolean()),
    supports_json_schema: Type.Optional(Type.Boolean()),
    prices: Type.Optional(
      Type.Object(
        { input: price, output: price, cached_input: Type.Optional(price) },
        { additionalProperties: false, description: 'USD per million tokens.' },
      ),
    ),
  },
  { additionalProperties: false },
);
const ModelsFile = Type.Object(
  {
    default_model: Type.Optional(Type.String({ minLength: 1 })),
    providers: Type.Optional(Type.Record(Type.String(), FileProvider)),
    models: Type.Optional(Type.Array(FileModel)),
  },
  { additionalProperties: false },
);

function readFile(env: NodeJS.ProcessEnv): Static<typeof ModelsFile> {
  const path = text(env, NAME);
  if (path === undefined) return {};
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigError(`${NAME} is ${JSON.stringify(path)}, which cannot be read as JSON: ${reason(error)}`);
  }
  const [problem] = Value.Errors(ModelsFile, content);
  if (problem === undefined) return content as Static<typeof ModelsFile>;
  throw new ConfigError(`${NAME}: ${path} at ${problem.instancePath || 'the top'} ${problem.message}.`);
}

function addProvider(
  providers: Map<string, Provider>,
  id: string,
  given: Static<typeof FileProvider>,
  env: NodeJS.ProcessEnv,
): void {
  if (!/^[a-z0-9][a-z0-9_-]{0,49}$/.test(id) || id === 'builtin') {
    throw new ConfigError(`${NAME}: the provider '${id}' needs another name: small letters, digits, - and _ only.`);
  }
  const known = providers.get(id);
  const apiKey = given.api_key_env === undefined ? known?.apiKey : text(env, given.api_key_env);
  if (given.api_key_env !== undefined && apiKey === undefined) {
    throw new ConfigError(`${NAME}: the provider '${id}' takes its key from ${given.api_key_env}, which is not set.`);
  }
  // Limits of a provider whose key is not set on this machine are of no use, and no mistake.
  if (known === undefined && knownProviders.some((one) => one.id === id) && apiKey === undefined) return;
  const protocol = given.protocol ?? known?.protocol ?? 'openai-compatible';
  const baseUrl = given.base_url ?? known?.baseUrl;
  if (protocol === 'openai-compatible' && baseUrl === undefined) {
    throw new ConfigError(`${NAME}: the provider '${id}' needs a base_url.`);
  }
  providers.set(id, {
    id,
    protocol,
    baseUrl,
    apiKey,
    headers: given.headers,
    concurrencyMax: given.concurrency,
    callsPerMinute: given.calls_per_minute,
  });
}

function toCatalogModel(given: Static<typeof FileModel>, providers: Map<string, Provider>): CatalogModel {
  if (!providers.has(given.provider) && !knownProviders.some(({ id }) => id === given.provider)) {
    throw new ConfigError(
      `${NAME}: the model '${given.id}' names the provider '${given.provider}', which is not there.`,
    );
  }
  const { provider, remote_id: remoteId, prices, ...rest } = given;
  return {
    capabilities: ['text'],
    context_window: 128_000,
    max_output_tokens: 8_192,
    supports_system_message: true,
    supports_temperature: true,
    supports_reasoning_effort: false,
    supports_thinking: false,
    supports_json_output: true,
    supports_json_schema: true,
    ...rest,
    providers: [provider],
    ...(remoteId !== undefined && { remoteId }),
    ...(prices && {
      prices: {
        input: prices.input,
        output: prices.output,
        ...(prices.cached_input !== undefined && { cachedInput: prices.cached_input }),
      },
    }),
  };
}

function text(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? undefined : value;
}

function readUrl(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value.replace(/\/+$/, '');
  throw new ConfigError(`${name} is ${JSON.stringify(value)}, but takes an http or https URL.`);
}

function readSeconds(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const value = text(env, name) ?? String(fallback);
  const seconds = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (seconds >= 1 && seconds <= 3_600) return seconds;
  throw new ConfigError(`${name} is ${JSON.stringify(value)}, but takes a whole number from 1 to 3600.`);
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
