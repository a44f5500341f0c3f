import { type Static, Type } from 'typebox';
import type { Database } from '#platform/db.ts';
import { databaseNow } from '#platform/ids.ts';
import type { Outbound } from '#platform/outbound/client.ts';
import type { Exchange } from '#platform/outbound/exchange.ts';
import { persistently } from '#platform/persist.ts';
import { traceHeaders } from '#platform/tracing.ts';
import type { SecretBox } from '#secrets/box.ts';
import { defineEngine, type Engine, type EngineContext, EngineFailure, type EngineOutput } from '../engine/engine.ts';
import { form } from '../engine/form.ts';
import type { WaitAnswer, WaitRequest } from '../engine/wait.ts';
import { noteUsage, readAnswer, useAnswer } from './answer.ts';
import { awaitCallback } from './await-callback.ts';
import { clearCallback, deleteCallback, insertCallback, sealedCallback } from './callbacks-store.ts';
import { describeFiles } from './files.ts';

// Runs a remote agent, written in any language, over the HTTP protocol of docs/engine-protocol.md. Requests and
// responses are signed with the agent's secret as in Standard Webhooks.

const ANSWER_BYTES_MAX = 32 * 1024 * 1024;
const SECRET_CHARACTERS_MIN = 16;
/** A limit, because an agent that keeps asking would never end its job. */
const WAITS_MAX = 50;

const configSchema = Type.Object({
  url: Type.String({
    ...form('task', 'Address of the remote agent'),
    description: 'URL of the remote agent.',
    examples: ['https://agents.example.com/summarize'],
    'x-accepts-secrets': true,
  }),
  secret: Type.String({
    ...form('task', 'Shared secret'),
    minLength: SECRET_CHARACTERS_MIN,
    writeOnly: true,
    description:
      'Secret shared with the remote agent, which signs requests and responses: `whsec_` and base64, or any text. Stored encrypted and never shown.',
  }),
  config: Type.Optional(
    Type.Unknown({
      ...form('advanced', 'Configuration for the remote agent'),
      description: 'Configuration for the remote agent, sent with its placeholders filled.',
      'x-accepts-secrets': true,
    }),
  ),
  timeout_seconds: Type.Optional(
    Type.Integer({
      ...form('advanced', 'Longest answer time', { unit: 'seconds' }),
      minimum: 1,
      maximum: 7_200,
      default: 300,
      description: 'Maximum seconds until the response or callback.',
    }),
  ),
});
type Config = Static<typeof configSchema>;

export type HttpEngineDeps = {
  outbound: Outbound;
  database: Database;
  publicUrl(): string;
  /** Encrypts the secret of a job that waits for its callback. */
  box: SecretBox;
  sign(parts: { id: string; timestamp: number; body: string }, secrets: string[]): Promise<string>;
  verify(body: string, headers: Record<string, string>, secret: string): Promise<{ valid: boolean }>;
};

