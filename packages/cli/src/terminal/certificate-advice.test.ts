import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adviseOnCertificate } from './certificate-advice.ts';

const wrapped = (code: string): Error =>
  new Error('The server cannot be reached.', {
    cause: new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) }),
  });

test('a certificate that is not believed is told with what to do, any other failure is not', () => {
  assert.match(adviseOnCertificate(wrapped('DEPTH_ZERO_SELF_SIGNED_CERT'))!.remedy, /NODE_EXTRA_CA_CERTS/);
  assert.match(adviseOnCertificate(wrapped('CERT_HAS_EXPIRED'))!.message, /has expired/);
  assert.match(adviseOnCertificate(wrapped('CERT_NOT_YET_VALID'))!.remedy, /clock/);
  assert.match(adviseOnCertificate(wrapped('ERR_TLS_CERT_ALTNAME_INVALID'))!.message, /another host name/);
  assert.equal(adviseOnCertificate(wrapped('ECONNREFUSED')), undefined);
});
