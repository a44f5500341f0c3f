import type { TestContext } from 'node:test';

/** Provides empty browser storages in memory, because Node has none. They are removed when the test ends. */
export function provideStorages(context: TestContext): { local: Storage; session: Storage } {
  const local = createStorage();
  const session = createStorage();
  for (const [name, value] of Object.entries({ localStorage: local, sessionStorage: session })) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value, configurable: true });
    context.after(() => {
      if (before) Object.defineProperty(globalThis, name, before);
      else Reflect.deleteProperty(globalThis, name);
    });
  }
  return { local, session };
}

/** Items are own properties, as in browsers: `Object.keys(localStorage)` lists them. */
function createStorage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, name: string): string | null {
      return Object.hasOwn(this, name) ? this[name]! : null;
    },
    setItem(this: Record<string, string>, name: string, value: string): void {
      this[name] = String(value);
    },
    removeItem(this: Record<string, string>, name: string): void {
      delete this[name];
    },
  };
  return Object.create(methods) as Storage;
}
