import type { TaskPushNotificationConfig } from '@a2a-js/sdk';
import { RequestMalformedError, TaskNotFoundError } from '@a2a-js/sdk/errors';
import type { A2ARequestHandler } from '@a2a-js/sdk/server';
import { hasRole } from '@errand/contract/roles.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db.ts';
import { forbidden } from '#platform/errors.ts';
import type { ChangeDeps } from '#webhooks/change-webhook.ts';
import { deleteJobWebhook, type JobWebhook, listJobWebhooks, saveJobWebhook } from '#webhooks/job-webhooks.ts';

// Push notifications of a task are webhooks of its job, so they are guarded, signed, retried and recorded alike.

type Deps = { database: Database } & ChangeDeps;

type Call = {
  caller: Caller;
  told<T>(work: () => Promise<T>): Promise<T>;
  getJob(taskId: string): Promise<unknown>;
};

const TOKEN_HEADER = 'x-a2a-notification-token';

export function createPushConfigs({ database, vault, findUrlProblem }: Deps, { caller, told, getJob }: Call) {
  const { orgId } = caller;
  const db = database.tenant(orgId);

  async function save(config: TaskPushNotificationConfig): Promise<TaskPushNotificationConfig> {
    if (!hasRole(caller.role, 'member')) throw forbidden(`This needs the role member; yours is ${caller.role}.`);
    if (config.url === '') throw new RequestMalformedError('The url of the push notification is required.');
    if (config.id.length > 255) throw new RequestMalformedError('The id must be at most 255 characters long.');
    const name = config.id || undefined;
    const given = { jobId: config.taskId, name, url: config.url, headers: headersOf(config) };
    return toConfig(config.taskId, await saveJobWebhook(db, { vault, findUrlProblem }, caller, given));
  }

  async function list(taskId: string): Promise<TaskPushNotificationConfig[]> {
    await getJob(taskId);
    return (await listJobWebhooks(db, vault, orgId, taskId)).map((one) => toConfig(taskId, one));
  }

  const methods: Pick<
    A2ARequestHandler,
    | 'createTaskPushNotificationConfig'
    | 'getTaskPushNotificationConfig'
    | 'listTaskPushNotificationConfigs'
    | 'deleteTaskPushNotificationConfig'
  > = {
    createTaskPushNotificationConfig: (config) =>
      told(async () => {
        await getJob(config.taskId);
        return save(config);
      }),
    getTaskPushNotificationConfig: ({ taskId, id }) =>
      told(async () => {
        const found = (await list(taskId)).find((one) => one.id === id);
        if (found === undefined) throw new TaskNotFoundError(`Push notification ${id} of this task not found.`);
        return found;
      }),
    listTaskPushNotificationConfigs: ({ taskId }) =>
      told(async () => ({ configs: await list(taskId), nextPageToken: '' })),
    deleteTaskPushNotificationConfig: ({ taskId, id }) =>
      told(async () => {
        await getJob(taskId);
        if (!hasRole(caller.role, 'member')) throw forbidden(`This needs the role member; yours is ${caller.role}.`);
        await deleteJobWebhook(db, orgId, taskId, id);
      }),
  };
  return { save, methods };
}

const headersOf = ({ token, authentication }: TaskPushNotificationConfig): Record<string, string> => ({
  ...(token !== '' && { [TOKEN_HEADER]: token }),
  ...(authentication?.scheme && { authorization: `${authentication.scheme} ${authentication.credentials}`.trim() }),
});

/** Credentials are meant for the receiver and are never returned. */
function toConfig(taskId: string, { name, url, headers }: JobWebhook): TaskPushNotificationConfig {
  const [scheme] = (headers.authorization ?? '').split(' ');
  return {
    tenant: '',
    taskId,
    id: name,
    url,
    token: headers[TOKEN_HEADER] ?? '',
    authentication: scheme ? { scheme, credentials: '***' } : undefined,
  };
}
