// Resources in versions: policies, skill sets and what comes after them. Versions are append-only and one is current.
// A domain describes its kind of resource once; store.ts and the verbs beside it do the rest.

export type Content = Record<string, unknown>;

export type Versioned<C extends Content = Content> = {
  /** The name in errors, such as `skill set`. */
  noun: string;
  /** The type of target in the audit log, such as `skill_set`, and that of its versions. */
  target: string;
  versionTarget: string;
  table: string;
  versionTable: string;
  /** The column of the versions that has the id of the resource. */
  parent: string;
  /** The columns of a version that hold its content. */
  content: { readonly [Column in keyof C]: 'json' | 'text' };
  /** The number in the default name of the first version. */
  firstNumber: 0 | 1;
  /** Whether versions record `was_current`: one that was current may be current again without passing a gate. */
  isGated: boolean;
  /** Whether rows of a deleted resource stay, hidden, for those who refer to its versions. */
  hidesDeleted: boolean;
};

export type ResourceRow = {
  id: string;
  org_id: string;
  name: string;
  description: string;
  current_version_id: string;
  created_at: Date;
  updated_at: Date;
};

export type VersionRow<C extends Content> = C & {
  id: string;
  version_name: string;
  base_version_id: string | null;
  created_at: Date;
  creator_id: number | null;
  creator_email: string;
  creator_first_name: string;
  creator_last_name: string;
  /** Whether it is or was the current version. Always true for kinds without gates. */
  was_current: boolean;
};
