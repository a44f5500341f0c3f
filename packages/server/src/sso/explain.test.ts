import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainAnswer, explainPerson } from './explain.ts';

const explain = (error: object): string | undefined => explainAnswer('Acme', error)?.message;

test('each claim that does not fit has a sentence of its own, however deep the library wraps it', () => {
  const wrapped = (claim: string) => ({ code: 'OAUTH_JWT_CLAIM_COMPARISON_FAILED', cause: { cause: { claim } } });
  assert.match(explain(wrapped('nonce'))!, /another sign-in/);
  assert.match(explain(wrapped('aud'))!, /another application/);
  assert.match(explain(wrapped('iss'))!, /another issuer/);
  assert.match(explain(wrapped('jti'))!, /not valid/);
  assert.match(explain({ code: 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' })!, /clocks/);
});

test('no answer is no refusal', () => {
  for (const error of [
    new TypeError('fetch failed'),
    { code: 'OAUTH_TIMEOUT' },
    { code: 'OAUTH_RESPONSE_IS_NOT_CONFORM' },
    { code: 'OAUTH_RESPONSE_IS_NOT_JSON' },
  ])
    assert.equal(explain(error), undefined);
});

test('a word of the provider is shown only if it can be one', () => {
  assert.match(explain({ error: 'access_denied' })!, /cancelled/);
  assert.match(explain({ error: 'invalid_client' })!, /ERRAND_OIDC_CLIENT_ID/);
  assert.match(explain({ error: 'temporarily_unavailable' })!, /\(temporarily_unavailable\)/);
  assert.doesNotMatch(explain({ error: '<script>alert(1)</script>' })!, /[<>]/);
});

test('a person whom the provider knows and we do not gets the reason and the remedy', () => {
  const reasons: [string, RegExp][] = [
    ['The user is deactivated.', /administrator/],
    ['Its e-mail is not verified.', /Verify it/],
    ['It has no e-mail, so no user can be created.', /claim email/],
    ['Its e-mail is not valid, or belongs to a user who is not linked.', /errand user link/],
    ['No user is linked to its subject.', /administrator/],
  ];
  for (const [reason, sentence] of reasons) assert.match(explainPerson(reason), sentence, reason);
});
