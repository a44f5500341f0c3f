import type { ConnectionUse } from '@errand/contract/connections.ts';
import type { Caller } from './caller.ts';
import type { Check } from './check.ts';
import type { Database, Db, Transactor } from './db.ts';
import type { LeasedRows } from './leased-rows.ts';
import type { Metrics } from './metrics.ts';

// A domain is a value. `<domain>/domain.ts` describes it, `registry/domains.ts` lists them, and whatever must know
// all domains walks that list: rotation of keys, deletion of data, deleted agents, export, doctor. A test compares the list with the
// catalogue of the database.

/** What is known of a domain without a running service. */
export type Domain = {
  /** The folder in `src`. */
  name: string;
  /** The tables that only this domain writes. */
  tables: Record<string, TableRules>;
  sealedColumns?: readonly SealedColumn[];
  /** The rows of its leased work. */
  leased?: readonly LeasedRows[];
  erase?: JobEraser;
  onAgentDeleted?: AgentDeleted;
  connectionUses?: FindUses;
  /** What `errand doctor` and the page of the installation's health look at. `version` is that of this release. */
  doctor?(database: Database, version: string): Check[];
  /** Adds gauges that are read from the tables. What a process knows of itself is measured by its service. */
  gauges?(metrics: Metrics, database: Database): void;
};

/** Work in the background of a process. */
export type Work = { name: string; start(): void | Promise<void>; stop(): void | Promise<void> };

export type TableRules = {
  /** For tables that name a job: what deletion of the job's data does with its rows. */
  jobData?: 'erased' | { kept: string };
  /** For jobs and the same tables: what the archive of jobs does with their rows. */
  archive?: 'file' | 'dropped' | 'stays';
  /** Why an export of the database leaves the rows out. */
  notExported?: string;
};

/** What happens after an agent is deleted. Its jobs are cancelled between the two, so that webhooks still report them. */
export type AgentDeleted = {
  /** Stops what would start more jobs of the agent. */
  stop?(db: Transactor, orgId: string, agentId: string): Promise<unknown>;
  /** Removes what belonged to the agent. */
  remove?(db: Transactor, orgId: string, agentId: string): Promise<unknown>;
};

/** Finds what of a domain uses a connection. */
export type FindUses = {
  list(db: Db, orgId: string, connectionId: string): Promise<ConnectionUse[]>;
  /** Counts the uses of many connections at once, for lists. */
  count(db: Db, orgId: string, connectionIds: string[]): Promise<Map<string, number>>;
};

/** Removes what a domain keeps of jobs, in the transaction that erases them. Two cases, because one keeps the jobs. */
export type JobEraser = {
  /**
   * The data of a job is deleted on request: its row stays, with status, cost and metadata. Throws if this caller may not
   * delete what the domain keeps of it.
   */
  data?(tx: Db, orgId: string, jobId: string, caller: Pick<Caller, 'role'>): Promise<Erased | undefined>;
  /** Retention removes the jobs themselves. */
  jobs?(tx: Db, orgId: string, jobIds: string[]): Promise<Erased | undefined>;
};

/** What the certificate of the erasure counts, and content that no row names any more. */
export type Erased = { removed?: Record<string, number>; storageKeys?: string[] };

/** A column whose values are encrypted with the key of the installation. */
export type SealedColumn<Column extends string = string> = {
  table: string;
  column: string;
  /** What the values are, for the summary of a rotation. */
  label: string;
  /** The columns that the place of a value is made of. */
  of: readonly Column[];
  /** A JSON object with a sealed value in each member. */
  isObject: boolean;
  /** The place of a value, which is authenticated with it. `member` is the key in a JSON object. */
  at(row: Record<Column, string>, member?: string): Place;
};

/** Only sealed columns make places, so nothing can be sealed that the rotation of keys does not find. */
export type Place = string & { readonly [sealed]: true };
declare const sealed: unique symbol;

export function sealedColumn<const Column extends string>({
  isObject = false,
  place,
  ...rest
}: {
  table: string;
  column: string;
  label: string;
  of: readonly Column[];
  isObject?: boolean;
  place(row: Record<Column, string>, member: string): string;
}): SealedColumn<Column> {
  return { ...rest, isObject, at: (row, member = '') => place(row, member) as Place };
}

/** The place of a value that is not stored, such as a cookie. It lasts no longer than the key that sealed it. */
export const unstoredPlace = (name: string): Place => name as Place;
