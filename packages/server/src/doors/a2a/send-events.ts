import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type Sent, sent } from '#http/endpoint-options.ts';
import { withPing } from '../with-ping.ts';

type Options = {
  /** Writes an error as the binding does. */
  refuse(error: unknown): { status: number; body: object };
  /** The type of an event with an error. */
  errorEvent?: string;
};

/** Sends each message as a server-sent event. A stream that fails before its first event is a plain response. */
export async function sendEvents(
  reply: FastifyReply,
  messages: AsyncGenerator<object, void, undefined>,
  { refuse, errorEvent }: Options,
): Promise<Sent> {
  let first: IteratorResult<object, void>;
  try {
    first = await messages.next();
  } catch (error) {
    const { status, body } = refuse(error);
    return sent(reply.code(status).send(body));
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
      yield frame(refuse(error).body, errorEvent);
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

const frame = (message: object, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(message)}\n\n`;
