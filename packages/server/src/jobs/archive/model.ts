// What the archive is made of. Pure. Every storage key of the archive begins with ARCHIVE_PREFIX, then the organization:
// the wall between organizations holds by path too.

export const ARCHIVE_PREFIX = 'archive/';
export const archivePrefix = (orgId: string): string => `${ARCHIVE_PREFIX}${orgId}/`;

export type PartKind = 'jobs' | 'deliveries';

/** A file of a part. `checks`: a checksum per column, made by PostgreSQL and by the reader of the file alike. */
export type PartFile = {
  name: FileName;
  key: string;
  rows: number;
  bytes: number;
  sha256: string;
  checks: Record<string, string>;
  columns: { name: string; type: string }[];
};

export type Part = {
  id: string;
  orgId: string;
  kind: PartKind;
  /** As in 2026-03. */
  month: string;
  firstId: string;
  lastId: string;
  /** When its first and its last job ended. */
  firstAt: Date;
  lastAt: Date;
  rows: number;
  agents: Record<string, number>;
  files: PartFile[];
  createdAt: Date;
  verifiedAt: Date | null;
  problem: string | null;
};

export const fileNames = ['jobs', 'steps', 'waits', 'events', 'reruns', 'ledger', 'deliveries'] as const;
export type FileName = (typeof fileNames)[number];

/** A part is deleted from the tables in one transaction, and read as a whole to be written again: seconds, not minutes. */
export const PART_ROWS_MAX = 25_000;
export const PART_BYTES_MAX = 128 * 1024 * 1024;
/** Characters of a row: the reader of CSV files takes lines of 16 MiB, and a character may be three bytes. */
export const ROW_CHARACTERS_MAX = 5_000_000;

/** A new key for every version of a file: whoever still reads the one before is not disturbed. */
export const fileKey = (part: { orgId: string; month: string; id: string }, name: string, version: string): string =>
  `${archivePrefix(part.orgId)}${part.month}/${part.id}/${name}-${version}.parquet`;
