import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MultipartError, readBoundary, readParts } from './multipart.ts';

type Seen = [name: string, fileName: string | undefined, contentType: string | undefined, content: string];

async function parse(body: string | Buffer, chunkBytes = 64): Promise<Seen[]> {
  const bytes = Buffer.from(body);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  const seen: Seen[] = [];
  for await (const part of readParts(chunks(), 'b')) {
    const content: Buffer[] = [];
    for await (const chunk of part.content) content.push(chunk);
    seen.push([part.name, part.fileName, part.contentType, Buffer.concat(content).toString('latin1')]);
  }
  return seen;
}

const part = (headers: string, content = 'x') => `--b\r\n${headers}\r\n\r\n${content}\r\n`;
const field = (name: string, content = 'x') => part(`Content-Disposition: form-data; name="${name}"`, content);

describe('multipart', () => {
  test('yields the same parts in order however the bytes are cut', async () => {
    const tricky = '\r\n--\r\n-b\r\n--a\r\r\n\r\n--\r';
    const file = part('content-disposition: form-data; name="f"; filename="a.txt"\r\nContent-Type: text/csv', tricky);
    const body = `preamble\r\n${field('a', '1')}${file}${field('a', '')}--b--\r\nepilogue\r\n--b\r\n`;
    const expected: Seen[] = [
      ['a', undefined, undefined, '1'],
      ['f', 'a.txt', 'text/csv', tricky],
      ['a', undefined, undefined, ''],
    ];
    for (const chunkBytes of [1, 2, 3, 5, 7, 16, 31, 64, 4096]) {
      assert.deepEqual(await parse(body, chunkBytes), expected, `${chunkBytes} bytes at a time`);
    }
  });

  test('a part that is not read is skipped', async () => {
    async function* body() {
      yield Buffer.from(`${field('a', 'unread')}${field('b', 'unread')}--b--`);
    }
    const names: string[] = [];
    for await (const { name } of readParts(body(), 'b')) names.push(name);
    assert.deepEqual(names, ['a', 'b']);
  });

  test('an empty body and a closing boundary alone are forms without fields', async () => {
    assert.deepEqual(await parse(''), []);
    assert.deepEqual(await parse('--b--'), []);
  });

  test('reads names as browsers, Go and Python write them', async () => {
    const cases: [header: string, name: string, fileName: string | undefined][] = [
      ['form-data; name="a b"; filename="ü ß.pdf"', 'a b', 'ü ß.pdf'],
      ['form-data; name=plain; filename=plain.txt', 'plain', 'plain.txt'],
      ['form-data; name="q%22q"; filename="say %22hi%22%0D%0A.txt"', 'q"q', 'say "hi"\r\n.txt'],
      ['form-data; name="a\\"b"; filename="c\\\\d\\"e.txt"', 'a"b', 'c\\d"e.txt'],
      ['form-data; name="f"; filename="C:\\docs\\x.txt"', 'f', 'C:\\docs\\x.txt'],
      ["form-data; name*=utf-8''%C3%A4; filename*=UTF-8'en'%E2%82%AC.txt; filename=\"e.txt\"", 'ä', '€.txt'],
      ['form-data; filename="n; name=\\"x\\""; name="real"', 'real', 'n; name="x"'],
      ['Form-Data; NAME="f"; FileName=""', 'f', ''],
    ];
    for (const [header, name, fileName] of cases) {
      const [seen] = await parse(`${part(`Content-Disposition: ${header}`)}--b--`);
      assert.deepEqual(seen?.slice(0, 2), [name, fileName], header);
    }
  });

  const broken: Record<string, string | Buffer> = {
    'no boundary anywhere': 'garbage',
    'only line feeds': '--b\nContent-Disposition: form-data; name="a"\n\nx\n--b--\n',
    'ends in the headers': '--b\r\nContent-Dispo',
    'ends in the content': part('Content-Disposition: form-data; name="a"').slice(0, -3),
    'no closing boundary': field('a'),
    'half a closing boundary': `${field('a')}--b-`,
    'a part without headers, then the end': '--b\r\nfoo\r\n--b--\r\n',
    'a part without headers, then another': `--b\r\nfoo\r\n${field('a')}--b--`,
    'a part with an empty head': '--b\r\n\r\nfoo\r\n--b--',
    'text behind a boundary': `--bad\r\n${field('a')}--b--`,
    'no Content-Disposition': `${part('X-Other: 1')}--b--`,
    'another disposition': `${part('Content-Disposition: attachment; name="a"')}--b--`,
    'no name': `${part('Content-Disposition: form-data; filename="a"')}--b--`,
    'an empty name': `${field('')}--b--`,
    'a folded header': `${part('Content-Disposition: form-data;\r\n name="a"')}--b--`,
    'a bare line feed in a header': `${part('Content-Disposition: form-data; name="a\nb"')}--b--`,
    'a NUL in a header': `${part('Content-Disposition: form-data; name="a\0b"')}--b--`,
    'a header without colon': `${part('Content-Disposition')}--b--`,
    'headers without end': `--b\r\nx: ${'y'.repeat(200_000)}`,
    'large headers': `${part(`x: ${'y'.repeat(20_000)}\r\nContent-Disposition: form-data; name="a"`)}--b--`,
    'many headers': `${part(`${'x: y\r\n'.repeat(5_000)}Content-Disposition: form-data; name="a"`)}--b--`,
    'a Latin-1 name': Buffer.from(`${field('\xe4')}--b--`, 'latin1'),
    'a wrong extended name': `${part("Content-Disposition: form-data; name*=utf-8''%FF")}--b--`,
    'too many parts': `${field('a').repeat(1_001)}--b--`,
  };
  for (const [what, body] of Object.entries(broken)) {
    test(`refuses ${what}`, async () => {
      for (const chunkBytes of [64, 65_536]) {
        await assert.rejects(parse(body, chunkBytes), MultipartError, `${chunkBytes} bytes at a time`);
      }
    });
  }

  test('accepts as many parts as its limit allows', async () => {
    assert.equal((await parse(`${field('a').repeat(1_000)}--b--`, 65_536)).length, 1_000);
  });

  test('passes the error of its source on, and ends the source when it stops', async () => {
    let ended = 0;
    const failure = new Error('gone');
    async function* body(fail: boolean) {
      try {
        yield Buffer.from(field('a'));
        if (fail) throw failure;
        yield Buffer.from(field('b'));
      } finally {
        ended += 1;
      }
    }
    await assert.rejects(async () => {
      for await (const { content } of readParts(body(true), 'b')) for await (const _ of content);
    }, failure);
    for await (const _ of readParts(body(false), 'b')) break;
    assert.equal(ended, 2);
  });

  test('finds the boundary of a content type', () => {
    assert.equal(readBoundary('multipart/form-data; boundary=abc'), 'abc');
    assert.equal(readBoundary('multipart/form-data; charset=utf-8; Boundary="a b;c"'), 'a b;c');
    for (const type of [
      '',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      `x; boundary=${'b'.repeat(201)}`,
    ]) {
      assert.throws(() => readBoundary(type), MultipartError, type);
    }
  });
});
