import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServerContext } from '@modelcontextprotocol/server';
import { createProgress } from './progress.ts';

type Report = Parameters<ReturnType<typeof createProgress>['onProgress']>[0];

function report(token: string | undefined, reports: unknown[]) {
  const told: { params: Record<string, unknown> }[] = [];
  const mcpReq = {
    _meta: { ...(token !== undefined && { progressToken: token }) },
    notify: async (message: (typeof told)[number]) => void told.push(message),
  };
  const { wantsProgress, onProgress } = createProgress({ mcpReq } as unknown as ServerContext);
  for (const one of reports) onProgress(one as Report);
  return { wantsProgress, told: told.map(({ params }) => params) };
}

test('a client that did not ask for progress gets none', () => {
  assert.deepEqual(report(undefined, [{ seconds: 1 }]), { wantsProgress: false, told: [] });
});

test('numbers only rise, and seconds stop once the engine counts', () => {
  const { told } = report('t', [
    { seconds: 5 },
    { data: { done: 3, of: 10 } },
    { data: { done: 7, of: 10 } },
    { seconds: 99 },
    { data: { done: 6, of: 10 } },
  ]);
  assert.deepEqual(told, [
    { progressToken: 't', progress: 5, message: 'The job has been running for 5 s.' },
    { progressToken: 't', progress: 7, total: 10 },
  ]);
});

test('a report without a count is one more step with its words', () => {
  const { told } = report('t', [{ data: { page: 'one' } }, { data: 'two' }]);
  assert.deepEqual(told, [
    { progressToken: 't', progress: 0, message: '{"page":"one"}' },
    { progressToken: 't', progress: 1, message: '"two"' },
  ]);
});
