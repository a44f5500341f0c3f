// Types and limits of the archive. Every storage key of the archive begins with ARCHIVE_PREFIX and the organization, so
// that organizations are also separated by path.

export const ARCHIVE_PREFIX = 'archive/';
export const archivePrefix = (orgId: string): string => `${ARCHIVE_PREFIX}${orgId}/`;

export type PartKind = 'jobs' | 'deliveries';

/** A file of a part. `checks` has a checksum per column, which PostgreSQL and the reader of the file compute alike. */
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
  /** Such as 2026-03. */
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

/** A part is deleted from the tables in one transaction and rewritten as a whole, which must not take minutes. */
export const PART_ROWS_MAX = 25_000;
export const PART_BYTES_MAX = 128 * 1024 * 1024;
/** The longest row: the CSV reader accepts lines of 16 MiB, and a character may take three bytes. */
export const ROW_CHARACTERS_MAX = 5_000_000;

/** Returns a new key for each version of a file, so that readers of the old one are not disturbed. */
export const fileKey = (part: { orgId: string; month: string; id: string }, name: string, version: string): string =>
  `${archivePrefix(part.orgId)}${part.month}/${part.id}/${name}-${version}.parquet`;
