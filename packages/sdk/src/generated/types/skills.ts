// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { Page } from './values.ts';

export type CurrentGeneration = {
  generation: SkillGeneration | null;
};

export type GenerateVersionBody = {
  /** What the skills are for. */
  use_case: string;
  /** The version of this set that the new one is derived from. */
  base_version_id?: string | null;
  /** Default false: the files are the output of the job. With true they become the current version. */
  auto_commit?: boolean;
  /** Tables whose profiles are read. */
  table_names?: string[] | null;
  /** Uploaded files: `file_<uuid>`. */
  attachments?: string[] | null;
  policy_id?: string | null;
  policy_version_id?: string | null;
};

export type GenerationStarted = {
  /** The id of the job that writes the files. */
  workflow_id: string;
  /** The path of the events of its job. */
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
    /** The lines that differ with three lines around them, as a unified diff. */
    patch: string;
  }[];
};

export type SkillFile = {
  /** Inside the set, with slashes. `SKILL.md` is read first. */
  relative_path: string;
  /**
   * Text. Front matter (`name`, `description`) says when to read the file; a line `@include other.md` brings in
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
  /** The path of the events of its job. */
  sse_endpoint: string;
  status: 'building' | 'succeeded' | 'failed';
  /** Empty when there is none. */
  error: string;
  started_at: string;
};

/** May be left out. */
export type SkillPromoteBody = {
  /** Refused with 409 when another version is current by now. */
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
  /** Also moves when another version becomes current. */
  updated_at: string;
};

export type SkillSetCreateBody = {
  name: string;
  description?: string | null;
  /** Ignored with an API key. */
  organization_id?: unknown;
};

export type SkillSetListQuery = {
  /** A minus sign in front: descending. Default -created_at. */
  ordering?: 'name' | '-name' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at';
  /** Part of name or description, in any case. */
  search?: string;
  /** From 1. */
  page?: string;
  /** Default 20, at most 100, unless the operator changed it. */
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
  /** Against the base version. */
  file_changes: SkillFileChange[];
  files: SkillFile[];
};

export type SkillVersionBody = {
  /** The complete set of files; at most 200, together at most 1 MiB. */
  files: SkillFile[];
  version_name?: string;
  /** The version of this set that the new one is derived from. */
  base_version_id?: string | null;
  summary?: string | null;
  /** Left out: counted against the base version, or the current one. */
  file_changes?: SkillFileChange[] | null;
  /** Refused with 409 when another version is current by now. */
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
  /** Default 20, at most 100, unless the operator changed it. */
  page_size?: string;
};

export type SkillVersionPage = Page<SkillVersion>;
