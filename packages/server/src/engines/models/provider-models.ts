import type { createAnthropic } from '@ai-sdk/anthropic';
import { createLru } from '#platform/lru.ts';
import type { Provider } from './settings.ts';

// The AI SDK's providers, each loaded at its first use, so that an idle server loads none. We use them below
// `generateText`, with one HTTP request per call, since retries, steps and corrections are our own.

export type RemoteModel = ReturnType<ReturnType<typeof createAnthropic>>;
export type CallOptions = Parameters<RemoteModel['doGenerate']>[0];
export type CallResult = Awaited<ReturnType<RemoteModel['doGenerate']>>;
export type Message = CallOptions['prompt'][number];

export type ProviderModels = ReturnType<typeof createProviderModels>;

export function createProviderModels(fetch: typeof globalThis.fetch) {
  const loaded = new Map<string, Promise<(modelId: string) => RemoteModel>>();
  // Cached, because creating one rebuilds its response schemas, which costs more than a call. Bounded, because ids may
  // come from users.
  const models = createLru<string, RemoteModel>(200);
  return {
    async get(provider: Provider, modelId: string): Promise<RemoteModel> {
      const key = `${provider.id} ${modelId}`;
      let model = models.get(key);
      if (model === undefined) {
        let make = loaded.get(provider.id);
        if (make === undefined) {
          make = load(provider, fetch);
          loaded.set(provider.id, make);
          make.catch(() => loaded.delete(provider.id));
        }
        model = (await make)(modelId);
        models.set(key, model);
      }
      return model;
    },
  };
}

async function load(provider: Provider, fetch: typeof globalThis.fetch): Promise<(modelId: string) => RemoteModel> {
  const { baseUrl: baseURL, headers } = provider;
  // An empty key means none. If it were undefined, the libraries would read the environment themselves.
  const apiKey = provider.apiKey ?? '';
  const shared = { apiKey, fetch, ...(headers && { headers }), ...(baseURL !== undefined && { baseURL }) };
  switch (provider.protocol) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI(shared);
    }
    case 'anthropic': {
      const { createAnthropic: create } = await import('@ai-sdk/anthropic');
      return create(shared);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle(shared);
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        name: provider.id,
        baseURL: baseURL!,
        supportsStructuredOutputs: true,
        // Without it a streamed answer does not tell its tokens.
        includeUsage: true,
        fetch,
        ...(provider.apiKey !== undefined && { apiKey: provider.apiKey }),
        ...(headers && { headers }),
      });
    }
  }
}
