import { pipeline } from 'node:stream/promises';
import { encodeFrame, type Frame, FrameError, readFrames } from '../model/frames.ts';
import { deadlineMs, limits, type ParseMessage, type ParseRequest } from '../model/request.ts';
import { type End, explainEnd } from './explain-end.ts';
import { DocumentFailure } from './failure.ts';
import type { Parser, ParserHost } from './host.ts';

// Talks to the process that reads a file. The process is killed if it takes too long or too much memory, so that a
// hostile file only affects its own job.

export type Content = Uint8Array | AsyncIterable<Uint8Array>;
export type ParseOptions = {
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  memoryBytesMax?: number | undefined;
  /** Called for each page as soon as it is read, with the number of pages so far. */
  onPage?: ((pages: number) => void) | undefined;
};

const WATCH_MS = 50;

/** Collects everything the process sends up to its final message. Throws a DocumentFailure if there is none. */
export async function parseInProcess(
  host: ParserHost,
  request: ParseRequest,
  content: Content,
  { signal, timeoutMs = deadlineMs(request), memoryBytesMax = limits.processBytesMax, onPage }: ParseOptions = {},
): Promise<Frame<ParseMessage>[]> {
  signal?.throwIfAborted();
  const child = await host.start({ timeoutMs, memoryBytesMax });
  let killedFor: End['killedFor'];
  const kill = (reason?: End['killedFor']): void => {
    killedFor ??= reason;
    child.kill('SIGKILL');
  };
  const abort = (): void => kill();
  const timer = setTimeout(() => kill('time'), timeoutMs);
  const watch = setInterval(() => {
    if (host.residentBytes(child.pid) > memoryBytesMax) kill('memory');
  }, WATCH_MS);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  const closed = new Promise<NodeJS.Signals | null>((resolve) =>
    child.once('close', (_code, endedBy) => resolve(endedBy)),
  );
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
      for await (const frame of readFrames<ParseMessage>(child.stdout, limits.answerBytesMax)) {
        frames.push(frame);
        if (frame.message.type === 'page') onPage?.(frames.length);
      }
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      kill('answer');
    }
    const endedBy = await closed;
    signal?.throwIfAborted();
    // If the content could not be read, for example from storage, the file is not at fault.
    if (sourceFault !== undefined) throw sourceFault;
    const last = frames.at(-1)?.message;
    if (last?.type === 'document') return frames;
    if (last?.type === 'failure') throw new DocumentFailure(last.message);
    const started = child.pid !== undefined;
    throw explainEnd(
      { name: request.name, killedFor, signal: endedBy, started, complaint },
      { timeoutMs, memoryBytesMax },
    );
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal?.removeEventListener('abort', abort);
    kill();
    await closed;
  }
}

/** Sends the request and the content. The process may stop reading early, so only errors of the source are reported. */
function send(child: Parser, request: ParseRequest, content: Content, onFault: (error: unknown) => void): void {
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
