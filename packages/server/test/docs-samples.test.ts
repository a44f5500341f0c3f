import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { writeCurl } from '../src/docs/samples/curl.ts';
import { readOperations, type SampleOperation } from '../src/docs/samples/operation.ts';
import { PYTHON_START, writePython } from '../src/docs/samples/python.ts';
import { TYPESCRIPT_START, writeTypeScript } from '../src/docs/samples/typescript.ts';
import { testEngines } from './engines.ts';
import { type Harness, request, startHarness } from './harness.ts';
import { preparePython } from './python.ts';
import { createWorld, type World } from './world.ts';

// Every sample of the reference runs, in each language, against a real server. The writers are those of the pages; ids of
// examples are replaced by those of things that exist.

const python = await preparePython(['httpx==0.28.1']);
const curl = spawnSync('curl', ['--version']).status === 0;

/** What a key cannot do, or what an example cannot know: the answer is this error, as described. */
const REFUSED: Record<string, number> = {
  // Not the password or the link of anybody.
  'signIn.withPassword': 401,
  'signIn.withLink': 401,
  'invitations.open': 404,
  'invitations.accept': 404,
  // No program of these codes asks for a key.
  'logins.take': 401,
  'logins.current': 404,
  'logins.decide': 404,
  // Sessions and passwords are for people; these samples have a key.
  'signIn.signOut': 403,
  'signIn.changePassword': 403,
  'sessions.end': 404,
  'sessions.endOthers': 403,
  'sso.signOut': 403,
  // No program asks to be signed in.
  'oauth.interaction': 404,
  'oauth.decide': 404,
  // No agent has this name.
  'openai.createResponse': 404,
  'openai.createChatCompletion': 404,
  // The reviews agree.
  'reviews.settle': 409,
  // The file of the samples is no list, and the list has no such entry.
  'screening.importList': 400,
  'screening.decide': 400,
  // Needs a second person.
  'promotions.approve': 403,
  // There is no queue of this name.
  'caseAlerts.create': 400,
  // Nothing is proposed, the case is closed before, and the example names no other one.
  'caseDesk.approve': 409,
  'caseDesk.reject': 409,
  'caseDesk.merge': 400,
  'caseDesk.split': 409,
  // The queue has cases.
  'caseQueues.delete': 409,
  // No identity provider is configured.
  'sso.start': 404,
  'sso.complete': 404,
  'sso.backChannelLogout': 404,
  // Not signed by an engine.
  'engines.callback': 401,
  // There is no table of this name.
  'skills.generate': 400,
  // Leads to a private network, so nothing is sent.
  'connections.test': 400,
  'connections.testCredentials': 400,
  // Its credentials are a token, and no sign-in was begun.
  'connections.signIn': 400,
  'connections.completeSignIn': 400,
  // The job of the world has ended, and its wait is answered before, by the link.
  'waits.sendEvent': 409,
  'waits.answer': 409,
  // No policy decided the job of the world.
  'cases.explanation': 409,
  // There is no table of this name, and the upload had no bad rows.
  'transactions.setSource': 400,
  'uploads.rejects': 404,
  // No decided case fits its filter.
  'playbookRehearsals.create': 400,
  // Its case is not decided, and who decided a case does not look again.
  'caseChecks.create': 400,
  'caseChecks.decide': 403,
  // It is done.
  'evaluationRuns.resume': 409,
  'rehearsals.resume': 409,
  // An export is done when it starts.
  'bulk.pause': 409,
  'bulk.resume': 409,
  'bulk.cancel': 409,
  'bulk.undo': 409,
  // Nothing is proposed, and it is unlinked before.
  'knowledge.resolve': 409,
  'knowledge.delete': 404,
};

type Language = { write(operation: SampleOperation): string; run(samples: Sample[], at: Place): Promise<string> };
type Sample = { id: string; code: string };
type Place = { folder: string; env: NodeJS.ProcessEnv };

