import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// A certificate authority for tests: certificates with any names and dates, signed by a root that only they know.

export type IssuedCertificate = { cert: string; key: string };

export type Authority = {
  /** The root's own certificate. */
  root: string;
  /** Dates are days from now. */
  issue(options: IssueOptions): IssuedCertificate;
  remove(): void;
};

type IssueOptions = {
  names: string[];
  fromDays?: number;
  untilDays?: number;
  /** Of the key. */
  password?: string;
  /** The user of a client certificate; else the first name. */
  commonName?: string;
};

/** Undefined where openssl is not installed. */
export function makeAuthority(name = 'Errand test'): Authority | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'errand-authority-'));
  const at = (file: string): string => join(folder, file);
  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { stdio: 'ignore', cwd: folder });
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
  writeFileSync(at('index.txt'), '');
  writeFileSync(at('serial'), '01\n');
  writeFileSync(at('ca.cnf'), configuration);
  try {
    openssl(
      'req',
      '-x509',
      ...curve,
      '-nodes',
      '-days',
      '3650',
      '-subj',
      `/CN=${name}`,
      '-keyout',
      'root.key',
      '-out',
      'root.pem',
    );
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
  let count = 0;
  return {
    root: readFileSync(at('root.pem'), 'utf8'),
    issue({ names, fromDays = -1, untilDays = 90, password, commonName = names[0]! }) {
      count += 1;
      const own = `leaf-${count}`;
      const alternatives = names.map((one) => (/^[\d.]+$|:/.test(one) ? `IP:${one}` : `DNS:${one}`));
      writeFileSync(at(`${own}.ext`), `subjectAltName=${alternatives.join(',')}\nbasicConstraints=CA:FALSE\n`);
      const secret = password === undefined ? ['-nodes'] : ['-passout', `pass:${password}`];
      openssl('req', ...curve, ...secret, '-subj', `/CN=${commonName}`, '-keyout', `${own}.key`, '-out', `${own}.csr`);
      const dates = ['-startdate', toDate(fromDays), '-enddate', toDate(untilDays)];
      const files = ['-in', `${own}.csr`, '-out', `${own}.pem`, '-extfile', `${own}.ext`];
      openssl('ca', '-batch', '-notext', '-config', 'ca.cnf', ...dates, ...files);
      return { cert: readFileSync(at(`${own}.pem`), 'utf8'), key: readFileSync(at(`${own}.key`), 'utf8') };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** YYMMDDHHMMSSZ */
const toDate = (days: number): string =>
  `${new Date(Date.now() + days * 86_400_000)
    .toISOString()
    .replaceAll(/[-:T]|\.\d+Z/g, '')
    .slice(2)}Z`;

const configuration = `[ca]
default_ca = own
[own]
dir = .
database = index.txt
serial = serial
new_certs_dir = .
certificate = root.pem
private_key = root.key
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
`;
