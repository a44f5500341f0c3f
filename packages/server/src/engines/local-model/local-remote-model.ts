import type { CallOptions, CallResult, Message, RemoteModel } from '../models/provider-models.ts';
import type { HistoryItem } from './llama.ts';
import type { LocalCall } from './protocol.ts';
import type { LocalRunner, Over } from './runner.ts';

// The local model as the provider libraries show theirs, so that steps, streams, limits and chains are the same.

type Part = Awaited<ReturnType<RemoteModel['doStream']>>['stream'] extends ReadableStream<infer T> ? T : never;

export function createLocalRemoteModel(runner: LocalRunner, modelId: string): RemoteModel {
  const response = { modelId: runner.settings.name };

  const model = {
    specificationVersion: 'v4' as const,
    provider: modelId,
    modelId,
    supportedUrls: {},

    async doGenerate(options: CallOptions): Promise<CallResult> {
      let text = '';
      const over = await runner.ask(
        toCall(options),
        (delta) => {
          text += delta;
        },
        options.abortSignal,
      );
      return { content: [{ type: 'text', text }], ...toEnd(over), warnings: [], response };
    },

    async doStream(options: CallOptions) {
      const call = toCall(options);
      const stopped = new AbortController();
      const signal = AbortSignal.any([stopped.signal, ...(options.abortSignal ? [options.abortSignal] : [])]);
      const stream = new ReadableStream<Part>({
        async start(controller) {
          controller.enqueue({ type: 'stream-start', warnings: [] });
          controller.enqueue({ type: 'response-metadata', ...response });
          controller.enqueue({ type: 'text-start', id: '0' });
          try {
            const over = await runner.ask(
              call,
              (delta) => controller.enqueue({ type: 'text-delta', id: '0', delta }),
              signal,
            );
            controller.enqueue({ type: 'text-end', id: '0' });
            controller.enqueue({ type: 'finish', ...toEnd(over) });
            controller.close();
          } catch (error) {
            controller.error(error);
          }
        },
        cancel: () => stopped.abort(),
      });
      return { stream };
    },
  };
  return model as unknown as RemoteModel;
}

const toEnd = ({ reason, inputTokens, outputTokens }: Over): Pick<CallResult, 'finishReason' | 'usage'> => ({
  finishReason: { unified: reason, raw: reason },
  usage: {
    inputTokens: { total: inputTokens, noCache: inputTokens, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: outputTokens, text: outputTokens, reasoning: undefined },
  },
});

function toCall({ prompt, responseFormat, maxOutputTokens, temperature }: CallOptions): Omit<LocalCall, 'id'> {
  return {
    history: prompt.map(toItem),
    ...(responseFormat?.type === 'json' && responseFormat.schema !== undefined && { schema: responseFormat.schema }),
    ...(maxOutputTokens !== undefined && { outputTokensMax: maxOutputTokens }),
    ...(temperature !== undefined && { temperature }),
  };
}

function toItem({ role, content }: Message): HistoryItem {
  const text =
    typeof content === 'string' ? content : content.map((part) => (part.type === 'text' ? part.text : '')).join('\n\n');
  return role === 'assistant' ? { type: 'model', response: [text] } : { type: role === 'system' ? role : 'user', text };
}
