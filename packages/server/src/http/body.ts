import { isUtf8 } from 'node:buffer';
import type { BodyKind } from '@errand/contract/operation.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors.ts';
import {
  checkText,
  contentBounds,
  isJsonObject,
  JsonError,
  messageBounds,
  objectBounds,
  parseUntrustedJson,
} from '#platform/json.ts';
import { limits } from '#platform/limits.ts';
import { parseInSlices, SLICED_FROM, type Slice } from '#platform/sliced-json.ts';

// Bodies are received here but decoded only when a handler needs them. The look-up comes before decoding, so that an
// unknown agent is a 404 even if the body is unreadable.

const KINDS: Record<string, BodyKind> = {
  'application/json': 'json',
  'application/a2a+json': 'json',
  'application/x-www-form-urlencoded': 'form',
  'multipart/form-data': 'multipart',
};

export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const keep = (request: FastifyRequest, body: Buffer, done: (error: null, body: Buffer) => void): void => {
    const problem = problems.get(request);
    if (problem !== undefined) parsed.set(body, { problem });
    done(null, body);
  };
  app.addContentTypeParser(['application/json', 'application/a2a+json'], { parseAs: 'buffer' }, keep as never);
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, keep as never);
  // Not read here: the handler streams it, within the same limit.
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
}

/** An object of settings, with small limits, content such as rows, or a message of a protocol. */
export type Carries = 'object' | 'content' | 'message';
const BOUNDS = { object: objectBounds, content: contentBounds, message: messageBounds };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the body carries, which decides how much of it there may be. */
    carries?: Carries;
  }
}

/** Returns the encoding of the request's body, or undefined if there is none. */
export function bodyKind(request: FastifyRequest): BodyKind | undefined {
  const type = request.headers['content-type'];
  if (type === undefined || type === 'application/json') return type && 'json';
  return KINDS[type.split(';', 1)[0]!.trim().toLowerCase()];
}

export function bodyText({ body }: Pick<FastifyRequest, 'body'>): string {
  if (!Buffer.isBuffer(body) || body.length === 0) return '';
  if (!isUtf8(body)) throw new JsonError('Is not valid UTF-8.');
  const text = body.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

type WithBody = Pick<FastifyRequest, 'body'> & Partial<Pick<FastifyRequest, 'routeOptions'>>;

/** Returns the body as a JSON object; an empty body is {}. Throws JsonError. Repeated calls parse once. */
export function jsonObject(request: WithBody): Record<string, unknown> {
  const { body } = request;
  if (!Buffer.isBuffer(body) || body.length === 0) return {};
  if (!parsed.has(body) && bodyText(request).trim() === '') return {};
  const value = jsonValue(request);
  if (!isJsonObject(value)) throw new JsonError('Is not a JSON object.');
  return value;
}

/** Returns the body as JSON. Throws JsonError. Repeated calls parse once. */
export function jsonValue(request: WithBody): unknown {
  const body = request.body as Buffer;
  let known = parsed.get(body);
  if (known === undefined) {
    known = { value: parseUntrustedJson(bodyText(request), boundsOf(request)) };
    if (Buffer.isBuffer(body)) parsed.set(body, known);
  }
  if ('problem' in known) throw known.problem;
  return known.value;
}

/** What was wrong with a body before all of it was received. Its rest was not kept. */
const problems = new WeakMap<FastifyRequest, JsonError>();
export const noteProblem = (request: FastifyRequest, problem: JsonError): void => void problems.set(request, problem);

export const boundsOf = ({ routeOptions }: WithBody) => BOUNDS[routeOptions?.config.carries ?? 'content']();

/**
 * Parses a large JSON body in slices, for those who ask for it afterwards. Without it, a body of some megabytes would
 * keep everybody else waiting. Returns undefined if there is nothing to do.
 */
export function parseAhead(request: FastifyRequest, slice: Slice): Promise<void> | undefined {
  const { body } = request;
  if (!Buffer.isBuffer(body) || body.length < SLICED_FROM || bodyKind(request) !== 'json') return undefined;
  return parsed.has(body) ? undefined : parseLarge(request, body, slice);
}

async function parseLarge(request: FastifyRequest, body: Buffer, slice: Slice): Promise<void> {
  try {
    const text = slice(() => bodyText(request));
    parsed.set(body, { value: await parseInSlices(text, boundsOf(request), slice) });
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    parsed.set(body, { problem: error });
  }
}

/** What was read of bodies: one that names the organization is read for the organization, then again by the handler. */
const parsed = new WeakMap<Buffer, { value: unknown } | { problem: JsonError }>();

export function readJsonObject(request: FastifyRequest): Record<string, unknown> {
  try {
    return jsonObject(request);
  } catch (error) {
    if (error instanceof JsonError) throw new AppError('bad_request', { detail: `Request body: ${error.message}` });
    throw error;
  }
}

/** Returns the fields of a urlencoded body. Throws JsonError. */
export function formFields(request: FastifyRequest): [string, string][] {
  const pairs = bodyText({ body: withBlanks(request.body) }).split('&', limits.formFields + 1);
  if (pairs.length > limits.formFields) throw new JsonError(`Has more than ${limits.formFields} fields.`);
  return pairs.flatMap((pair): [string, string][] => {
    if (pair === '') return [];
    const equals = pair.indexOf('=');
    return equals === -1 ? [[decode(pair), '']] : [[decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))]];
  });
}

/** Replaces plus signs, which mean spaces in a form. Works on bytes: replacing many in a string took a minute. */
function withBlanks(body: unknown): unknown {
  if (!Buffer.isBuffer(body) || !body.includes('+')) return body;
  const blank = Buffer.from(body);
  for (let at = blank.indexOf(PLUS); at < blank.length; at += 1) if (blank[at] === PLUS) blank[at] = BLANK;
  return blank;
}

const PLUS = 0x2b;
const BLANK = 0x20;

/** Does not use URLSearchParams, which replaces invalid UTF-8 and accepts a lone percent sign. */
function decode(text: string): string {
  let decoded = text;
  try {
    if (text.includes('%')) decoded = decodeURIComponent(text);
  } catch {
    throw new JsonError('A percent escape is broken or not UTF-8.');
  }
  checkText(decoded);
  return decoded;
}
