import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { provideStorages } from '../../test/storage.ts';

type Page = typeof import('./session.ts') & { local: Storage; session: Storage; tellStorage(key: string | null): void };

let pages = 0;

/** Loads the module as a separate page does, which reads the storages and listens from the start. */
async function openPage(t: TestContext, stored?: object): Promise<Page> {
  const { local, session } = provideStorages(t);
  if (stored) local.setItem('errand.session', JSON.stringify(stored));
  const listeners: ((event: { key: string | null }) => void)[] = [];
  Object.defineProperty(globalThis, 'addEventListener', {
    value: (_name: string, listener: (event: { key: string | null }) => void) => listeners.push(listener),
    configurable: true,
  });
  t.after(() => Reflect.deleteProperty(globalThis, 'addEventListener'));
  const module = (await import(`./session.ts?page=${++pages}`)) as typeof import('./session.ts');
  const tellStorage = (key: string | null) => {
    for (const listener of listeners) listener({ key });
  };
  return { ...module, local, session, tellStorage };
}

const ada = { kind: 'user', credential: 'ada', organizationId: 'one' } as const;

test('signing out leaves nothing about the person in the browser', async (t) => {
  const page = await openPage(t, ada);
  page.setSession(ada);
  page.local.setItem('errand.theme', 'dark');
  page.local.setItem('errand.draft.new', '{}');
  page.local.setItem('other.program', 'kept');
  page.leaveSession();
  assert.equal(page.getSession(), undefined);
  assert.deepEqual(Object.keys(page.local).sort(), ['errand.theme', 'other.program']);
  assert.deepEqual(Object.keys(page.session), []);
});

test('a credential that was refused ends the session once, and not that of somebody else', async (t) => {
  const page = await openPage(t, ada);
  page.endSession('another');
  assert.equal(page.getSession()?.ended, undefined);
  page.endSession('ada');
  assert.equal(page.getSession()?.ended, true);
  assert.equal(page.getSession()?.credential, 'ada', 'the page stays, so that nothing typed is lost');
});

test('each tab looks at an organization of its own', async (t) => {
  const page = await openPage(t, ada);
  page.session.setItem('errand.organization', 'two');
  page.tellStorage('errand.session');
  assert.equal(page.getSession()?.organizationId, 'two');
  page.tellStorage('unrelated');
});

test('another person in another tab is told to this one, a renewed sign-in is not', async (t) => {
  const page = await openPage(t, ada);
  const told: unknown[] = [];
  page.onOtherPerson((before) => told.push(before?.credential));
  page.local.setItem('errand.session', JSON.stringify({ ...ada, ended: true }));
  page.tellStorage('errand.session');
  page.local.setItem('errand.session', JSON.stringify({ ...ada, credential: 'ada again' }));
  page.tellStorage('errand.session');
  assert.deepEqual(told, []);
  page.local.setItem('errand.session', JSON.stringify({ ...ada, credential: 'grace', organizationId: 'three' }));
  page.tellStorage('errand.session');
  assert.deepEqual(told, ['ada again']);
  assert.equal(page.getSession()?.organizationId, 'three');
});

test('unsaved work is noticed, saved work and empty texts are not', async (t) => {
  const page = await openPage(t);
  const [empty, typed] = [
    { id: 'a', text: '' },
    { id: 'b', text: 'select 1' },
  ];
  const saved = { id: 'c', text: 'select 1', savedText: 'select 1', worksheetId: 'w' };
  const cases: [object[], boolean][] = [
    [[empty], false],
    [[empty, typed], true],
    [[saved], false],
    [[saved, typed], true],
    [[{ ...saved, text: 'select 2' }], true],
  ];
  assert.equal(page.hasDrafts(), false);
  for (const [drafts, expected] of cases) {
    page.local.setItem('errand.sql-drafts', JSON.stringify({ drafts }));
    assert.equal(page.hasDrafts(), expected, JSON.stringify(drafts));
  }
  page.local.setItem('errand.sql-drafts', '{cut');
  assert.equal(page.hasDrafts(), false);
  page.local.setItem('errand.policy-draft.p', '{}');
  assert.equal(page.hasDrafts(), true);
});

test('nonsense in the storage is nobody', async (t) => {
  assert.equal((await openPage(t, { credential: 7 })).getSession(), undefined);
});
