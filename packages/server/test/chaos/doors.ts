import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Cluster } from './cluster.ts';
import type { Random, Tenant } from './load.ts';
import { request } from './request.ts';

// Every way into the service, each with what it can do: start a job, cancel one, tell its state. A door is used at any
// process; what is sent again under its own name must be one job.

export type State = { status: 'open' | 'succeeded' | 'failed' | 'cancelled'; output: string | null };

export type Door = {
  /** The id of the job, or undefined when the answer has none. Throws when there was no answer. */
  start?(baseUrl: string, inputs: Record<string, string>): Promise<string | undefined>;
  /** The same request again is the same job. */
  isRepeatable?: boolean;
  cancel?(baseUrl: string, jobId: string): Promise<void>;
  read?(baseUrl: string, jobId: string): Promise<State>;
  /** A statement or a process of its own: it takes as long as fifty requests, so it is asked less often. */
  isSlow?: boolean;
};

const CLI = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));
/** Queries stand back behind everything else of the machine. */
const CLIENT_MS_MAX = 240_000;

export type DoorWorld = { tenant: Tenant; hookPath: string; scheduleId: string };

export function createDoors({ tenant, hookPath, scheduleId }: DoorWorld): Record<string, Door> {
  const { apiKey, agentId } = tenant;
  const ask = async (baseUrl: string, method: string, path: string, body?: unknown, headers = {}) => {
    const answer = await request(baseUrl, apiKey, method, path, body, headers, CLIENT_MS_MAX);
    // Whoever takes more than their share of a busy server is refused, and asks again.
    if (answer.status >= 500 || answer.status === 429) throw new Error(`${answer.status} ${answer.text.slice(0, 200)}`);
    return answer;
  };
  const rpc = async (baseUrl: string, path: string, method: string, params: object) =>
    (await ask(baseUrl, 'POST', path, { jsonrpc: '2.0', id: 1, method, params })).body;
  const mcp = (baseUrl: string, method: string, params: object) => rpc(baseUrl, '/mcp/', method, params);
  const a2a = (baseUrl: string, method: string, params: object) => rpc(baseUrl, `/a2a/${agentId}/`, method, params);

  return {
    http: {
      isRepeatable: true,
      start: async (baseUrl, inputs) => {
        const headers = { 'idempotency-key': inputs.tag! };
        return (await ask(baseUrl, 'POST', `/v1/agents/run/${agentId}/async/`, { inputs }, headers)).body as string;
      },
      cancel: async (baseUrl, jobId) => void (await ask(baseUrl, 'POST', `/v1/agents/jobs/${jobId}/cancel/`)),
      read: async (baseUrl, jobId) => {
        const { body } = await ask(baseUrl, 'GET', `/v1/agents/jobs/${jobId}/`);
        return { status: ofCode(body.status_code), output: body.outputs[0]?.value ?? null };
      },
    },
    sql: {
      isSlow: true,
      start: async (baseUrl, inputs) => {
        const map = Object.entries(inputs).map(([key, value]) => `'${key}': '${value}'`);
        const query = `SELECT run_agent_sync('${agentId}', MAP {${map.join(', ')}}) AS answer`;
        await ask(baseUrl, 'POST', '/v1/database/query/async/', { query });
        return undefined;
      },
      read: async (baseUrl, jobId) => {
        const query = `SELECT job_status('${jobId}') AS status, job_result('${jobId}') AS output`;
        const { body } = await ask(baseUrl, 'POST', '/v1/database/query/', { query });
        const [code, output] = body[0].result_rows[0];
        return { status: ofCode(Number(code)), output };
      },
    },
    mcp: {
      start: async (baseUrl, inputs) => {
        const { result } = await mcp(baseUrl, 'tools/call', { name: 'witnessed', arguments: inputs });
        return result?.structuredContent?.job_id;
      },
      cancel: async (baseUrl, jobId) =>
        void (await mcp(baseUrl, 'tools/call', { name: 'errand_cancel_job', arguments: { job_id: jobId } })),
      read: async (baseUrl, jobId) => {
        const { result } = await mcp(baseUrl, 'tasks/get', { taskId: jobId });
        if (result.status === 'cancelled') return { status: 'cancelled', output: null };
        if (result.status !== 'completed') return { status: 'open', output: null };
        const { result: ended } = await mcp(baseUrl, 'tasks/result', { taskId: jobId });
        if (ended.isError) return { status: 'failed', output: null };
        return { status: 'succeeded', output: ended.content[0].text };
      },
    },
    a2a: {
      isRepeatable: true,
      start: async (baseUrl, inputs) => {
        const message = { messageId: inputs.tag, role: 'ROLE_USER', parts: [{ data: inputs }] };
        const { result } = await a2a(baseUrl, 'SendMessage', { message, configuration: { returnImmediately: true } });
        return result?.task?.id;
      },
      cancel: async (baseUrl, jobId) => void (await a2a(baseUrl, 'CancelTask', { id: jobId })),
      read: async (baseUrl, jobId) => {
        const { result } = await a2a(baseUrl, 'GetTask', { id: jobId });
        const state = String(result.status.state).replace('TASK_STATE_', '');
        const status = ({ COMPLETED: 'succeeded', FAILED: 'failed', CANCELED: 'cancelled' } as const)[state] ?? 'open';
        return { status, output: result.artifacts?.[0]?.parts[0].text ?? null };
      },
    },
    cli: {
      isSlow: true,
      start: async (baseUrl, inputs) => {
        const pairs = Object.entries(inputs).map(([key, value]) => `${key}=${value}`);
        const { stdout } = await runCli(baseUrl, apiKey, ['run', agentId, ...pairs, '--detach', '--json']);
        return /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(stdout)?.[0];
      },
      cancel: async (baseUrl, jobId) => void (await runCli(baseUrl, apiKey, ['jobs', 'cancel', jobId, '--json'])),
      read: async (baseUrl, jobId) => {
        const { stdout } = await runCli(baseUrl, apiKey, ['jobs', 'get', jobId, '--json']);
        const job = JSON.parse(stdout);
        return { status: ofCode(job.status_code), output: job.outputs[0]?.value ?? null };
      },
    },
    trigger: {
      isRepeatable: true,
      start: async (baseUrl, inputs) =>
        (await ask(baseUrl, 'POST', hookPath, inputs, { 'webhook-id': inputs.tag! })).body.job_id,
    },
    schedule: {
      start: async (baseUrl) =>
        (await ask(baseUrl, 'POST', `/v1/schedules/${scheduleId}/run/`, {})).body.job_id ?? undefined,
    },
  };
}

