import { listModelIds, providerTypes } from './drivers/model-providers.ts';

// The providers that an organization brought, as others see them: what they serve, without keys.

export type OwnProvider = { type: string; models: string | null };

/** An expression for the providers of the organization of a row. */
export const ownProviders = (orgId: string): string => `coalesce((
    select json_agg(json_build_object('type', own.connector_type, 'models', own.config ->> 'models'))
    from connections own where own.org_id = ${orgId} and own.connector_type in (${providerTypes.map((type) => `'${type}'`).join(', ')})
  ), '[]'::json)`;

/** Whether one of them serves a model, given the providers that are known to have it. */
export const servesModel = (own: readonly OwnProvider[], model: string, knownAt: readonly string[]): boolean =>
  own.some(({ type, models }) => {
    if (type !== 'openai_compatible') return knownAt.includes(type);
    const ids = listModelIds(models);
    return ids.length === 0 || ids.includes(model);
  });
