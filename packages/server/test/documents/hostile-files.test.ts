import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { listWords } from '@errand/documents/model/words.ts';
import type { DocumentSource, ReadOptions } from '@errand/documents/parse-document.ts';
import { readDocument } from '#engines/documents/read-document.ts';
import { parserCommand } from '#engines/documents/start-parser.ts';
import { EngineFailure } from '#engines/engine/engine.ts';
import { chooseIdentity } from '#platform/identity.ts';
import { emptyEnvironment, findIsolation, type Isolation } from '#platform/isolation.ts';
import { makeDocx, makePng, makePptx, makeXlsx } from '../../../documents/test/files.ts';
import { makePdf } from '../../../documents/test/pdf.ts';
import { makeZip, unzip } from '../../../documents/test/zip.ts';
import { until } from '../harness.ts';
import { children, hugeImages, longPdf, slowPdf, swellingPdf, twistedPdf } from './hostile.ts';
import { source } from './sources.ts';

// Whatever a file does, it ends as a sentence its owner can act on, and takes nothing with it.

async function refused(file: DocumentSource, expected: RegExp, options?: ReadOptions): Promise<void> {
  await assert.rejects(readDocument(file, options), (error) => {
    assert.ok(error instanceof EngineFailure, String(error));
    assert.match(error.message, expected);
    assert.equal(error.retry, false);
    return true;
  });
}

describe('refused with a reason', () => {
  test('an empty file', () => refused(source(''), /^'file' is empty\.$/));

  test('a PDF with a password', () =>
    refused(
      source(makePdf([{ lines: ['x'] }], { encrypted: true }), 'a.pdf'),
      /^'a\.pdf' is protected with a password/,
    ));

  test('a PDF that is cut, and one that only begins like one', async () => {
    await refused(source('%PDF-1.7\nnothing more'), /damaged or incomplete PDF/);
    await refused(source(makePdf([{ lines: ['x'] }]).subarray(0, 60)), /damaged or incomplete PDF/);
  });

  test('bytes of no known kind, an archive without a document, an old Word file', async () => {
    await refused(source(Buffer.from([1, 0, 2, 0, 3, 1, 4, 9, 0])), /unsupported file type.*DOCX/);
    await refused(
      source(makeZip({ 'a.exe': Buffer.from([77, 90, 0, 1]) })),
      /ZIP archive without a document.*'a\.exe' has an unsupported file type/,
    );
    await refused(source(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0])), /old Office format/);
    await refused(source(makeDocx(['x']).subarray(0, 300)), /damaged or incomplete archive/);
  });

  test('an image of 60,000 × 60,000 pixels, by its header alone', () =>
    refused(source(makePng(60_000, 60_000)), /has 60000 × 60000 pixels; at most 60 million/, { ocr: 'all' }));

  test('an image that is cut', () =>
    refused(source(makePng(400, 400).subarray(0, 50)), /image that could not be decoded/, { ocr: 'all' }));

  test('a DOCX that unpacks to more than it says', async () => {
    const zeros = Buffer.alloc(258 * 1024 * 1024);
    const bomb = makeZip({ 'word/document.xml': zeros }, { claimed: 1_000 });
    assert.ok(bomb.length < 1_000_000);
    await refused(source(bomb), /unpacks to more than 256 MB/);
  });

  test('images of all kinds that say they are huge', async () => {
    const files = Object.entries(hugeImages());
    await Promise.all(files.map(([name, file]) => refused(source(file, name), /pixels; at most 60 million/)));
  });

  test('a damaged TIFF image, a long PDF, too much HTML: with what is possible instead', async () => {
    await Promise.all([
      refused(
        source(Buffer.from('II*\0\b\0\0\0\0\0\0\0', 'latin1')),
        /damaged or incomplete image. Save or upload it again/,
      ),
      refused(source(longPdf(100_000), 'long.pdf'), /has 100000 pages\. The limit is 3000\. Choose pages/),
      refused(source(Buffer.alloc(50 * 1024 * 1024, '<p>x'), 'a.html', 'text/html'), /more than 20 MB of HTML/),
    ]);
  });

  test('a file larger than the limit, before it is read', () =>
    refused({ ...source('x'), size: 200 * 1024 * 1024 }, /larger than 100 MB/));

  test('a file that turns out to be larger than it said', () => {
    const endless = async function* () {
      const block = Buffer.alloc(8 * 1024 * 1024, 'a');
      for (;;) yield block;
    };
    return refused({ name: 'file', open: async () => endless() }, /larger than 100 MB/);
  });
});

