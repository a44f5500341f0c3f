import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areSame, keepMasked, listSecretValues, MASK, maskAuth, openAuth, sealAuth } from './credentials.ts';
import { fillInputs, findInputProblems, testDisabledReason } from './dynamic-inputs.ts';

const schema = { properties: { type: {}, user: {}, token: { writeOnly: true } } };

test('secret members are masked, references to named secrets and the rest are shown', () => {
  assert.deepEqual(maskAuth(schema, { user: 'ada', token: 'tk_1' }), { user: 'ada', token: MASK });
  assert.deepEqual(maskAuth(schema, { token: '${secret.TOKEN}' }), { token: '${secret.TOKEN}' });
  assert.deepEqual(maskAuth(schema, { token: 'x${secret.TOKEN}' }), { token: MASK }, 'a part may be a value');
  assert.deepEqual(maskAuth(schema, { token: '' }), { token: '' });
  assert.deepEqual(maskAuth(undefined, { token: 'x' }), { token: 'x' });
});

test('a mask keeps what is stored, and one with nothing behind it is a problem', () => {
  assert.deepEqual(keepMasked(schema, { token: MASK }, { token: 'tk_1' }), { auth: { token: 'tk_1' }, problems: [] });
  assert.match(keepMasked(schema, { token: MASK }, {}).problems[0]!, /'token' is masked/);
  assert.deepEqual(keepMasked(schema, { user: MASK }, {}).auth, { user: MASK }, 'no secret: a text like any other');
});

test('the redactor learns every secret text, and nothing else', () => {
  assert.deepEqual(listSecretValues(schema, { user: 'ada', token: 'tk_1' }), ['tk_1']);
  assert.deepEqual(listSecretValues(schema, { token: '' }), []);
});

test('credentials are sealed for one connection of one organization', async () => {
  const box = {
    seal: async (place: string, value: string) => `${place}|${value}`,
    open: async (place: string, sealed: string) => {
      assert.ok(sealed.startsWith(`${place}|`), 'another place');
      return sealed.slice(place.length + 1);
    },
  };
  const sealed = await sealAuth(box, 'o1', 'c1', { token: 't' });
  assert.deepEqual(await openAuth(box, { id: 'c1', org_id: 'o1', sealed }), { token: 't' });
  await assert.rejects(openAuth(box, { id: 'c2', org_id: 'o1', sealed }));
  await assert.rejects(openAuth(box, { id: 'c1', org_id: 'o2', sealed }));
  assert.ok(areSame({ a: [1] }, { a: [1] }) && !areSame({ a: [1] }, { a: ['1'] }));
});

test('a placeholder that no input fills, or that is where none may be, is reported with its member', () => {
  const places = { config: ['base_url'] };
  assert.deepEqual(findInputProblems(places, { base_url: 'https://a/${tenant}' }, { tenant: '' }), {});
  assert.match(findInputProblems(places, { base_url: '${x}' }, {}).config![0]!, /'base_url' has the placeholder 'x'/);
  assert.match(findInputProblems(places, { name: '${t}' }, { t: '' }).config![0]!, /'name' cannot have placeholders/);
  assert.match(findInputProblems(places, {}, { '1x': '' }).dynamic_inputs![0]!, /must not begin with a digit/);
});

test('a value is encoded, so that it stays inside its place of an address', () => {
  const filled = fillInputs({ base_url: 'https://a/${t}/x', headers: { h: '${t}' } }, { t: 'own' }, { t: '../b?c' });
  assert.deepEqual(filled, { base_url: 'https://a/..%2Fb%3Fc/x', headers: { h: '../b?c' } });
  assert.deepEqual(fillInputs({ u: '${t}' }, { t: 'own' }), { u: 'own' });
  assert.deepEqual(fillInputs({ u: '${other}' }, { t: 'own' }), { u: '${other}' });

  test('a value of a placeholder never leads to the parent folder', () => {
    const config = { base_url: 'https://a/${t}/x', prefix: '${t}${u}' };
    const values: Record<string, string>[] = [{ t: '..' }, { t: '.' }, { t: '.', u: '.' }, { u: '..' }];
    for (const given of values)
      assert.throws(() => fillInputs(config, { t: '', u: '' }, given), /must not make a path segment/);
    assert.deepEqual(fillInputs(config, { t: 'a..b', u: '..c' }), { base_url: 'https://a/a..b/x', prefix: 'a..b..c' });
  });
});

test('a connection cannot be tested while an input has no value to test with', () => {
  assert.equal(testDisabledReason({ a: 'x' }), null);
  assert.equal(testDisabledReason({ a: '', b: 'x', c: '' }), 'A test needs values for these dynamic inputs: a, c.');
});
