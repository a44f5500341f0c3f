import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHarness, stopAtEnd, until } from '../../test/harness.ts';
import { createCatalog } from './catalog/catalog.ts';

const harness = stopAtEnd(await startHarness());
const org = await harness.org();

const path = '/v1/knowledge-base/';
const ready = (id: string) =>
  until(async () => {
    const { body } = await org.request('GET', `${path}${id}/draft/`);
    return body.status !== 'generating' && body;
  }, 'the draft');

test('the catalog has at least 40 typologies, each with tactics, indicators and questions', async () => {
  const { list } = createCatalog();
  assert.ok(list.length >= 40);
  const ids = list.flatMap(({ id, tactics }) => [id, ...tactics.map((tactic) => tactic.id)]);
  assert.equal(new Set(ids).size, ids.length);
  for (const { id, tactics } of list)
    for (const { indicators, questions } of tactics) assert.ok(indicators.length > 0 && questions.length > 0, id);
  const { body } = await org.request('GET', `${path}catalog/`);
  assert.equal(body.length, list.length);
});

test('from a brief over a proposal to a lens that MCP serves; unlinked, it can be imported again', async () => {
  const made = await org.expect(201, 'POST', path, {
    company: 'Acme Pay',
    brief: 'Private accounts receive transfers of strangers and pass the money on at once for a commission.',
  });
  assert.deepEqual([made.status, made.atlas_lens_id, made.company], ['drafting', null, 'Acme Pay']);
  const { id } = made;
  const draft = await ready(id);
  assert.deepEqual([draft.status, draft.proposedBy, draft.iterationCount], ['ready', 'baseline', 1], draft.error);
  assert.match(draft.productSummary, /by text similarity/);
  assert.ok(draft.refs.slice(0, 4).some((ref: { typologyId: string }) => ref.typologyId === 'money-mule'));
  const unknown = await org.expect(400, 'PATCH', `${path}${id}/selection/`, { refs: [{ typologyId: 'money-mules' }] });
  assert.match(unknown.refs[0], /no typology 'money-mules'.*money-mule/);
  const refs = [{ typologyId: 'money-mule', tacticIds: ['money-mule.herded-accounts'] }, { typologyId: 'ponzi' }];
  const selected = await org.request('PATCH', `${path}${id}/selection/`, { refs, suggested_name: 'Mules' });
  assert.deepEqual(
    selected.body.refs.map((ref: { relevance: string; tacticNames: unknown }) => [ref.relevance, ref.tacticNames]),
    [
      ['watch', ['Herded accounts']],
      ['watch', null],
    ],
  );
  assert.equal((await org.request('POST', `${path}${id}/resolve/`, {})).status, 409);
  const asked = await org.request('POST', `${path}${id}/regenerate/`, { feedback: 'No money mules. Cash of shops.' });
  assert.deepEqual([asked.status, asked.body.status], [202, 'generating']);
  const proposed = await ready(id);
  assert.deepEqual(proposed.pendingProposal.baseSelection, selected.body.refs);
  assert.ok(
    !proposed.pendingProposal.refs.some((ref: { typologyId: string }) => ref.typologyId === 'money-mule'),
    'what the feedback turns away is not proposed',
  );
  assert.equal((await org.request('POST', `${path}${id}/finalize/`, {})).status, 409);
  const settled = await org.request('POST', `${path}${id}/resolve/`, { discard: true });
  assert.deepEqual([settled.body.pendingProposal, settled.body.refs.length], [null, 2]);
  const final = await org.request('POST', `${path}${id}/finalize/`, {});
  assert.deepEqual([final.status, final.body.status, final.body.name], [200, 'active', 'Mules'], final.text);
  assert.equal(final.body.lens_snapshot.typologies[0].tactics.length, 1);
  const rpc = async (method: string, params: object) =>
    (await org.request('POST', new URL(final.body.mcp_url).pathname, { jsonrpc: '2.0', id: 1, method, params })).body;
  assert.equal((await rpc('tools/list', {})).result.tools.length, 2);
  const shown = await rpc('tools/call', { name: 'get_typology', arguments: { typology_id: 'ponzi' } });
  assert.equal(shown.result.structuredContent.name, 'Pyramid of payments');
  assert.equal((await rpc('resources/list', {})).result.resources.length, 2);
  const lens = final.body.atlas_lens_id;
  assert.equal((await org.request('GET', `${path}lens/${lens}/`)).body.knowledge_base.id, id);
  assert.equal((await org.request('POST', `${path}import-lens/`, { atlas_lens_id: lens })).status, 200);
  assert.equal((await org.request('DELETE', `${path}${id}/unlink/`)).status, 204);
  const again = await org.request('POST', `${path}import-lens/`, { atlas_lens_id: lens });
  assert.deepEqual([again.status, again.body.status], [201, 'active']);
  assert.equal((await org.request('DELETE', `${path}${again.body.id}/`)).status, 204);
  assert.equal((await org.request('GET', `${path}lens/${lens}/`)).status, 404);
});

test('what cannot be used is refused in the shape of the contract', async () => {
  const brief = 'Payouts to bank accounts.';
  for (const [body, field] of [
    [{ brief }, 'company'],
    [{ company: 'A', brief: 'short' }, 'brief'],
    [{ company: 'A', brief: ' '.repeat(20) }, 'brief'],
    [{ company: 'A', brief, website_url: 'javascript:alert(1)' }, 'website_url'],
    [{ company: 'x'.repeat(256), brief }, 'company'],
  ] as const) {
    const answer = await org.expect(400, 'POST', path, body);
    assert.deepEqual(Object.keys(answer), [field]);
  }
});
