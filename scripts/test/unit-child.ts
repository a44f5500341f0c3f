// Runs many test files in one process, each in its own suite, so that their hooks stay separate.
import { suite } from 'node:test';
import { pathToFileURL } from 'node:url';

for (const file of process.argv.slice(2)) {
  suite(file, async () => {
    await import(pathToFileURL(file).href);
  });
}
