import { UnreadableFile } from '../model/unreadable-file.ts';
import { newBudget, readParts } from './container.ts';
import type { ContainerReader } from './reader.ts';
import { listZipEntries, readZipEntry } from './zip.ts';

/** Files that operating systems add to archives. */
const LITTER = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$|\._[^/]*$)/;

const NOTHING = 'is a ZIP archive without a document that can be read.';

/** Reads the files of a ZIP archive one after the other, unpacked with a limit. */
export const readArchive: ContainerReader = async (content, request, emit, { readPart, inside }) => {
  const budget = inside?.budget ?? newBudget();
  const entries = listZipEntries(content).filter(({ name }) => !name.endsWith('/') && !LITTER.test(name));
  function* unpack() {
    for (const entry of entries) {
      try {
        if (budget.bytes < 0)
          yield { name: entry.name, note: `'${entry.name}' was not read: the unpacked archive is too large.` };
        else
          yield { name: entry.name, contentType: '', content: readZipEntry(content, entry, Math.max(0, budget.bytes)) };
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error;
        yield { name: entry.name, note: `'${entry.name}' ${error.message}` };
      }
    }
  }
  const reading = {
    request,
    emit,
    readPart,
    pagesBefore: 0,
    path: inside?.path ?? '',
    depth: inside?.depth ?? 0,
    budget,
  };
  const { pageCount, parts } = await readParts(unpack(), reading);
  if (pageCount === 0) {
    const reason = parts.find(({ note }) => note !== undefined)?.note ?? 'It is empty.';
    // For nested archives, the reason of the innermost one is reported.
    throw new UnreadableFile(`${NOTHING} ${reason.split(`${NOTHING} `).at(-1)}`);
  }
  return { pageCount, ownPages: 0, parts };
};
