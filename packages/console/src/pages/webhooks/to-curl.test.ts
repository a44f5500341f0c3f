import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DeliveryAttempt } from '@errand/sdk';
import { toCurl } from './to-curl.ts';

test('body and headers pass a shell unchanged; headers that curl sets itself are left out', () => {
  const command = toCurl(
    {
      url: 'https://example.com/hooks?a=1&b=2',
      request_headers: { Host: 'example.com', 'content-length': '9', 'webhook-id': 'm1' },
    } as unknown as DeliveryAttempt,
    `{"text":"it's $HOME"}`,
  );
  assert.equal(
    command,
    [
      `curl -X POST 'https://example.com/hooks?a=1&b=2'`,
      `  -H 'webhook-id: m1'`,
      `  --data-raw '{"text":"it'\\''s $HOME"}'`,
    ].join(' \\\n'),
  );
});
