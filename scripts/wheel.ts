import { createHash } from 'node:crypto';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

// Writes the Python client as a wheel. A wheel of pure Python is a zip with the sources and three files about them, so
// no tool of Python is needed.

const root = join(import.meta.dirname, '..');
const python = join(root, 'packages/python');

type Entry = { name: string; content: Buffer };

/** Writes the wheel into a folder and returns its name. */
export async function writeWheel(folder: string): Promise<string> {
  const { name, version, metadata } = await readProject();
  const stem = `${name.replaceAll('-', '_')}-${version}`;
  const info = `${stem}.dist-info`;
  const sources: Entry[] = [];
  for await (const path of glob('errand/**/{*.py,py.typed}', { cwd: join(python, 'src') }))
    sources.push({ name: path, content: await readFile(join(python, 'src', path)) });
  sources.sort((a, b) => (a.name < b.name ? -1 : 1));
  const wheel = 'Wheel-Version: 1.0\nGenerator: errand\nRoot-Is-Purelib: true\nTag: py3-none-any\n';
  const entries = [
    ...sources,
    { name: `${info}/METADATA`, content: Buffer.from(metadata) },
    { name: `${info}/WHEEL`, content: Buffer.from(wheel) },
    { name: `${info}/licenses/LICENSE`, content: await readFile(join(root, 'LICENSE')) },
  ];
  const record = entries.map(({ name, content }) => `${name},sha256=${hashOf(content)},${content.length}\n`).join('');
  entries.push({ name: `${info}/RECORD`, content: Buffer.from(`${record}${info}/RECORD,,\n`) });
  const file = `${stem}-py3-none-any.whl`;
  await writeFile(join(folder, file), zip(entries));
  return file;
}

async function readProject(): Promise<{ name: string; version: string; metadata: string }> {
  const project = await readFile(join(python, 'pyproject.toml'), 'utf8');
  const value = (key: string): string => {
    const found = new RegExp(`^${key} = "(.*)"$`, 'm').exec(project)?.[1];
    if (found === undefined) throw new Error(`pyproject.toml has no ${key}.`);
    return found;
  };
  const dependencies = /^dependencies = \[(.*)\]$/m.exec(project)?.[1]?.match(/[^",\s][^"]*(?=")/g) ?? [];
  const lines = [
    'Metadata-Version: 2.4',
    `Name: ${value('name')}`,
    `Version: ${value('version')}`,
    `Summary: ${value('description')}`,
    `License-Expression: ${value('license')}`,
    'License-File: LICENSE',
    `Requires-Python: ${value('requires-python')}`,
    ...dependencies.map((one) => `Requires-Dist: ${one}`),
    'Description-Content-Type: text/markdown',
  ];
  const readme = await readFile(join(python, 'README.md'), 'utf8');
  return { name: value('name'), version: value('version'), metadata: `${lines.join('\n')}\n\n${readme}` };
}

const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('base64url');

/** Times are those of 1980, the first that a zip knows, so that the same sources give the same bytes. */
const DATE = 0x21;

function zip(entries: Entry[]): Buffer {
  const parts: Buffer[] = [];
  const index: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const path = Buffer.from(name);
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt16LE(DATE, 8);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, path, packed]);
    const rest = Buffer.alloc(14);
    // Plain files that everybody may read.
    rest.writeUInt32LE(0o100644 * 0x10000, 6);
    rest.writeUInt32LE(offset, 10);
    index.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), common, rest, path]));
    parts.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(index).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...index, end]);
}
