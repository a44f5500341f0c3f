import { availableParallelism } from 'node:os';
import type { ParsedDocument } from '@errand/documents/model/document.ts';
import { type DocumentSource, parseDocument, type ReadOptions } from '@errand/documents/parse-document.ts';
import { DocumentFailure } from '@errand/documents/process/failure.ts';
import { residentBytes } from '#platform/process-memory.ts';
import { createSemaphore } from '#platform/semaphore.ts';
import { EngineFailure } from '../engine/engine.ts';
import { startParser } from './start-parser.ts';

/** Reading is CPU-bound. More processes than cores would be slower and take more memory. */
const PROCESSES_MAX = Math.min(8, Math.max(2, availableParallelism()));
const processes = createSemaphore({ max: PROCESSES_MAX });
const host = { start: startParser, residentBytes };

/** Reads a document in a sandbox. An unreadable document ends the job with a message for the owner. */
export async function readDocument(source: DocumentSource, options: ReadOptions = {}): Promise<ParsedDocument> {
  try {
    return await processes.run(() => parseDocument(host, source, options), { signal: options.signal });
  } catch (error) {
    if (!(error instanceof DocumentFailure)) throw error;
    throw new EngineFailure(error.message, { code: 'errand.documents.unreadable', retry: error.retry, cause: error });
  }
}
