import { setTimeout as delay } from 'node:timers/promises';
import { createOrganization } from '#credits/create-organization.ts';
import { insertApiKey } from '#orgs/api-keys.ts';
import type { Answer } from '../harness.ts';
import type { Cluster } from './cluster.ts';
import { request } from './request.ts';

// Clients that start jobs in every way the contract has, and remember what they were answered.

export type Tenant = {
  name: string;
  orgId: string;
  apiKey: string;
  agentId: string;
  cost: number;
  limited: boolean;
  /** Ends of its jobs are told to the receiver. */
  webhookId?: string;
};

export type Kind =
  | 'async'
  | 'sync'
  | 'many'
  | 'batch'
  | 'copies'
  | 'again'
  | 'retry'
  | 'cancel'
  /** A batch with a cost limit that not all of its rows fit into. */
  | 'capped'
  /** A caller who waits for two seconds only. */
  | 'hasty'
  /** A job that takes longer than it may. */
  | 'late'
  /** A statement that calls the agent. */
  | 'sql'
  | 'upload';

/** One request and its answer. `requestId` and `tags` are how its jobs are found, whatever the answer was. */
export type Entry = {
  kind: Kind;
  tenant: Tenant;
  requestId: string;
  tags: string[];
  /** The status, or what became of the connection. */
  answer: number | string;
  text: string;
  jobIds: string[];
  batchId?: string;
  queryId?: string;
  fileId?: string;
  maxCost?: number;
  sentAt: number;
  answeredAt: number;
};

export async function createTenants(cluster: Cluster): Promise<Tenant[]> {
  const plans = [
    { name: 'free', credits: undefined, cost: 0 },
    { name: 'paying', credits: 1_000, cost: 0.01 },
    { name: 'poor', credits: 3, cost: 0.05 },
  ];
  const tenants: Tenant[] = [];
  for (const { name, credits, cost } of plans) {
    const { id: orgId, userId } = await createOrganization(cluster.database.system, { name, credits });
    const { apiKey } = await insertApiKey(cluster.database.system, { orgId, userId, role: 'admin', name: 'load' });
    const agent = await request(cluster.running('api', 'all')[0]!.baseUrl, apiKey, 'POST', '/v1/agents/', {
      name: 'Witnessed',
      engine_class_id: 'WitnessedEngine',
      engine_config: { mark: 'v1' },
    });
    if (agent.status !== 201) throw new Error(agent.text);
    const tenant = { name, orgId, apiKey, agentId: agent.body.id as string, cost, limited: credits !== undefined };
    tenants.push(name === 'paying' ? { ...tenant, webhookId: await createWebhook(cluster, tenant) } : tenant);
  }
  return tenants;
}

async function createWebhook(cluster: Cluster, { apiKey, agentId }: Tenant): Promise<string> {
  const { baseUrl } = cluster.running('api', 'all')[0]!;
  const hook = await request(baseUrl, apiKey, 'POST', '/webhooks/', { name: 'Hook', url: cluster.receiver.url });
  if (hook.status !== 201) throw new Error(hook.text);
  const path = `/webhooks/${hook.body.id}/agents/`;
  const linked = await request(baseUrl, apiKey, 'POST', path, { agent_ids: [agentId] });
  if (linked.status !== 201) throw new Error(linked.text);
  return hook.body.id;
}

/** Repeatable choices. */
export function createRandom(seed: number) {
  // Small seeds are far apart then.
  let state = Math.imul(seed, 2_654_435_761) >>> 0 || 1;
  const next = (): number => {
    // xorshift: any sequence will do, as long as it is the same for the same seed.
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (low: number, high: number): number => low + Math.floor(next() * (high - low + 1)),
    pick: <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!,
  };
}
export type Random = ReturnType<typeof createRandom>;

export type Load = {
  entries: Entry[];
  /** How long each client pauses between two requests from now on, on average. */
  pace(pauseMs: number): void;
  stop(): Promise<void>;
};

