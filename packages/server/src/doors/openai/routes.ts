import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { sent } from '#http/endpoint-options.ts';
import { answerError } from '#http/error-answer.ts';
import { serveRoutes } from '#http/service.ts';
import { drained, openEventStream } from '#jobs/read/event-stream.ts';
import { deleteJobData } from '#jobs/record/delete-data.ts';
import { isFinal, jobStatus } from '#jobs/record/model.ts';
import { deleteUnstored } from '#jobs/retention/unstored.ts';
import type { Caller } from '#platform/caller.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { checkFormat, createChunks, toCompletion } from './chat.ts';
import { showError } from './errors.ts';
import { listModels, toModel, unknownModel } from './models.ts';
import {
  chatMembers,
  invalid,
  readFlag,
  readMessages,
  readMetadata,
  readObject,
  readText,
  refuseOthers,
  responseMembers,
} from './read-request.ts';
import { jobIdOf, responseId } from './render-response.ts';
import {
  createRender,
  failed,
  getJob,
  type OpenAiDeps,
  prepareRun,
  runAttended,
  runInBackground,
} from './run-response.ts';
import { type ResponseEvent, streamResponse } from './stream-response.ts';

// Agents for programs that speak to OpenAI. A model is an agent, and a response is a job under the job's id.

export const service = serveRoutes(addOpenAiRoutes);

function addOpenAiRoutes(app: FastifyInstance, deps: OpenAiDeps): void {
  void app.register(async (door) => {
    door.setErrorHandler((error: Error, request, reply) => answerError(error, request, reply, showError));
    addModelRoutes(door, deps);
    addResponseRoutes(door, deps);
    addChatRoute(door, deps);
  });
}

function addModelRoutes(app: FastifyInstance, { database }: OpenAiDeps): void {
  endpoint(app, operations.openai.models, {
    async handler({ caller }) {
      const models = await listModels(database, caller.orgId);
      return { object: 'list', data: [...models].map(([id, agent]) => toModel(id, agent)) };
    },
  });
  endpoint(app, operations.openai.model, {
    async handler({ caller, params: { model } }) {
      const models = await listModels(database, caller.orgId);
      const found = [...models].find(([slug, { id }]) => slug === model || id === model.toLowerCase());
      if (found === undefined) throw unknownModel(model, models.keys());
      return { ...toModel(...found) };
    },
  });
}

function addResponseRoutes(app: FastifyInstance, deps: OpenAiDeps): void {
  endpoint(app, operations.openai.createResponse, {
    async handler({ caller, request, reply, body }) {
      refuseOthers(body, responseMembers);
      const prompt = readObject(body, 'prompt') ?? {};
      const model = readText(body, 'model') ?? readText(prompt, 'id');
      if (model === undefined) throw invalid('model', 'model is required.', 'missing_required_parameter');
      const background = readFlag(body, 'background') ?? false;
      const store = readFlag(body, 'store') ?? true;
      if (background && !store) throw invalid('store', 'A response in the background must be stored.');
      const isStream = readFlag(body, 'stream') ?? false;
      const run = await prepareRun(deps, {
        caller,
        request,
        body,
        model,
        asked: readMessages(body.input, 'input'),
        param: 'input',
        variables: readObject(prompt, 'variables'),
        metadata: readMetadata(body),
        isStored: store,
        isBackground: background,
      });
      const { render, textOf } = createRender(deps, caller, request, run.model);
      if (background && !isStream) {
        const jobId = await runInBackground(deps, run);
        reply.header('x-agent-job-id', jobId);
        return render(await getJob(deps, caller, jobId));
      }
      const { jobId, ended } = await runAttended(deps, run);
      reply.header('x-agent-job-id', jobId);
      try {
        if (isStream) return await sendResponse(deps, { caller, request, reply, jobId, after: -1 }, { render, textOf });
        await ended;
        return await render(await getJob(deps, caller, jobId));
      } finally {
        if (!store) await deleteUnstored(deps, caller, jobId);
      }
    },
  });

  const load = async ({ params: { response }, caller }: { params: { response: string }; caller: Caller }) => {
    const jobId = jobIdOf(response);
    if (jobId === undefined) throw notFound('response');
    return getJob(deps, caller, jobId);
  };

  endpoint(app, operations.openai.getResponse, {
    load,
    async handler({ caller, request, reply, query, resource: job }) {
      const { render, textOf } = createRender(deps, caller, request);
      // OpenAI's client in Go asks for a stream in the body of the GET, so the place to resume from says it, too.
      if (query.stream !== true && query.starting_after === undefined) return render(job);
      const at = { caller, request, reply, jobId: job.id, after: query.starting_after ?? -1 };
      return sendResponse(deps, at, { render, textOf });
    },
  });

  endpoint(app, operations.openai.cancelResponse, {
    load,
    async handler({ caller, request, resource: job }) {
      await deps.cancelJob(caller, job.id);
      return createRender(deps, caller, request).render(await getJob(deps, caller, job.id));
    },
  });

  endpoint(app, operations.openai.deleteResponse, {
    load,
    async handler({ caller, resource: job }) {
      if (!isFinal(job.status))
        throw new AppError('job_not_final', { detail: 'The response is not final yet. Cancel it first.' });
      await deleteJobData(deps, caller, job.id);
      return { id: responseId(job.id), object: 'response', deleted: true };
    },
  });
}

