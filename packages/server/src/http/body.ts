import { isUtf8 } from 'node:buffer';
import type { BodyKind } from '@errand/contract/operation.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#platform/errors.ts';
import { checkText, isJsonObject, JsonError, objectBounds, parseUntrustedJson } from '#platform/json.ts';
import { limits } from '#platform/limits.ts';

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
  const keep = (_request: FastifyRequest, body: Buffer, done: (error: null, body: Buffer) => void) => done(null, body);
  app.addContentTypeParser(['application/json', 'application/a2a+json'], { parseAs: 'buffer' }, keep as never);
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, keep as never);
  // Not read here: the handler streams it, within the same limit.
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body is an object of settings, with small limits. */
    isObject?: boolean;
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

/** Returns the body as a JSON object; an empty body is {}. Throws JsonError. Repeated calls parse once. */
export function jsonObject(
  request: Pick<FastifyRequest, 'body'> & Partial<Pick<FastifyRequest, 'routeOptions'>>,
): Record<string, unknown> {
  const { body } = request;
  if (!Buffer.isBuffer(body) || body.length === 0) return {};
  const known = parsed.get(body);
  if (known !== undefined) return known;
  const text = bodyText(request);
  if (text.trim() === '') return {};
  const value = request.routeOptions?.config.isObject
    ? parseUntrustedJson(text, objectBounds())
    : parseUntrustedJson(text);
  if (!isJsonObject(value)) throw new JsonError('Is not a JSON object.');
  parsed.set(body, value);
  return value;
}

/** Caches parsed bodies: a body that names the organization is read for the organization, then again by the handler. */
const parsed = new WeakMap<Buffer, Record<string, unknown>>();

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