export function startLoad(
  cluster: Cluster,
  tenants: Tenant[],
  options: { random: Random; clients: number; pauseMs: number; kinds?: Kind[] },
): Load {
  const { random } = options;
  const entries: Entry[] = [];
  let stopping = false;
  let { pauseMs } = options;
  let numbers = 0;
  const kinds = options.kinds ?? [
    ...Array<Kind>(8).fill('async'),
    ...Array<Kind>(4).fill('sync'),
    ...(['many', 'batch', 'copies', 'copies', 'again', 'retry', 'cancel', 'cancel'] as const),
    ...(['capped', 'hasty', 'late'] as const),
  ];

  function work(tenant: Tenant) {
    numbers += 1;
    return {
      tag: `${tenant.name}-${numbers}`,
      steps: String(random.between(1, 4)),
      ms: String(random.pick([0, 5, 50, 300, 1_500])),
      cost: String(tenant.cost),
    };
  }

  /** Sends to any process that answers requests; a paused one is as good as one behind a broken network. */
  async function send(
    entry: Pick<Entry, 'kind' | 'tenant' | 'tags'> & Partial<Entry>,
    path: string,
    body: unknown,
    { headers = {}, limitMs = CLIENT_MS_MAX }: { headers?: Record<string, string>; limitMs?: number } = {},
  ): Promise<Entry> {
    numbers += 1;
    const done: Entry = {
      requestId: `request-${numbers}`,
      answer: 'unsent',
      text: '',
      jobIds: [],
      sentAt: Date.now(),
      answeredAt: 0,
      ...entry,
    };
    entries.push(done);
    const member = random.pick(cluster.running('api', 'all'));
    if (member === undefined) {
      await delay(50);
      return done;
    }
    const named =
      UNNAMED.includes(entry.kind) || body === undefined
        ? body
        : { ...(body as object), metadata: { request: done.requestId } };
    try {
      const answer = await request(member.baseUrl, entry.tenant.apiKey, 'POST', path, named, headers, limitMs);
      done.answer = answer.status;
      done.text = answer.text;
      Object.assign(done, readAnswer(entry.kind, answer));
    } catch (error) {
      const { message, cause } = error as Error;
      done.answer = `${message} ${(cause as { code?: string } | undefined)?.code ?? ''}`;
    }
    done.answeredAt = Date.now();
    return done;
  }

  const acknowledged = (tenant: Tenant): string[] =>
    entries.slice(-200).flatMap((entry) => (entry.tenant === tenant ? entry.jobIds : []));

  const actions: Record<Kind, (tenant: Tenant) => Promise<unknown>> = {
    async async(tenant) {
      const inputs = work(tenant);
      await send({ kind: 'async', tenant, tags: [inputs.tag] }, `/v1/agents/run/${tenant.agentId}/async/`, { inputs });
    },
    async sync(tenant) {
      const inputs = work(tenant);
      await send({ kind: 'sync', tenant, tags: [inputs.tag] }, `/v1/agents/run/${tenant.agentId}/`, { inputs });
    },
    async many(tenant) {
      const items = Array.from({ length: 10 }, () => work(tenant));
      const tags = items.map(({ tag }) => tag);
      await send({ kind: 'many', tenant, tags }, `/v1/agents/run/${tenant.agentId}/async/many/`, { inputs: items });
    },
    async batch(tenant) {
      const items = Array.from({ length: 10 }, () => work(tenant));
      const tags = items.map(({ tag }) => tag);
      await send({ kind: 'batch', tenant, tags }, `/v1/agents/run/${tenant.agentId}/batches/`, { inputs: items });
    },
    async capped(tenant) {
      const items = Array.from({ length: 6 }, () => ({ ...work(tenant), steps: '2', ms: '50', cost: '0.01' }));
      const tags = items.map(({ tag }) => tag);
      const body = { inputs: items, max_cost: CAP };
      await send({ kind: 'capped', tenant, tags, maxCost: CAP }, `/v1/agents/run/${tenant.agentId}/batches/`, body);
    },
    async hasty(tenant) {
      const inputs = { ...work(tenant), steps: '2', ms: '1500' };
      const path = `/v1/agents/run/${tenant.agentId}/`;
      await send({ kind: 'hasty', tenant, tags: [inputs.tag] }, path, { inputs }, { limitMs: 2_000 });
    },
    async late(tenant) {
      const inputs = { ...work(tenant), steps: '1', ms: '60000' };
      const path = `/v1/agents/run/${tenant.agentId}/async/`;
      await send({ kind: 'late', tenant, tags: [inputs.tag] }, path, { inputs, timeout_seconds: LATE_SECONDS });
    },
    async sql(tenant) {
      const { tag, cost } = work(tenant);
      const inputs = `{'tag': '${tag}-' || i::varchar, 'steps': '1', 'ms': '50', 'cost': '${cost}'}`;
      const query = `SELECT run_agent_sync('${tenant.agentId}', MAP ${inputs}) AS answer FROM range(3) t(i)`;
      const tags = [0, 1, 2].map((index) => `${tag}-${index}`);
      await send({ kind: 'sql', tenant, tags }, '/v1/database/query/async/', { query });
    },
    async upload(tenant) {
      numbers += 1;
      const form = new FormData();
      form.set('file', new File([`content ${numbers}`], 'a.txt'));
      await send({ kind: 'upload', tenant, tags: [] }, '/v1/datasets/files/upload/', form);
    },
    /** Three at once, and again until one is answered. */
    async copies(tenant) {
      const inputs = work(tenant);
      numbers += 1;
      const requestId = `request-${numbers}`;
      const copy = () =>
        send(
          { kind: 'copies', tenant, tags: [inputs.tag], requestId },
          `/v1/agents/run/${tenant.agentId}/async/`,
          { inputs },
          { headers: { 'idempotency-key': requestId } },
        );
      let answers: Entry[] = await Promise.all([copy(), copy(), copy()]);
      for (let tries = 0; tries < 20 && !stopping && answers.every(({ answer }) => !isAnswer(answer)); tries += 1) {
        await delay(200);
        answers = [await copy()];
      }
    },
    /** The inputs of an earlier job: an answer from the cache, perhaps. */
    async again(tenant) {
      const earlier = random.pick(entries.filter((entry) => entry.tenant === tenant && entry.kind === 'sync'));
      if (earlier === undefined) return;
      const inputs = { tag: earlier.tags[0]!, steps: '1', ms: '0', cost: String(tenant.cost) };
      await send({ kind: 'again', tenant, tags: earlier.tags }, `/v1/agents/run/${tenant.agentId}/async/`, { inputs });
    },
    async retry(tenant) {
      const jobId = random.pick(acknowledged(tenant));
      if (jobId !== undefined) await send({ kind: 'retry', tenant, tags: [] }, `/v1/agents/jobs/${jobId}/retry/`, {});
    },
    async cancel(tenant) {
      const jobId = random.pick(acknowledged(tenant).slice(-20));
      if (jobId === undefined) return;
      const done = await send({ kind: 'cancel', tenant, tags: [] }, `/v1/agents/jobs/${jobId}/cancel/`, undefined);
      if (done.answer === 204) done.jobIds = [jobId];
    },
  };

  const clients = Array.from({ length: options.clients }, async () => {
    while (!stopping) {
      await actions[random.pick(kinds)](random.pick(tenants));
      await delay(pauseMs * (0.5 + random.next()));
    }
  });

  return {
    entries,
    pace(ms) {
      pauseMs = ms;
    },
    async stop() {
      stopping = true;
      await Promise.all(clients);
    },
  };
}

export const isAnswer = (answer: number | string): answer is number => typeof answer === 'number' && answer < 500;

/** Their bodies have no place for the name of the request. */
const UNNAMED: Kind[] = ['many', 'sql', 'upload'];
/** Far longer than any job and any fault here: who waits so long has been forgotten. */
const CLIENT_MS_MAX = 120_000;
/** Half of what its rows cost. */
const CAP = 0.06;
const LATE_SECONDS = 2;

function readAnswer(kind: Kind, { status, body, headers }: Answer): Partial<Entry> {
  if (kind === 'sync' || kind === 'hasty') {
    const jobId = headers.get('x-agent-job-id');
    return { jobIds: jobId === null ? [] : [jobId] };
  }
  if (status >= 300 || kind === 'cancel') return {};
  if (kind === 'batch' || kind === 'capped') return { batchId: body.id };
  if (kind === 'sql') return { queryId: body.id };
  if (kind === 'upload') return { fileId: body.id.replace('file_', '') };
  return { jobIds: kind === 'many' ? body : [body] };
}
