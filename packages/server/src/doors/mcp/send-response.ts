import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type Sent, sent } from '#http/endpoint-options.ts';
import { withPing } from '../with-ping.ts';

const EVENTS = 'text/event-stream';
const JSON_TYPE = 'application/json';

/**
 * Sends a message as JSON, or as an event stream if the client accepts one. If the message is late, spaces before it
 * keep the connection open.
 */
export async function sendResponse(
  reply: FastifyReply,
  response: Promise<Response>,
  { takesEvents }: { takesEvents: boolean },
): Promise<Sent> {
  const inTime = await withPing(response);
  if (inTime === undefined) return sendLate(reply, response.then(messageOf));
  const { status, headers, body } = inTime;
  reply.code(status);
  if (body === null) return sent(reply.send(''));
  if (!isEvents(inTime)) return sent(reply.type(JSON_TYPE).send(await inTime.text()));
  if (!takesEvents) return sendLate(reply, messageOf(inTime));
  for (const [name, value] of headers) reply.header(name, value);
  return sent(reply.send(Readable.fromWeb(body as never)));
}

function sendLate(reply: FastifyReply, message: Promise<string>): Sent {
  async function* text(): AsyncGenerator<string> {
    for (;;) {
      const known = await withPing(message);
      yield known ?? ' ';
      if (known !== undefined) return;
    }
  }
  return sent(reply.type(JSON_TYPE).send(Readable.from(text())));
}

const isEvents = ({ headers }: Response): boolean => headers.get('content-type')?.startsWith(EVENTS) === true;

/** Returns the last message of a response, without the notifications before it. */
async function messageOf(response: Response): Promise<string> {
  const text = await response.text();
  if (!isEvents(response)) return text;
  const data = text.split('\n').filter((line) => line.startsWith('data: {'));
  return data.at(-1)!.slice('data: '.length);
}
