import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Engine, EngineFailure } from '#engines/engine/engine.ts';
import { createBrowser } from '#engines/web/browser/browser.ts';
import { createInteractiveWebEngine } from '#engines/web/interactive-web-engine.ts';
import { createUrlWebsiteExtractionEngine } from '#engines/web/url-website-extraction-engine.ts';
import { parseNetwork } from '#platform/outbound/addresses.ts';
import { type Harness, startHarness, stopAtEnd, type TestOrg, until } from '../harness.ts';
import { type ModelServer, startModelServer } from '../model-server/start.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';
import { type Handler, html, startSite } from './site.ts';

const loopback = [parseNetwork('127.0.0.0/8')!];
const { executable, missing } = createBrowser({ path: undefined, allow: [] });

const site = stopAtEnd(
  await startSite({
    '/': html(
      'Start',
      '<p id="a">Loading</p><script>document.getElementById("a").textContent = "Drawn by a script."</script>',
    ),
    '/shop': html(
      'Shop',
      '<form action="/found" target="_blank"><label for="q">Search</label><input id="q" name="q"><button>Go</button></form>',
    ),
    '/found': (request, response) => {
      const query = new URL(request.url!, 'http://x').searchParams.get('q') ?? '';
      response.writeHead(200, { 'content-type': 'text/html' }).end(html('Found', `<p>${query} costs 12.50 EUR.</p>`));
    },
    '/private': (_request, response) => void response.writeHead(302, { location: 'http://192.168.0.1/' }).end(),
    // Later than the check of the page itself, and with an address that is longer than what is shown of it.
    '/private-by-script': html(
      'Wait',
      '<p>Wait.</p><script>setTimeout(() => { location = "http://192.168.0.1/" + "x".repeat(300) }, 300)</script>',
    ),
    '/private-by-meta': html('Wait', '<meta http-equiv="refresh" content="0; url=http://10.1.2.3/admin"><p>Wait.</p>'),
  }),
);

describe('a browser that does not start', () => {
  test('is killed at its deadline or when the job is cancelled, with all that it started', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'errand-stuck-'));
    const stuck = join(folder, 'stuck');
    writeFileSync(stuck, '#!/bin/sh\nsleep 300 &\necho started > "$0.log"\nsleep 300\n', { mode: 0o755 });
    chmodSync(folder, 0o777);
    const running = (): number[] => browsersOf(process.pid);
    const browser = createBrowser({ path: stuck, allow: [], startMs: 1_000 });
    const never = async (): Promise<never> => assert.fail('there is no browser');
    await assert.rejects(browser.visit(new AbortController().signal, never), (error) => {
      assert.ok(error instanceof EngineFailure && error.retry, String(error));
      assert.match(error.message, /did not start/);
      return true;
    });
    assert.deepEqual(running(), []);
    const stop = new AbortController();
    const waiting = createBrowser({ path: stuck, allow: [] }).visit(stop.signal, never);
    waiting.catch(() => undefined);
    await until(async () => running().length > 0, 'a process');
    stop.abort(new Error('cancelled'));
    await assert.rejects(waiting, /cancelled/);
    assert.deepEqual(running(), []);
    rmSync(folder, { recursive: true });
  });
});

/** Processes of browsers that the process `owner` started: their profile is named after it. */
function browsersOf(owner: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const [, state] = /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
        const told = readFileSync(`/proc/${pid}/environ`, 'utf8') + readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return state !== 'Z' && told.includes(`errand-browser-${owner}-`);
      } catch {
        return false;
      }
    });
}

/** Whatever reaches this port, by TCP or UDP, is noted. */
async function startCanary(): Promise<{ port: number; seen: string[]; stop(): Promise<void> }> {
  const seen: string[] = [];
  const tcp = createServer((socket) => {
    seen.push('tcp');
    socket.on('error', () => undefined).destroy();
  });
  await once(tcp.listen(0, '127.0.0.1'), 'listening');
  const { port } = tcp.address() as { port: number };
  const udp = createSocket('udp4', () => seen.push('udp'));
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve));
  return {
    port,
    seen,
    async stop() {
      udp.close();
      await new Promise((resolve) => tcp.close(resolve));
    },
  };
}

/** Tries everything that leads out of a page; `tried` is a promise of what came of it. */
const spyScript = (port: number): string => `
  <link rel="dns-prefetch" href="http://127.0.0.1:${port}/"><link rel="preconnect" href="http://127.0.0.1:${port}/">
  <link rel="prefetch" href="http://127.0.0.1:${port}/a"><iframe src="http://127.0.0.1:${port}/f"></iframe>
  <iframe src="file:///etc/passwd"></iframe><iframe src="/download"></iframe>
  <img src="http://10.1.2.3/a.png"><img src="http://169.254.169.254/x.png">
  <script>
    const target = '127.0.0.1:${port}';
    const late = (ms, value) => new Promise((resolve) => setTimeout(() => resolve(value), ms));
    const ways = {
      fetch: () => fetch('http://' + target + '/').then(() => 'came back'),
      socket: () => new Promise((resolve, reject) => {
        const socket = new WebSocket('ws://' + target + '/');
        socket.onopen = () => resolve('open');
        socket.onerror = () => reject('socket');
      }),
      rtc: async () => {
        const peer = new RTCPeerConnection({ iceServers: [
          { urls: 'stun:' + target }, { urls: 'turn:' + target + '?transport=tcp', username: 'a', credential: 'b' }] });
        peer.createDataChannel('x');
        const found = [];
        peer.onicecandidate = ({ candidate }) => candidate && candidate.candidate && found.push(candidate.candidate);
        await peer.setLocalDescription(await peer.createOffer());
        await late(1000);
        return found.length > 0 ? found.join() : Promise.reject('no candidates');
      },
      transport: () => new WebTransport('https://' + target + '/').ready.then(() => 'ready'),
      worker: () => navigator.serviceWorker.register('/worker.js').then((one) => (one ? 'registered' : Promise.reject('blocked'))),
      file: () => fetch('file:///etc/passwd').then((answer) => answer.text()),
    };
    window.open('file:///etc/passwd');
    window.tried = (async () => {
      const told = {};
      await Promise.all(Object.entries(ways).map(async ([name, way]) => {
        told[name] = await Promise.race([
          Promise.resolve().then(way).catch((error) => 'refused ' + error), late(2000, 'refused by silence')]);
      }));
      return told;
    })();
  </script>`;

