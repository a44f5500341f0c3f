import { hostname } from 'node:os';
import type { ConnectionPolicy } from '@errand/contract/connections.ts';
import { ConfigError, checks, readConfigFile, readMembers } from '#platform/configuration.ts';
import { type CatalogModel, usualModel } from './known-models.ts';
import { LOCAL, type LocalModel, readLocalModel } from './local-settings.ts';

// Reads the model providers of this installation from the environment and from the file that ERRAND_MODELS_FILE names.

export const protocols = ['openai', 'openai-compatible', 'anthropic', 'google'] as const;
export type Protocol = (typeof protocols)[number];

export type Provider = {
  id: string;
  /** `local`: a process of this machine, without a wire. */
  protocol: Protocol | 'local';
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
  headers?: Record<string, string> | undefined;
  /** Limits on concurrent calls and calls per minute, over all processes. */
  concurrencyMax?: number | undefined;
  callsPerMinute?: number | undefined;
  tokensPerMinute?: number | undefined;
  /** Whether it serves ids that no other provider has. Default: OpenAI with another address than its own. */
  takesAnyModel?: boolean;
  region?: string | undefined;
  /** The connection of an organization that pays it. Without it the installation does. */
  own?: OwnProvider;
};

export type OwnProvider = {
  orgId: string;
  connectionId: string;
  name: string;
  /** Changes with the connection. */
  version: string;
  policy: ConnectionPolicy;
};

/** Who pays the calls to a provider. */
export const keyOf = ({ own }: Provider): 'house' | 'organization' => (own === undefined ? 'house' : 'organization');

/** Under this name all processes share what they know of a provider: its limits and outages. */
export function slotOf({ id, own, protocol }: Provider): string {
  if (own !== undefined) return `connection:${own.connectionId}`;
  // Each machine runs its own.
  return protocol === 'local' ? `${LOCAL}@${hostname()}` : id;
}

export type StreamLimits = { firstTokenMs: number; tokenGapMs: number };

export type ModelSettings = {
  providers: Map<string, Provider>;
  /** Models of the file. A model with a known id replaces the built-in entry. */
  models: CatalogModel[];
  defaultModel: string | undefined;
  /** The model that this machine runs itself. */
  local: LocalModel | undefined;
  /** Whether organizations may use the providers of this installation. */
  houseKeys: boolean;
  /** One interval for looking at providers' batches, for trials. */
  batchPollSeconds: number | undefined;
  callTimeoutMs: number;
  /** How long the call of a cancelled job may go on, so that its answer tells what it used. */
  lastWordMs: number;
  /** How long a streamed answer may take to its first token, and from one token to the next. */
  streamLimits: StreamLimits;
};

/** Providers that are configured by setting their variable. */
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
    // A self-hosted server needs an address, but often no key.
    if (apiKey === undefined && (known.id !== 'openai' || baseUrl === undefined)) continue;
    providers.set(known.id, {
      id: known.id,
      // A custom address means any server that speaks chat completions, not OpenAI's.
      protocol: known.id === 'openai' && baseUrl !== undefined ? 'openai-compatible' : known.protocol,
      apiKey,
      baseUrl: baseUrl ?? (known.id === 'xai' ? XAI_BASE_URL : undefined),
    });
  }
  const file = readFile(env);
  for (const [id, given] of Object.entries(file.providers ?? {})) addProvider(providers, id, given, env);
  const models = (file.models ?? []).map((given) => toCatalogModel(given, providers));
  const local = readLocalModel(env);
  if (local !== undefined) addLocal(providers, models, local);
  return {
    providers,
    models,
    defaultModel: text(env, 'ERRAND_DEFAULT_MODEL') ?? file.default_model,
    local,
    houseKeys: readSwitch(env, 'ERRAND_HOUSE_KEYS'),
    batchPollSeconds:
      text(env, 'ERRAND_BATCH_POLL_SECONDS') === undefined
        ? undefined
        : readSeconds(env, 'ERRAND_BATCH_POLL_SECONDS', 15),
    callTimeoutMs: readSeconds(env, 'ERRAND_MODEL_TIMEOUT_SECONDS', 180) * 1_000,
    lastWordMs: readSeconds(env, 'ERRAND_MODEL_LAST_WORD_SECONDS', 60) * 1_000,
    streamLimits: {
      firstTokenMs: readSeconds(env, 'ERRAND_MODEL_FIRST_TOKEN_SECONDS', 120) * 1_000,
      tokenGapMs: readSeconds(env, 'ERRAND_MODEL_TOKEN_GAP_SECONDS', 60) * 1_000,
    },
  };
}

const NAME = 'ERRAND_MODELS_FILE';
// Not imported from the contract, because that would load the schema library.
const modelCapabilities = ['text', 'image', 'audio', 'video'] as const satisfies CatalogModel['capabilities'];
const providerMembers = {
  protocol: checks.oneOf(protocols),
  base_url: checks.url,
  api_key_env: checks.text,
  headers: checks.texts,
  concurrency: checks.count,
  calls_per_minute: checks.rate,
};
const supports = {
  supports_system_message: checks.boolean,
  supports_temperature: checks.boolean,
  supports_reasoning_effort: checks.boolean,
  supports_thinking: checks.boolean,
  supports_json_output: checks.boolean,
  supports_json_schema: checks.boolean,
};
const modelMembers = {
  id: checks.text,
  description: checks.text,
  provider: checks.text,
  remote_id: checks.text,
  capabilities: checks.textList,
  context_window: checks.count,
  max_output_tokens: checks.count,
  prices: checks.object,
  ...supports,
};
const priceMembers = {
  input: checks.amount,
  output: checks.amount,
  cached_input: checks.amount,
  cache_write: checks.amount,
};

