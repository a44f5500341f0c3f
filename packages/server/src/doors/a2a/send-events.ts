import { Readable } from 'node:stream';
import { JsonRpcTransportHandler } from '@a2a-js/sdk/server';
import type { FastifyReply } from 'fastify';
import { type Sent, sent } from '#http/endpoint-options.ts';
import type { Logger } from '#platform/log.ts';
import type { RpcError } from '../rpc-error.ts';
import { withPing } from '../with-ping.ts';
import { toA2aError } from './refusals.ts';

type Options = { id: RpcError['id']; log: Logger };

/** Sends each message as a server-sent event. A stream that fails before its first event is a plain response. */
export async function sendEvents(
  reply: FastifyReply,
  messages: AsyncGenerator<object, void, undefined>,
  { id, log }: Options,
): Promise<Sent> {
  const refuse = (error: unknown): object => ({
    jsonrpc: '2.0',
    id,
    error: JsonRpcTransportHandler.mapToJSONRPCError(toA2aError(error, log)),
  });
  let first: IteratorResult<object, void>;
  try {
    first = await messages.next();
  } catch (error) {
    return sent(reply.code(200).send(refuse(error)));
  }
  async function* events(): AsyncGenerator<string> {
    try {
      let next: Promise<IteratorResult<object, void>> = Promise.resolve(first);
      for (;;) {
        const result = await withPing(next);
        if (result === undefined) yield ': still here\n\n';
        else if (result.done) return;
        else {
          yield frame(result.value);
          next = messages.next();
        }
      }
    } catch (error) {
      yield frame(refuse(error));
    } finally {
      await messages.return();
    }
  }
  return sent(
    reply
      .code(200)
      .headers({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
      .send(Readable.from(events())),
  );
}

const frame = (message: object): string => `data: ${JSON.stringify(message)}\n\n`;
