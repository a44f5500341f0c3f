import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure, OutboundError, toFailure } from './failures.ts';

const error = (code: string, message = 'secret detail'): Error => Object.assign(new Error(message), { code });

test('errors of sockets, TLS and the client become the failure that an owner can act on', () => {
  for (const [code, kind] of [
    ['ECONNREFUSED', 'connection'],
    ['UND_ERR_CONNECT_TIMEOUT', 'connection'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
    ['UND_ERR_SOCKET', 'reset'],
    ['UND_ERR_HEADERS_OVERFLOW', 'protocol'],
    ['UND_ERR_BODY_TIMEOUT', 'timeout'],
    ['E_UNHEARD_OF', 'internal'],
  ] as const)
    assert.equal(toFailure(error(code), true).kind, kind, code);
  assert.equal(toFailure(undefined).kind, 'internal');
});

test('a refused port and a silent host cannot be distinguished', () => {
  assert.deepEqual(toFailure(error('ECONNREFUSED')), toFailure(error('ETIMEDOUT')));
});

test('a reset before anything was sent is a failed handshake; afterwards the request may have been carried out', () => {
  assert.deepEqual(
    [toFailure(error('ECONNRESET')).kind, toFailure(error('ECONNRESET')).maybeCarriedOut],
    ['tls', false],
  );
  const late = toFailure(error('ECONNRESET'), true);
  assert.deepEqual([late.kind, late.maybeCarriedOut], ['reset', true]);
  assert.notEqual(late.message, failure('reset').message);
});

test('the text of the original error is never shown, that of our own errors is', () => {
  assert.doesNotMatch(toFailure(error('E_UNHEARD_OF')).message, /secret/);
  assert.equal(toFailure(new OutboundError('dns', 'No such name.')).message, 'No such name.');
});
