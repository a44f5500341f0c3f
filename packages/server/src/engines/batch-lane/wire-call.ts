import { AsyncLocalStorage } from 'node:async_hooks';
import { toReply } from '../models/ask-provider.ts';
import { type CallOptions, createProviderModels } from '../models/provider-models.ts';
import type { Reply } from '../models/reply.ts';
import type { Provider } from '../models/settings.ts';

// A call as the provider's interface has it, without sending it: the library of the provider writes the request and
// reads the response, so that both lanes say and understand the same.

type Exchange = { request?: { url: string; body: unknown }; response?: unknown };

export function createWireCalls() {
  const exchanges = new AsyncLocalStorage<Exchange>();
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const exchange = exchanges.getStore()!;
    if (exchange.response !== undefined) return Response.json(exchange.response);
    exchange.request = { url: String(input), body: JSON.parse(String(init?.body)) };
    // Ends the call: there is nothing to wait for.
    throw new DOMException('written', 'AbortError');
  };
  const models = createProviderModels({ fetch, guarded: fetch });

  return {
    /** Returns the path after the base address, and the body. */
    async write(provider: Provider, modelId: string, options: CallOptions): Promise<{ path: string; body: unknown }> {
      const exchange: Exchange = {};
      const model = await models.get(provider, modelId);
      const failure = await exchanges.run(exchange, () =>
        Promise.resolve(model.doGenerate(options)).then(
          () => undefined,
          (error) => error,
        ),
      );
      if (exchange.request === undefined) throw failure;
      const { pathname } = new URL(exchange.request.url);
      const base = provider.baseUrl === undefined ? '' : new URL(provider.baseUrl).pathname.replace(/\/$/, '');
      return { path: pathname.startsWith(base) ? pathname.slice(base.length) : pathname, body: exchange.request.body };
    },

    async read(provider: Provider, modelId: string, options: CallOptions, response: unknown): Promise<Reply> {
      const model = await models.get(provider, modelId);
      return toReply(await exchanges.run({ response }, () => Promise.resolve(model.doGenerate(options))));
    },
  };
}
