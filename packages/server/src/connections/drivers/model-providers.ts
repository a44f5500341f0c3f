import { type ConnectorText, DriverFailure, defineDriver, type System } from '../model/driver.ts';
import { integer, object, secret, text, url } from '../model/schema.ts';

// Providers of models that an organization pays itself. The engines domain calls the models; a connection keeps the key
// and says where the provider is and how much it takes.

export const providerTypes = ['openai', 'anthropic', 'google', 'openai_compatible'] as const;
export type ProviderType = (typeof providerTypes)[number];

/** OpenAI has an address for each region. Other providers have none, so their connections name the address itself. */
const openaiRegions: Record<string, string> = {
  us: 'https://us.api.openai.com/v1',
  eu: 'https://eu.api.openai.com/v1',
};

export const homes: Record<Exclude<ProviderType, 'openai_compatible'>, string> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};

/** Returns the address of the provider, without a slash at its end. */
export function addressOf(type: ProviderType, { base_url: given, region }: Record<string, unknown>): string {
  if (typeof given === 'string' && given !== '') return given.replace(/\/+$/, '');
  if (type === 'openai' && typeof region === 'string') return openaiRegions[region] ?? homes.openai;
  return type === 'openai_compatible' ? '' : homes[type];
}

/** The ids that a connection lists. Empty: it takes any. */
export const listModelIds = (text: unknown): string[] =>
  typeof text === 'string'
    ? text
        .split(',')
        .map((id) => id.trim())
        .filter((id) => id !== '')
    : [];

/** The header that carries the key. */
export function signedHeaders(type: string, key: unknown): Record<string, string> {
  if (typeof key !== 'string' || key === '') return {};
  if (type === 'anthropic') return { 'x-api-key': key, 'anthropic-version': '2023-06-01' };
  if (type === 'google') return { 'x-goog-api-key': key };
  return { authorization: `Bearer ${key}` };
}

const limits = {
  requests_per_minute: integer('Requests per minute', 1, 1_000_000),
  tokens_per_minute: integer('Tokens per minute', 1, 1_000_000_000),
};
const price = (title: string) => ({
  type: 'number',
  title,
  minimum: 0,
  description: 'USD per million tokens. Without both prices, costs of its models are recorded as 0.',
});

const define = (type: ProviderType, described: Pick<ConnectorText, 'display_name' | 'description'>) =>
  defineDriver({
    connector: {
      ...described,
      id: type,
      icon: 'brain',
      category: 'Models',
      config_schema:
        type === 'openai_compatible'
          ? object(
              {
                base_url: url('Address', 'Where /chat/completions is, such as https://models.example.com/v1.'),
                models: text('Models', 'Ids, separated by commas. Empty: every id that no other provider has.', {
                  maxLength: 10_000,
                }),
                region: text('Region', 'For your records.', { maxLength: 50 }),
                ...limits,
                input_price: price('Price of input'),
                output_price: price('Price of output'),
              },
              ['base_url'],
            )
          : object({
              base_url: url('Address', `Default: ${homes[type]}.`),
              region: text(
                'Region',
                type === 'openai'
                  ? `${Object.keys(openaiRegions).join(' or ')}: uses the address of that region. Others need an address.`
                  : 'For your records. Give the address of the region, too.',
                { maxLength: 50 },
              ),
              ...limits,
            }),
      auth_schema: object({ api_key: secret('Key') }, type === 'openai_compatible' ? [] : ['api_key']),
      dynamic_input_fields: {},
      dynamic_input_test_fields: [],
      browser_session: null,
    },

    check({ base_url: address, region }) {
      if (typeof address === 'string' && address !== '' && !/^https?:\/\//.test(address))
        return { config: ["'base_url' must be an http or https address."] };
      const isKnown = type === 'openai' && typeof region === 'string' && openaiRegions[region] !== undefined;
      // A region that changes nothing would be a false statement about where data go.
      return region !== undefined && region !== '' && !address && !isKnown
        ? { config: ["There is no known address for this 'region'. Set 'base_url' as well."] }
        : {};
    },

    async test(system) {
      const found = await listModels(type, system);
      return `The key is accepted. The provider lists ${found} models.`;
    },
  });

/** Listing models costs nothing. */
async function listModels(type: ProviderType, { config, auth, outbound, signal }: System): Promise<number> {
  const { failure, status, body } = await outbound.request({
    method: 'GET',
    url: `${addressOf(type, config)}/models`,
    headers: signedHeaders(type, auth.api_key),
    limits: { keptBytesMax: 4_194_304, answerBytesMax: 4_194_304 },
    signal,
  });
  signal.throwIfAborted();
  if (failure !== null) throw new DriverFailure(`The provider could not be reached. ${failure.message}`);
  if (status === 401 || status === 403) throw new DriverFailure(`The provider refused the key (${status}).`);
  if (status !== 200) throw new DriverFailure(`The provider answered with status ${status}.`);
  try {
    const { data, models } = JSON.parse(body.toString('utf8')) as { data?: unknown[]; models?: unknown[] };
    return (data ?? models ?? []).length;
  } catch {
    throw new DriverFailure('The provider answered with something that is not JSON.');
  }
}

export const modelProviders = [
  define('openai', { display_name: 'OpenAI', description: 'Models of OpenAI, with your own key.' }),
  define('anthropic', { display_name: 'Anthropic', description: 'Models of Anthropic, with your own key.' }),
  define('google', { display_name: 'Google AI', description: 'Models of Google, with your own key.' }),
  define('openai_compatible', {
    display_name: 'Model server (OpenAI-compatible)',
    description: 'Models of any server that speaks the chat-completions protocol.',
  }),
];
