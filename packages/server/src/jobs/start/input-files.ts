import { deleteBlobs } from '#files/collect.ts';
import { keepFiles } from '#files/keep-content.ts';
import { deleteFiles, findFiles } from '#files/store.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { type Storage, StorageError } from '#platform/storage/storage.ts';
import { storageProblem } from '#platform/storage/storage-problem.ts';
import type { CollectedInput, StoredFile } from './inputs.ts';
import { InvalidRuns } from './invalid-runs.ts';
import type { UploadedFile } from './run-request.ts';

export type StoredFiles = { byId: Map<string, StoredFile>; byUpload: Map<UploadedFile, StoredFile> };

const noFiles: StoredFiles = { byId: new Map(), byUpload: new Map() };

/** Handles the files of one call: those that its inputs name, and those that were uploaded with it. */
export function createInputFiles(
  { database, storage }: { database: Database; storage: Storage },
  caller: Caller,
  itemName?: (index: number) => string,
) {
  const { orgId } = caller;
  const byUpload = new Map<UploadedFile, StoredFile & { storageKey: string }>();

  return {
    /** Looks up the files that inputs name and stores the uploaded ones. */
    store: (collected: CollectedInput[][]): StoredFiles | Promise<StoredFiles> =>
      haveFiles(collected) ? store(collected) : noFiles,

    /** Deletes the uploaded files again if the jobs were not accepted. */
    async discard(): Promise<void> {
      const rows = [...byUpload.values()];
      if (rows.length === 0) return;
      byUpload.clear();
      await deleteFiles(
        database.tenant(orgId),
        orgId,
        rows.map((row) => row.id),
      );
      await deleteBlobs(
        database.system,
        storage,
        rows.map((row) => row.storageKey),
      );
    },
  };

  async function store(collected: CollectedInput[][]): Promise<StoredFiles> {
    const db = database.tenant(orgId);
    const values = collected.flatMap((inputs, index) =>
      inputs.flatMap((input) => input.values.map((value) => ({ input, index, value }))),
    );
    const wanted = values.flatMap(({ value }) => (value.kind === 'file' ? [value.fileId] : []));
    const byId = new Map((await findFiles(db, orgId, wanted)).map((file) => [file.id, file]));
    const unknown = values.flatMap(({ input, index, value }) =>
      value.kind === 'file' && !input.takesText && !byId.has(value.fileId)
        ? [{ index, text: `Input '${input.key}': no file with id ${value.fileId} in this organization.` }]
        : [],
    );
    if (unknown.length > 0) throw new InvalidRuns(unknown, itemName);
    const uploads = values.flatMap(({ value }) =>
      value.kind === 'upload' && !byUpload.has(value.file) ? [value.file] : [],
    );
    if (uploads.length > 0) {
      const creatorId = caller.userId;
      const rows = await keepFiles(
        db,
        storage,
        orgId,
        uploads.map((file) => ({ ...file, creatorId })),
      ).catch((error: unknown) => {
        throw error instanceof StorageError ? notStored(error) : error;
      });
      for (const [index, file] of uploads.entries()) byUpload.set(file, rows[index]!);
    }
    return { byId, byUpload };
  }
}

const haveFiles = (collected: CollectedInput[][]): boolean =>
  collected.some((inputs) => inputs.some((input) => input.values.some((value) => value.kind !== 'text')));

export const notStored = (cause: StorageError): AppError =>
  storageProblem(
    cause,
    () =>
      new AppError('internal', {
        detail: 'The files could not be stored, so no job was created. Try again later.',
        cause,
      }),
  );