function readFile(env: NodeJS.ProcessEnv) {
  const content = readConfigFile(env, NAME) ?? {};
  return readMembers(content, NAME, { default_model: checks.text, providers: checks.object, models: checks.list });
}

function addProvider(providers: Map<string, Provider>, id: string, value: unknown, env: NodeJS.ProcessEnv): void {
  const given = readMembers(value, `${NAME}: the provider '${id}'`, providerMembers);
  if (!/^[a-z0-9][a-z0-9_-]{0,49}$/.test(id) || id === 'builtin') {
    throw new ConfigError(
      `${NAME}: the provider name '${id}' must be 1 to 50 lowercase letters, digits, - and _, begin with a letter or digit, and not be builtin.`,
    );
  }
  const known = providers.get(id);
  const apiKey = given.api_key_env === undefined ? known?.apiKey : text(env, given.api_key_env);
  if (given.api_key_env !== undefined && apiKey === undefined) {
    throw new ConfigError(`${NAME}: the provider '${id}' reads its key from ${given.api_key_env}, which is not set.`);
  }
  // A file may limit a known provider that has no key on this machine. That is not an error.
  if (known === undefined && knownProviders.some((one) => one.id === id) && apiKey === undefined) return;
  const protocol = given.protocol ?? known?.protocol ?? 'openai-compatible';
  const baseUrl = given.base_url ?? known?.baseUrl;
  if (protocol === 'openai-compatible' && baseUrl === undefined) {
    throw new ConfigError(`${NAME}: base_url is required for the provider '${id}'.`);
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

/** One call at a time: a second one would halve the speed of both. */
function addLocal(providers: Map<string, Provider>, models: CatalogModel[], local: LocalModel): void {
  if (providers.has(LOCAL) || models.some(({ id }) => id === LOCAL))
    throw new ConfigError(`${NAME}: the name '${LOCAL}' belongs to the model of ERRAND_LOCAL_MODEL. Choose another.`);
  providers.set(LOCAL, { id: LOCAL, protocol: 'local', concurrencyMax: 1 });
  models.push({
    id: LOCAL,
    description: `${local.name}, run by the workers themselves. Nothing leaves the machine.`,
    providers: [LOCAL],
    capabilities: ['text'],
    ...usualModel,
    context_window: local.contextTokensMax,
    max_output_tokens: local.contextTokensMax,
    prices: { input: 0, output: 0 },
  });
}

function toCatalogModel(value: unknown, providers: Map<string, Provider>): CatalogModel {
  const {
    provider,
    remote_id: remoteId,
    prices,
    capabilities,
    ...rest
  } = readMembers(value, `${NAME}: a model`, modelMembers);
  const { id } = rest;
  const where = `${NAME}: the model '${id}'`;
  if (id === undefined || provider === undefined)
    throw new ConfigError(`${NAME}: id and provider are required for each model.`);
  if (!providers.has(provider) && !knownProviders.some((known) => known.id === provider)) {
    throw new ConfigError(`${where} names the provider '${provider}', which is not configured.`);
  }
  for (const capability of capabilities ?? []) {
    if (!(modelCapabilities as readonly string[]).includes(capability))
      throw new ConfigError(`${where}: each capability must be one of ${modelCapabilities.join(', ')}.`);
  }
  return {
    ...usualModel,
    ...rest,
    id,
    capabilities: (capabilities ?? ['text']) as CatalogModel['capabilities'],
    providers: [provider],
    ...(remoteId !== undefined && { remoteId }),
    ...(prices && { prices: readPrices(prices, where) }),
  };
}

function readPrices(value: unknown, where: string): NonNullable<CatalogModel['prices']> {
  const given = readMembers(value, `${where}: prices`, priceMembers);
  const { input, output, cached_input: cachedInput, cache_write: cacheWrite } = given;
  if (input === undefined || output === undefined)
    throw new ConfigError(`${where}: input and output are required in prices.`);
  return {
    input,
    output,
    ...(cachedInput !== undefined && { cachedInput }),
    ...(cacheWrite !== undefined && { cacheWrite }),
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
  throw new ConfigError(`${name} is ${JSON.stringify(value)}, but must be an http or https URL.`);
}

function readSwitch(env: NodeJS.ProcessEnv, name: string): boolean {
  const value = text(env, name) ?? 'on';
  if (value === 'on' || value === 'off') return value === 'on';
  throw new ConfigError(`${name} is ${JSON.stringify(value)}, but must be on or off.`);
}

function readSeconds(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const value = text(env, name) ?? String(fallback);
  const seconds = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (seconds >= 1 && seconds <= 3_600) return seconds;
  throw new ConfigError(`${name} is ${JSON.stringify(value)}, but must be a whole number from 1 to 3600.`);
}
