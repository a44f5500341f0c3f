import { randomUUID } from 'node:crypto';
import { homes, signedHeaders } from '#connections/drivers/model-providers.ts';
import { isJsonObject } from '#platform/json.ts';
import { ProviderFault, toFault } from '../models/faults.ts';
import type { Protocol, Provider } from '../models/settings.ts';

// The batch interfaces of providers, as far as the lane needs them. None of them offers a key against double uploads,
// so an upload whose answer was lost is looked for before it is sent again.

export type Upload = {
  /** Ours: in the provider's metadata, or in the name of the upload. */
  id: string;
  model: string;
  path: string;
  createdAt: Date;
  calls: { id: string; body: unknown }[];
};

export type SentUpload = Omit<Upload, 'calls'> & {
  /** How many calls were sent. */
  count: number;
  /** Uploads that are known to be others. */
  others: ReadonlySet<string>;
};

/** `answer` is what the normal interface would have sent, `error` why there is none. */
export type Line = { id: string; answer?: unknown; error?: string };

export type BatchInterface = {
  /** Something that costs nothing and only works if the interface is there. */
  probe: string;
  /** Finds an upload whose answer was lost. */
  find(api: Api, upload: SentUpload): Promise<string | undefined>;
  /** Whether `find` may find an upload of somebody else. */
  guesses?: true;
  create(api: Api, upload: Upload): Promise<string>;
  /** Returns the answers if the batch has ended, by the ids of the calls. */
  look(api: Api, id: string): Promise<Line[] | undefined>;
  cancel(api: Api, id: string): Promise<void>;
};

export type Api = ReturnType<typeof createApi>;
// biome-ignore lint/suspicious/noExplicitAny: what providers send is read member by member, each with a default.
type Json = Record<string, any>;

const CALL_MS_MAX = 60_000;

export const addressFor = ({ baseUrl, protocol }: Provider): string =>
  (baseUrl ?? homes[protocol === 'anthropic' || protocol === 'google' ? protocol : 'openai']).replace(/\/+$/, '');

