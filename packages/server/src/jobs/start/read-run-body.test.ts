import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { testEngines } from '../../../test/engines.ts';
import { type Answer, startHarness, stopAtEnd } from '../../../test/harness.ts';
import { createAgent, getJob, inputsOf, startJob, type TestAgent, untilFinal } from '../../../test/runs.ts';

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const org = await harness.org();
const two = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'first' }, { key: 'second' }] });
const optional = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text', required: false }] });

const run = (agent: TestAgent, body?: unknown, headers?: Record<string, string>): Promise<Answer> =>
  org.request('POST', `/v1/agents/run/${agent.id}/async/`, body, headers);

describe('where inputs stand', () => {
  test('at the top level, under inputs, or in both places, where inputs wins', async () => {
    const expected = { first: 'a', second: 'b' };
    assert.deepEqual(await inputsOf(org, two.id, { first: 'a', second: 'b' }), expected);
    assert.deepEqual(await inputsOf(org, two.id, { inputs: { first: 'a', second: 'b' } }), expected);
    assert.deepEqual(await inputsOf(org, two.id, { first: 'x', second: 'b', inputs: { first: 'a' } }), expected);
  });

  test('in a urlencoded form, whose inputs may be a text that holds an object', async () => {
    const expected = { first: 'a&b=ü', second: '' };
    assert.deepEqual(await inputsOf(org, two.id, new URLSearchParams(expected)), expected);
    const nested = new URLSearchParams({ first: 'x', inputs: JSON.stringify(expected) });
    assert.deepEqual(await inputsOf(org, two.id, nested), expected);
  });

  test('an input called inputs gets the value sent under that name, unless it is an object', async () => {
    const agent = await createAgent(org, 'EchoEngine', {
      inputs: [{ key: 'inputs' }, { key: 'other', required: false }],
    });
    assert.deepEqual(await inputsOf(org, agent.id, { inputs: 'a' }), { inputs: 'a' });
    assert.deepEqual(await inputsOf(org, agent.id, { inputs: [1, 2] }), { inputs: '[1,2]' });
    assert.deepEqual(await inputsOf(org, agent.id, { inputs: { inputs: 'a', other: 'b' } }), {
      inputs: 'a',
      other: 'b',
    });
    assert.deepEqual(await inputsOf(org, agent.id, new URLSearchParams({ inputs: 'a' })), { inputs: 'a' });
    const holder = await run(agent, { inputs: { other: 'b' } });
    assert.deepEqual([holder.status, holder.body], [400, ["Required input 'inputs' was not supplied."]]);
    const form = await run(agent, new URLSearchParams({ inputs: '{"other": "b"}' }));
    assert.deepEqual([form.status, form.body], [400, ["Required input 'inputs' was not supplied."]]);
  });

  test('keys that the agent does not define are dropped, whatever their name', async () => {
    const body = { first: 'a', second: 'b', third: 'c', constructor: 'd', toString: 'e', hasOwnProperty: 'f' };
    assert.deepEqual(await inputsOf(org, two.id, body), { first: 'a', second: 'b' });
  });

  test('an organization_id that cannot be one is one message under its name; in an item of run-many it says nothing', async () => {
    const agent = await createAgent(org, 'EchoEngine');
    const run = `/v1/agents/run/${agent.id}`;
    const wrong = [400, { organization_id: 'Not a UUID.' }];
    for (const path of [`${run}/`, `${run}/async/`]) {
      for (const body of [
        { organization_id: 'x' },
        { organization_id: 7 },
        new URLSearchParams({ organization_id: 'x' }),
      ]) {
        const answer = await org.request('POST', path, body);
        assert.deepEqual([answer.status, answer.body], wrong);
      }
    }
    const many = await org.request('POST', `${run}/async/many/`, { inputs: [{}], organization_id: 'x' });
    assert.deepEqual([many.status, many.body], wrong);
    assert.equal((await org.request('POST', `${run}/async/many/`, { inputs: [{ organization_id: 'x' }] })).status, 200);
  });

  test('organization_id and metadata are never inputs; timeout_seconds is one when the agent defines it', async () => {
    const agent = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'timeout_seconds' }] });
    const body = { timeout_seconds: 'soon', organization_id: org.orgId, metadata: { a: 1 } };
    assert.deepEqual(await inputsOf(org, agent.id, body), { timeout_seconds: 'soon' });
  });
});

