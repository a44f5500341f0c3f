import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestContext } from '../../../test/engine-context.ts';
import { EngineFailure } from '../engine/engine.ts';
import { completeUrl, readPage } from './read-page.ts';

const addresses: [given: string, wanted: string][] = [
  ['example.com', 'https://example.com'],
  [' example.com/a ', 'https://example.com/a'],
  ['example.com:8080/a', 'https://example.com:8080/a'],
  ['localhost:3000', 'https://localhost:3000'],
  ['http://example.com', 'http://example.com'],
  ['HTTPS://example.com', 'HTTPS://example.com'],
  ['ftp://example.com', 'ftp://example.com'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
];
for (const [given, wanted] of addresses) {
  test(`${JSON.stringify(given)} means ${wanted}`, () => assert.equal(completeUrl(given), wanted));
}

test('no address at all fails the job', () => {
  assert.throws(() => completeUrl('  '), EngineFailure);
});

for (const [status, retry] of [
  [404, false],
  [403, false],
  [429, true],
  [503, true],
] as const) {
  test(`a page that answers ${status} fails the attempt, and ${retry ? 'may be tried again' : 'is not tried again'}`, async () => {
    const body = Buffer.alloc(0);
    const { context } = createTestContext([], {
      fetch: async (_name, url) => ({ url, status, headers: {}, body, reopen: async () => body }),
    });
    await assert.rejects(readPage(context, 'example.com'), { retry });
  });
}
