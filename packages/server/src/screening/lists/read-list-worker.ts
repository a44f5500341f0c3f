import { parentPort, workerData } from 'node:worker_threads';
import { type Entry, hashOf, keysOf } from './entry.ts';
import { ListProblem } from './list-problem.ts';
import { readCsvList } from './read-csv.ts';
import { readEu } from './read-eu.ts';
import type { ListOutcome, ListTask } from './read-list.ts';
import { readOfac } from './read-ofac.ts';
import { readUn } from './read-un.ts';

// Runs in a thread, see read-list.ts.

const readers = { csv: readCsvList, ofac: readOfac, un: readUn, eu: readEu };
const ENTRIES_MAX = 500_000;

parentPort!.postMessage(read(workerData as ListTask));

function read({ format, files }: ListTask): ListOutcome {
  try {
    const entries = readers[format](files);
    if (entries.length === 0) throw new ListProblem('Has no entries.');
    if (entries.length > ENTRIES_MAX) throw new ListProblem(`Has more than ${ENTRIES_MAX} entries.`);
    refuseTwice(entries);
    return {
      entries: entries.map((content) => ({
        content,
        hash: hashOf(content),
        keys: keysOf([content.name, ...content.aliases], content.kind, Object.values(content.identifiers).flat()),
      })),
    };
  } catch (error) {
    if (error instanceof ListProblem) return { problem: error.message };
    return { problem: `Could not be read as ${format}: ${String((error as Error).message).slice(0, 300)}` };
  }
}

function refuseTwice(entries: Entry[]): void {
  const seen = new Set<string>();
  for (const { id } of entries) {
    if (seen.has(id)) throw new ListProblem(`Has the id '${id.slice(0, 100)}' twice.`);
    seen.add(id);
  }
}
