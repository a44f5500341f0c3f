import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyKind, bodyText, formFields } from '#http/body.ts';
import { endpoint } from '#http/endpoint.ts';
import { spend } from '#http/payer.ts';
import { AppError } from '#platform/errors.ts';
import { JsonError, objectBounds, parseUntrustedJson } from '#platform/json.ts';
import { limits } from '#platform/limits.ts';
import { hashToken } from './change-trigger.ts';
import { type HttpEvent, type ReceiveDeps, receiveEvent } from './receive.ts';
import { findByToken } from './store.ts';

// The addresses of http triggers. The token is the credential; the trigger says how the request is verified.

export function addHookRoutes(app: FastifyInstance, deps: ReceiveDeps): void {
  // Senders choose the content type, so all are accepted.
  void app.register(async (hooks) => {
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    endpoint(hooks, operations.triggers.receive, {
      bodyBytesMax: () => limits.hookBytes,
      async handler({ params, request }) {
        const trigger = TOKEN.test(params.hook_token)
          ? await findByToken(deps.database.system, Buffer.from(hashToken(params.hook_token), 'hex'))
          : undefined;
        if (trigger === undefined) throw new AppError('not_found', { detail: 'No trigger has this address.' });
        const waitSeconds = request.server.takeRequest?.(trigger.org_id) ?? 0;
        if (waitSeconds > 0) throw new AppError('rate_limited', { retryAfterSeconds: waitSeconds });
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        return receiveEvent(deps, trigger, { body, headers: request.headers, address: request.ip }, () =>
          spend(request, () => readEvent(request)),
        );
      },
    });
  });
}

const TOKEN = /^[\w-]{43}$/;

/** Templates must not see credentials. */
const HIDDEN = new Set(['authorization', 'cookie', 'proxy-authorization']);

function readEvent(request: FastifyRequest): HttpEvent {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' && !HIDDEN.has(name) ? [[name, value] as const] : [],
  );
  try {
    return {
      body: readBody(request),
      headers: Object.fromEntries(headers),
      query: request.query as Record<string, unknown>,
    };
  } catch (error) {
    if (error instanceof JsonError) throw new AppError('bad_request', { detail: `Request body: ${error.message}` });
    throw error;
  }
}

function readBody(request: FastifyRequest): unknown {
  if (bodyKind(request) === 'form') return Object.fromEntries(formFields(request));
  const text = bodyText(request);
  const isJson = /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(request.headers['content-type'] ?? '');
  if (isJson) return text.trim() === '' ? null : parseUntrustedJson(text, objectBounds());
  return text;
}
