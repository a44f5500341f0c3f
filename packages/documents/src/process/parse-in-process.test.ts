import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { access } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import type { ParseRequest } from '../model/request.ts';
import { DocumentFailure } from './failure.ts';
import type { Parser, ParserHost } from './host.ts';
import { type ParseOptions, parseInProcess } from './parse-in-process.ts';
import { readablePaths } from './readable-paths.ts';

const request: ParseRequest = { name: 'a.pdf', contentType: '', images: false, ocr: 'never' };

/** A parser that sends nothing and lives until it is killed. */
function silentHost(residentBytes = 0): ParserHost & { kills: string[] } {
  const kills: string[] = [];
  return {
    kills,
    residentBytes: () => residentBytes,
    async start() {
      const stdout = new PassThrough();
      const child = Object.assign(new EventEmitter(), { stdin: new PassThrough(), stdout, stderr: new PassThrough() });
      const kill = (signal: string): boolean => {
        kills.push(signal);
        stdout.end();
        if (kills.length === 1) setImmediate(() => child.emit('close', null, signal));
        return true;
      };
      return Object.assign(child, { pid: 1, kill }) as unknown as Parser;
    },
  };
}
const parse = (host: ParserHost, options: ParseOptions) => parseInProcess(host, request, Buffer.from('x'), options);

test('a process that takes too long is killed, and the sentence says so', async () => {
  const host = silentHost();
  await assert.rejects(parse(host, { timeoutMs: 5 }), (error: DocumentFailure) => {
    assert.ok(error instanceof DocumentFailure);
    assert.match(error.message, /'a\.pdf' could not be read within 0 seconds/);
    return true;
  });
  assert.equal(host.kills[0], 'SIGKILL');
});

test('a process that takes too much memory is killed, and the sentence names the bound', async () => {
  const host = silentHost(200 * 1024 ** 2);
  await assert.rejects(parse(host, { memoryBytesMax: 100 * 1024 ** 2 }), /100 MB/);
  assert.ok(host.kills.length > 0);
});

test('a caller that gives up ends the process, and gets the reason for giving up', async () => {
  const host = silentHost();
  const gone = new Error('the job was cancelled');
  const abort = new AbortController();
  const parsing = parse(host, { signal: abort.signal, timeoutMs: 10_000 });
  setImmediate(() => abort.abort(gone));
  await assert.rejects(parsing, gone);
  assert.ok(host.kills.length > 0);
});

test('a failure is not worth a second try unless it says so', () => {
  assert.equal(new DocumentFailure('x').retry, false);
  const cause = new Error('kernel');
  const again = new DocumentFailure('x', { retry: true, cause });
  assert.deepEqual([again.retry, again.cause, again.name], [true, cause, 'DocumentFailure']);
});

test('what the process may read exists, and is this package with its dependencies only', async () => {
  const paths = readablePaths();
  for (const path of paths) {
    assert.ok(path.startsWith('/'), path);
    await access(path.replace(/\*$/, ''));
  }
  assert.ok(
    paths.every((path) =>
      /\/(?:documents\/(?:src\/\*|package\.json)|ocr-weights\/weights\/\*|node_modules\/\*)$/.test(path),
    ),
  );
});
