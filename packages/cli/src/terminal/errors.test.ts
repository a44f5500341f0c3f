import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { CommanderError } from 'commander';
import { InterruptedError, MissingError, reportError, TimeoutError, UsageError } from './errors.ts';

/** Returns the output on stderr and the exit code. */
async function report(t: TestContext, error: unknown, json = true): Promise<{ code: number; text: string }> {
  const write = t.mock.method(process.stderr, 'write', () => true);
  try {
    const code = await reportError(error, { json });
    return { code, text: write.mock.calls.map(({ arguments: [text] }) => String(text)).join('') };
  } finally {
    write.mock.restore();
  }
}

class ConfigError extends Error {}
class UnreachableError extends Error {}
class TransferError extends Error {}
class AppError extends Error {
  readonly code = 'not_found';
  readonly options: object;
  constructor(message: string, options: object = {}) {
    super(message);
    this.options = options;
  }
}

test('the exit code tells scripts what kind of failure it was', async (t) => {
  const cases: [unknown, number, string][] = [
    [new UsageError('a'), 2, 'usage'],
    [new CommanderError(1, 'commander.unknownOption', 'error: a'), 2, 'usage'],
    [new ConfigError('a'), 3, 'configuration'],
    [new UnreachableError('a'), 6, 'unreachable'],
    [new TransferError('a'), 5, 'refused'],
    [new AppError('a'), 5, 'not_found'],
    [new AppError('a', { fields: { email: ['Odd.', 'Long.'] } }), 2, 'not_found'],
    [new InterruptedError('a'), 130, 'interrupted'],
    [Object.assign(new Error('a'), { code: 'EACCES', path: 'x' }), 3, 'configuration'],
    [new MissingError('a'), 4, 'not_found'],
    [new TimeoutError('a'), 124, 'timeout'],
    [new Error('a'), 1, 'unexpected'],
    ['a', 1, 'unexpected'],
  ];
  for (const [error, expected, code] of cases) {
    const reported = await report(t, error);
    assert.equal(reported.code, expected, String(error));
    assert.equal(JSON.parse(reported.text).code, code);
  }
});

test('a response of the server has exit codes of its own, and a failed job is one of them', async (t) => {
  const respond = (members: object) => Object.assign(new Error('a'), { requestId: undefined, ...members });
  const cases: [object, number][] = [
    [{ jobId: 'j', status: 400 }, 1],
    [{ status: 400 }, 2],
    [{ status: 401 }, 3],
    [{ status: 403 }, 3],
    [{ status: 404 }, 4],
    [{ status: 503 }, 5],
    [{ status: undefined }, 5],
  ];
  for (const [members, expected] of cases)
    assert.equal((await report(t, respond(members))).code, expected, JSON.stringify(members));
});

test('an error of the catalogue is followed by what to do and its page', async (t) => {
  const advice = { remedy: 'Supply it.', page: 'http://127.0.0.1/docs/errors/errand.inputs.missing/' };
  const error = Object.assign(new Error('a'), {
    requestId: 'r',
    status: 400,
    code: 'errand.inputs.missing',
    ...advice,
  });
  assert.match((await report(t, error, false)).text, /a\n {2}→ Supply it\.\n {2}→ http:.*missing\/\n$/);
  const { remedy, page } = JSON.parse((await report(t, error)).text);
  assert.deepEqual({ remedy, page }, advice);
});

test('a message is one line, and fields are named', async (t) => {
  assert.equal((await report(t, new UsageError('two\n  lines\n'), false)).text.trimEnd().split('\n').length, 1);
  const { text } = await report(t, new AppError('a', { fields: { email: ['Odd.', 'Long.'], role: 'None.' } }));
  assert.equal(JSON.parse(text).message, 'email: Odd. Long. role: None.');
});

test('help that was asked for is no failure', async (t) => {
  assert.deepEqual(await report(t, new CommanderError(0, 'commander.helpDisplayed', '')), { code: 0, text: '' });
  assert.deepEqual(await report(t, new CommanderError(1, 'commander.help', '')), { code: 2, text: '' });
});
