import { AsyncLocalStorage } from 'node:async_hooks';
import type { createAnthropic } from '@ai-sdk/anthropic';

// Some servers and gateways ignore that a stream is asked for and answer in one piece. Such an answer is complete, so the
// library reads it as what it is, without a second request, and it is shown as a stream of one piece.

/** The libraries of all providers have this form. */
type RemoteModel = ReturnType<ReturnType<typeof createAnthropic>>;
type CallResult = Awaited<ReturnType<RemoteModel['doGenerate']>>;
type Models = (modelId: string) => RemoteModel;
type Call = { answer?: Response };

/** Makes models that understand an answer in one piece where a stream is asked for. */
export function takeOnePieces(
  make: (fetch: typeof globalThis.fetch) => Models,
  fetch: typeof globalThis.fetch,
): Models {
  const calls = new AsyncLocalStorage<Call>();
  const models = make(async (input, init) => {
    const call = calls.getStore();
    if (call?.answer !== undefined) return call.answer;
    const response = await fetch(input, init);
    if (call === undefined || !isOnePiece(response)) return response;
    call.answer = response;
    throw new Error('The answer came in one piece.');
  });
  return (modelId) => {
    const model = models(modelId);
    const openStream: RemoteModel['doStream'] = model.doStream.bind(model);
    return Object.assign(model, {
      async doStream(options: Parameters<RemoteModel['doStream']>[0]) {
        const call: Call = {};
        return calls.run(call, async () => {
          try {
            return await openStream(options);
          } catch (error) {
            if (call.answer === undefined) throw error;
            return { stream: toStream(await model.doGenerate(options)) };
          }
        });
      },
    });
  };
}

const isOnePiece = ({ ok, body, headers }: Response): boolean =>
  ok && body !== null && /^application\/json\b/i.test(headers.get('content-type') ?? '');

type Part = Awaited<ReturnType<RemoteModel['doStream']>>['stream'] extends ReadableStream<infer T> ? T : never;

function toStream({ content, finishReason, usage, response }: CallResult): ReadableStream<Part> {
  const parts = content.flatMap((part, index): Part[] => {
    const id = String(index);
    if (part.type !== 'text' && part.type !== 'reasoning') return [part as Part];
    const { type, text, providerMetadata } = part;
    return [
      { type: `${type}-start`, id },
      { type: `${type}-delta`, id, delta: text },
      { type: `${type}-end`, id, ...(providerMetadata && { providerMetadata }) },
    ];
  });
  // A document that ends is an answer that ended.
  const end =
    finishReason.raw === undefined && finishReason.unified === 'other'
      ? ({ unified: 'stop', raw: 'stop' } as const)
      : finishReason;
  return new ReadableStream({
    start(controller): void {
      if (response?.modelId !== undefined) controller.enqueue({ type: 'response-metadata', modelId: response.modelId });
      for (const part of parts) controller.enqueue(part);
      controller.enqueue({ type: 'finish', finishReason: end, usage });
      controller.close();
    },
  });
}
