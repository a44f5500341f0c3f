import type { createAnthropic } from '@ai-sdk/anthropic';
import { createLru } from '#platform/lru.ts';
import { hearBytes } from './hear-bytes.ts';
import { takeOnePieces } from './one-piece.ts';
import { type Protocol, type Provider, slotOf } from './settings.ts';

// The AI SDK's providers, each loaded at its first use, so that an idle server loads none. We use them below
// `generateText`, with one HTTP request per call, since retries, steps and corrections are our own.

export type RemoteModel = ReturnType<ReturnType<typeof createAnthropic>>;
export type CallOptions = Parameters<RemoteModel['doGenerate']>[0];
export type CallResult = Awaited<ReturnType<RemoteModel['doGenerate']>>;
export type Message = CallOptions['prompt'][number];

export type ProviderModels = ReturnType<typeof createProviderModels>;

/** `guarded` reaches the addresses that organizations name, `fetch` those of the operator. */
export function createProviderModels({
  fetch,
  guarded,
  local,
}: {
  fetch: typeof globalThis.fetch;
  guarded: typeof globalThis.fetch;
  /** The model that this machine runs itself. */
  local?: ((modelId: string) => RemoteModel) | undefined;
}) {
  const loaded = createLru<string, Promise<(modelId: string) => RemoteModel>>(200);
  // Cached, because creating one rebuilds its response schemas, which costs more than a call. Bounded, because ids may
  // come from users.
  const models = createLru<string, RemoteModel>(200);
  return {
    async get(provider: Provider, modelId: string): Promise<RemoteModel> {
      const source = provider.own === undefined ? provider.id : `${slotOf(provider)} ${provider.own.version}`;
      const key = `${source} ${modelId}`;
      let model = models.get(key);
      if (model === undefined) {
        let make = loaded.get(source);
        if (make === undefined) {
          make =
            provider.protocol === 'local'
              ? Promise.resolve(local!)
              : load(provider, provider.protocol, provider.own === undefined ? fetch : guarded);
          loaded.set(source, make);
          make.catch(() => loaded.delete(source));
        }
        model = (await make)(modelId);
        models.set(key, model);
      }
      return model;
    },
  };
}

async function load(
  provider: Provider,
  protocol: Protocol,
  send: typeof globalThis.fetch,
): Promise<(modelId: string) => RemoteModel> {
  const fetch = hearBytes(send);
  const { baseUrl: baseURL, headers } = provider;
  // An empty key means none. If it were undefined, the libraries would read the environment themselves.
  const apiKey = provider.apiKey ?? '';
  const shared = { apiKey, ...(headers && { headers }), ...(baseURL !== undefined && { baseURL }) };
  switch (protocol) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return takeOnePieces((own) => createOpenAI({ ...shared, fetch: own }), fetch);
    }
    case 'anthropic': {
      const { createAnthropic: create } = await import('@ai-sdk/anthropic');
      return takeOnePieces((own) => create({ ...shared, fetch: own }), fetch);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return takeOnePieces((own) => createGoogle({ ...shared, fetch: own }), fetch);
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const settings = {
        name: provider.id,
        baseURL: baseURL!,
        supportsStructuredOutputs: true,
        // Without it a streamed answer does not tell its tokens.
        includeUsage: true,
        ...(provider.apiKey !== undefined && { apiKey: provider.apiKey }),
        ...(headers && { headers }),
      };
      return takeOnePieces((own) => createOpenAICompatible({ ...settings, fetch: own }), fetch);
    }
  }
}
