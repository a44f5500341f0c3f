import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import { createRequestLine, type RequestEvent } from './request-line.ts';

const full: RequestEvent = {
  reqId: 'a "quoted" \\ id',
  method: 'POST',
  route: '/v1/agents/run/:agentId/async/',
  status: 200,
  ms: 12.3456,
  org: '019e5a7c-0000-7000-8000-000000000000',
  key: '019e5a7c-0000-7000-8000-000000000001',
};

test('the line of a request reads as if the logger had written it', () => {
  const lines: string[] = [];
  const log = pino(
    { base: undefined, timestamp: false, formatters: { level: (label) => ({ level: label }) } },
    { write: (line: string) => void lines.push(line) },
  );
  const tell = createRequestLine(log);
  for (const event of [full, { ...full, route: undefined, org: undefined, key: undefined, status: 404, ms: 0 }]) {
    tell(event);
    const { time, ...told } = JSON.parse(lines.pop()!);
    assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const { reqId, ms, ...rest } = event;
    log.info({ reqId, event: 'http.request', ...rest, ms: Math.round(ms * 10) / 10 }, 'request');
    assert.deepEqual(told, JSON.parse(lines.pop()!));
  }
});

test('a level above info has no lines of requests', () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  createRequestLine(log)(full);
  assert.deepEqual(lines, []);
});
