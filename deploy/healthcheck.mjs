// The image's health check: whether the process answers on the port it listens on.
import { get } from 'node:http';
import { get as getEncrypted } from 'node:https';

const { PORT = '8700', ERRAND_INTERNAL_PORT, ERRAND_TLS_CERT } = process.env;
const isEncrypted = !ERRAND_INTERNAL_PORT && Boolean(ERRAND_TLS_CERT);
const address = `${isEncrypted ? 'https' : 'http'}://127.0.0.1:${ERRAND_INTERNAL_PORT || PORT}/health/`;
// The certificate is for a name, not for this address; the process on the other side is our own.
const options = { timeout: 4_000, rejectUnauthorized: false };
const fail = (reason) => {
  console.error(`${address}: ${reason}`);
  process.exit(1);
};
(isEncrypted ? getEncrypted : get)(address, options, ({ statusCode }) =>
  statusCode === 200 ? process.exit(0) : fail(`status ${statusCode}`),
)
  .on('error', ({ message }) => fail(message))
  .on('timeout', () => fail('no answer within 4 s'));
