import { deleteFiles, findFiles, insertFiles } from '#files/store.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db } from '#platform/db.ts';
import { invalidInputs } from '#platform/errors.ts';
import type { CollectedInput, StoredFile } from './inputs.ts';
import type { UploadedFile } from './run-request.ts';

export type StoredFiles = {
  byId: Map<string, StoredFile>;
  byUpload: Map<UploadedFile, StoredFile>;
  /** Takes back the rows of uploads whose job was not accepted. */
  discard(): Promise<void>;
};

export const noFiles: StoredFiles = { byId: new Map(), byUpload: new Map(), discard: async () => undefined };

export const haveFiles = (collected: CollectedInput[][]): boolean =>
  collected.some((inputs) => inputs.some((input) => input.values.some((value) => value.kind !== 'text')));

/** Looks up the files that inputs name and stores rows for those that came along. `label` names an item in messages. */
export async function storeFiles(
  db: Db,
  caller: Caller,
  collected: CollectedInput[][],
  label: (problem: string, index: number) => string,
): Promise<StoredFiles> {
  const values = collected.flatMap((inputs, index) =>
    inputs.flatMap((input) => input.values.map((value) => ({ input, index, value }))),
  );
  const wanted = values.flatMap(({ value }) => (value.kind === 'file' ? [value.fileId] : []));
  const byId = new Map((await findFiles(db, caller.orgId, wanted)).map((file) => [file.id, file]));
  const unknown = values.flatMap(({ input, index, value }) =>
    value.kind === 'file' && !input.takesText && !byId.has(value.fileId)
      ? [label(`Input '${input.key}': no file with id ${value.fileId} in this organization.`, index)]
      : [],
  );
  if (unknown.length > 0) throw invalidInputs(unknown.slice(0, 1_000));
  const uploads = values.flatMap(({ value }) => (value.kind === 'upload' ? [value.file] : []));
  const rows = await insertFiles(
    db,
    caller.orgId,
    uploads.map((file) => ({ ...file, creatorId: caller.userId })),
  );
  return {
    byId,
    byUpload: new Map(uploads.map((file, index) => [file, rows[index]!])),
    discard: async () => {
      if (rows.length > 0)
        await deleteFiles(
          db,
          caller.orgId,
          rows.map((row) => row.id),
        );
    },
  };
}
