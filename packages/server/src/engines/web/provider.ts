import type { Outbound } from '#platform/outbound/client.ts';
import { type EngineContext, EngineFailure } from '../engine/engine.ts';

const ANSWER_BYTES_MAX = 10 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

export type ServiceRequest = {
  method: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  body?: unknown;
};

/**
 * Calls a service that the operator configured, as a step, and returns its JSON. Never use it for URLs from users: the
 * URL is trusted and may be in a private network. Redirects are not followed.
 */
export async function askService(
  context: EngineContext,
  outbound: Outbound,
  name: string,
  { method, url, headers, body }: ServiceRequest,
): Promise<unknown> {
  return context.step(
    name,
    async (usage) => {
      // The URL and the headers are not recorded. They belong to the operator and may contain a key.
      usage.untrusted = 'web';
      usage.request = { service: name, method, ...queryOf(url), ...(body !== undefined && { body }) };
      const {
        failure,
        status,
        body: answer,
      } = await outbound.request({
        method,
        url,
        headers: {
          accept: 'application/json',
          // Calls are rare, so a kept connection would be of no use.
          connection: 'close',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        limits: { totalMs: TIMEOUT_MS, answerBytesMax: ANSWER_BYTES_MAX, keptBytesMax: ANSWER_BYTES_MAX },
        signal: context.signal,
      });
      context.signal.throwIfAborted();
      if (failure !== null)
        throw new EngineFailure(`The service behind ${name} did not respond. ${failure.message}`, {
          code: 'errand.services.unavailable',
          retry: true,
        });
      if (status !== 200) throw refused(name, status!, answer);
      try {
        return JSON.parse(answer.toString('utf8')) as unknown;
      } catch (cause) {
        throw new EngineFailure(`The response of the service behind ${name} is not JSON.`, {
          code: 'errand.services.bad_answer',
          cause,
        });
      }
    },
    { kind: 'tool' },
  );
}

function queryOf(url: string): { query?: Record<string, string> } {
  const query = [...new URL(url).searchParams].filter(([key]) => !/key|token|secret|auth/i.test(key));
  return query.length === 0 ? {} : { query: Object.fromEntries(query) };
}

/** The caller gets the service's own message about a request that it refuses. */
function refused(name: string, status: number, answer: Buffer): EngineFailure {
  if (status >= 500 || status === 429)
    return new EngineFailure(`The service behind ${name} responded with status ${status}.`, {
      code: 'errand.services.unavailable',
      retry: true,
    });
  let said = '';
  try {
    const { error } = JSON.parse(answer.toString('utf8')) as { error?: unknown };
    if (typeof error === 'string') said = ` It says: ${error.slice(0, 300)}`;
  } catch {
    // The service sent no message.
  }
  return new EngineFailure(`The service behind ${name} refused the request with status ${status}.${said}`, {
    code: 'errand.services.refused',
  });
}
