import { type Body, type BodyKind, keepsAnswer, leastRole, type Operation } from '@errand/contract/operation.ts';
import { hasRole } from '@errand/contract/roles.ts';
import { type Scope, scopeOf } from '@errand/contract/scopes.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { during } from '#platform/activity.ts';
import type { Caller, Credential, Identity } from '#platform/caller.ts';
import { AppError, forbidden, invalidFields, notFound } from '#platform/errors.ts';
import { isUuid } from '#platform/ids.ts';
import { limits } from '#platform/limits.ts';
import { persistentlyForCaller } from '#platform/persist.ts';
import { readBearer } from './bearer.ts';
import { bodyKind, formFields, jsonObject, parseAhead } from './body.ts';
import { isForHere, pathOf, requireScope } from './challenge.ts';
import type { Arrival, Endpoint } from './endpoint-options.ts';
import { type AnswerOnce, type KeyedRequest, readKeyed } from './idempotency-key.ts';
import { createParameterCheck } from './known-parameters.ts';
import { admit, spend } from './payer.ts';
import { peekMultipartField } from './peek-multipart.ts';
import { readBody, readQuery } from './validate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    credential: Credential | undefined;
    caller: Caller;
  }
  interface FastifyInstance {
    identity: Identity;
    /** The operations registered so far. */
    endpoints: Operation[];
    takeRequest: ((orgId: string) => number) | undefined;
    answerOnce: AnswerOnce | undefined;
    isStopping(): boolean;
    /** Returns undefined if the database is available. Otherwise the promise resolves once it is, or rejects. */
    awaitDatabase: ((isRead: boolean) => Promise<void> | undefined) | undefined;
  }
}

/**
 * Registers one operation. Authentication, organization, feature, role and id checks run before its handler, in the
 * order of the contract.
 */
export function endpoint<const O extends Operation, Resource = undefined, Content = Body<O>>(
  app: FastifyInstance,
  operation: O,
  options: Endpoint<O, Resource, Content>,
): void {
  const scope = operation.scope ?? 'organization';
  const role = leastRole(operation);
  const needed = scopeOf(operation);
  const isAnonymous = (request: FastifyRequest): boolean =>
    operation.anonymous === true && request.headers.authorization === undefined;
  const needsFeature = isAgentPath(operation.path);
  const accepts = operation.accepts ?? ['json'];
  const isObject = operation.content === undefined && scope !== 'none';
  const idParams = [...operation.path.matchAll(/:([a-z_]+)/g)]
    .map((match) => match[1]!)
    .filter((name) => name.endsWith('id') && !operation.textParams?.includes(name));
  const answer = createAnswer(operation, options as never);

  function resolve(request: FastifyRequest): void | Promise<void> {
    if (isAnonymous(request)) return;
    if (scope === 'organization') return resolveCaller(request, needsFeature, options.findOrganization);
    const { credential } = request;
    if (needsFeature && credential !== undefined && credential.kind !== 'user') checkFeature(credential.agentsEnabled);
  }

  if (!options.isApart) app.endpoints.push(operation);
  for (const url of [operation.path, ...(operation.aliases ?? [])]) {
    app.route({
      method: operation.method,
      url,
      onRequest:
        scope === 'none'
          ? []
          : [
              awaitDatabase,
              (request, reply, done) => (isAnonymous(request) ? done() : authenticate(needed, request, reply, done)),
            ],
      config: { carries: options.carries ?? (isObject ? 'object' : 'content') },
      ...(isObject && { bodyLimit: Math.min(limits.objectBytes, app.initialConfig.bodyLimit ?? 0) }),
      // Unauthenticated clients get a small limit: a sign-in needs a few hundred bytes.
      ...(scope === 'none' && {
        bodyLimit: Math.min(options.bodyBytesMax?.() ?? limits.anonymousBytes, app.initialConfig.bodyLimit ?? 0),
      }),
      handler: (request, reply) =>
        during({ kind: 'request', id: request.id, name: `${operation.method} ${operation.path}` }, () =>
          handle(request, reply),
        ),
    });
  }

  function handle(request: FastifyRequest, reply: FastifyReply): unknown {
    refuseOtherBodies(request, accepts);
    return after(resolve(request), () => {
      checkIds(request, reply, idParams);
      const arrival = { caller: request.caller, params: request.params, request, reply } as Arrival<O>;
      return after(options.load?.(arrival), (resource) => {
        if (scope === 'organization' && !isAnonymous(request) && !hasRole(request.caller.role, role)) {
          throw forbidden(`This needs the role ${role}; yours is ${request.caller.role}.`);
        }
        // Probes and documentation come from memory, whatever happens.
        if (operation.tag !== 'Operations') admit(request);
        // Without a credential, bodies are small, and many addresses are wrong.
        return after(scope === 'none' ? undefined : readAhead(request), () =>
          spend(request, () => answer(arrival as never, resource)),
        );
      });
    });
  }
}

