import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { type Engine, EngineFailure } from '#engines/engine/engine.ts';
import { createBrowser } from '#engines/web/browser/browser.ts';
import { createInteractiveWebEngine } from '#engines/web/interactive-web-engine.ts';
import { parseNetwork } from '#platform/outbound/addresses.ts';
import { type Harness, startHarness, type TestOrg } from '../harness.ts';
import { type ModelServer, startModelServer } from '../model-server/start.ts';
import { createAgent, startJob, untilFinal, untilJob } from '../runs.ts';
import { html, type Site, startSite } from './site.ts';

// Before a browser pays, a person agrees; until then there is no browser.

const { executable, missing } = createBrowser({ path: undefined, allow: [] });

/** Interactive Web that loses its worker between the beginning of the click and its end. */
function dyingEngine(): Engine {
  const engine = createInteractiveWebEngine(createBrowser({ path: undefined, allow: [parseNetwork('127.0.0.0/8')!] }));
  const died = new Set<string>();
  return {
    ...engine,
    id: 'DyingWebEngine',
    run: (context, run) =>
      engine.run(
        {
          ...context,
          step: (name, work, options) => {
            if (name.startsWith('click') && !died.has(context.jobId)) {
              died.add(context.jobId);
              throw new EngineFailure('Dead.', { retry: true });
            }
            return context.step(name, work, options);
          },
        },
        run,
      ),
  };
}

describe('with Chromium', { skip: executable === undefined ? missing : false }, () => {
  let site: Site;
  let harness: Harness;
  let org: TestOrg;
  let models: ModelServer;
  const paid: string[] = [];
  let button = 'Pay now';
  before(async () => {
    site = await startSite({
      '/pay': (_request, response) => {
        const form = `<form method="post" action="/paid"><label for="a">Amount</label><input id="a" name="amount"><button>${button}</button></form>`;
        response.writeHead(200, { 'content-type': 'text/html' }).end(html('Checkout', form));
      },
      '/paid': async (request, response) => {
        paid.push(await text(request));
        response.writeHead(200, { 'content-type': 'text/html' }).end(html('Thanks', '<p>Paid, number 77.</p>'));
      },
    });
    models = await startModelServer();
    harness = await startHarness({
      env: { ...models.env, ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' },
      engines: [dyingEngine()],
    });
    org = await harness.org();
  });
  after(async () => {
    await harness?.stop();
    await models?.stop();
    await site?.stop();
  });

  const type = { json: { action: 'type', element: 1, text: '250' } };
  const click = { json: { action: 'click', element: 2 } };
  const finish = [{ json: { action: 'finish' } }, { text: 'Done.' }];

  /** A job that waits for a person before it clicks. */
  async function startPayment(model: string, confirm?: object, engine = 'InteractiveWebExtractionEngine') {
    paid.length = 0;
    await models.script(model, type, click, ...finish);
    const config = { url: `${site.url}/pay`, instruction: 'Pay 250.', model, ...(confirm && { confirm }) };
    const agent = await createAgent(org, engine, { inputs: [], config });
    const jobId = await startJob(org, agent.id, {});
    const job = await untilJob(org, jobId, ({ waiting, status_code }) => waiting !== null || status_code >= 3, 90_000);
    return { jobId, wait: job.waiting, job };
  }
  const answer = (wait: any, body: unknown) => org.request('POST', `/v1/waits/${wait.id}/answer/`, body);

  test('the form is sent once, as it was filled in, after somebody agreed to it; they saw what would be clicked', async () => {
    const { jobId, wait } = await startPayment('pays');
    assert.match(wait.title, /^Click Pay now on 127\.0\.0\.1/);
    assert.match(wait.body, /type \[1\] Amount '250'/);
    assert.notEqual(wait.due_at, null);
    const picture = await org.request('GET', new URL(wait.evidence[0]).pathname);
    assert.equal(picture.headers.get('content-type'), 'image/png');
    assert.deepEqual(paid, []);
    assert.equal((await answer(wait, { answer: 'do it' })).status, 200);
    const job = await untilFinal(org, jobId, 90_000);
    assert.equal(job.status_code, 3, job.error_message);
    assert.deepEqual(paid, ['amount=250']);
    assert.match(JSON.stringify((await models.calls('pays')).at(-2)!.body), /Paid, number 77/);
  });

  test('a refusal is told to the model, and nothing is sent', async () => {
    const { jobId, wait } = await startPayment('refused');
    await answer(wait, { answer: 'refuse', comment: 'Not this shop.' });
    const job = await untilFinal(org, jobId, 90_000);
    assert.equal(job.status_code, 3, job.error_message);
    assert.deepEqual(paid, []);
    assert.match(
      JSON.stringify((await models.calls('refused')).at(-2)!.body),
      /was not done: a person refused it: Not this shop/,
    );
  });

  test('a page that is another one by then is left alone', async (t) => {
    t.after(() => {
      button = 'Pay now';
    });
    const { jobId, wait } = await startPayment('late');
    button = 'Pay 9,999 now';
    await answer(wait, { answer: 'do it' });
    const job = await untilFinal(org, jobId, 90_000);
    assert.deepEqual([job.status_code, job.error.code], [4, 'errand.web.page_changed']);
    assert.deepEqual(paid, []);
  });

  test('what a worker had begun when it died is not done again, and the job says so', async () => {
    const { jobId, wait } = await startPayment('dies', undefined, 'DyingWebEngine');
    await answer(wait, { answer: 'do it' });
    const job = await untilFinal(org, jobId, 90_000);
    assert.deepEqual([job.status_code, job.error.code], [4, 'errand.web.outcome_unknown']);
    assert.deepEqual(paid, []);
  });

  test('never asks nobody', async () => {
    const { jobId, job } = await startPayment('trusted', { when: 'never' });
    assert.equal(job.waiting, null);
    assert.equal((await untilFinal(org, jobId)).status_code, 3);
    assert.deepEqual(paid, ['amount=250']);
  });
});
