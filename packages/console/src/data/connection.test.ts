import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';

let pages = 0;

/** Loads the module as a page does, with the test's clock and server. */
async function openPage(t: TestContext) {
  const page = { isThere: true, asked: 0, back: 0 };
  const events = new Map<string, () => void>();
  const globals = {
    addEventListener: (name: string, listener: () => void) => events.set(name, listener),
    document: { visibilityState: 'visible' },
    navigator: { onLine: true },
    async fetch() {
      page.asked += 1;
      if (!page.isThere) throw new TypeError('fetch failed');
      return new Response('{}');
    },
  };
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  for (const [name, value] of Object.entries(globals)) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    t.after(() => {
      if (before) Object.defineProperty(globalThis, name, before);
      else Reflect.deleteProperty(globalThis, name);
    });
  }
  const module = (await import(`./connection.ts?page=${++pages}`)) as typeof import('./connection.ts');
  module.onReconnect(() => {
    page.back += 1;
  });
  /** Lets time pass and waits for pending responses. */
  const pass = async (ms: number): Promise<void> => {
    t.mock.timers.tick(ms);
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  return { ...module, page, events, pass };
}

test('a server that is away is asked until it responds, and then each waiting caller is told once', async (t) => {
  const { page, reportLoss, reportAnswer, pass } = await openPage(t);
  page.isThere = false;
  reportLoss();
  reportLoss();
  await pass(2_000);
  await pass(2_000);
  assert.deepEqual([page.asked, page.back], [2, 0], 'several losses do not ask several times');
  page.isThere = true;
  await pass(2_000);
  assert.deepEqual([page.asked, page.back], [3, 1]);
  reportAnswer();
  await pass(60_000);
  assert.equal(page.back, 1);
});

test('a response of any request ends the asking', async (t) => {
  const { page, reportLoss, reportAnswer, pass } = await openPage(t);
  reportLoss();
  reportAnswer();
  await pass(2_000);
  assert.deepEqual([page.asked, page.back], [0, 1]);
});

test('a browser that is online again asks at once', async (t) => {
  const { page, events, pass } = await openPage(t);
  events.get('offline')!();
  events.get('online')!();
  await pass(0);
  assert.deepEqual([page.asked, page.back], [1, 1]);
});