/** Returns a function that reads query and body, calls the handler and sends its result with the table's status. */
function createAnswer(operation: Operation, options: Endpoint<Operation, unknown, unknown>) {
  const successes = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
  const status = successes.length === 1 ? Number(successes[0]) : undefined;
  const checkParameters = createParameterCheck(operation);
  const isKept = keepsAnswer(operation);

  return (arrival: Arrival<Operation>, resource: unknown): unknown => {
    const { request, reply } = arrival;
    checkParameters?.(request);
    const query = options.readQuery
      ? options.readQuery(arrival)
      : operation.query && readQuery(request, operation.query);
    const given = options.readBody
      ? options.readBody({ ...arrival, resource })
      : operation.body && readBody(request, operation.body);
    return after(given, (body) => {
      const work = () => options.handler({ ...arrival, query, body, resource } as never);
      const once = isKept ? readKeyed(arrival) : undefined;
      return once === undefined
        ? after(work(), (value) => send(reply, status, value))
        : answerKeyed(arrival, once, status, work);
    });
  };
}

async function answerKeyed(
  { request, reply }: Arrival<Operation>,
  once: KeyedRequest,
  status: number | undefined,
  work: () => unknown,
): Promise<unknown> {
  const answer = await request.server.answerOnce!(once, async () => {
    const body = await work();
    return { status: status ?? reply.statusCode, body };
  });
  return send(reply, answer.status, answer.body);
}

function send(reply: FastifyReply, status: number | undefined, value: unknown): unknown {
  if (reply.sent || reply.raw.headersSent || value === reply) return reply;
  if (status !== undefined) reply.code(status);
  // Long answers are written here and now.
  return spend(reply.request, () => write(reply, value));
}

function write(reply: FastifyReply, value: unknown): unknown {
  // Fastify would send a bare string as text.
  return typeof value === 'string' ? reply.type(JSON_TYPE).send(JSON.stringify(value)) : reply.send(value);
}

const JSON_TYPE = 'application/json; charset=utf-8';

function checkIds(request: FastifyRequest, reply: FastifyReply, idParams: string[]): void {
  const params = request.params as Record<string, string>;
  for (const name of idParams) {
    if (!isUuid(params[name]!)) {
      // The segment may belong to another path that does not allow this method; that is a 405.
      request.server.methodTable.check(request, reply);
      throw notFound(readable(name));
    }
    const id = params[name]!.toLowerCase();
    if (id !== params[name]) params[name] = id;
  }
}

/** Whether the path needs the Agents feature. */
export const isAgentPath = (path: string): boolean =>
  /^\/(v[12]\/agents|mcp\/|a2a\/|openai\/|\.well-known\/agent-card)/.test(path);

function refuseOtherBodies(request: FastifyRequest, accepts: readonly BodyKind[]): void {
  const kind = bodyKind(request);
  // Other bodies were measured while they were received. This one is received by the handler.
  if (
    kind === 'multipart' &&
    Number(request.headers['content-length'] ?? 0) > (request.server.initialConfig.bodyLimit ?? 0)
  ) {
    throw new AppError('payload_too_large');
  }
  if (kind !== undefined && !accepts.includes(kind) && hasBody(request)) {
    throw new AppError('unsupported_media_type', { detail: `Send this as ${accepts.map(mediaType).join(', ')}.` });
  }
  const coding = request.headers['content-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'identity' && hasBody(request)) {
    throw new AppError('unsupported_media_type', { detail: 'Send the body without a Content-Encoding.' });
  }
}

/** Awaits only promises. On a busy server, a turn of the event loop costs as much as the check itself. */
const after = <T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(next) : next(value);

/** Repeats a look-up until an outage of the database is over. */
const askAgain = <T>(first: Promise<T>, ask: () => T | Promise<T>): Promise<T> =>
  persistentlyForCaller(async (attempt) => (attempt === 0 ? first : ask()));

/** Holds a request during an outage of the database, before any of its work begins. */
function awaitDatabase(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  const waiting = request.server.awaitDatabase?.(request.method === 'GET' || request.method === 'HEAD');
  if (waiting === undefined) done();
  else waiting.then(() => done(), done);
}

function authenticate(
  needed: Scope,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const given = readBearer(request.headers.authorization ?? '');
  const found = given === undefined ? undefined : request.server.identity.authenticate(given);
  const enter = (credential: Credential | undefined): void => {
    request.credential = credential;
    done(credential === undefined ? new AppError('not_authenticated') : refuse(request, reply, needed));
  };
  if (found instanceof Promise) askAgain(found, () => request.server.identity.authenticate(given!)).then(enter, done);
  else enter(found);
}

