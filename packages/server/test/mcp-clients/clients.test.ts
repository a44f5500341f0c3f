import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { startHarness, stopAtEnd } from '../harness.ts';
import { signInPerson } from '../oauth-person.ts';
import { addWithPassword } from '../people.ts';
import { preparePython } from '../python.ts';

// The protocol's client in another language, unchanged: it gets the address, and a person signs it in. The one in
// TypeScript is in doors/mcp/sign-in.test.ts.

const PASSWORD = 'a long password of a test';
const harness = stopAtEnd(await startHarness());
const org = await harness.org();
await org.expect(201, 'POST', '/v1/agents/', {
  name: 'Letter',
  engine_class_id: 'TemplateEngine',
  input_definitions: [{ key: 'name', data_type: 'text/plain', description: 'Who it is for.' }],
  engine_config: { template: 'Dear ${name}' },
});
await addWithPassword(harness, org.orgId, { email: 'ada@example.com', role: 'admin', password: PASSWORD });
const ada = await signInPerson(harness.baseUrl, 'ada@example.com', PASSWORD);

/** Stands for the browser of the person: opens the address, agrees, and tells where it was sent. */
const browser = createServer((request, response) => {
  const address = new URL(request.url!, 'http://127.0.0.1').searchParams.get('open')!;
  ada.consent(address, { organization_id: org.orgId }).then(
    (landed) => response.end(landed.href),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}).listen(0, '127.0.0.1');
await new Promise((resolve) => browser.once('listening', resolve));
stopAtEnd({ stop: () => new Promise<void>((resolve) => browser.close(() => resolve())) });
const browserUrl = `http://127.0.0.1:${(browser.address() as AddressInfo).port}`;

const python = await preparePython(['mcp==2.3.0']);

test('in Python: from only the address to a finished job', { skip: python.skip }, async () => {
  const script = join(import.meta.dirname, 'client.py');
  const told = JSON.parse(await python.run([script, `${harness.baseUrl}/mcp`, browserUrl]));
  assert.ok(told.tools.includes('letter') && told.tools.includes('errand_run_sql'));
  assert.equal(told.failed, false);
  assert.match(told.text.join('\n'), /Dear Ada/);
  const { results } = await org.expect(200, 'GET', '/v1/agents/jobs/');
  assert.deepEqual([results.length, results[0].origin], [1, 'mcp']);
});
