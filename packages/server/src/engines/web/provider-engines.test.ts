import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { pluck, startHarness } from '../../../test/harness.ts';
import { createAgent, startJob, untilFinal } from '../../../test/runs.ts';
import { bodyOf, html, json, startSite } from '../../../test/web/site.ts';

const asked: { headers: any; body: any }[] = [];
const service = await startSite({
  '/maps': async (request, response) => {
    asked.push({ headers: request.headers, body: await bodyOf(request) });
    const entity = { name: 'Tea House', address: '1 Main St', rating: 4.5, secret: 'not for you' };
    json(response, { entities: [entity, entity, entity] });
  },
  '/social': (_request, response) => json(response, { error: 'There is no such profile.' }, 404),
  '/storefront': async (request, response) =>
    json(response, { storefront: { name: 'Tea shop', url: (await bodyOf(request)).input.storefront_url } }),
});
const sites = await startSite({
  '/': html(
    'Start',
    '<p>Welcome.</p><a href="/tea">Green tea</a><a href="/other">Other</a><a href="http://10.0.0.1/">x</a>',
  ),
  '/tea': html('Tea', '<p>Green tea is sold here for 3 EUR.</p>'),
  '/other': html('Other', '<p>Something else.</p>'),
});
const [bare, harness] = await Promise.all([
  startHarness(),
  startHarness({
    env: {
      ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8',
      ERRAND_MAPS_URL: `${service.url}/maps`,
      ERRAND_MAPS_TOKEN: 'sesame',
      ERRAND_SOCIAL_URL: `${service.url}/social`,
      ERRAND_STOREFRONT_URL: `${service.url}/storefront`,
      ERRAND_SEARCH_SITES: sites.url,
    },
  }),
]);
const org = await harness.org();
after(async () => {
  await Promise.all([bare.stop(), harness.stop(), service.stop(), sites.stop()]);
});

async function run(engine: string, config: Record<string, unknown>): Promise<any> {
  const agent = await createAgent(org, engine, { inputs: [], config });
  return untilFinal(org, await startJob(org, agent.id, {}), 60_000);
}
const outputOf = (job: any): any => JSON.parse(job.outputs[0]?.value ?? assert.fail(job.error_message));

test('an engine whose service is not there can be used for an agent, which is warned; its job fails with that sentence', async () => {
  const someone = await bare.org();
  const needs: [string, RegExp][] = [
    ['GoogleMapsEntityExtractionEngine', /ERRAND_MAPS_URL/],
    ['SocialScraperEngine', /ERRAND_SOCIAL_URL/],
    ['MarketplaceStorefrontAnalysisEngine', /ERRAND_STOREFRONT_URL/],
    ['URLFinderEngine', /ERRAND_SEARCH_URL.*ERRAND_SEARCH_SITES/],
    ['ResearchEngine', /ERRAND_SEARCH_URL/],
  ];
  for (const [engine, expected] of needs) {
    const agent = await createAgent(someone, engine);
    const warnings = (await someone.request('GET', `/v1/agents/${agent.id}/`)).body.config_warnings;
    assert.match(warnings.join(' '), expected, engine);
    const { body } = await someone.request('GET', '/v1/agents/types/');
    const type = body.engines.find((one: any) => one.engine_class_id === engine);
    assert.equal(type.available, false, engine);
    assert.deepEqual(warnings, [type.unavailable_reason], engine);
    const inputs = Object.fromEntries(type.input_schema.map((input: any) => [input.key, 'https://example.com/']));
    const job = await untilFinal(someone, await startJob(someone, agent.id, inputs));
    assert.deepEqual([job.status_code, job.error_message], [4, type.unavailable_reason], engine);
  }
});

test('maps: the service gets the question and its token, the job the known members', async () => {
  const job = await run('GoogleMapsEntityExtractionEngine', { query: 'tea', location: 'Kyoto', max_results: '2' });
  const entity = { name: 'Tea House', address: '1 Main St', phone: null, website: null, rating: 4.5 };
  assert.deepEqual(outputOf(job), { entities: [entity, entity] });
  const [{ headers, body }] = asked as [(typeof asked)[0]];
  assert.equal(headers.authorization, 'Bearer sesame');
  assert.equal(headers['idempotency-key'], job.id);
  assert.deepEqual(body, {
    engine: 'GoogleMapsEntityExtractionEngine',
    input: { query: 'tea', location: 'Kyoto', max_results: 2 },
  });
  assert.deepEqual(pluck(job.steps, 'kind'), ['tool']);
});

test('social: what the service refuses is told to the owner of the job', async () => {
  const job = await run('SocialScraperEngine', { profile_url: 'https://social.example/ada' });
  assert.equal(job.status_code, 4);
  assert.match(job.error_message, /refused the request with status 404. It says: There is no such profile\./);
});

test('storefront: what the service knows, as it is or through a model', async () => {
  const config = { storefront_url: 'https://shop.example/1' };
  const plain = await run('MarketplaceStorefrontAnalysisEngine', config);
  assert.deepEqual(outputOf(plain), { storefront: { name: 'Tea shop', url: 'https://shop.example/1' } });
});

test('without a search service, the configured sites are searched', async () => {
  const job = await run('URLFinderEngine', {
    search_term: 'green tea',
    description: 'sells green tea',
    model: 'baseline',
    search_limit: 3,
  });
  const [first] = outputOf(job).urls;
  assert.equal(first.url, `${sites.url}/tea`);
  assert.match(first.snippet, /Green tea is sold here/);
});
