// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Page } from './values.ts';

export type CurrentGeneration = {
  generation: SkillGeneration | null;
};

export type GenerateVersionBody = {
  /** What the skills are for. */
  use_case: string;
  /** The version of this set that the new version is based on. */
  base_version_id?: string | null;
  /**
   * If true, the files become the current version. Default: false, the files are only the output of the job.
   */
  auto_commit?: boolean;
  /** Tables to profile. */
  table_names?: string[] | null;
  /** Uploaded files: `file_<uuid>`. */
  attachments?: string[] | null;
  policy_id?: string | null;
  policy_version_id?: string | null;
};

export type GenerationStarted = {
  /** The id of the job that writes the files. */
  workflow_id: string;
  /** Path of the event stream of the job. */
  sse_endpoint: string;
  run_id: string;
};

export type SkillDiff = {
  from: {
    id: string;
    version_name: string;
  };
  to: {
    id: string;
    version_name: string;
  };
  /** Files that differ, by path. */
  files: {
    path: string;
    status: 'added' | 'removed' | 'changed';
    added_lines: number;
    removed_lines: number;
    /** A unified diff with three lines of context. */
    patch: string;
  }[];
};

export type SkillFile = {
  /** Path within the set, with slashes. Agents read `SKILL.md` first. */
  relative_path: string;
  /**
   * Text. Front matter (`name`, `description`) says when to read the file. A line `@include other.md` includes
   * another file.
   */
  content: string;
};

export type SkillFileChange = {
  path: string;
  status: 'created' | 'edited' | 'untouched';
  note?: string | null;
  added_lines?: number | null;
  removed_lines?: number | null;
};

export type SkillGeneration = {
  id: string;
  /** The id of the job that writes the files. */
  workflow_id: string;
  /** Path of the event stream of the job. */
  sse_endpoint: string;
  status: 'building' | 'succeeded' | 'failed';
  /** Empty if there is none. */
  error: string;
  started_at: string;
};

/** Optional. */
export type SkillPromoteBody = {
  /** Recorded in the audit log. */
  reason?: string | null;
  /** The version that you expect to be current. The request fails with 409 if another version is current. */
  expected_current?: string | null;
};

export type SkillSet = {
  id: string;
  name: string;
  description: string;
  organization_id: string;
  knowledge_base_key_id: string | null;
  current_version_id: string | null;
  created_at: string;
  /** Also changes when another version becomes current. */
  updated_at: string;
};

export type SkillSetCreateBody = {
  name: string;
  description?: string | null;
  /** Ignored with an API key. */
  organization_id?: unknown;
};

export type SkillSetListQuery = {
  /** A leading minus sign sorts in descending order. Default: -created_at. */
  ordering?: 'name' | '-name' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
  /** Part of the name or description. Case does not matter. */
  search?: string;
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
};

export type SkillSetPage = Page<SkillSet>;

export type SkillSetUpdateBody = {
  name?: string;
  description?: string | null;
};

export type SkillVersion = {
  id: string;
  version_name: string;
  created_at: string;
  updated_at: string;
  skill_set: SkillSet;
  created_by: {
    id: number;
    email: string;
    display_name: string;
  } | null;
  base_version_id: string | null;
  summary: string;
  /** Compared with the base version. */
  file_changes: SkillFileChange[];
  files: SkillFile[];
};

export type SkillVersionBody = {
  /** The complete set of files: at most 200 files and 1 MiB in total. */
  files: SkillFile[];
  version_name?: string;
  /** The version of this set that the new version is based on. */
  base_version_id?: string | null;
  summary?: string | null;
  /** If omitted: computed against the base version, or the current version. */
  file_changes?: SkillFileChange[] | null;
  /** The version that you expect to be current. The request fails with 409 if another version is current. */
  expected_current?: string | null;
};

export type SkillVersionCreated = {
  id: string;
  version_name: string;
  summary: string;
  file_changes: SkillFileChange[];
  files: SkillFile[];
};

export type SkillVersionListQuery = {
  /** From 1. */
  page?: string;
  /** Default: 20. At most 100 unless the operator sets another limit. */
  page_size?: string;
};

export type SkillVersionPage = Page<SkillVersion>;
