import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { type Authority, type IssuedCertificate, makeAuthority } from '../../../test/authority.ts';
import { until } from '../../../test/until.ts';
import { createLog } from '../log.ts';
import { describeDates, readCertificate } from './certificate.ts';
import type { CertificateFiles } from './settings.ts';
import { type CertificateWatch, createCertificateWatch } from './watch-certificate.ts';

let authority: Authority;
let first: IssuedCertificate;
let second: IssuedCertificate;
let skip: string | false = false;
before(() => {
  const made = makeAuthority();
  if (made === undefined) {
    skip = 'openssl is not installed';
    return;
  }
  authority = made;
  first = authority.issue({ names: ['first.example', '127.0.0.1'] });
  second = authority.issue({ names: ['second.example'] });
});
after(() => authority?.remove());

let folder: string;
let files: CertificateFiles;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'errand-certificate-'));
  files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem'), keyPassword: undefined, minVersion: '1.2' };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = ({ cert, key }: IssuedCertificate): void => {
  writeFileSync(files.cert, cert);
  writeFileSync(files.key, key);
};

describe('a pair of files', () => {
  test('is taken with its names and dates, chain and password included', async (t) => {
    if (skip) return t.skip(skip);
    put({ ...first, cert: first.cert + authority.root });
    const { names, validUntil } = await readCertificate(files);
    assert.deepEqual(names, ['first.example', '127.0.0.1']);
    assert.ok(validUntil.getTime() > Date.now());
    const locked = authority.issue({ names: ['locked.example'], password: 'open sesame' });
    put(locked);
    await assert.rejects(readCertificate(files), /ERRAND_TLS_KEY_PASSWORD_FILE/);
    const keyPassword = join(folder, 'password');
    writeFileSync(keyPassword, 'open sesame\n');
    assert.deepEqual((await readCertificate({ ...files, keyPassword })).names, ['locked.example']);
    writeFileSync(keyPassword, 'guess');
    await assert.rejects(readCertificate({ ...files, keyPassword }), /password in .* does not open the key/);
  });

  test('is refused with what to do, and never with its content', async (t) => {
    if (skip) return t.skip(skip);
    const refused = async (pair: IssuedCertificate, reason: RegExp): Promise<void> => {
      put(pair);
      const error = await readCertificate(files).catch((one: Error) => one);
      assert.ok(error instanceof Error);
      assert.match(error.message, reason);
      assert.doesNotMatch(error.message, /BEGIN/);
    };
    await refused({ cert: first.cert, key: second.key }, /does not belong to.*Replace both files together/);
    await refused({ cert: authority.root + first.cert, key: first.key }, /own certificate first/);
    await refused({ cert: 'nothing', key: first.key }, /contains no PEM certificate/);
    await refused({ cert: first.cert.replace(/\w{40}\n/, 'x\n'), key: first.key }, /cannot be parsed/);
    await refused({ cert: first.cert, key: 'nothing' }, /contains no readable PEM private key/);
    rmSync(files.key);
    await assert.rejects(readCertificate(files), /ERRAND_TLS_KEY is ".*", but this file cannot be read \(ENOENT\)/);
  });

  test('whose dates do not fit is reported, by the clock of this machine', () => {
    const dates = { validFrom: new Date('2026-01-01'), validUntil: new Date('2026-03-01') };
    assert.equal(describeDates(dates, Date.parse('2026-02-01')), undefined);
    assert.match(describeDates(dates, Date.parse('2026-03-02'))!, /expired on 2026-03-01/);
    assert.match(describeDates(dates, Date.parse('2025-12-31'))!, /Correct the clock/);
  });
});

describe('files that change', () => {
  let watch: CertificateWatch;
  let lines: { event: string }[];
  const served: string[][] = [];
  async function start(options: { pollMs?: number; watchFolders?: boolean } = {}): Promise<void> {
    served.length = 0;
    lines = [];
    const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) });
    watch = await createCertificateWatch({ files, log, onChange: ({ names }) => served.push(names), ...options });
    watch.start();
  }
  afterEach(() => watch?.stop());
  const untilServed = (name: string) =>
    until(async () => watch.current().names[0] === name || undefined, `the certificate of ${name}`);
  const events = (): string[] => lines.map(({ event }) => event);

  test('by a rename are served, as soon as both fit', async (t) => {
    if (skip) return t.skip(skip);
    put(first);
    await start({ pollMs: 3_600_000 });
    writeFileSync(`${files.cert}.new`, second.cert);
    renameSync(`${files.cert}.new`, files.cert);
    await until(async () => watch.isRefused() || undefined, 'half a renewal');
    assert.equal(watch.current().names[0], 'first.example');
    assert.match(
      watch.problem()!,
      /does not belong to.*The previous certificate is still served; it is valid until 20/s,
    );
    writeFileSync(`${files.key}.new`, second.key);
    renameSync(`${files.key}.new`, files.key);
    await untilServed('second.example');
    assert.deepEqual([watch.problem(), watch.reloads(), served.at(-1)], [undefined, 1, ['second.example']]);
    assert.deepEqual(events(), ['tls.refused', 'tls.reloaded']);
  });

  test('by a swap of the link above them are served, whether the system reports it or not', async (t) => {
    if (skip) return t.skip(skip);
    for (const [name, pair] of Object.entries({ '..one': first, '..two': second })) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'tls.crt'), pair.cert);
      writeFileSync(join(folder, name, 'tls.key'), pair.key);
    }
    const link = (target: string): void => {
      symlinkSync(target, join(folder, '..tmp'));
      renameSync(join(folder, '..tmp'), join(folder, '..data'));
    };
    link('..one');
    for (const name of ['tls.crt', 'tls.key']) symlinkSync(join('..data', name), join(folder, name));
    files = { ...files, cert: join(folder, 'tls.crt'), key: join(folder, 'tls.key') };
    await start({ pollMs: 3_600_000 });
    link('..two');
    await untilServed('second.example');
    watch.stop();
    await start({ pollMs: 20, watchFolders: false });
    link('..one');
    await untilServed('first.example');
  });

  test('to a pair that is broken, gone or expired leave the old one, reported once', async (t) => {
    if (skip) return t.skip(skip);
    put(first);
    await start({ pollMs: 20, watchFolders: false });
    writeFileSync(files.key, readFileSync(files.key, 'utf8').slice(0, 50));
    await until(
      async () => /contains no readable PEM private key/.test(watch.problem() ?? '') || undefined,
      'a broken key',
    );
    rmSync(files.cert);
    await until(async () => /ENOENT/.test(watch.problem() ?? '') || undefined, 'no certificate');
    put(authority.issue({ names: ['old.example'], fromDays: -3, untilDays: -1 }));
    await until(async () => /expired on/.test(watch.problem() ?? '') || undefined, 'an expired one');
    assert.equal(watch.current().names[0], 'first.example');
    put(first);
    await until(async () => watch.problem() === undefined || undefined, 'the old files again');
    assert.equal(events().at(-1), 'tls.restored');
    assert.ok(events().length <= 6, `a line for each change, not for each look: ${events()}`);
    assert.equal(watch.reloads(), 0);
  });
});