function ofCode(code: number): State['status'] {
  if (code === 3 || code === 6) return 'succeeded';
  if (code === 4) return 'failed';
  return code === 5 ? 'cancelled' : 'open';
}

function runCli(baseUrl: string, apiKey: string, args: string[]): Promise<{ stdout: string }> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ERRAND_URL: baseUrl, ERRAND_API_KEY: apiKey, NODE_TEST_CONTEXT: undefined };
    const child = spawn(process.execPath, [CLI, ...args], { env, stdio: ['ignore', 'pipe', 'ignore'] });
    let stdout = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve({ stdout }) : reject(new Error(`errand ended with ${code}`))));
  });
}

/** What the doors need besides the agent: an address for events, and a clock that is only used by hand. */
export async function prepareDoors(cluster: Cluster, tenant: Tenant): Promise<DoorWorld> {
  const { baseUrl } = cluster.running()[0]!;
  const create = async (path: string, body: object) => {
    const answer = await request(baseUrl, tenant.apiKey, 'POST', path, body);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body;
  };
  const keys = ['tag', 'steps', 'ms', 'cost'];
  const trigger = await create('/v1/triggers/', {
    name: 'Events',
    kind: 'http',
    agent_id: tenant.agentId,
    mapping: Object.fromEntries(keys.map((key) => [key, `\${event.body.${key}}`])),
  });
  const schedule = await create('/v1/schedules/', {
    name: 'By hand',
    agent_id: tenant.agentId,
    cron: '0 0 1 1 *',
    timezone: 'UTC',
    inputs: { tag: 'schedule', steps: '1', ms: '5', cost: String(tenant.cost) },
    overlap: 'queue',
  });
  return { tenant, hookPath: new URL(trigger.url).pathname, scheduleId: schedule.id };
}

export function pickDoor(
  random: Random,
  doors: Record<string, Door>,
  can: 'start' | 'cancel' | 'read',
): [string, Door] {
  const able = Object.entries(doors).filter(([, door]) => door[can] !== undefined);
  const quick = able.filter(([, door]) => door.isSlow !== true);
  return random.next() < 0.03 ? random.pick(able) : random.pick(quick);
}