export function createApi(provider: Provider, fetch: typeof globalThis.fetch, signal: AbortSignal) {
  const base = addressFor(provider);
  const auth = signedHeaders(provider.protocol, provider.apiKey);
  async function send(method: string, path: string, body?: string, type = 'application/json'): Promise<Response> {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { ...provider.headers, ...auth, ...(body !== undefined && { 'content-type': type }) },
      ...(body !== undefined && { body }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS_MAX)]),
    });
    if (response.ok) return response;
    const responseBody = await response.text();
    throw toFault(provider.id, {
      statusCode: response.status,
      responseBody,
      responseHeaders: Object.fromEntries(response.headers),
    });
  }
  async function toJson(response: Response): Promise<Json> {
    const found: unknown = await response.json();
    if (!isJsonObject(found)) throw new ProviderFault('broken', `${provider.id} sent a response that cannot be read.`);
    return found;
  }
  return {
    json: async (method: string, path: string, body?: unknown): Promise<Json> =>
      toJson(await send(method, path, body === undefined ? undefined : JSON.stringify(body))),
    /** Sends a file of lines for a batch. Written by hand: the form of one `fetch` is unknown to another. */
    async upload(path: string, filename: string, content: string): Promise<Json> {
      const edge = `errand-${randomUUID()}`;
      const field = (head: string, value: string) =>
        `--${edge}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
      const file = `name="file"; filename="${filename}"\r\ncontent-type: application/jsonl`;
      const body = `${field('name="purpose"', 'batch')}${field(file, content)}--${edge}--\r\n`;
      return toJson(await send('POST', path, body, `multipart/form-data; boundary=${edge}`));
    },
    lines: async (path: string): Promise<Json[]> =>
      (await (await send('GET', path)).text())
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line) as Json),
  };
}

const openai: BatchInterface = {
  probe: '/batches?limit=1',
  async find(api, { id }) {
    for (let after = ''; ; ) {
      const page = await api.json('GET', `/batches?limit=100${after && `&after=${encodeURIComponent(after)}`}`);
      const list: Json[] = page.data ?? [];
      const ours = list.find(({ metadata }) => metadata?.errand_batch === id);
      if (ours !== undefined) return ours.id;
      if (page.has_more !== true || list.length === 0) return undefined;
      after = list.at(-1)!.id;
    }
  },
  async create(api, { id, path, calls }) {
    // The endpoint is named as at the provider's own address, whatever address stands before it.
    const url = `/v1${path}`;
    const filename = `errand-${id}.jsonl`;
    const files = await api.json('GET', '/files?purpose=batch&limit=1000');
    let file: string | undefined = files.data?.find((one: Json) => one.filename === filename)?.id;
    if (file === undefined) {
      const lines = calls.map((call) => JSON.stringify({ custom_id: call.id, method: 'POST', url, body: call.body }));
      file = (await api.upload('/files', filename, lines.join('\n'))).id;
    }
    const made = await api.json('POST', '/batches', {
      input_file_id: file,
      endpoint: url,
      completion_window: '24h',
      metadata: { errand_batch: id },
    });
    return made.id;
  },
  async look(api, id) {
    const batch = await api.json('GET', `/batches/${id}`);
    if (!['completed', 'failed', 'expired', 'cancelled'].includes(batch.status)) return undefined;
    const files = [batch.output_file_id, batch.error_file_id].filter((file) => typeof file === 'string' && file !== '');
    const lines = await Promise.all(files.map((file) => api.lines(`/files/${file}/content`)));
    return lines
      .flat()
      .map(({ custom_id, response, error }) =>
        response?.status_code === 200
          ? { id: custom_id, answer: response.body }
          : { id: custom_id, error: String(error?.message ?? response?.body?.error?.message ?? 'no answer') },
      );
  },
  async cancel(api, id) {
    await api.json('POST', `/batches/${id}/cancel`);
  },
};

/** How far the clock of the provider may be behind ours. */
const SKEW_MS = 120_000;
/** 10,000 batches since the upload began. */
const PAGES_MAX = 100;

const anthropic: BatchInterface = {
  probe: '/messages/batches?limit=1',
  // There are no metadata, so the time, the size and what other batches have decide. The ids of the calls in the
  // results prove it.
  guesses: true,
  async find(api, { createdAt, count, others }) {
    const since = createdAt.getTime() - SKEW_MS;
    let after = '';
    for (let pages = 0; pages < PAGES_MAX; pages += 1) {
      const page = await api.json('GET', `/messages/batches?limit=100${after && `&after_id=${after}`}`);
      const list: Json[] = page.data ?? [];
      const fitting = list.find(
        ({ id, created_at: at, request_counts: counts }) =>
          !others.has(id) && Date.parse(at) >= since && sum(counts) === count,
      );
      if (fitting !== undefined) return fitting.id;
      // The newest come first.
      if (page.has_more !== true || list.length === 0 || Date.parse(list.at(-1)!.created_at) < since) return undefined;
      after = encodeURIComponent(list.at(-1)!.id);
    }
    return undefined;
  },
  async create(api, { calls }) {
    const requests = calls.map(({ id, body }) => ({ custom_id: id, params: body }));
    return (await api.json('POST', '/messages/batches', { requests })).id;
  },
  async look(api, id) {
    const { processing_status: status } = await api.json('GET', `/messages/batches/${id}`);
    if (status !== 'ended') return undefined;
    return (await api.lines(`/messages/batches/${id}/results`)).map(({ custom_id, result }) =>
      result?.type === 'succeeded'
        ? { id: custom_id, answer: result.message }
        : { id: custom_id, error: String(result?.error?.error?.message ?? result?.type ?? 'no answer') },
    );
  },
  async cancel(api, id) {
    await api.json('POST', `/messages/batches/${id}/cancel`);
  },
};

const sum = (counts: Json = {}): number =>
  Object.values(counts).reduce((total, count) => total + (Number(count) || 0), 0);

const google: BatchInterface = {
  probe: '/batches?pageSize=1',
  async find(api, { id }) {
    for (let token = ''; ; ) {
      const page = await api.json('GET', `/batches?pageSize=100${token && `&pageToken=${encodeURIComponent(token)}`}`);
      const ours = (page.operations ?? []).find(({ metadata }: Json) => metadata?.displayName === id);
      if (ours !== undefined) return ours.name;
      if (!page.nextPageToken) return undefined;
      token = page.nextPageToken;
    }
  },
  async create(api, { id, model, calls }) {
    const requests = calls.map((call) => ({ request: call.body, metadata: { key: call.id } }));
    const batch = { display_name: id, input_config: { requests: { requests } } };
    return (await api.json('POST', `/models/${model}:batchGenerateContent`, { batch })).name;
  },
  async look(api, name) {
    const { done, metadata, response } = await api.json('GET', `/${name}`);
    if (done !== true && !/_(SUCCEEDED|FAILED|CANCELLED|EXPIRED)$/.test(metadata?.state ?? '')) return undefined;
    const inlined =
      response?.inlinedResponses?.inlinedResponses ?? metadata?.output?.inlinedResponses?.inlinedResponses;
    return ((inlined ?? []) as Json[]).map(({ metadata: own, response: answer, error }) =>
      answer === undefined ? { id: own?.key, error: String(error?.message ?? 'no answer') } : { id: own?.key, answer },
    );
  },
  async cancel(api, name) {
    await api.json('POST', `/${name}:cancel`);
  },
};

const interfaces: Record<Protocol, BatchInterface> = {
  openai,
  'openai-compatible': openai,
  anthropic,
  google,
};

const MB = 1_000_000;

/** Google takes calls in the request itself, which may have 20 MB. Files of OpenAI may have 200 MB, requests to Anthropic 256. */
export const uploadBytesMax = (path: string): number => (path.endsWith(':generateContent') ? 18 * MB : 150 * MB);

/** Fails for the local model, which has no address. */
export function interfaceOf({ id, protocol }: Provider): BatchInterface {
  if (protocol === 'local') throw new Error(`The model '${id}' has no batch interface.`);
  return interfaces[protocol];
}