/** Returns an error if the request's token is for another address, or token or key lack the scope. */
function refuse(request: FastifyRequest, reply: FastifyReply, needed: Scope): Error | undefined {
  const { credential } = request;
  if (credential?.kind === 'program' && !isForHere(request, credential)) {
    const detail = { reason: 'foreign_resource', resource: credential.audience, path: pathOf(request) };
    request.server.identity.noteRefusal?.(credential, detail);
    return new AppError('not_authenticated', { detail: `This token is for ${credential.audience}.` });
  }
  try {
    requireScope(request, reply, needed);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

function resolveCaller(
  request: FastifyRequest,
  needsFeature: boolean,
  findOrganization?: (request: FastifyRequest) => Promise<string>,
): void | Promise<void> {
  const credential = request.credential!;
  const named = namedOrganizations(request);
  if (credential.kind === 'user') return resolveUser(credential.userId, named[0]);
  if (named.some((orgId) => orgId !== credential.orgId)) {
    throw forbidden(`This ${credential.kind === 'key' ? 'API key' : 'token'} belongs to another organization.`);
  }
  const { orgId, userId, role } = credential;
  // Whoever signs a program in acts as themselves.
  const shown =
    credential.kind === 'key'
      ? { keyId: credential.keyId, via: credential.isPersonal ? ('personal_key' as const) : ('key' as const) }
      : { keyId: null, via: 'session' as const };
  enter({ orgId, userId, role, ...shown }, credential.agentsEnabled);

  async function resolveUser(userId: number, given: string | undefined): Promise<void> {
    const orgId = given ?? (await readOrganization(request)) ?? (await findOrganization?.(request));
    if (orgId === undefined) {
      const header = request.headers['x-organization-id'];
      throw invalidFields({
        organization_id: header
          ? 'The X-Organization-Id header is not a UUID.'
          : 'This field is required with a user token, which belongs to no single organization.',
      });
    }
    const access = await persistentlyForCaller(async () => request.server.identity.findAccess(userId, orgId));
    if (access.kind === 'unknown') throw new AppError('not_found', { detail: 'No organization with this id.' });
    if (access.kind === 'not-member') throw forbidden('You are not a member of this organization.');
    enter({ orgId, userId, keyId: null, role: access.role, via: 'session' }, access.agentsEnabled);
  }

  function enter(caller: Caller, agentsEnabled: boolean): void {
    request.caller = caller;
    const waitSeconds = request.server.takeRequest?.(caller.orgId) ?? 0;
    if (waitSeconds > 0) throw new AppError('rate_limited', { retryAfterSeconds: waitSeconds });
    if (needsFeature) checkFeature(agentsEnabled);
  }
}

function checkFeature(agentsEnabled: boolean): void {
  if (!agentsEnabled) throw new AppError('feature_disabled');
}

/** Returns the organizations in path, query and header, in this order. The first one is used. */
function namedOrganizations(request: FastifyRequest): string[] {
  const named: string[] = [];
  const { organization_id: inPath } = request.params as Record<string, string | undefined>;
  if (inPath !== undefined) {
    if (!isUuid(inPath)) throw notFound('organization');
    named.push(inPath.toLowerCase());
  }
  const { organization_id: inQuery } = request.query as Record<string, string | string[] | undefined>;
  const queried = Array.isArray(inQuery) ? inQuery[inQuery.length - 1] : inQuery;
  if (queried !== undefined && queried !== '') {
    if (!isUuid(queried)) throw invalidFields({ organization_id: 'Not a UUID.' });
    named.push(queried.toLowerCase());
  }
  const header = request.headers['x-organization-id'];
  if (typeof header === 'string' && isUuid(header)) named.push(header.toLowerCase());
  return named;
}

/** Parsing takes time, too, before anybody knows which organization pays for it. So the person does. */
async function readOrganization(request: FastifyRequest): Promise<string | undefined> {
  if (bodyKind(request) === undefined) return undefined;
  admit(request);
  await readAhead(request);
  return spend(request, () => organizationInBody(request));
}

const readAhead = (request: FastifyRequest) => parseAhead(request, (work) => spend(request, work));

async function organizationInBody(request: FastifyRequest): Promise<string | undefined> {
  const kind = bodyKind(request);
  let value: unknown;
  try {
    if (kind === 'json') value = jsonObject(request).organization_id;
    else if (kind === 'form') value = formFields(request).find(([name]) => name === 'organization_id')?.[1];
    else if (kind === 'multipart')
      value = await peekMultipartField(request.raw, request.headers['content-type']!, 'organization_id');
  } catch {
    // The code that reads the body reports an unreadable one.
  }
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' || !isUuid(value)) throw invalidFields({ organization_id: 'Not a UUID.' });
  return value.toLowerCase();
}

function hasBody(request: FastifyRequest): boolean {
  if (Buffer.isBuffer(request.body)) return request.body.length > 0;
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

const mediaType = (kind: BodyKind): string =>
  ({ json: 'application/json', form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' })[kind];

const readable = (param: string): string => param.replace(/_?id$/, '').replaceAll('_', ' ').trim() || 'entry';
