// Runs many test files in one process, each in a suite of its own, so that its hooks stay its own.
import { suite } from 'node:test';
import { pathToFileURL } from 'node:url';

for (const file of process.argv.slice(2)) {
  suite(file, async () => {
    await import(pathToFileURL(file).href);
  });
}
