import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { loadReader } from '../../packages/documents/src/kinds/load-reader.ts';
import type { ParseRequest } from '../../packages/documents/src/model/request.ts';

export type ReadPage = { text: string; recognized: boolean; sureness: number; language?: string };
export type ReadFile = { pages: ReadPage[]; milliseconds: number; failure?: string };

/** Reads a file as the engines do. With a folder for texts, a file is read once, so that rules can be tried quickly. */
export async function readPages(path: string, keptIn: string | undefined): Promise<ReadFile> {
  const content = await readFile(path);
  const name = `${createHash('sha256').update(content).digest('hex').slice(0, 20)}.json`;
  if (keptIn !== undefined) {
    const known = await readFile(join(keptIn, name), 'utf8').catch(() => undefined);
    if (known !== undefined) return JSON.parse(known) as ReadFile;
  }
  const read = await parse(path, content);
  if (keptIn !== undefined) {
    await mkdir(keptIn, { recursive: true });
    await writeFile(join(keptIn, name), JSON.stringify(read));
  }
  return read;
}

async function parse(path: string, content: Buffer): Promise<ReadFile> {
  const request: ParseRequest = { name: basename(path), contentType: '', images: false, ocr: 'scans' };
  const pages: ReadPage[] = [];
  const before = process.cpuUsage();
  const spent = (): number => {
    const { user, system } = process.cpuUsage(before);
    return Math.round((user + system) / 1_000);
  };
  try {
    const reader = await loadReader(content, request);
    await reader.read(content, request, ({ text, recognized = false, confidence = 1, language }) =>
      pages.push({ text, recognized, sureness: confidence, ...(language !== undefined && { language }) }),
    );
  } catch (error) {
    return { pages, milliseconds: spent(), failure: String(error) };
  }
  return { pages, milliseconds: spent() };
}
