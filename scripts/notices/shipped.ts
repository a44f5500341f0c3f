import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isPermissive } from '../check/licences.ts';
import type { Lock } from '../check/lock-file.ts';
import { builtIn, findClosure, nameOf, shippedRoots } from '../release/closure.ts';

export type Shipped = { name: string; licence: string; by: string; texts: string[] };

/** Fonts that may be shipped in a program, but not sold alone. */
const fonts = new Set(['OFL-1.1']);

/** Lists each package once, by name. Throws on a licence that requires more than a notice. */
export async function readShipped(root: string, lock: Lock): Promise<Shipped[]> {
  const found = new Map<string, Shipped>();
  for (const path of findClosure(lock, shippedRoots, builtIn)) {
    if (!path.includes('node_modules/')) continue;
    const entry = lock.packages[path]!;
    const name = nameOf(path);
    // Packages of one platform are not installed on others, and the file must not depend on who writes it.
    const isOfPlatform = entry.os !== undefined || entry.cpu !== undefined;
    const { license, author } = isOfPlatform ? {} : await readManifest(join(root, path));
    const licence = license ?? entry.license;
    if (!isPermissive(licence) && !(fonts.has(licence ?? '') && name.startsWith('@fontsource')))
      throw new Error(`${name}: ${licence ?? 'no licence'} is not permissive, so it cannot be shipped.`);
    const one = found.get(name) ?? { name, licence: licence!, by: author ?? '', texts: [] };
    if (!isOfPlatform) one.texts.push(...(await readTexts(join(root, path))));
    found.set(name, one);
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

type Manifest = { license?: string; author?: string };

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
  const { license, author } = JSON.parse(text);
  return {
    license: typeof license === 'object' ? license.type : license,
    author: typeof author === 'object' ? author.name : author,
  };
}

async function readTexts(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name));
  return Promise.all(names.map(({ name }) => readFile(join(folder, name), 'utf8')));
}
