import { AppError, isOutOfSpace } from '../errors.ts';
import { StorageError } from './storage.ts';

const RETRY_SECONDS = 5;

/** Returns the public error for a failed storage. `late` and `unreachable` may pass, so they have a retry time. */
export function storageProblem(cause: unknown, otherwise: () => AppError): AppError {
  const again = { retryAfterSeconds: RETRY_SECONDS, cause };
  if (isOutOfSpace(cause)) return new AppError('storage_full', { cause });
  const reason = findStorageError(cause)?.reason;
  if (reason === 'late') return new AppError('storage_timeout', again);
  if (reason === 'unreachable') return new AppError('storage_unavailable', again);
  return otherwise();
}

/** Finds the storage's own error among the causes. */
export function findStorageError(error: unknown): StorageError | undefined {
  if (error instanceof StorageError) return error;
  return error instanceof Error && error.cause !== undefined ? findStorageError(error.cause) : undefined;
}
