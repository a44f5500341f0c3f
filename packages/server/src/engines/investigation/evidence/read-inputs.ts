import { JsonError, parseUntrustedJson } from '#platform/json.ts';
import { gatherPages, imagesOf } from '../../documents/gather-pages.ts';
import { openSource, readSourceNames } from '../../documents/open-source.ts';
import { type EngineContext, EngineFailure } from '../../engine/engine.ts';
import { splitInput } from './case-tables.ts';
import type { Evidence, NewEvidence } from './evidence.ts';
import { type PageText, pageEvidence, readPageText, save } from './page-text.ts';
import { hostOf } from './sources.ts';

// Adds inputs as evidence: texts, files and URLs. An input may come from the run or from the configuration.

export type Values = { inputs: Record<string, string>; config: Record<string, unknown> };

/** Returns the value of the configuration, or else of the run, or else ''. */
export function inputValue({ inputs, config }: Values, ...keys: string[]): string {
  for (const key of keys) {
    const given = config[key];
    const text = given === undefined || given === null ? '' : typeof given === 'string' ? given : JSON.stringify(given);
    if (text.trim() !== '') return text;
    if (Object.hasOwn(inputs, key) && inputs[key]!.trim() !== '') return inputs[key]!;
  }
  return '';
}

/** Adds a text as evidence. Lists in it become tables that can be queried, and a piece of their own after the rest. */
export async function addText(evidence: Evidence, key: string, text: string, description: string): Promise<void> {
  if (text.trim() === '') return;
  const { tables, rows, rest } = splitInput(key, text);
  const given = { name: key, source: `input ${key}`, isCase: true };
  if (rest !== '')
    await evidence.add({
      ...given,
      description: tables.length === 0 ? description : `${description} Without its tables.`,
      text: rest,
    });
  if (tables.length === 0) return;
  evidence.tables.push(...tables);
  const told = tables.map(({ name, count }) => ` The table ${name} has all its ${count} rows.`).join('');
  await evidence.add({
    ...given,
    description: `${description}${told}`,
    text: rows,
    tables: tables.map(({ name }) => name),
  });
}

/** Adds files by id or URL. A URL may redirect only within its host. A model that reads images also gets images. */
export async function addFiles(
  context: EngineContext,
  evidence: Evidence,
  { key, value, readsImages }: { key: string; value: string; readsImages: boolean },
): Promise<void> {
  if (value.trim() === '') return;
  for (const name of readSourceNames(asList(value), key)) {
    if (/^https?:\/\//i.test(name)) await addPage(context, evidence, key, name);
    else await addFile(context, evidence, { key, id: name, readsImages });
  }
}

/** Lists may also be JSON text. */
function asList(value: string): unknown {
  if (!value.trim().startsWith('[')) return value;
  try {
    return parseUntrustedJson(value);
  } catch (error) {
    if (error instanceof JsonError) return value;
    throw error;
  }
}

export async function addPage(
  context: EngineContext,
  evidence: Evidence,
  key: string,
  given: string,
): Promise<PageText> {
  const url = /^https?:\/\//i.test(given) ? given : `https://${given}`;
  const host = hostOf(url);
  if (host === undefined)
    throw new EngineFailure(`'${key}': ${JSON.stringify(given.slice(0, 100))} must be a URL.`, {
      code: 'errand.web.invalid_address',
    });
  const page = await readPageText(context, url, [host]);
  const description = `The page ${page.url}, given as ${key}. ${page.note}`.trim();
  await evidence.add({ ...pageEvidence(page), description, isCase: true });
  return page;
}

async function addFile(
  context: EngineContext,
  evidence: Evidence,
  { key, id, readsImages }: { key: string; id: string; readsImages: boolean },
): Promise<void> {
  const source = await openSource(context, id);
  const { sha256 } = await context.file(id);
  const { pages } = await gatherPages(context, source, { ocr: true });
  const isImage = /^image\//.test(source.contentType ?? '');
  const [image] = isImage && readsImages ? await imagesOf(context, pages.slice(0, 1)) : [];
  const text =
    pages.length === 1 ? pages[0]!.text : pages.map((page) => `[page ${page.number}]\n${page.text}`).join('\n');
  await evidence.add({
    name: source.name,
    description: `The file ${source.name}, given as ${key}.`,
    source: `file ${id}`,
    text,
    isCase: true,
    ...(image && { image, saved: [await saveImage(context, id, image)] }),
    detail: { file: { id, sha256 } },
  });
}

/** Stores a copy of what the model saw, because the file may be deleted later. */
const saveImage = (context: EngineContext, id: string, { data, mediaType }: NonNullable<NewEvidence['image']>) =>
  context.step(`save image ${id}`, () =>
    save(context, data, { contentType: mediaType, extension: mediaType.split('/').at(-1) ?? 'bin' }),
  );