export function createHttpEngine(deps: HttpEngineDeps): Engine {
  return defineEngine<Config>({
    id: 'HttpEngine',
    name: 'Remote Agent',
    description:
      'Runs your own agent over HTTP. It receives inputs and configuration and responds at once or later by callback. Both directions are signed.',
    inputs: [{ key: 'text', data_type: 'text/plain', description: 'Sent to the remote agent.' }],
    configSchema,
    checkConfig({ url }) {
      if (typeof url !== 'string' || /\$[{A-Za-z_]/.test(url)) return [];
      const problem = deps.outbound.checkUrl(url);
      return problem === undefined ? [] : [`'url': ${problem}`];
    },
    async run(context, { inputs, config }) {
      const forget = () => deleteCallback(deps.database.system, context.jobId).catch(() => undefined);
      try {
        const outputs = await runRemotely(deps, context, inputs, config);
        await forget();
        return { outputs };
      } catch (error) {
        // Deletes the row if no other attempt follows, which would still need it.
        if (error instanceof EngineFailure && !error.retry && error.postponeSeconds === undefined) await forget();
        throw error;
      }
    },
  });
}

/** Calls the remote agent. If it requested another try by callback, calls it again, once per attempt of the job. */
async function runRemotely(
  deps: HttpEngineDeps,
  context: EngineContext,
  inputs: Record<string, string>,
  config: Config,
): Promise<EngineOutput[]> {
  const { timeout_seconds: seconds = 300 } = config;
  const db = deps.database.system;
  const answers: WaitAnswer[] = [];
  for (let round = 1; ; ) {
    const request = await context.step(
      'request',
      (usage) => ask(deps, context, { inputs, config, seconds, usage, answers }),
      { kind: 'tool' },
    );
    if (request.outputs !== null) return request.outputs;
    if ('wait' in request) {
      if (answers.length >= WAITS_MAX)
        throw new EngineFailure(`The remote agent requested more than ${WAITS_MAX} waits.`, {
          code: 'errand.remote_agents.bad_answer',
        });
      answers.push(await context.wait(request.wait));
      continue;
    }
    const answer = await awaitCallback(db, context, { seconds, acceptedAt: request.acceptedAt });
    if (answer.outputs !== null) return answer.outputs;
    if (round < context.attempt) {
      round += 1;
      continue;
    }
    await persistently(() => clearCallback(db, context.jobId));
    throw new EngineFailure(answer.error, { code: 'errand.remote_agents.failed', retry: true });
  }
}

type Ask = {
  inputs: Record<string, string>;
  config: Config;
  seconds: number;
  usage: Parameters<typeof useAnswer>[1];
  /** Answers to the waits so far. */
  answers: WaitAnswer[];
};

/** Returns the outputs, the time of acceptance if a callback follows, or the wait that the remote agent requests. */
async function ask(
  deps: HttpEngineDeps,
  context: EngineContext,
  given: Ask,
): Promise<{ outputs: EngineOutput[] } | { outputs: null; acceptedAt: number } | { outputs: null; wait: WaitRequest }> {
  const { config, seconds, answers } = given;
  const { jobId, signal } = context;
  const { sent, files } = await describeFiles(context, given.inputs);
  const sealed = await deps.box.seal(sealedCallback.at({ job_id: jobId }), config.secret);
  await persistently(() => insertCallback(deps.database.system, jobId, sealed));
  const body = JSON.stringify({
    protocol: 'errand-engine/1',
    job_id: jobId,
    agent_id: context.agentId,
    attempt: context.attempt,
    inputs: sent,
    files,
    config: config.config ?? null,
    timeout_seconds: seconds,
    callback_url: `${deps.publicUrl()}/v1/engine-callbacks/`,
    ...(answers.length > 0 && { answers }),
  });
  // The id is the same on every attempt, so that the receiver can detect a repeated request.
  const id = answers.length === 0 ? `job_${jobId}` : `job_${jobId}_${answers.length}`;
  const timestamp = Math.floor(Date.now() / 1_000);
  const exchange = await deps.outbound.request({
    method: 'POST',
    url: config.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'errand',
      ...traceHeaders(),
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': await deps.sign({ id, timestamp, body }, [config.secret]),
    },
    body,
    limits: { totalMs: seconds * 1_000, answerBytesMax: ANSWER_BYTES_MAX, keptBytesMax: ANSWER_BYTES_MAX },
    signal,
  });
  signal.throwIfAborted();
  const text = await readExchange(deps, exchange, { id, secret: config.secret });
  if (text === undefined) return { outputs: null, acceptedAt: databaseNow() };
  const answer = readAnswer(text);
  if (answer.wait === undefined) return { outputs: useAnswer(answer, given.usage) };
  noteUsage(answer, given.usage);
  return { outputs: null, wait: answer.wait as WaitRequest };
}

/** Returns the signed body, or undefined if the request was only accepted. */
async function readExchange(
  { verify }: HttpEngineDeps,
  { failure, status, headers, body }: Exchange,
  { id, secret }: { id: string; secret: string },
): Promise<string | undefined> {
  if (failure !== null) {
    // A forbidden address stays forbidden, and a response that is too large stays so.
    const retry = failure.kind !== 'address' && failure.kind !== 'too_large';
    throw new EngineFailure(`The remote agent did not respond. ${failure.message}`, {
      code: 'errand.remote_agents.no_answer',
      retry,
    });
  }
  const text = body.toString('utf8');
  const isSigned = headers !== null && headers['webhook-id'] === id && (await verify(text, headers, secret)).valid;
  if (status === 200 && isSigned) return text;
  if (status === 202) return undefined;
  if (status === 200)
    throw new EngineFailure("The response of the remote agent is not signed with this agent's secret.", {
      code: 'errand.remote_agents.bad_answer',
    });
  throw new EngineFailure(`The remote agent responded with status ${status}.`, {
    code: 'errand.remote_agents.failed',
    retry: status === 429 || (status ?? 0) >= 500,
  });
}