function addChatRoute(app: FastifyInstance, deps: OpenAiDeps): void {
  endpoint(app, operations.openai.createChatCompletion, {
    async handler({ caller, request, reply, body }) {
      refuseOthers(body, chatMembers);
      const model = readText(body, 'model');
      if (model === undefined) throw invalid('model', 'model is required.', 'missing_required_parameter');
      if (body.n !== undefined && body.n !== null && body.n !== 1) throw invalid('n', 'n must be 1.');
      const asked = readMessages(body.messages, 'messages');
      const store = readFlag(body, 'store') ?? true;
      const start = { caller, request, body, model, asked, param: 'messages', variables: undefined, isStored: store };
      const run = await prepareRun(deps, { ...start, metadata: readMetadata(body) }, (snapshot) =>
        checkFormat(body, snapshot),
      );
      const { render, textOf } = createRender(deps, caller, request, run.model);
      const { jobId, ended } = await runAttended(deps, run);
      reply.header('x-agent-job-id', jobId);
      try {
        if (readFlag(body, 'stream')) {
          const includeUsage = readObject(body, 'stream_options')?.include_usage === true;
          const take = createChunks(includeUsage);
          return await sendEvents(reply, async function* (signal) {
            for await (const events of streamResponse(deps, { caller, jobId, after: -1, signal, render, textOf })) {
              for (const event of events) {
                const { chunks, failure } = take(event);
                for (const chunk of chunks) yield frame(undefined, chunk);
                if (failure === undefined) continue;
                yield frame(undefined, {
                  error: { message: failure, type: 'server_error', code: 'job_failed', param: null },
                });
                return;
              }
              yield '';
            }
            yield 'data: [DONE]\n\n';
          });
        }
        await ended;
        const job = await getJob(deps, caller, jobId);
        if (job.status === jobStatus.failure || job.status === jobStatus.cancelled) throw failed(job);
        const text = textOf(job);
        if (text === undefined)
          throw new AppError('invalid_request', {
            detail: `The job ${jobId} has not ended yet. Read it at /openai/v1/responses/${responseId(jobId)}.`,
          });
        return { ...toCompletion(await render(job), text) };
      } finally {
        if (!store) await deleteUnstored(deps, caller, jobId);
      }
    },
  });
}

type Sending = { caller: Caller; request: FastifyRequest; reply: FastifyReply; jobId: string; after: number };

function sendResponse(
  deps: OpenAiDeps,
  { caller, reply, jobId, after }: Sending,
  show: ReturnType<typeof createRender>,
) {
  return sendEvents(reply, async function* (signal) {
    for await (const events of streamResponse(deps, { caller, jobId, after, signal, ...show }))
      yield events.map((event: ResponseEvent) => frame(event.type, event)).join('');
  });
}

const frame = (event: string | undefined, data: unknown): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;

/** Proxies close idle connections; a comment keeps them open. */
const PING_MS = 15_000;

async function sendEvents(reply: FastifyReply, texts: (signal: AbortSignal) => AsyncGenerator<string>) {
  const socket = openEventStream(reply);
  const left = new AbortController();
  socket.once('close', () => left.abort());
  let lastWriteAt = Date.now();
  try {
    for await (const text of texts(left.signal)) {
      const isSilent = text === '' && Date.now() - lastWriteAt < PING_MS;
      if (isSilent) continue;
      lastWriteAt = Date.now();
      if (!socket.write(text || ': still here\n\n')) await drained(socket);
    }
  } finally {
    socket.end();
  }
  return sent(reply);
}
