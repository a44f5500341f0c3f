import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fetchNpm } from '../fetch-programs.ts';
import { startHarness, stopAtEnd } from '../harness.ts';
import { signInPerson } from '../oauth-person.ts';
import { addWithPassword } from '../people.ts';
import { preparePython } from '../python.ts';

// Clients of others, unchanged: each gets the address, and a person signs it in. The official one in TypeScript is in
// doors/mcp/sign-in.test.ts.

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

const [python, fast, inspector] = await Promise.all([
  preparePython(['mcp==2.3.0']),
  // The module is that of fastmcp; the package without servers is fetched sooner.
  preparePython(['fastmcp-slim[client]==4.1.2']),
  fetchNpm(['@modelcontextprotocol/inspector@2.12.0']),
]);

const script = (name: string): string => join(import.meta.dirname, name);

type Told = { tools: string[]; text: string[]; failed: boolean };

/** The job that the client says it had, and that the organization has. */
async function checkTold({ tools, text, failed }: Told): Promise<void> {
  assert.ok(tools.includes('letter') && tools.includes('errand_run_sql'));
  assert.equal(failed, false);
  assert.match(text.join('\n'), /Dear Ada/);
  const { results } = await org.expect(200, 'GET', '/v1/agents/jobs/?page_size=1');
  assert.equal(results[0].origin, 'mcp');
}

test('the official client in Python: from only the address to a finished job', { skip: python.skip }, async () => {
  await checkTold(JSON.parse(await python.run([script('client.py'), `${harness.baseUrl}/mcp`, browserUrl])));
});

test('fastmcp with auth="oauth": from only the address to a finished job', { skip: fast.skip }, async () => {
  // It opens the browser of the machine and listens for the answer itself.
  const env = { BROWSER: `python3 ${script('browser.py')} %s &`, ERRAND_PERSON: browserUrl };
  await checkTold(JSON.parse(await fast.run([script('fast-client.py'), `${harness.baseUrl}/mcp`], { env })));
});

test('the inspector: from only the address to a finished job', { skip: inspector.skip }, async () => {
  const home = await mkdtemp(join(tmpdir(), 'errand-inspector-'));
  stopAtEnd({ stop: () => rm(home, { recursive: true, force: true }) });
  const listed = await inspect(home, ['--method', 'tools/list']);
  assert.equal(listed.asked, 1, 'the person is asked once');
  const ran = await inspect(home, ['--method', 'tools/call', '--tool-name', 'letter', '--tool-arg', 'name=Ada']);
  assert.equal(ran.asked, 0, 'the sign-in is kept');
  await checkTold({
    tools: listed.result.tools.map(({ name }: { name: string }) => name),
    text: ran.result.content.map(({ text }: { text: string }) => text),
    failed: ran.result.isError === true,
  });
});

/** Runs the inspector in a home of its own. It prints the address that the person has to open. */
async function inspect(home: string, options: string[]) {
  const program = join(
    inspector.folder,
    'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
  );
  const args = [program, '--cli', `${harness.baseUrl}/mcp`, '--format', 'json', ...options];
  // It asks for a sign-in only if it may open a browser, and prints the address as well.
  const env = { ...process.env, HOME: home, BROWSER: 'true', MCP_AUTO_OPEN_ENABLED: 'true' };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let asked = 0;
  const said: string[] = [];
  const listening = (async () => {
    for await (const line of createInterface({ input: child.stderr })) {
      said.push(line);
      const [address] = /http:\S+\/oauth\/authorize\S+/.exec(line) ?? [];
      if (address === undefined) continue;
      asked += 1;
      await fetch(await ada.consent(address, { organization_id: org.orgId }));
    }
  })();
  const output = (await child.stdout.toArray()).join('');
  await listening;
  const [code] = await exited;
  assert.equal(code, 0, said.join('\n'));
  return { asked, result: JSON.parse(output).result };
}
