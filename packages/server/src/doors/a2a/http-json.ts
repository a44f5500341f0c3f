import {
  AgentCard,
  CancelTaskRequest,
  ListTaskPushNotificationConfigsResponse,
  ListTasksRequest,
  ListTasksResponse,
  SendMessageRequest,
  SendMessageResponse,
  StreamResponse,
  Task,
  TaskPushNotificationConfig,
} from '@a2a-js/sdk';
import { RequestMalformedError } from '@a2a-js/sdk/errors';
import { type A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server';
import { PROTOCOL_VERSION } from './agent-card.ts';

// The HTTP+JSON binding of the protocol: the same methods as JSON-RPC, named by method and path.

export type HttpCall = {
  method: string;
  /** The path after the address of the agent, such as `tasks/0190:cancel`. */
  path: string;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
};

export type HttpAnswer = { status: number; body?: unknown } | { events: AsyncGenerator<object, void, undefined> };

type Serve = (handler: A2ARequestHandler, call: HttpCall, ids: string[]) => Promise<HttpAnswer> | HttpAnswer;

const context = new ServerCallContext({ requestedVersion: PROTOCOL_VERSION });
const tenant = '';

const ID = '([^/:]+)';
const CONFIGS = `tasks/${ID}/pushNotificationConfigs`;

const methods: [pattern: RegExp, Serve][] = [
  [
    /^POST message:send$/,
    async (handler, { body }) => {
      const task = (await handler.sendMessage(read(SendMessageRequest, body), context)) as Task;
      return ok(SendMessageResponse.toJSON({ payload: { $case: 'task', value: task } }));
    },
  ],
  [
    /^POST message:stream$/,
    (handler, { body }) => stream(handler.sendMessageStream(read(SendMessageRequest, body), context)),
  ],
  [
    /^GET tasks$/,
    async (handler, { query }) => {
      const params = read(ListTasksRequest, readListQuery(query));
      const page = await handler.listTasks(params, context);
      // All members are required, and the SDK leaves out those that are empty.
      return ok({ ...page, tasks: [], ...(ListTasksResponse.toJSON(page) as object) });
    },
  ],
  [
    at(`GET tasks/${ID}`),
    async (handler, { query }, [id = '']) => {
      const historyLength = readInteger(query, 'historyLength');
      const params = { tenant, id, ...(historyLength !== undefined && { historyLength }) };
      return ok(Task.toJSON(await handler.getTask(params, context)));
    },
  ],
  [
    at(`POST tasks/${ID}:cancel`),
    async (handler, { body }, [id]) =>
      ok(Task.toJSON(await handler.cancelTask(read(CancelTaskRequest, { ...body, id }), context))),
  ],
  [
    at(`(?:GET|POST) tasks/${ID}:subscribe`),
    (handler, _, [id = '']) => stream(handler.resubscribe({ tenant, id }, context)),
  ],
  [
    at(`POST ${CONFIGS}`),
    async (handler, { body }, [taskId]) => {
      const config = read(TaskPushNotificationConfig, { ...body, taskId });
      const made = await handler.createTaskPushNotificationConfig(config, context);
      return { status: 201, body: TaskPushNotificationConfig.toJSON(made) };
    },
  ],
  [
    at(`GET ${CONFIGS}`),
    async (handler, _, [taskId = '']) => {
      const params = { tenant, taskId, pageSize: 0, pageToken: '' };
      const found = await handler.listTaskPushNotificationConfigs(params, context);
      return ok(ListTaskPushNotificationConfigsResponse.toJSON(found));
    },
  ],
  [
    at(`GET ${CONFIGS}/${ID}`),
    async (handler, _, [taskId = '', id = '']) =>
      ok(
        TaskPushNotificationConfig.toJSON(await handler.getTaskPushNotificationConfig({ tenant, taskId, id }, context)),
      ),
  ],
  [
    at(`DELETE ${CONFIGS}/${ID}`),
    async (handler, _, [taskId = '', id = '']) => {
      await handler.deleteTaskPushNotificationConfig({ tenant, taskId, id }, context);
      return { status: 204 };
    },
  ],
  [
    /^GET extendedAgentCard$/,
    async (handler) => ok(AgentCard.toJSON(await handler.getAuthenticatedExtendedAgentCard({ tenant }, context))),
  ],
];

/** Answers one request, or returns undefined if the protocol has no such method. */
export function callOverHttp(handler: A2ARequestHandler, call: HttpCall): Promise<HttpAnswer> | HttpAnswer | undefined {
  const named = `${call.method} ${call.path.replace(/\/+$/, '')}`;
  for (const [pattern, serve] of methods) {
    const found = pattern.exec(named);
    if (found) return serve(handler, call, found.slice(1).map(decode));
  }
  return undefined;
}

function at(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`);
}

const ok = (body: unknown): HttpAnswer => ({ status: 200, body });

/** The SDK's parsers throw on values of the wrong type. */
function read<T>(type: { fromJSON(given: unknown): T }, given: object): T {
  try {
    return type.fromJSON(given);
  } catch {
    throw new RequestMalformedError('The parameters are not valid.');
  }
}

function stream(responses: AsyncGenerator<StreamResponse, void, undefined>): HttpAnswer {
  async function* events(): AsyncGenerator<object, void, undefined> {
    for await (const response of responses) yield StreamResponse.toJSON(response) as object;
  }
  return { events: events() };
}

function readListQuery(query: HttpCall['query']): object {
  return {
    ...query,
    pageSize: readInteger(query, 'pageSize'),
    historyLength: readInteger(query, 'historyLength'),
    includeArtifacts: query.includeArtifacts === 'true',
  };
}

function readInteger(query: HttpCall['query'], name: string): number | undefined {
  const given = query[name];
  if (given === undefined || given === '') return undefined;
  if (typeof given !== 'string' || !/^\d{1,9}$/.test(given))
    throw new RequestMalformedError(`${name} must be a non-negative integer.`);
  return Number(given);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
