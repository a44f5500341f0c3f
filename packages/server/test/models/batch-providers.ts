import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { textOf, wires } from '../model-server/wire-formats.ts';

// The batch interfaces of three providers on loopback: OpenAI (files and batches), Anthropic (message batches) and Google
// (batchGenerateContent), and their normal interfaces beside them. What goes wrong is set by the test.

export type Faults = {
  /** How many uploads are taken and not answered. */
  loseUploads: number;
  /** How many uploads are lost on their way, before the provider has seen them. */
  dropUploads?: number;
  /** Uploads are refused with these, one after the other. */
  refuseUploads?: { status: number; headers?: Record<string, string> }[];
  /** Lists of batches are refused with this. */
  refuseLists?: number | undefined;
  /** Batches are refused with this when they are looked at. */
  refuseLooks?: number | undefined;
  /** How many cancellations fail. */
  failCancels?: number;
  /** Batches never end. */
  hang: boolean;
  /** Calls of this position in a batch fail. */
  failing: number[];
  /** What was asked is answered although the batch was cancelled. */
  deaf?: boolean;
  /** Runs when an upload is taken and not yet answered. */
  onUpload?: (() => Promise<unknown>) | undefined;
};

type Batch = {
  id: string;
  name: string;
  at: string;
  calls: { id: string; body: any }[];
  cancelled: boolean;
  isOver: boolean;
};
type Shape = 'openai' | 'anthropic' | 'google';