describe('values', () => {
  test('JSON becomes text; null counts as not supplied, the empty text as supplied', async () => {
    const text = async (value: unknown) => (await inputsOf(org, optional.id, { text: value })).text;
    assert.equal(await text('as is'), 'as is');
    assert.equal(await text(1.5), '1.5');
    assert.equal(await text(true), 'true');
    assert.equal(await text({ a: [1] }), '{"a":[1]}');
    assert.equal(await text([1, 'b']), '[1,"b"]');
    assert.equal(await text(''), '');
    assert.equal(await text(null), undefined);
  });

  test('integers that no double holds keep their digits, alone and inside objects', async () => {
    const long = '123456789012345678901234567890';
    assert.equal((await inputsOf(org, optional.id, `{"text": ${long}}`)).text, long);
    assert.equal((await inputsOf(org, optional.id, `{"text": {"n": [${long}]}}`)).text, `{"n":[${long}]}`);
  });

  test('a null under inputs leaves the value of the top level', async () => {
    assert.deepEqual(await inputsOf(org, optional.id, { text: 'top', inputs: { text: null } }), { text: 'top' });
  });

  test('a list is a list of values for an input with several, and JSON text for the others', async () => {
    const several = await createAgent(org, 'EchoEngine', { inputs: [{ key: 'text', accepts_multiple_files: true }] });
    assert.deepEqual(await inputsOf(org, several.id, { text: ['a', 1, null] }), { text: 'a,1' });
    const repeated = new URLSearchParams([
      ['text', 'a'],
      ['text', 'b'],
    ]);
    assert.deepEqual(await inputsOf(org, several.id, repeated), { text: 'a,b' });
    const refused = await run(optional, repeated);
    assert.deepEqual([refused.status, refused.body], [400, ["Input 'text' takes one value, but got 2."]]);
  });
});

describe('missing inputs', () => {
  test('every missing key has its own message, all at once, in a bare array', async () => {
    const expected = ["Required input 'first' was not supplied.", "Required input 'second' was not supplied."];
    for (const body of [{}, { inputs: {} }, { first: null, inputs: { second: null } }, new URLSearchParams()]) {
      const answer = await run(two, body);
      assert.deepEqual([answer.status, answer.body], [400, expected]);
    }
    const sync = await org.request('POST', `/v1/agents/run/${two.id}/`, { second: 'b' });
    assert.deepEqual([sync.status, sync.body], [400, [expected[0]]]);
  });

  test('a run without any input needs no body, as Go and Python send it', async () => {
    const goForm = await run(optional, '', { 'content-type': 'application/x-www-form-urlencoded' });
    assert.equal(goForm.status, 200, goForm.text);
    const python = await run(optional);
    assert.equal(python.status, 200, python.text);
    const emptyJson = await run(optional, '', { 'content-type': 'application/json' });
    assert.equal(emptyJson.status, 200, emptyJson.text);
    const blank = await run(optional, ' \n', { 'content-type': 'application/json; charset=utf-8' });
    assert.equal(blank.status, 200, blank.text);
  });
});

describe('bodies that cannot be read', () => {
  const unreadable: [string, unknown, Record<string, string>?][] = [
    ['truncated JSON', '{"text": "a'],
    ['a JSON list', '[{"text": "a"}]'],
    ['a JSON string', '"text"'],
    ['a JSON null', 'null'],
    ['a form with broken escapes', 'text=%zz', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a form that is not UTF-8', 'text=%ff%fe', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a form with NUL', 'text=%00', { 'content-type': 'application/x-www-form-urlencoded' }],
  ];
  for (const [what, body, headers] of unreadable) {
    test(`${what} is 400 {error} on each run endpoint`, async () => {
      const paths = ['', 'async/', `versions/${optional.versionId}/`, `versions/${optional.versionId}/async/`];
      for (const path of [...paths, ...(headers ? [] : ['async/many/', 'batches/'])]) {
        const answer = await org.request('POST', `/v1/agents/run/${optional.id}/${path}`, body, headers);
        assert.equal(answer.status, 400, `${path}: ${answer.text}`);
        assert.deepEqual(Object.keys(answer.body), ['error', 'code'], path);
      }
    });
  }

  test('another content type is 415 {detail}; run-many takes JSON only', async () => {
    const plain = await run(optional, 'text=a', { 'content-type': 'text/plain' });
    assert.deepEqual([plain.status, Object.keys(plain.body)], [415, ['detail', 'code']]);
    for (const path of ['async/many/', 'batches/']) {
      const form = await org.request('POST', `/v1/agents/run/${optional.id}/${path}`, new URLSearchParams({ a: 'b' }));
      assert.deepEqual([form.status, Object.keys(form.body)], [415, ['detail', 'code']]);
    }
  });

  test('a compressed body is 415 {detail} and is not misread', async () => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      const gzip = await run(optional, gzipSync('{}'), { 'content-type': type, 'content-encoding': 'gzip' });
      assert.deepEqual([gzip.status, Object.keys(gzip.body)], [415, ['detail', 'code']]);
    }
    const plain = await run(optional, '{}', { 'content-type': 'application/json', 'content-encoding': 'Identity' });
    assert.equal(plain.status, 200);
  });
});

