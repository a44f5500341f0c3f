import { readFile } from 'node:fs/promises';
import type { Lock } from './lock-file.ts';

/** Licences that let anybody ship the service, changed or not, with only a notice. */
const permissive =
  /^(MIT|MIT-0|ISC|BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|0BSD|Unlicense|CC0-1\.0|BlueOak-1\.0\.0|Python-2\.0|PostgreSQL|Zlib)$/;

/** Checks the licences of everything that is installed to run the service. */
export async function checkLicences(root: string, lock: Lock): Promise<string[]> {
  const problems: string[] = [];
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/') || entry.link || entry.dev) continue;
    const licence = (await readLicence(`${root}/${path}`)) ?? entry.license;
    if (!isPermissive(licence)) problems.push(`${path}: ${licence ?? 'no licence'} is not known as permissive`);
  }
  return problems;
}

/** Returns undefined for packages of other platforms, which are not installed. Then the lock file is trusted. */
async function readLicence(folder: string): Promise<string | undefined> {
  const text = await readFile(`${folder}/package.json`, 'utf8').catch(() => '{}');
  const { license } = JSON.parse(text) as { license?: string | { type?: string } };
  return typeof license === 'object' ? license.type : license;
}

/** Reads an SPDX expression without nested parentheses. For OR, one licence must be permissive; for AND, all. */
export function isPermissive(expression: string | undefined): boolean {
  if (expression === undefined) return false;
  const choices = expression.replace(/^\((.*)\)$/, '$1').split(/ OR /i);
  return choices.some((choice) => choice.split(/ AND /i).every((name) => permissive.test(name.trim())));
}
