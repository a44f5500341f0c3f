import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type Engine, EngineFailure } from '#engines/engine.ts';
import { createBrowser } from '#engines/web/browser.ts';
import { type FilterProxy, startFilterProxy } from '#engines/web/filter-proxy.ts';
import { createInteractiveWebEngine } from '#engines/web/interactive-web-engine.ts';
import { parseNetwork } from '#platform/safe-fetch/addresses.ts';
import { type Harness, startHarness, type TestOrg } from '../harness.ts';
import { type ModelServer, startModelServer } from '../model-server/start.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';
import { html, type Site, startSite } from './site.ts';

const loopback = [parseNetwork('127.0.0.0/8')!];
const { executable, missing } = createBrowser({ path: undefined, allow: [] });

let site: Site;
before(async () => {
  site = await startSite({
    '/': html(
      'Start',
      '<p id="a">Loading</p><script>document.getElementById("a").textContent = "Drawn by a script."</script>',
    ),
    '/shop': html(
      'Shop',
      '<form action="/found"><label for="q">Search</label><input id="q" name="q"><button>Go</button></form>',
    ),
    '/found': (request, response) => {
      const query = new URL(request.url!, 'http://x').searchParams.get('q') ?? '';
      response.writeHead(200, { 'content-type': 'text/html' }).end(html('Found', `<p>${query} costs 12.50 EUR.</p>`));
    },
    '/spy': html(
      'Spy',
      '<p>A page that looks around for much longer than it should be allowed to, and then tells of it.</p><img src="http://10.1.2.3/a.png"><img src="http://169.254.169.254/x.png">',
    ),
    '/private': (_request, response) => void response.writeHead(302, { location: 'http://192.168.0.1/' }).end(),
  });
});
after(() => site.stop());

describe('the proxy of the browser', () => {
  let open: FilterProxy;
  let closed: FilterProxy;
  before(async () => {
    [open, closed] = await Promise.all([startFilterProxy(loopback), startFilterProxy([])]);
  });
  after(() => Promise.all([open.stop(), closed.stop()]));

  test('lets through what is allowed, and nothing into a private network', async () => {
    assert.equal((await through(open, `${site.url}/`)).status, 200);
    assert.equal((await through(closed, `${site.url}/`)).status, 403);
    for (const url of ['http://10.0.0.1/', 'http://0x7f000001/', 'http://[::ffff:127.0.0.1]/', 'http://2130706433/'])
      assert.equal((await through(closed, url)).status, 403, url);
    assert.match(closed.refused()[0]!, /private network/);
  });

  test('tunnels are held to the same rules', async () => {
    assert.match(await tunnel(open, `127.0.0.1:${site.port}`), /^HTTP\/1\.1 200/);
    for (const target of [`127.0.0.1:${site.port}`, '10.0.0.1:443', 'localhost:443', '[::1]:443', '169.254.169.254:80'])
      assert.match(await tunnel(closed, target), /^HTTP\/1\.1 (403|502)/, target);
  });

  test('serves only the browser that it was made for', async () => {
    assert.equal((await through({ ...open, password: 'guessed' }, `${site.url}/`)).status, 407);
    assert.match(await tunnel({ ...open, password: '' }, `127.0.0.1:${site.port}`), /^HTTP\/1\.1 407/);
  });
});

function through({ url, username, password }: FilterProxy, target: string): Promise<{ status: number; body: string }> {
  const proxy = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: proxy.hostname,
        port: proxy.port,
        path: target,
        agent: false,
        headers: { 'proxy-authorization': basic(username, password), host: 'x' },
      },
      (response) => {
        let body = '';
        response.on('data', (chunk) => (body += chunk));
        response.on('end', () => resolve({ status: response.statusCode!, body }));
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

function tunnel({ url, username, password }: FilterProxy, target: string): Promise<string> {
  const proxy = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(proxy.port), proxy.hostname, () => {
      socket.write(
        `CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\nproxy-authorization: ${basic(username, password)}\r\n\r\n`,
      );
    });
    socket.once('data', (chunk) => {
      socket.destroy();
      resolve(chunk.toString('latin1').split('\r\n')[0]!);
    });
    socket.on('error', reject);
  });
}

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

const MODEL = 'some-local-model';
const CRASH_MODEL = 'another-local-model';

/** Interactive Web whose first attempt ends before its second action. */
function crashingEngine(): Engine {
  const engine = createInteractiveWebEngine(createBrowser({ path: undefined, allow: loopback }), { runsJobs: true });
  return {
    ...engine,
    id: 'CrashingWebEngine',
    run: (context, run) =>
      engine.run(
        {
          ...context,
          step: (name, work, options) => {
            if (context.attempt === 1 && name.includes("'/shop'")) throw new EngineFailure('Crash.', { retry: true });
            return context.step(name, work, options);
          },
        },
        run,
      ),
  };
}