describe('read in spite of itself', () => {
  test('a PDF of loops, lists in lists and a page that is kilometres wide', async () => {
    const { pages } = await readDocument(source(twistedPdf()), { images: true, pages: [1, 2, 3] });
    assert.equal(listWords(pages[0]!)[0]!.text, 'here');
    assert.ok(pages[0]!.image!.data.length < 1_000_000);
  });

  test('XML that declares entities and files: they are not followed', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "${'&a;'.repeat(9)}"><!ENTITY f SYSTEM "file:///etc/passwd">]>`;
    const open = (file: Buffer, path: string): Buffer => {
      const entries = unzip(file);
      return makeZip({ ...entries, [path]: entries[path]!.replace('?>', `?>${bomb}`).replace('here', '&b;&f;here') });
    };
    const slides = await readDocument(source(open(makePptx([['here']]), 'ppt/slides/slide1.xml')));
    assert.equal(slides.pages[0]!.text, '&b;&f;here');
    for (const file of [
      open(makeDocx(['here']), 'word/document.xml'),
      open(makeXlsx({ S: [['here']] }), 'xl/worksheets/sheet1.xml'),
    ]) {
      const told = await readDocument(source(file)).then(({ pages }) => pages[0]!.text, String);
      assert.doesNotMatch(told, /aaaaaaaaaa|root:/);
    }
  });

  test('a workbook that claims a million rows of 16,000 columns for one cell, an SVG with a script', async () => {
    const { pages } = await readDocument(source(makeXlsx({ S: [['only']] }, 'A1:XFD1048576')));
    assert.equal(pages[0]!.text, 'Sheet: S\nonly');
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>process.exit(1)</script><text>drawn</text></svg>';
    const drawn = await readDocument(source(svg, 'a.svg', 'image/svg+xml'));
    assert.deepEqual([drawn.kind, drawn.pages[0]!.text], ['text', svg]);
  });
});

describe('stopped', () => {
  test('a PDF that takes for ever, at its deadline', () =>
    refused(source(slowPdf(), 'slow.pdf'), /^'slow\.pdf' could not be read within 1 seconds/, {
      timeoutMs: 1_000,
      images: true,
    }));

  test('a PDF that swells, at its limit of memory', () =>
    refused(source(swellingPdf()), /could not be read with 300 MB of memory/, { memoryBytesMax: 300 * 1024 * 1024 }));

  test('a cancelled reader leaves no process behind', async () => {
    const stop = new AbortController();
    const reading = readDocument(source(slowPdf()), { signal: stop.signal, images: true });
    reading.catch(() => undefined);
    await until(async () => children().length > 0, 'a parsing process');
    stop.abort(new Error('cancelled'));
    await assert.rejects(reading, /cancelled/);
    assert.deepEqual(children(), []);
  });

  test('a process that is killed in the middle fails its file only', async () => {
    const reading = readDocument(source(slowPdf(), 'slow.pdf'), { images: true });
    reading.catch(() => undefined);
    const [pid] = await until(async () => children().length > 0 && children(), 'a parsing process');
    const other = readDocument(source('still here'));
    process.kill(pid!, 'SIGKILL');
    await assert.rejects(reading, (error: EngineFailure) => {
      assert.match(error.message, /^'slow\.pdf' could not be read: the system ended the process/);
      // Perhaps the machine was short of memory: the file is not to blame.
      return error.retry;
    });
    assert.equal((await other).pages[0]!.text, 'still here');
  });

  test('a source that fails in the middle is not blamed on the file', async () => {
    const failing = async function* () {
      yield Buffer.from('%PDF-1.7');
      throw new Error('the disk is gone');
    };
    await assert.rejects(readDocument({ name: 'file', open: async () => failing() }), /the disk is gone/);
  });
});

describe('a parsing process', () => {
  const limit = { timeoutMs: 10_000, memoryBytesMax: 1024 ** 3 };
  /** What each attempt of a program in place of the parser comes to. */
  async function attempt(
    attempts: Record<string, string>,
    isolation: Partial<Isolation>,
  ): Promise<Record<string, string>> {
    const code = `
      const answers = {};
      for (const [name, source] of Object.entries(${JSON.stringify(attempts)})) {
        try { answers[name] = await eval(source); } catch (error) { answers[name] = error.code ?? String(error); }
      }
      console.log(JSON.stringify(answers));`;
    const program = [
      '--input-type=module',
      '--eval',
      `import { createRequire } from 'node:module'; const require = createRequire('/'); ${code}`,
    ];
    const [command, ...args] = parserCommand(program, isolation, limit);
    const { stdout } = await promisify(execFile)(command!, args, { env: emptyEnvironment, cwd: '/' });
    return JSON.parse(stdout);
  }

  test('reads nothing but our code, writes nothing and starts nothing', async () => {
    const told = await attempt(
      {
        read: `require('node:fs').readFileSync('/etc/passwd')`,
        list: `require('node:fs').readdirSync(process.cwd())`,
        write: `require('node:fs').writeFileSync('/tmp/errand-parser-wrote', 'x')`,
        start: `require('node:child_process').spawnSync('/bin/true')`,
      },
      await findIsolation(),
    );
    for (const [name, answer] of Object.entries(told)) assert.equal(answer, 'ERR_ACCESS_DENIED', name);
  });

  test('reaches no port, not even of this machine', async (context) => {
    const isolation = await findIsolation();
    if (isolation.network === undefined) return context.skip('this system does not let us take the network away');
    const server = createServer((socket) => socket.on('error', () => undefined).end());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as { port: number };
    const connect = `new Promise((resolve, reject) => {
      require('node:net').connect(${port}, '127.0.0.1', () => resolve('connected')).on('error', reject);
    })`;
    try {
      assert.match((await attempt({ connect }, isolation)).connect!, /^E(NETUNREACH|ADDRNOTAVAIL|CONNREFUSED)$/);
      const without = await attempt({ connect }, { ...isolation, network: undefined });
      assert.equal(without.connect, 'connected', 'the test can fail');
    } finally {
      server.close();
    }
  });

  test('is a user that owns nothing when it reads, cut off from our network', {
    skip: chooseIdentity() === undefined && 'only root can become somebody else',
  }, async () => {
    const reading = readDocument(source(slowPdf()), { images: true, timeoutMs: 60_000 });
    reading.catch(() => undefined);
    const [pid] = await until(async () => children().length > 0 && children(), 'a parsing process');
    const ids = (of: number | string, name: string): string[] =>
      new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(readFileSync(`/proc/${of}/status`, 'utf8'))![1]!.split(/\s+/);
    await until(async () => ids(pid!, 'Uid').every((id) => Number(id) >= 61_184), 'another user');
    assert.ok(ids(pid!, 'Gid').every((id) => Number(id) >= 61_184));
    assert.deepEqual(ids(pid!, 'NoNewPrivs'), ['1']);
    assert.equal(BigInt(`0x${ids(pid!, 'CapEff')[0]}`), 0n);
    if ((await findIsolation()).network !== undefined)
      assert.notEqual(readlinkSync(`/proc/${pid}/ns/net`), readlinkSync('/proc/self/ns/net'));
    process.kill(pid!, 'SIGKILL');
    await assert.rejects(reading);
  });
});

test('memory stays flat over many documents', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const file = source(makeXlsx({ Rows: Array.from({ length: 400 }, (_, row) => ['some text', row]) }));
  const used = (): number => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  for (let index = 0; index < 2; index += 1) await readDocument(file);
  const before = used();
  for (let index = 0; index < 6; index += 1) await readDocument(file);
  assert.ok(used() - before < 2 * 1024 * 1024, `${used() - before} bytes more`);
  assert.deepEqual(children(), []);
});