export async function startBatchProviders() {
  const faults: Record<Shape, Faults> = {
    openai: { loseUploads: 0, hang: false, failing: [] },
    anthropic: { loseUploads: 0, hang: false, failing: [] },
    google: { loseUploads: 0, hang: false, failing: [] },
  };
  const batches: Record<Shape, Batch[]> = { openai: [], anthropic: [], google: [] };
  const refusals: Record<Shape, number[]> = { openai: [], anthropic: [], google: [] };
  const files = new Map<string, { filename: string; content: string }>();
  const normal: string[] = [];

  const answerOf = (path: string, body: any): unknown => {
    const wire = wires.find((one) => one.matches(path))!;
    return wire.answer({ inputTokens: 1_000, outputTokens: 200 }, textOf({ text: `echo ${wordOf(body)}` }, undefined));
  };
  /** The last word of the question shows whose answer it is. */
  const wordOf = (body: any): string => /word-\d+/.exec(JSON.stringify(body))?.[0] ?? '?';

  /** Results come in the opposite order. */
  const results = (shape: Shape, batch: Batch) =>
    batch.calls.map((call, index) => ({ call, isFailed: faults[shape].failing.includes(index) })).reverse();
  const isDropped = (shape: Shape, batch: Batch): boolean => batch.cancelled && !faults[shape].deaf;
  const isOver = (shape: Shape, batch: Batch): boolean => {
    if (!faults[shape].hang || (batch.cancelled && !faults[shape].deaf)) batch.isOver = true;
    return batch.isOver;
  };

  async function make(
    shape: Shape,
    response: ServerResponse,
    name: string,
    calls: Batch['calls'],
    view: (batch: Batch) => unknown,
  ) {
    const batch = {
      id: `batch_${shape}_${batches[shape].length + 1}`,
      name,
      at: new Date().toISOString(),
      calls,
      cancelled: false,
      isOver: false,
    };
    const refusal = faults[shape].refuseUploads?.shift();
    if (refusal !== undefined) {
      refusals[shape].push(Date.now());
      return send(response, { error: { message: 'Not this one.' } }, refusal.status, refusal.headers);
    }
    const isDropped = (faults[shape].dropUploads ?? 0) > 0;
    if (!isDropped) batches[shape].push(batch);
    await faults[shape].onUpload?.();
    if (isDropped) {
      faults[shape].dropUploads! -= 1;
      return void response.destroy();
    }
    if (faults[shape].loseUploads > 0) {
      faults[shape].loseUploads -= 1;
      return void response.destroy();
    }
    send(response, view(batch));
  }

  const openaiView = (batch: Batch) => ({
    id: batch.id,
    object: 'batch',
    status: isOver('openai', batch) ? (isDropped('openai', batch) ? 'cancelled' : 'completed') : 'in_progress',
    output_file_id: `out_${batch.id}`,
    metadata: { errand_batch: batch.name },
  });
  const anthropicView = (batch: Batch) => ({
    id: batch.id,
    type: 'message_batch',
    created_at: batch.at,
    processing_status: isOver('anthropic', batch) ? 'ended' : 'in_progress',
    request_counts: { processing: batch.calls.length, succeeded: 0, errored: 0, canceled: 0, expired: 0 },
  });
  const googleView = (batch: Batch) => ({
    name: `batches/${batch.id}`,
    metadata: {
      displayName: batch.name,
      state: isOver('google', batch) ? 'BATCH_STATE_SUCCEEDED' : 'BATCH_STATE_RUNNING',
    },
    done: batch.isOver,
    ...(batch.isOver && {
      response: {
        inlinedResponses: {
          inlinedResponses: results('google', batch).map(({ call, isFailed }) => ({
            metadata: { key: call.id },
            ...(isFailed || isDropped('google', batch)
              ? { error: { message: 'failed' } }
              : { response: answerOf('/models/x:generateContent', call.body) }),
          })),
        },
      },
    }),
  });

  type Handle = (response: ServerResponse, id: string, body: string, query: URLSearchParams) => void | Promise<void>;
  const get = (shape: Shape, id: string) => batches[shape].find((one) => one.id === id)!;
  function cancel(shape: Shape, response: ServerResponse, id: string, view: () => unknown): void {
    if ((faults[shape].failCancels ?? 0) > 0) {
      faults[shape].failCancels! -= 1;
      return void send(response, { error: { message: 'failed' } }, 500);
    }
    get(shape, id).cancelled = true;
    send(response, view());
  }
  const routes: [method: string, path: RegExp, handle: Handle][] = [
    [
      'GET',
      /^\/openai\/v1\/files$/,
      (response) => {
        const data = [...files].map(([id, { filename }]) => ({ id, filename }));
        send(response, { data, has_more: false });
      },
    ],
    [
      'POST',
      /^\/openai\/v1\/files$/,
      (response, _id, body) => {
        const filename = /filename="([^"]+)"/.exec(body)![1]!;
        const lines = body.split(/\r?\n/).filter((line) => line.startsWith('{'));
        files.set(`file_${files.size + 1}`, { filename, content: lines.join('\n') });
        send(response, { id: `file_${files.size}` });
      },
    ],
    [
      'GET',
      /^\/openai\/v1\/batches$/,
      (response) => send(response, { data: batches.openai.map(openaiView), has_more: false }),
    ],
    [
      'POST',
      /^\/openai\/v1\/batches$/,
      (response, _id, body) => {
        const given = JSON.parse(body);
        const lines = files
          .get(given.input_file_id)!
          .content.split('\n')
          .map((line) => JSON.parse(line));
        const calls = lines.map((line) => ({ id: line.custom_id, body: { ...line.body, url: line.url } }));
        return make('openai', response, given.metadata.errand_batch, calls, openaiView);
      },
    ],
    [
      'POST',
      /^\/openai\/v1\/batches\/([^/]+)\/cancel$/,
      (response, id) => {
        cancel('openai', response, id, () => openaiView(get('openai', id)));
      },
    ],
    ['GET', /^\/openai\/v1\/batches\/([^/]+)$/, (response, id) => send(response, openaiView(get('openai', id)))],
    [
      'GET',
      /^\/openai\/v1\/files\/out_([^/]+)\/content$/,
      (response, id) => {
        const batch = get('openai', id);
        const lines = results('openai', batch).map(({ call, isFailed }) =>
          isFailed
            ? { custom_id: call.id, response: { status_code: 500, body: { error: { message: 'failed' } } } }
            : { custom_id: call.id, response: { status_code: 200, body: answerOf(call.body.url, call.body) } },
        );
        send(response, isDropped('openai', batch) ? '' : lines.map((line) => JSON.stringify(line)).join('\n'));
      },
    ],
    [
      'GET',
      /^\/anthropic\/v1\/messages\/batches$/,
      (response, _id, _body, query) => {
        const all = batches.anthropic.toReversed();
        const start = all.findIndex(({ id }) => id === query.get('after_id')) + 1;
        const end = start + Number(query.get('limit'));
        send(response, { data: all.slice(start, end).map(anthropicView), has_more: end < all.length });
      },
    ],
    [
      'POST',
      /^\/anthropic\/v1\/messages\/batches$/,
      (response, _id, body) => {
        const calls = JSON.parse(body).requests.map((one: any) => ({ id: one.custom_id, body: one.params }));
        return make('anthropic', response, '', calls, anthropicView);
      },
    ],
    [
      'POST',
      /^\/anthropic\/v1\/messages\/batches\/([^/]+)\/cancel$/,
      (response, id) => {
        cancel('anthropic', response, id, () => anthropicView(get('anthropic', id)));
      },
    ],
    [
      'GET',
      /^\/anthropic\/v1\/messages\/batches\/([^/]+)\/results$/,
      (response, id) => {
        const batch = get('anthropic', id);
        const lines = results('anthropic', batch).map(({ call, isFailed }) => ({
          custom_id: call.id,
          result:
            isFailed || isDropped('anthropic', batch)
              ? {
                  type: isDropped('anthropic', batch) ? 'canceled' : 'errored',
                  error: { error: { message: 'failed' } },
                }
              : { type: 'succeeded', message: answerOf('/messages', call.body) },
        }));
        send(response, lines.map((line) => JSON.stringify(line)).join('\n'));
      },
    ],
    [
      'GET',
      /^\/anthropic\/v1\/messages\/batches\/([^/]+)$/,
      (response, id) => send(response, anthropicView(get('anthropic', id))),
    ],
    [
      'GET',
      /^\/google\/v1beta\/batches$/,
      (response) => send(response, { operations: batches.google.map(googleView) }),
    ],
    [
      'POST',
      /^\/google\/v1beta\/models\/[^/]+:batchGenerateContent$/,
      (response, _id, body) => {
        const { batch } = JSON.parse(body);
        const given: any[] = batch.input_config.requests.requests;
        const calls = given.map((one) => ({ id: one.metadata.key, body: one.request }));
        return make('google', response, batch.display_name, calls, googleView);
      },
    ],
    [
      'POST',
      /^\/google\/v1beta\/batches\/([^/]+):cancel$/,
      (response, id) => {
        cancel('google', response, id, () => ({}));
      },
    ],
    ['GET', /^\/google\/v1beta\/batches\/([^/]+)$/, (response, id) => send(response, googleView(get('google', id)))],
  ];

  function refusalOf(path: string): number | undefined {
    const [, shape, id] = /^\/(\w+)\/[\w/]*batches(\/[^/]+)?$/.exec(path) ?? [];
    if (shape === undefined) return undefined;
    const { refuseLists, refuseLooks } = faults[shape as Shape];
    return id === undefined ? refuseLists : refuseLooks;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams } = new URL(request.url!, 'http://x');
    const body = request.method === 'POST' ? await text(request) : '';
    const refusal = request.method === 'GET' && refusalOf(path);
    if (refusal) return send(response, { error: { message: `No entry (${refusal}).` } }, refusal);
    for (const [method, pattern, answer] of routes) {
      const match = method === request.method ? pattern.exec(path) : null;
      if (match !== null) return answer(response, match[1] ?? '', body, searchParams);
    }
    const wire = wires.find((one) => one.matches(path));
    if (wire === undefined) return send(response, { error: { message: `no ${request.method} ${path}` } }, 404);
    const given = JSON.parse(body);
    normal.push(wordOf(given));
    send(response, answerOf(path, given));
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => send(response, { error: { message: String(error.stack) } }, 400));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    batches,
    /** When uploads were refused. */
    refusals,
    /** What the first call of a batch is answered. */
    answerOf(shape: Shape, { calls: [call] }: Batch): unknown {
      const path = { openai: call!.body.url, anthropic: '/messages', google: '/models/x:generateContent' }[shape];
      return answerOf(path, call!.body);
    },
    /** The words of calls to the normal interfaces. */
    normal,
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function send(response: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'application/jsonl' : 'application/json', ...headers });
  response.end(isText ? body : JSON.stringify(body));
}
