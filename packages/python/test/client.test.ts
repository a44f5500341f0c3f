import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { writeWheel } from '../../../scripts/wheel.ts';
import { signWebhook } from '../../sdk/src/webhook-signature.ts';
import { testEngines } from '../../server/test/engines.ts';
import { startHarness, stopAtEnd } from '../../server/test/harness.ts';
import { preparePython } from '../../server/test/python.ts';

// The Python client, installed from its wheel, against a real service.

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const org = await harness.org();
const python = await preparePython(['httpx==0.28.1', 'mypy==2.4.1']);
const folder = await mkdtemp(join(tmpdir(), 'errand-python-'));
stopAtEnd({ stop: () => rm(folder, { recursive: true, force: true }) });
const wheel = await writeWheel(folder);
const installed = join(folder, 'installed');
const env = { PYTHONPATH: installed, ERRAND_URL: harness.baseUrl, ERRAND_API_KEY: org.apiKey };
if (!python.skip)
  await python.run(['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', installed, join(folder, wheel)]);

describe('the Python client', { skip: python.skip }, () => {
  test('has the version of the SDK', async () => {
    const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../../sdk/package.json'), 'utf8'));
    assert.equal(wheel, `errand_sdk-${version}-py3-none-any.whl`);
  });

  test('and programs that use it pass strict mypy, and wrong members do not', async () => {
    const mypy = ['-m', 'mypy', '--strict', '--cache-dir', join(folder, 'mypy')];
    const program = join(import.meta.dirname, 'check_client.py');
    await python.run([...mypy, '-p', 'errand'], { env });
    await python.run([...mypy, program], { env: { ...env, MYPYPATH: installed } });
    const wrong = join(folder, 'wrong.py');
    for (const [code, said] of [
      ['print(Errand().agents.get("x")["nmae"])', /no key "nmae"/],
      ['Errand().run("x", {}, max_costs=1)', /Unexpected keyword argument "max_costs"/],
      ['Errand().stream("x", {}, lane="batsch")', /incompatible type "Literal\['batsch'\]|incompatible type "str"/],
    ] as const) {
      await writeFile(wrong, `from errand import Errand\n${code}\n`);
      await assert.rejects(python.run([...mypy, wrong], { env: { ...env, MYPYPATH: installed } }), said);
    }
  });

  test('runs, waits, streams, pages, repeats once, and raises an error per kind of failure', async () => {
    const QUESTION = JSON.stringify({ kind: 'question', title: 'Refund it?', options: ['yes', 'no'] });
    const given = { ...env, QUESTION, VIEWER_KEY: await org.keyWithRole('viewer') };
    const told = JSON.parse(await python.run([join(import.meta.dirname, 'check_client.py')], { env: given }));
    assert.deepEqual(told, {
      output: 'Dear Ada',
      metadata: { case: 'A-17' },
      cheap: 'Dear Bob',
      refused: ['deadline_seconds'],
      misspelt: "A run has no option 'max_costs'.",
      sync: 'Dear Grace',
      failed: ['The document has no pages.', true],
      invalid: [400, 'errand.inputs.missing'],
      unknown: [404, true],
      stranger: 401,
      viewer: 403,
      asked: 'Refund it?',
      answered: 3,
      late: true,
      cancelled: 5,
      pages: ['asking', 'failing', 'letter', 'sleeper'],
      cursor: 6,
      stream: ['end', 'Dear Alan'],
      resumed: [true, true],
      once: [1, 3, 1, true],
      file: 'note.txt',
      many: [Array.from({ length: 8 }, (_, index) => `Dear n${index}`), 4, 'end', 'errand.inputs.missing'],
    });
  });

  test('runs the examples of its readme', async () => {
    const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8');
    const examples = [...readme.matchAll(/```python\n(.*?)```/gs)].map(([, code]) => code);
    const path = join(folder, 'readme.py');
    await writeFile(path, examples.join('\n'));
    const said = await python.run([path], { env });
    assert.match(said, /^[0-9a-f-]{36} Dear Ada$/m);
    assert.match(said, /^3 Dear Grace$/m);
    assert.match(said, /^end$/m);
    assert.match(said, /^404$/m);
    assert.match(said, /^\['Dear Ada', 'Dear Grace'\]$/m);
  });

  test('accepts webhooks that the service signed, and no others', async () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const body = '{"job": {"id": "ü"}}';
    const signature = await signWebhook({ id: 'm1', timestamp, body }, [secret]);
    const program = `
import json, sys
from errand import WebhookVerificationError, verify_webhook
body, headers, secret = json.load(sys.stdin)
def reason(body, headers, secret, **options):
    try:
        return verify_webhook(body, headers, secret, **options)["job"]["id"]
    except WebhookVerificationError as error:
        return error.reason
print(json.dumps([
    reason(body, headers, secret),
    reason(body.encode(), {name.title(): value for name, value in headers.items()}, secret),
    reason(body + " ", headers, secret),
    reason(body, headers, "whsec_AAAA"),
    reason(body, headers, secret, now=0),
    reason(body, {}, secret),
]))`;
    const headers = { 'webhook-id': 'm1', 'webhook-timestamp': timestamp, 'webhook-signature': `v0,x ${signature}` };
    const input = join(folder, 'delivery.json');
    await writeFile(input, JSON.stringify([body, headers, secret]));
    const said = await python.run(['-c', program.replace('sys.stdin', `open(${JSON.stringify(input)})`)], { env });
    assert.deepEqual(JSON.parse(said), ['ü', 'ü', 'signature', 'signature', 'timestamp', 'missing_header']);
  });
});
