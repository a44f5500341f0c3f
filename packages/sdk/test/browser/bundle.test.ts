import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { findChromium } from '../../../console/test/chromium.ts';
import { type InstalledPackage, installPackage } from '../package.ts';

const page = '<!doctype html><title>A page</title><script type="module" src="/bundle.js"></script>';
const source = `
import { createErrand, NotFoundError } from '@errand/sdk';
const errand = createErrand({ apiKey: 'key' });
const { results } = await errand.agents.list({ page_size: 1 });
const missing = await errand.jobs.get('unknown').catch((error) => error instanceof NotFoundError);
document.title = results[0].name + ' ' + missing;
`;

describe('the package in a browser bundle', () => {
  let installed: InstalledPackage;
  before(async () => {
    installed = await installPackage();
  });
  after(() => installed.remove());

  test('is loaded and called', async (context) => {
    const found = findChromium();
    if ('missing' in found) return context.skip(found.missing);
    const bundle = await bundleProject(installed.project);
    const asked: (string | undefined)[] = [];
    const server = createServer(({ url = '', headers }, response) => {
      const json = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(page);
      else if (url === '/bundle.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(bundle);
      else if (url.startsWith('/v1/agents/?')) {
        asked.push(url, headers.authorization);
        json(200, { count: 1, next: null, previous: null, results: [{ name: 'Greeting' }] });
      } else json(404, { detail: 'No job with this id.' });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] });
    try {
      const tab = await browser.newPage();
      await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      await tab.waitForFunction(`document.title === 'Greeting true'`);
      assert.deepEqual(asked, ['/v1/agents/?page_size=1', 'Bearer key']);
    } finally {
      await browser.close();
      server.close();
    }
  });
});

async function bundleProject(project: string): Promise<string> {
  await writeFile(join(project, 'entry.js'), source);
  await build({
    root: project,
    configFile: false,
    logLevel: 'error',
    build: { lib: { entry: 'entry.js', formats: ['es'], fileName: 'bundle' }, outDir: 'out', target: 'es2022' },
  });
  return readFile(join(project, 'out/bundle.js'), 'utf8');
}
