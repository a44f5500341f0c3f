import { isJsonObject } from '#platform/json.ts';
import type { EngineContext } from '../engine/engine.ts';
import type { WebPage } from './read-page.ts';

/** Saves the page in the requested formats, each once per job, and returns the addresses of the references. */
export async function savePage(
  context: EngineContext,
  page: WebPage,
  { html, markdown }: { html: boolean; markdown: boolean },
): Promise<string[]> {
  const references: string[] = [];
  const save = async (name: string, content: Uint8Array, contentType: string, extension: string): Promise<void> => {
    const address = context.step(name, () => context.reference(content, { contentType, extension }), { kind: 'tool' });
    references.push(await address);
  };
  if (html) {
    const isHtml = page.contentType === '' || /html/i.test(page.contentType);
    const extension = isHtml ? 'html' : /pdf/i.test(page.contentType) ? 'pdf' : 'txt';
    await save('save html', page.content, page.contentType || 'text/html', extension);
  }
  if (markdown) await save('save markdown', Buffer.from(page.markdown), 'text/markdown', 'md');
  return references;
}

/** Adds the addresses of saved files to an output. A value that is not an object is wrapped. */
export function withReferences(value: unknown, references: string[]): unknown {
  if (references.length === 0) return value;
  return isJsonObject(value) ? { ...value, references } : { result: value, references };
}
