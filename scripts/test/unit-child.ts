// Runs many test files in one process, each in its own suite, so that their hooks stay separate. A file is loaded when
// the one before it has ended: what it sets up at its top level, such as the working folder, is its own until then.
import { after, suite } from 'node:test';
import { pathToFileURL } from 'node:url';

// The test runner ends when nothing keeps the process alive, which may happen while a file loads.
const keeper = setInterval(() => undefined, 60_000);
for (const file of process.argv.slice(2)) {
  const { promise, resolve } = Promise.withResolvers<void>();
  suite(file, async () => {
    try {
      await import(pathToFileURL(file).href);
    } catch (error) {
      resolve();
      throw error;
    }
    // Registered last, so it runs after the hooks of the file.
    after(() => resolve());
  });
  await promise;
}
clearInterval(keeper);
