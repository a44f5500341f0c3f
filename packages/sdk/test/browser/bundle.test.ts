import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { findChromium } from '../../../console/test/chromium.ts';
import { type InstalledPackage, installPackage } from '../package.ts';

const page = '<!doctype html><title>A page</title><script type="module" src="/bundle.js"></script>';
const source = `
import { createErrand, file, NotFoundError } from '@errand/sdk';
const errand = createErrand({ apiKey: 'key' });
const { results } = await errand.agents.list({ page_size: 1 });
const missing = await errand.jobs.get('unknown').catch((error) => error instanceof NotFoundError);
const stream = new Blob(['streamed']).stream();
const inputs = [new File(['named'], 'n.txt'), file(stream, { name: 's.txt' })];
const read = [];
for await (const { ok, output } of errand.runs.runMany('a', inputs.map((doc) => ({ inputs: { doc } })))) read.push(ok, output);
const refused = await errand.files.upload(file('/etc/hosts')).catch((error) => error.message.includes('Pass a Blob'));
document.title = [results[0].name, missing, refused, ...read].join(' ');
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
    assert.doesNotMatch(bundle, /(from|import|require)\s*\(?\s*['"`]/, 'it imports nothing');
    const asked: (string | undefined)[] = [];
    const server = createServer(async (request, response) => {
      const { url = '', headers } = request;
      const json = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(page);
      else if (url === '/bundle.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(bundle);
      else if (url.startsWith('/v1/agents/?')) {
        asked.push(url, headers.authorization);
        json(200, { count: 1, next: null, previous: null, results: [{ name: 'Greeting' }] });
      } else if (url.endsWith('/upload/')) {
        const form = await new Response(await buffer(request), {
          headers: headers as Record<string, string>,
        }).formData();
        const sent = form.get('file') as File;
        json(201, { id: `${sent.name}=${await sent.text()}` });
      } else if (url === '/v1/agents/run/a/') {
        const { doc } = JSON.parse((await buffer(request)).toString()).inputs;
        json(200, [{ key: 'o', data_type: 'application/json', value: JSON.stringify(doc) }]);
      } else json(404, { detail: 'No job with this id.' });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] });
    try {
      const tab = await browser.newPage();
      await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      await tab.waitForFunction(`document.title !== 'A page'`);
      assert.equal(await tab.title(), 'Greeting true true true n.txt=named true s.txt=streamed');
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