const MODEL = 'some-local-model';
const CRASH_MODEL = 'another-local-model';

/** Interactive Web whose first attempt ends before its second action. */
function crashingEngine(): Engine {
  const engine = createInteractiveWebEngine(createBrowser({ path: undefined, allow: loopback }));
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

/** Web Insights whose browser never starts. */
const brokenEngine = (): Engine => ({
  ...createUrlWebsiteExtractionEngine(createBrowser({ path: '/bin/false', allow: loopback })),
  id: 'BrokenWebEngine',
});

describe('with Chromium', { skip: executable === undefined ? missing : false }, () => {
  let harness: Harness;
  let org: TestOrg;
  let models: ModelServer;
  before(async () => {
    models = await startModelServer();
    harness = await startHarness({
      env: { ...models.env, ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' },
      engines: [crashingEngine(), brokenEngine()],
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

  test('a browser that does not start is only a note when nobody asked for it', async () => {
    const job = await run('BrokenWebEngine', { url: `${site.url}/` });
    assert.equal(outputOf(job).markdown, '# Start\n\nLoading');
    assert.match(job.outputs[0].description, /its scripts did not run. The browser on this server did not start/);
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

  test('a page finds no way into private networks: images, sockets, calls, prefetches, frames, downloads, files', async () => {
    // The site is on another loopback address than what the page tries to reach; only the site is allowed.
    const canary = await startCanary();
    const file: Handler = (_request, response) =>
      void response.writeHead(200, { 'content-disposition': 'attachment; filename=x.bin' }).end('x');
    const spy = await startSite({ '/': html('Spy', spyScript(canary.port)), '/download': file }, '127.0.0.2');
    const browser = createBrowser({ path: executable, allow: [parseNetwork('127.0.0.2/32')!] });
    try {
      const told = await browser.visit(new AbortController().signal, async ({ page, refused }) => {
        const download = page.waitForEvent('download').then((one) => one.failure());
        await page.goto(spy.url);
        assert.ok(
          refused().some(({ target, reason }) => target === 'http://10.1.2.3/a.png' && /private network/.test(reason)),
        );
        const tried = await page.evaluate<Record<string, string>>('window.tried');
        return { ...tried, download: `refused ${(await download) ?? assert.fail('a file was kept')}` };
      });
      for (const [way, outcome] of Object.entries(told)) assert.match(outcome, /^refused/, way);
      assert.deepEqual(Object.keys(told).sort(), ['download', 'fetch', 'file', 'rtc', 'socket', 'transport', 'worker']);
      assert.deepEqual(canary.seen, []);
    } finally {
      await Promise.all([canary.stop(), spy.stop()]);
    }
  });

  test('it runs as a user that owns nothing, and nothing is left of it, also when the service is killed', async () => {
    const child = spawn(process.execPath, [
      '--no-warnings',
      join(import.meta.dirname, 'visit-child.ts'),
      `${site.url}/`,
    ]);
    await once(child.stdout, 'data');
    const browsers = browsersOf(child.pid!);
    assert.ok(browsers.length > 0);
    if (process.getuid?.() === 0)
      for (const pid of browsers) assert.ok(statSync(`/proc/${pid}`).uid >= 61_184, `process ${pid}`);
    child.kill('SIGKILL');
    await until(async () => browsersOf(child.pid!).length === 0, 'the end of the browser');
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
      ['tool', 'model', 'tool', 'model', 'tool', 'model', 'tool', 'model', 'tool', 'model', 'compute'],
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

  test('after a crash no action is repeated and no model asked again: it continues where it stood', async () => {
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

  test('a page that a script or a tag leads into a private network is a failure, never its content', async () => {
    for (const path of ['/private-by-script', '/private-by-meta']) {
      const config = { url: `${site.url}${path}`, instruction: 'Look.', model: MODEL };
      for (const engine of ['InteractiveWebExtractionEngine', 'URLWebsiteExtractionEngine']) {
        const job = await run(engine, config);
        assert.equal(job.status_code, 4, `${engine} ${path}`);
        assert.match(job.error_message, /private network/, `${engine} ${path}`);
        assert.deepEqual(job.outputs, []);
        const failed = job.steps.filter((step: any) => step.status === 'failed');
        assert.match(failed.at(-1).error, /private network/);
      }
    }
  });

  test('an action that leads into a private network fails, and the model sees the page before it', async () => {
    await models.script(
      MODEL,
      { json: { action: 'goto', text: '/private-by-script' } },
      { json: { action: 'finish' } },
      { text: 'Done.' },
    );
    const job = await run('InteractiveWebExtractionEngine', {
      url: `${site.url}/shop`,
      instruction: 'Look.',
      model: MODEL,
    });
    assert.deepEqual(outputOf(job), { text: 'Done.' });
    const [, second] = (await models.calls(MODEL)).slice(-3);
    const shown = JSON.stringify(second);
    assert.match(shown, /failed: .*private network/);
    assert.match(shown, /URL: [^ ]*\/shop/);
  });
});
