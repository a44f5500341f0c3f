import type { Db } from '#platform/db.ts';
import type { ResourceRow, Versioned, VersionRow } from '#versions/kind.ts';
import * as versions from '#versions/store.ts';
import type { PolicyContent } from './model.ts';

export type PolicyRow = ResourceRow;
export type PolicyVersionRow = VersionRow<{ content: PolicyContent }>;

/** A deleted policy keeps its rows for jobs that were accepted with one of its versions. */
export const policyKind: Versioned<{ content: PolicyContent }> = {
  noun: 'policy',
  target: 'policy',
  versionTarget: 'policy_version',
  table: 'policies',
  versionTable: 'policy_versions',
  parent: 'policy_id',
  content: { content: 'json' },
  firstNumber: 1,
  isGated: true,
  hidesDeleted: true,
};

export const findPolicy = (db: Db, orgId: string, id: string): Promise<PolicyRow | undefined> =>
  versions.findResource(db, policyKind, orgId, id);

export const findPolicyVersion = (
  db: Db,
  orgId: string,
  policyId: string,
  versionId: string,
): Promise<PolicyVersionRow | undefined> => versions.findVersion(db, policyKind, orgId, policyId, versionId);

/** Finds a version by its id, or the current one by policy id. */
export const findByEitherId = (db: Db, orgId: string, id: string) => versions.findByEitherId(db, policyKind, orgId, id);
