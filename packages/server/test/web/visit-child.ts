// A service in the middle of a visit, to be killed: it opens a page, says so, and stays.
import { createBrowser } from '#engines/web/browser/browser.ts';
import { parseNetwork } from '#platform/outbound/addresses.ts';

const browser = createBrowser({ path: undefined, allow: [parseNetwork('127.0.0.0/8')!] });
await browser.visit(new AbortController().signal, async ({ page }) => {
  await page.goto(process.argv[2]!);
  process.stdout.write('open\n');
  await new Promise(() => setInterval(() => undefined, 1_000));
});
