import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestMalformedError } from '@a2a-js/sdk/errors';
import { AppError, forbidden, invalidFields } from '#platform/errors.ts';
import { refuse, toA2aError, toHttpError, withoutReadErrors } from './refusals.ts';

const log = { error: () => {} } as never;

test('mistakes of the caller are malformed requests, other refusals keep their words', () => {
  assert.ok(refuse({ status: 400, body: { name: ['Too long.'] } }) instanceof RequestMalformedError);
  assert.match(refuse({ status: 402, body: { detail: 'No credits.' } }).message, /No credits\./);
  assert.ok(toA2aError(invalidFields({ name: ['Too long.'] }), log) instanceof RequestMalformedError);
  assert.match(toA2aError(forbidden('Not yours.'), log).message, /Not yours\./);
});

test('over HTTP, a refusal has the status of the API, and inputs that do not fit are an invalid argument', () => {
  const shown = (error: unknown) => toHttpError(toA2aError(error, log)).error;
  assert.deepEqual([shown(forbidden('Not yours.')).code, shown(forbidden()).status], [403, 'PERMISSION_DENIED']);
  assert.equal(shown(new AppError('rate_limited')).status, 'RESOURCE_EXHAUSTED');
  assert.equal(shown(new AppError('missing_inputs')).status, 'INVALID_ARGUMENT');
  assert.equal(shown(new Error('password=canary')).code, 500);
});

test('an unexpected failure is reported without its cause', () => {
  const { message } = toA2aError(new Error('password=canary'), log);
  assert.match(message, /Internal error/);
  assert.doesNotMatch(message, /canary/);
});

test('parameters that the protocol library cannot read are the fault of the parameters', () => {
  const broken = withoutReadErrors({ error: { code: -32603, message: 'x is not iterable' } });
  assert.deepEqual(broken, { error: { code: -32602, message: 'The parameters are not valid.' } });
  const ours = { error: { code: -32603, message: 'Internal error. Try again.' } };
  assert.equal(withoutReadErrors(ours), ours);
});
