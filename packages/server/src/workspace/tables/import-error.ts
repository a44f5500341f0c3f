import { AppError } from '#platform/errors.ts';
import { findStorageError, storageProblem } from '#platform/storage/storage-problem.ts';

/** Describes a failed import. Problems with the file or storage are named; all others are only in the log. */
export function describeImportError(error: unknown, uploadId: string): string {
  if (error instanceof AppError && error.code === 'invalid_table') {
    return (error.options.messages ?? [error.message]).join(' ');
  }
  const unknown = `The import failed. The server log has the reason under upload ${uploadId}.`;
  const stored = storageProblem(error, () => new AppError('internal', { detail: unknown }));
  if (stored.code !== 'internal') return `${stored.message} Upload the file again.`;
  if (findStorageError(error) !== undefined) return 'The storage could not be read or written. Upload the file again.';
  return unknown;
}