describe('metadata', () => {
  const metadataOf = async (body: unknown): Promise<unknown> =>
    (await getJob(org, await startJob(org, optional.id, body))).metadata;

  test('is kept as sent: an object, a text that holds one, in JSON and in forms', async () => {
    const metadata = { case: 'A-17', nested: { list: [1, null, true], ключ: 'ü' }, empty: {} };
    assert.deepEqual(await metadataOf({ metadata }), metadata);
    assert.deepEqual(await metadataOf({ metadata: JSON.stringify(metadata) }), metadata);
    assert.deepEqual(await metadataOf(new URLSearchParams({ metadata: JSON.stringify(metadata) })), metadata);
  });

  test('null, the word null, nothing and, in a form, the empty text all mean no metadata', async () => {
    for (const body of [{ metadata: null }, { metadata: 'null' }, {}, new URLSearchParams({ metadata: '' })]) {
      assert.deepEqual(await metadataOf(body), {});
    }
  });

  test('big integers, member order and digits come back exactly', async () => {
    const text = '{"z":12345678901234567890123,"a":-98765432109876543210,"b":[9007199254740993]}';
    for (const body of [`{"metadata": ${text}}`, new URLSearchParams({ metadata: text })]) {
      const id = await startJob(org, optional.id, body);
      await untilFinal(org, id);
      for (const path of ['', 'result/']) {
        const answer = await org.request('GET', `/v1/agents/jobs/${id}/${path}`);
        assert.ok(answer.text.includes(text), answer.text);
      }
    }
  });

  test('a body that is not a JSON object is a field error on every single-run endpoint', async () => {
    const wrong: [unknown, string][] = [
      ['{"a": ', 'Could not be read as JSON.'],
      ['nonsense', 'Could not be read as JSON.'],
      ['[1]', 'Must be a JSON object.'],
      ['"{}"', 'Must be a JSON object.'],
      [7, 'Must be a JSON object.'],
      [[{}], 'Must be a JSON object.'],
      [true, 'Must be a JSON object.'],
    ];
    for (const [metadata, message] of wrong) {
      for (const path of ['', 'async/', `versions/${optional.versionId}/`, `versions/${optional.versionId}/async/`]) {
        const answer = await org.request('POST', `/v1/agents/run/${optional.id}/${path}`, { metadata });
        assert.deepEqual([answer.status, answer.body], [400, { metadata: [message] }]);
      }
    }
    const form = await run(optional, new URLSearchParams({ metadata: '{' }));
    assert.deepEqual([form.status, form.body], [400, { metadata: ['Could not be read as JSON.'] }]);
  });
});

describe('timeout_seconds and max_cost', () => {
  test('positive whole numbers are taken, as numbers and as text; beyond 7200 counts as 7200', async () => {
    for (const [given, kept] of [
      [5, 5],
      ['5', 5],
      [7200, 7200],
      [99_999, 7200],
    ] as const) {
      const id = await startJob(org, optional.id, { timeout_seconds: given });
      const rows = await harness.database.system.query<{ timeout_seconds: number }>(
        'select timeout_seconds from jobs where id = $1',
        [id],
      );
      assert.equal(rows[0]!.timeout_seconds, kept);
    }
  });

  test('anything else is a field error', async () => {
    for (const value of [0, -1, 1.5, 'soon', true, [], {}, '1.5', '-3']) {
      const timeout = await run(optional, { timeout_seconds: value });
      assert.deepEqual([timeout.status, Object.keys(timeout.body)], [400, ['timeout_seconds']], JSON.stringify(value));
    }
    for (const value of [0, -1, 'much', true, [], 1e9, '1e3']) {
      const cap = await run(optional, { max_cost: value });
      assert.deepEqual([cap.status, Object.keys(cap.body)], [400, ['max_cost']], JSON.stringify(value));
    }
  });
});
