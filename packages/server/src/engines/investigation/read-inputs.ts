import { text as readText } from 'node:stream/consumers';
import { JsonError, parseUntrustedJson } from '#platform/json.ts';
import { type EngineContext, EngineFailure } from '../engine.ts';
import type { Evidence } from './evidence.ts';
import { readPageText } from './page-text.ts';
import { hostOf } from './sources.ts';

// Inputs as evidence: texts, files and addresses. An input may be a value of the run or of the configuration.

export type Values = { inputs: Record<string, string>; config: Record<string, unknown> };

/** The configuration's value, else the run's; '' when there is none. */
export function inputValue({ inputs, config }: Values, ...keys: string[]): string {
  for (const key of keys) {
    const given = config[key];
    const text = given === undefined || given === null ? '' : typeof given === 'string' ? given : JSON.stringify(given);
    if (text.trim() !== '') return text;
    if (Object.hasOwn(inputs, key) && inputs[key]!.trim() !== '') return inputs[key]!;
  }
  return '';
}

export async function addText(evidence: Evidence, key: string, text: string, description: string): Promise<void> {
  if (text.trim() === '') return;
  await evidence.add({ name: key, description, source: `input ${key}`, text: asLines(text) });
}

/** JSON is laid out in lines, so that a value can be quoted with its name. */
function asLines(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text;
  try {
    return JSON.stringify(parseUntrustedJson(text), null, 1);
  } catch (error) {
    if (error instanceof JsonError) return text;
    throw error;
  }
}

const FILES_MAX = 50;
const TEXT_BYTES_MAX = 5 * 1024 * 1024;
const IMAGE_BYTES_MAX = 20 * 1024 * 1024;

/** Files by id, and addresses, which are asked on their own host only. */
export async function addFiles(context: EngineContext, evidence: Evidence, key: string, value: string): Promise<void> {
  const names = value
    .split(/[\s,]+/)
    .map((name) => name.replace(/^[["']+|[\]"']+$/g, ''))
    .filter((name) => name !== '');
  if (names.length > FILES_MAX) throw new EngineFailure(`'${key}' may have at most ${FILES_MAX} files.`);
  for (const name of names) {
    if (/^https?:\/\//i.test(name)) await addPage(context, evidence, key, name);
    else await addFile(context, evidence, key, name);
  }
}

export async function addPage(context: EngineContext, evidence: Evidence, key: string, url: string): Promise<void> {
  const host = hostOf(url);
  if (host === undefined) throw new EngineFailure(`'${key}': ${JSON.stringify(url.slice(0, 100))} is no address.`);
  const page = await readPageText(context, /^https?:/i.test(url) ? url : `https://${url}`, [host]);
  await evidence.add({
    name: page.title || page.url,
    description: `The page ${page.url}, given as ${key}.`,
    source: page.url,
    text: page.text,
    detail: { url: page.url, status: page.status },
  });
}

async function addFile(context: EngineContext, evidence: Evidence, key: string, id: string): Promise<void> {
  const file = await context.file(id);
  const shared = { name: file.name, description: `The file ${file.name}, given as ${key}.`, source: `file ${file.id}` };
  const isText = /^(text\/|application\/(json|xml))/.test(file.contentType);
  if (isText) {
    if (file.size > TEXT_BYTES_MAX) throw new EngineFailure(`The file ${file.name} is too large to be read as text.`);
    const text = (await readText(await file.open())).toWellFormed().replaceAll('\u0000', '');
    await evidence.add({ ...shared, text });
    return;
  }
  if (file.size > IMAGE_BYTES_MAX) throw new EngineFailure(`The file ${file.name} is larger than 20 MiB.`);
  throw new EngineFailure(`The file ${file.name} (${file.contentType}) cannot be read.`);
}
