import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { EngineFailure } from '../engine.ts';
import { encodeFrame, type Frame, FrameError, readFrames } from './frames.ts';
import { deadlineMs, limits, type ParseMessage, type ParseRequest } from './model.ts';

// One process for one file. It gets no environment, may write no files and start no processes, and is killed when it
// takes too long or too much memory, so a hostile file costs its own job and nothing else.

export type Content = Uint8Array | AsyncIterable<Uint8Array>;
export type ParseOptions = {
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  memoryBytesMax?: number | undefined;
};

const entry = fileURLToPath(new URL('./child/main.ts', import.meta.url));
const prlimit = ['/usr/bin/prlimit', '/bin/prlimit'].find((path) => existsSync(path));
/** V8's part; WebAssembly and buffers come on top, up to `processBytesMax`. */
const HEAP_MB = 384;
/** A Node process maps about 600 MB, and a further 300 for a thread, before it has used any of it. */
const MAPPED_BYTES = 1024 ** 3;
const WATCH_MS = 50;

/** Everything the process answered up to its last message; ends as EngineFailure when there is none. */
export async function parseInProcess(
  request: ParseRequest,
  content: Content,
  { signal, timeoutMs = deadlineMs(request), memoryBytesMax = limits.processBytesMax }: ParseOptions = {},
): Promise<Frame<ParseMessage>[]> {
  signal?.throwIfAborted();
  const child = start({ timeoutMs, memoryBytesMax });
  let killedFor: 'time' | 'memory' | 'answer' | undefined;
  const kill = (reason?: typeof killedFor): void => {
    killedFor ??= reason;
    child.kill('SIGKILL');
  };
  const abort = (): void => kill();
  const timer = setTimeout(() => kill('time'), timeoutMs);
  const watch = setInterval(async () => {
    if ((await residentBytes(child.pid)) > memoryBytesMax) kill('memory');
  }, WATCH_MS);
  signal?.addEventListener('abort', abort, { once: true });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-4_000);
  });
  try {
    let sourceFault: unknown;
    send(child, request, content, (error) => {
      sourceFault = error ?? new Error('The content could not be read.');
      kill();
    });
    const frames: Frame<ParseMessage>[] = [];
    try {
      for await (const frame of readFrames<ParseMessage>(child.stdout, limits.answerBytesMax)) frames.push(frame);
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      kill('answer');
    }
    await closed;
    signal?.throwIfAborted();
    // Content that could not be read to its end (storage, say) is no fault of the file.
    if (sourceFault !== undefined) throw sourceFault;
    const last = frames.at(-1)?.message;
    if (last?.type === 'document') return frames;
    if (last?.type === 'failure') throw new EngineFailure(last.message);
    throw new EngineFailure(explain(request.name, killedFor ?? reasonOf(complaint), timeoutMs, memoryBytesMax));
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal?.removeEventListener('abort', abort);
    kill();
    await closed;
  }
}

function start(limit: Limit): ChildProcessByStdio<Writable, Readable, Readable> {
  const [command, ...args] = parserCommand(limit, [entry]);
  const child = spawn(command!, args, { env: {}, cwd: '/', stdio: ['pipe', 'pipe', 'pipe'] });
  // Reported by the missing answer; without a listener it would end the service.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  return child;
}

type Limit = { timeoutMs: number; memoryBytesMax: number };

/** How a parsing process is started: what it may do, and how much of it. */
export function parserCommand({ timeoutMs, memoryBytesMax }: Limit, program: string[]): string[] {
  const node = [
    process.execPath,
    `--max-old-space-size=${HEAP_MB}`,
    '--no-warnings',
    '--permission',
    // OCR runs in a thread of the process.
    '--allow-worker',
    ...readablePaths().map((path) => `--allow-fs-read=${path}`),
    ...program,
  ];
  if (prlimit === undefined) return node;
  // The data limit holds even when memory grows faster than anybody looks; the CPU limit when nobody is left to look.
  const [data, cpu] = [memoryBytesMax + MAPPED_BYTES, Math.ceil(timeoutMs / 500)];
  return [prlimit, `--data=${data}`, '--core=0', `--cpu=${cpu}`, ...node];
}

/** Our sources and the packages: nothing that an installation keeps beside them. */
function readablePaths(): string[] {
  const server = fileURLToPath(new URL('../../../', import.meta.url));
  const resolved = createRequire(import.meta.url).resolve('tesseract.js');
  const packages = resolved.slice(0, resolved.lastIndexOf('/node_modules/') + '/node_modules/'.length);
  return [`${server}src/*`, `${server}package.json`, `${packages}*`];
}

/** A process that has seen enough closes its end, and what it says counts; only faults of the source are told. */
function send(
  child: ChildProcessByStdio<Writable, Readable, Readable>,
  request: ParseRequest,
  content: Content,
  onFault: (error: unknown) => void,
): void {
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield encodeFrame(request);
    try {
      for await (const chunk of content instanceof Uint8Array ? [content] : content) yield chunk;
    } catch (error) {
      onFault(error);
      throw error;
    }
  }
  pipeline(parts, child.stdin).catch(() => undefined);
}

/** 0 where the system does not tell; the other limits remain. */
async function residentBytes(pid: number | undefined): Promise<number> {
  if (pid === undefined || process.platform !== 'linux') return 0;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024;
}

const reasonOf = (complaint: string): 'memory' | 'crash' =>
  /out of memory|allocation failed|heap limit|OOM/i.test(complaint) ? 'memory' : 'crash';

function explain(
  name: string,
  reason: 'time' | 'memory' | 'answer' | 'crash',
  timeoutMs: number,
  memoryBytesMax: number,
): string {
  const file = `'${name}' could not be read`;
  const advice = 'Split it into smaller files, or save it anew with another program.';
  if (reason === 'time') return `${file} within ${Math.round(timeoutMs / 1_000)} seconds. ${advice}`;
  if (reason === 'memory') {
    return `${file} with ${Math.round(memoryBytesMax / 1024 ** 2)} MB of memory. ${advice}`;
  }
  if (reason === 'answer') return `${file}: it has more content than can be kept. ${advice}`;
  return `${file}: it is damaged, or of a variant that is not supported. Save it anew with another program.`;
}