describe('samples of the reference', { concurrency: true }, () => {
  let harness: Harness;
  let operations: SampleOperation[];
  before(async () => {
    harness = await startHarness({ engines: testEngines });
    operations = readOperations((await request(harness.baseUrl, undefined, 'GET', '/openapi.json')).body).sort(
      (one, other) => orderOf(one) - orderOf(other),
    );
  });
  after(() => harness.stop());

  async function runAll({ write, run }: Language): Promise<void> {
    const folder = await mkdtemp(join(import.meta.dirname, '.samples-'));
    try {
      const org = await harness.org();
      const world = await createWorld(harness, org);
      const { artifacts } = (await org.request('GET', `/v1/agents/jobs/${world.job_id}/artifacts/`)).body;
      const file = join(folder, 'table.csv');
      await writeFile(file, 'a\n1\n');
      const ids = Object.entries(world).map(([name, value]) => [name.toUpperCase(), value]);
      const env = {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        ...Object.fromEntries(ids),
        ERRAND_URL: harness.baseUrl,
        ERRAND_API_KEY: org.apiKey,
        FILE: file,
      };
      const real = { ...world, artifact_key: artifacts[0].artifact_key, base_url: 'https://127.0.0.2', answer: 'yes' };
      await org.request('PUT', '/v1/secrets/BILLING_TOKEN/', { value: 'named by examples' });
      const samples = operations.map((one) => ({ id: one.id, code: write(withRealIds(one, real)) }));
      const lines = (await run(samples, { folder, env })).trim().split('\n');
      const seen = new Map(lines.map((line) => line.split(' ', 2) as [string, string]));
      const wrong = operations.filter(({ id }) => !isExpected(id, seen.get(id)));
      const list = wrong.map(({ id }) => `${id}: ${seen.get(id)}\n${samples.find((one) => one.id === id)!.code}`);
      assert.deepEqual(list, []);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  test('run in curl', { skip: curl ? false : 'curl is not installed' }, () =>
    runAll({ write: writeCurl, run: runShell }),
  );
  test('run in TypeScript', () => runAll({ write: writeTypeScript, run: runTypeScript }));
  test('run in Python', { skip: python.skip }, () => runAll({ write: writePython, run: runPython }));
});

const isExpected = (id: string, status: string | undefined): boolean =>
  REFUSED[id] === undefined ? /^2/.test(status ?? '') : status === String(REFUSED[id]);

/** What removes things comes last, parts before the whole, the agent after everything that needs one. */
function orderOf({ method, path }: SampleOperation): number {
  if (path.endsWith('/answer/')) return 0.5;
  // What is held cannot be deleted.
  if (method === 'DELETE' && path.endsWith('/hold/')) return 0.5;
  if (path.endsWith('/regenerate/')) return 0.6;
  if (/delete-data|rotate-secret|unlink/.test(path)) return 1;
  if (method !== 'DELETE') return 0;
  return path === '/v1/agents/{agent_id}/' ? 3 : 3 - path.split('/').length / 100;
}

/** Members that name a thing get one that is there; everything else stays as the page shows it. */
function withRealIds(operation: SampleOperation, world: World): SampleOperation {
  const replace = (value: unknown, name: string): unknown => {
    const single = name.replace(/s$/, '');
    if (Array.isArray(value)) return value.map((item) => replace(item, single));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replace(member, key)]));
    return (typeof value === 'string' && /(_id|artifact_key|base_url|^answer)$/.test(single) && world[single]) || value;
  };
  const query = replace(operation.query, '') as Record<string, string>;
  // A form of a new table needs a name that is not taken.
  return operation.isForm ? operation : { ...operation, query, body: replace(operation.body, '') };
}

/** Each sample says its id and its status on a line of its own. */
async function runShell(samples: Sample[], { folder, env }: Place): Promise<string> {
  const out = join(folder, 'out');
  const lines = samples.map(({ id, code }) => `printf '${id} ' >> ${out}\n${code}\nprintf '\\n' >> ${out}`);
  const start = `curl() { command curl -sS -o /dev/null -w '%{http_code}' "$@" >> ${out}; }`;
  // One argument of a program has at most 128 KiB.
  const script = join(folder, 'samples.sh');
  await writeFile(script, [start, ...lines].join('\n'));
  await finish('sh', [script], env);
  return readFile(out, 'utf8');
}

async function runTypeScript(samples: Sample[], { folder, env }: Place): Promise<string> {
  const out = join(folder, 'out');
  const imports = new Set(samples.flatMap(({ code }) => code.match(/^import .*$/gm) ?? []));
  const parts = samples.map(
    ({ id, code }) =>
      `try {\n${code.replace(/^import .*\n/gm, '')}\nsay('${id}', 200);\n} catch (error) { say('${id}', error); }`,
  );
  const text = [
    `import { appendFileSync } from 'node:fs';`,
    ...imports,
    TYPESCRIPT_START,
    `const say = (id: string, how: any) => appendFileSync('${out}', \`\${id} \${how.status ?? (how.message ?? how)}\\n\`);`,
    ...parts,
  ].join('\n');
  await writeFile(join(folder, 'samples.ts'), text);
  await finish(process.execPath, [join(folder, 'samples.ts')], env);
  return readFile(out, 'utf8');
}

async function runPython(samples: Sample[], { folder, env }: Place): Promise<string> {
  const out = join(folder, 'out');
  await writeFile(join(folder, 'samples.json'), JSON.stringify(samples));
  const text = `${PYTHON_START}
import json
from errand import ErrandError
for sample in json.load(open("${join(folder, 'samples.json')}")):
    try:
        exec(sample["code"])
        status = 200
    except ErrandError as error:
        status = error.status
    open("${out}", "a").write(f"{sample['id']} {status}\\n")
`;
  await writeFile(join(folder, 'samples.py'), text);
  const client = join(import.meta.dirname, '../../python/src');
  await python.run([join(folder, 'samples.py')], { env: { ...env, PYTHONPATH: client } });
  return readFile(out, 'utf8');
}

async function finish(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000);
  });
  const code = await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject));
  assert.equal(code, 0, said);
}