describe('with Chromium', { skip: executable === undefined ? missing : false }, () => {
  let harness: Harness;
  let org: TestOrg;
  let models: ModelServer;
  before(async () => {
    models = await startModelServer();
    harness = await startHarness({
      env: { ...models.env, ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' },
      engines: [crashingEngine()],
    });
    org = await harness.org();
  });
  after(async () => {
    await harness.stop();
    await models.stop();
  });

  async function run(engine: string, config: Record<string, unknown>): Promise<any> {
    const agent = await createAgent(org, engine, { inputs: [], config });
    return untilFinal(org, await startJob(org, agent.id, {}), 90_000);
  }
  const outputOf = (job: any): any => JSON.parse(job.outputs[0]?.value ?? assert.fail(job.error_message));

  test('a page that its scripts draw is read as it is drawn, with a screenshot', async () => {
    const job = await run('URLWebsiteExtractionEngine', {
      url: `${site.url}/`,
      crawl_config: { save_screenshot: true },
    });
    const { markdown, references } = outputOf(job);
    assert.equal(markdown, '# Start\n\nDrawn by a script.');
    const saved = await org.request('GET', new URL(references[0]).pathname);
    assert.equal(saved.headers.get('content-type'), 'image/png');
    assert.match(saved.text, /^.PNG/s);
  });

  test('vision_mode shows the page to a model that reads images', async () => {
    const model = 'gpt-4.1-2025-04-14';
    await models.script(model, { text: 'A script.' });
    const job = await run('URLWebsiteExtractionEngine', {
      url: `${site.url}/`,
      instruction: 'What do you see?',
      vision_mode: true,
      model,
    });
    assert.deepEqual(outputOf(job), { text: 'A script.' });
    assert.match(JSON.stringify((await models.calls(model)).at(-1)!.body), /data:image\/png;base64/);
  });

  test('what a page asks of private networks is not sent', async () => {
    const refused: string[] = [];
    const browser = createBrowser({ path: executable, allow: loopback });
    await browser.visit(new AbortController().signal, async (visit) => {
      await visit.page.goto(`${site.url}/spy`, { waitUntil: 'load' });
      refused.push(...visit.refused());
    });
    assert.equal(refused.filter((line) => /private network/.test(line)).length, 2, refused.join('\n'));
  });

  test('a model uses a site step by step, within its limit', async () => {
    await models.script(
      MODEL,
      { json: { action: 'type', element: 1, text: 'Green tea' } },
      { json: { action: 'click', element: 2, note: 'Searching.' } },
      { json: { action: 'click', element: 99 } },
      { json: { action: 'finish' } },
      { json: { price: 12.5 } },
    );
    const job = await run('InteractiveWebExtractionEngine', {
      url: `${site.url}/shop`,
      instruction: 'Search for green tea and give its price.',
      model: MODEL,
      output_schema: { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] },
    });
    assert.deepEqual(outputOf(job), { price: 12.5 });
    const calls = await models.calls(MODEL);
    assert.match(JSON.stringify(calls[0]!.body), /\[1\] input text: Search/);
    assert.match(JSON.stringify(calls[2]!.body), /Green tea costs 12\.50 EUR/);
    assert.match(JSON.stringify(calls[3]!.body), /click \[99\] failed: there is no element 99/);
    assert.deepEqual(
      job.steps.map((step: any) => step.kind),
      ['tool', 'model', 'tool', 'model', 'tool', 'model', 'tool', 'model', 'model'],
    );

    await models.script(MODEL, { json: { action: 'scroll' } });
    const bounded = await run('InteractiveWebExtractionEngine', {
      url: `${site.url}/shop`,
      instruction: 'Scroll for ever.',
      model: MODEL,
      max_steps: 2,
    });
    assert.equal(bounded.steps.filter((step: any) => step.name.startsWith('scroll')).length, 2);
    assert.equal(bounded.status_code, 3);
  });

  test('after a crash no action is repeated and no model asked again: it goes on where it stood', async () => {
    await models.script(
      CRASH_MODEL,
      { json: { action: 'goto', text: '/found?q=Tea' } },
      { json: { action: 'goto', text: '/shop' } },
      { json: { action: 'finish' } },
      { text: 'Done.' },
    );
    const before = site.seen.length;
    const job = await run('CrashingWebEngine', { url: `${site.url}/`, instruction: 'Look.', model: CRASH_MODEL });
    assert.deepEqual(outputOf(job), { text: 'Done.' });
    assert.equal(job.attempt, 2);
    assert.equal((await models.calls(CRASH_MODEL)).length, 4);
    const pages = site.seen.slice(before).filter((path) => path !== '/favicon.ico');
    // Opened, gone to; after the crash opened where it stood, then gone on.
    assert.deepEqual(pages, ['/', '/found', '/found', '/shop']);
  });

  test('a site that leads into a private network fails the job with a reason', async () => {
    const job = await run('InteractiveWebExtractionEngine', {
      url: `${site.url}/private`,
      instruction: 'Look.',
      model: MODEL,
    });
    assert.equal(job.status_code, 4);
    assert.match(job.error_message, /private network/);
  });
});
