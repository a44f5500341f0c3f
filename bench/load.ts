import { connect, type Socket } from 'node:net';

// The load generator, in a separate process. It supports just enough HTTP/1.1 to be cheap: request bytes are built
// once, the running number is written into them in place, and a response is complete when it has its full length.

export type Load = {
  host: string;
  port: number;
  connections: number;
  /** Whole requests. A run of `#` (see NUMBER) is replaced with the number of the request. Several are used in turn. */
  requests: string[];
  /** First number. Numbers never repeat within one target, so that no response comes from a cache by accident. */
  from?: number;
  /** Ends after this many responses, or after the time, whichever comes first. */
  total?: number;
  durationMs?: number;
  /**
   * Requests per second on a fixed schedule, however long responses take. Without it, each connection sends at once.
   */
  rate?: number;
  /** With `rate`: sends at random moments, like many independent callers, instead of once in each interval. */
  random?: boolean;
};

export type LoadResult = {
  answers: number;
  seconds: number;
  /** Responses with a status other than 2xx, and broken connections. */
  failures: number;
  firstFailure?: string;
  latenciesMs: number[];
  /** Monotonic microseconds at which request number `from + index` was sent. Only with `rate`. */
  sentAtUs: number[];
};

export const NUMBER = '##########';

if (process.send !== undefined && process.argv[1] === import.meta.filename) {
  process.on('message', (load: Load) => {
    void runLoad(load).then((result) => process.send!(result));
  });
  process.on('disconnect', () => process.exit());
}

type Template = { bytes: Buffer; numberAt: number };
type Lane = {
  socket: Socket;
  busy: boolean;
  sentAt: number;
  received: Buffer | undefined;
  templates: Template[];
  /** Called with what arrives. The bytes are only valid during the call. */
  hear(chunk: Buffer): void;
};

export async function runLoad(load: Load): Promise<LoadResult> {
  const { from = 0, total = Number.POSITIVE_INFINITY, durationMs = 120_000 } = load;
  const result: LoadResult = { answers: 0, seconds: 0, failures: 0, latenciesMs: [], sentAtUs: [] };
  const lanes = await Promise.all(Array.from({ length: load.connections }, () => open(load)));
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  const startedAt = performance.now();
  const endsAt = startedAt + durationMs;
  let next = 0;
  let connected = lanes.length;
  let ended = false;

  function end(): void {
    if (ended) return;
    ended = true;
    result.seconds = (performance.now() - startedAt) / 1_000;
    finish();
  }

  function fail(what: string): void {
    result.failures += 1;
    result.firstFailure ??= what;
  }

  function send(lane: Lane, at: number): void {
    const { bytes, numberAt } = lane.templates[next % lane.templates.length]!;
    if (numberAt >= 0) bytes.write(String(from + next).padStart(NUMBER.length, '0'), numberAt, 'latin1');
    next += 1;
    lane.busy = true;
    lane.sentAt = at;
    lane.socket.write(bytes);
  }

  function answered(lane: Lane, answer: Buffer): void {
    lane.busy = false;
    const now = performance.now();
    result.latenciesMs.push(now - lane.sentAt);
    result.answers += 1;
    // "HTTP/1.1 2…"
    if (answer[9] !== 0x32) fail(answer.toString('latin1', 0, 500));
    if (result.answers >= total || now >= endsAt) end();
    else if (load.rate === undefined && next < total) send(lane, now);
  }

  for (const lane of lanes) {
    lane.hear = (chunk) => receive(lane, chunk, answered);
    lane.socket.on('close', () => {
      if (ended) return;
      fail('connection closed');
      connected -= 1;
      if (connected === 0) end();
    });
  }

  if (load.rate === undefined) {
    for (const lane of lanes) if (next < total) send(lane, performance.now());
  } else {
    void pace(load.rate, load.random === true, () => {
      if (ended || next >= total) return false;
      const lane = lanes.find((one) => !one.busy);
      if (lane === undefined) fail('every connection still waits for an answer');
      else {
        result.sentAtUs.push(Number(process.hrtime.bigint() / 1_000n));
        send(lane, performance.now());
      }
      return true;
    });
  }
  const limit = setTimeout(end, durationMs + 30_000);
  await done;
  clearTimeout(limit);
  for (const lane of lanes) lane.socket.destroy();
  return result;
}

async function pace(rate: number, random: boolean, tick: () => boolean): Promise<void> {
  const startedAt = performance.now();
  let randomDue = startedAt;
  for (let index = 0; ; index += 1) {
    randomDue -= (Math.log(1 - Math.random()) * 1_000) / rate;
    // Randomized, so that it is not in step with other timers.
    const due = random ? randomDue : startedAt + ((index + Math.random()) * 1_000) / rate;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    if (!tick()) return;
  }
}

function open(load: Load): Promise<Lane> {
  return new Promise((resolve, reject) => {
    // Reads into one buffer without a stream, because the generator shares the machine with what it measures.
    const buffer = Buffer.allocUnsafe(65_536);
    const callback = (length: number): boolean => {
      lane.hear(buffer.subarray(0, length));
      return true;
    };
    const socket = connect({ host: load.host, port: load.port, noDelay: true, onread: { buffer, callback } });
    const templates = load.requests.map((text) => ({
      bytes: Buffer.from(text, 'latin1'),
      numberAt: text.indexOf(NUMBER),
    }));
    const lane: Lane = { socket, busy: false, sentAt: 0, received: undefined, templates, hear: () => undefined };
    socket.once('connect', () => resolve(lane));
    socket.once('error', reject);
  });
}

/** Collects chunks until the response is complete. A connection has one request in flight at a time. */
function receive(lane: Lane, chunk: Buffer, answered: (lane: Lane, answer: Buffer) => void): void {
  const bytes = lane.received === undefined ? chunk : Buffer.concat([lane.received, chunk]);
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0 || bytes.length < headEnd + 4 + bodyLength(bytes, headEnd)) {
    lane.received = Buffer.from(bytes);
    return;
  }
  lane.received = undefined;
  answered(lane, bytes);
}

function bodyLength(bytes: Buffer, headEnd: number): number {
  let at = bytes.indexOf('content-length: ', 0, 'latin1');
  if (at < 0) at = bytes.indexOf('Content-Length: ', 0, 'latin1');
  if (at < 0 || at > headEnd) return 0;
  let length = 0;
  for (let index = at + 16; bytes[index]! >= ZERO && bytes[index]! <= NINE; index += 1)
    length = length * 10 + bytes[index]! - ZERO;
  return length;
}

const ZERO = 0x30;
const NINE = 0x39;
