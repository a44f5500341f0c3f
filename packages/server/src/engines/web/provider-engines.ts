import { type Static, type TObject, Type } from 'typebox';
import { isJsonObject } from '#platform/json.ts';
import type { Outbound } from '#platform/outbound/client.ts';
import { defineEngine, type Engine, type EngineContext, EngineFailure, type EngineResult } from '../engine/engine.ts';
import { form } from '../engine/form.ts';
import type { JsonSchema } from '../engine/model-call.ts';
import { describeAnswer, modelConfig } from '../engine/model-config.ts';
import { findOutputSchemaProblems } from '../engine/output-schema.ts';
import { trustConfig } from '../trust/trust-config.ts';
import { extractFromPage } from './extract-from-page.ts';
import { askService } from './provider.ts';
import type { ProviderKind, ProviderSettings, WebSettings } from './settings.ts';

// Engines for maps, social media and shops. Each calls a service that the operator configured, with the protocol of
// docs/web.md. Without that service, agents carry a warning and their jobs fail with the same message.

const mapsSchema = Type.Object({
  query: Type.String({ ...form('inputs', 'Search for'), description: 'What to look for.' }),
  location: Type.Optional(Type.String({ ...form('inputs', 'Where'), description: 'Where to look.' })),
  max_results: Type.Optional(
    Type.Integer({ ...form('output', 'Return at most', { unit: 'results' }), minimum: 1, maximum: 200, default: 20 }),
  ),
});
const socialSchema = Type.Object({
  profile_url: Type.String({
    ...form('inputs', 'Profile'),
    description: 'URL of the profile.',
    'x-accepts-secrets': true,
  }),
  max_posts: Type.Optional(
    Type.Integer({ ...form('output', 'Return at most', { unit: 'posts' }), minimum: 1, maximum: 200, default: 20 }),
  ),
});
const storefrontSchema = Type.Object({
  storefront_url: Type.String({
    ...form('inputs', 'Shop'),
    description: 'URL of the shop.',
    'x-accepts-secrets': true,
  }),
  instruction: Type.Optional(
    Type.String({
      ...form('task', 'Instruction', { control: 'long-text' }),
      description: 'What to look for, in plain words.',
    }),
  ),
  ...modelConfig,
  ...trustConfig,
  output_schema: Type.Optional(
    Type.Unsafe<JsonSchema>({
      ...form('output', 'Output', { control: 'output-schema' }),
      type: 'object',
      description: 'JSON Schema of the output. Without it, the output is the response of the service.',
    }),
  ),
});

export function createProviderEngines({ providers }: WebSettings, outbound: Outbound): Engine[] {
  const engine = <Schema extends TObject>(
    kind: ProviderKind,
    described: Pick<Engine, 'id' | 'name' | 'description' | 'inputs' | 'defaultConfig'> & { configSchema: Schema },
    finish: (context: EngineContext, answer: Record<string, unknown>, config: Static<Schema>) => Promise<EngineResult>,
  ): Engine => {
    const provider = providers[kind];
    return defineEngine<Static<Schema>>({
      ...described,
      needs: [kind],
      checkConfig: (config) => findOutputSchemaProblems(config.output_schema),
      async run(context, { config }) {
        if (provider === undefined)
          throw new EngineFailure(`${described.name} ${providerMissing(kind)}`, { code: 'errand.services.missing' });
        const answer = await ask(context, outbound, provider, described.id, config as Record<string, unknown>);
        return finish(context, answer, config);
      },
    });
  };

  return [
    engine(
      'maps',
      {
        id: 'GoogleMapsEntityExtractionEngine',
        name: 'Maps Search',
        description:
          'Finds places and businesses by kind and location. Needs a map service, which the operator configures.',
        inputs: [{ key: 'query', data_type: 'text/plain', description: 'What to look for.', example: 'bakeries' }],
        configSchema: mapsSchema,
        defaultConfig: { query: '${query}', max_results: 20 },
      },
      async (_context, { entities }, config) =>
        toResult({ entities: listOf('entities', entities, config.max_results ?? 20).map(toEntity) }),
    ),
    engine(
      'social',
      {
        id: 'SocialScraperEngine',
        name: 'Social Media',
        description:
          'Reads a profile and its latest posts. Needs a social media service, which the operator configures.',
        inputs: [{ key: 'profile_url', data_type: 'text/plain', description: 'URL of the profile.' }],
        configSchema: socialSchema,
        defaultConfig: { profile_url: '${profile_url}', max_posts: 20 },
      },
      async (_context, { profile, posts }, config) =>
        toResult({
          profile: isJsonObject(profile) ? profile : {},
          posts: listOf('posts', posts, config.max_posts ?? 20),
        }),
    ),
    engine(
      'storefront',
      {
        id: 'MarketplaceStorefrontAnalysisEngine',
        name: 'Marketplace Storefront Analysis',
        description:
          'Reads a shop on a marketplace and answers questions about it. Needs a shop service, which the operator configures.',
        inputs: [{ key: 'storefront_url', data_type: 'text/plain', description: 'URL of the shop.' }],
        configSchema: storefrontSchema,
        defaultConfig: { storefront_url: '${storefront_url}', instruction: '' },
      },
      async (context, { storefront }, config) => {
        if (!isJsonObject(storefront))
          throw new EngineFailure("The response of the shop service has no object 'storefront'.", {
            code: 'errand.services.bad_answer',
          });
        if (config.output_schema === undefined && (config.instruction ?? '').trim() === '')
          return toResult({ storefront });
        const text = JSON.stringify(storefront, null, 1);
        const page = { url: config.storefront_url, title: '', text, markdown: text };
        const { value, answer, ...judged } = await extractFromPage(context, page, config);
        return { ...toResult(value, describeAnswer(answer)), ...judged };
      },
    ),
  ];
}

/** Follows the name of an engine. */
export const providerMissing = (kind: ProviderKind): string =>
  `needs an external service, but none is configured. Set ERRAND_${kind.toUpperCase()}_URL (see docs/web.md).`;

async function ask(
  context: EngineContext,
  outbound: Outbound,
  { url, token }: ProviderSettings,
  engineId: string,
  config: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  // Settings for our own model call stay here; the rest is sent to the service.
  const {
    model: _m,
    output_schema: _o,
    temperature: _t,
    reasoning: _r,
    reasoning_effort: _e,
    instruction: _i,
    trust: _trust,
    use_source: _source,
    ...input
  } = config;
  const answer = await askService(context, outbound, engineId, {
    method: 'POST',
    url,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      // All attempts of a job send the same key.
      'idempotency-key': context.jobId,
    },
    body: { engine: engineId, input },
  });
  if (!isJsonObject(answer))
    throw new EngineFailure(`The response of the service behind ${engineId} is not a JSON object.`, {
      code: 'errand.services.bad_answer',
    });
  return answer;
}

function listOf(name: string, value: unknown, countMax: number): Record<string, unknown>[] {
  if (!Array.isArray(value))
    throw new EngineFailure(`The response of the service has no list '${name}'.`, {
      code: 'errand.services.bad_answer',
    });
  return value.filter(isJsonObject).slice(0, countMax);
}

const toEntity = ({ name, address, phone, website, rating }: Record<string, unknown>) => ({
  name: String(name ?? ''),
  address: textOrNull(address),
  phone: textOrNull(phone),
  website: textOrNull(website),
  rating: typeof rating === 'number' ? rating : null,
});

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const toResult = (value: unknown, description = 'By the configured service.'): EngineResult => ({
  outputs: [{ key: 'output', data_type: 'application/json', value: JSON.stringify(value), description }],
});
