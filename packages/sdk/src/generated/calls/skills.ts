// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, KeyedOptions, QueryOf } from '../../transport/options.ts';
import type { PagedCall } from '../../transport/pages.ts';
import type { DependentAgent } from '../types/policies.ts';
import type {
  CurrentGeneration,
  GenerateVersionBody,
  GenerationStarted,
  SkillDiff,
  SkillPromoteBody,
  SkillSet,
  SkillSetCreateBody,
  SkillSetListQuery,
  SkillSetPage,
  SkillSetUpdateBody,
  SkillVersion,
  SkillVersionBody,
  SkillVersionCreated,
  SkillVersionListQuery,
  SkillVersionPage,
} from '../types/skills.ts';

export interface SkillsCalls {
  /** List skill sets. Lists the skill sets of the organization with their current versions, in pages. */
  list: PagedCall<(query?: QueryOf<SkillSetListQuery>, options?: CallOptions) => Promise<SkillSetPage>>;
  /**
   * Create a skill set. Its first version has one file, SKILL.md, with the name and description of the set.
   */
  create(body: SkillSetCreateBody, options?: KeyedOptions): Promise<SkillSet>;
  /**
   * Retrieve a skill set. Returns the set with its current version. Agents that use the set read that version from
   * their next job.
   */
  get(skillSetId: string, options?: CallOptions): Promise<SkillSet>;
  /** Update a skill set. Omitted fields stay unchanged. An empty description clears it. */
  update(skillSetId: string, body?: SkillSetUpdateBody, options?: CallOptions): Promise<SkillSet>;
  /**
   * Delete a skill set. Also deletes its versions and files. Refused while agent versions use the set:
   * `dependent_agents` lists them.
   */
  delete(skillSetId: string, options?: CallOptions): Promise<void>;
  /** Agents that use a skill set. Lists every agent version that uses it, current or not. At most 1000. */
  dependents(skillSetId: string, options?: CallOptions): Promise<DependentAgent[]>;
  /** List versions of a skill set. Lists the versions newest first, with their files. */
  listVersions: PagedCall<
    (skillSetId: string, query?: QueryOf<SkillVersionListQuery>, options?: CallOptions) => Promise<SkillVersionPage>
  >;
  /**
   * Create a version of a skill set. Send the complete set of files. The new version becomes current immediately.
   */
  createVersion(skillSetId: string, body: SkillVersionBody, options?: KeyedOptions): Promise<SkillVersionCreated>;
  /**
   * Retrieve a version of a skill set. You can also pass the id of a set to get its current version. Versions
   * never change.
   */
  getVersion(skillVersionId: string, options?: CallOptions): Promise<SkillVersion>;
  /**
   * Make a version of a skill set current. Promotes or rolls back. Jobs that start to read the set from now on use
   * this version.
   */
  setCurrent(
    skillSetId: string,
    skillVersionId: string,
    body?: SkillPromoteBody,
    options?: CallOptions,
  ): Promise<SkillSet>;
  /**
   * Compare two versions of a skill set. Returns added, removed and changed files with their lines, from the first
   * to the second version.
   */
  diff(
    skillSetId: string,
    skillVersionId: string,
    otherSkillVersionId: string,
    options?: CallOptions,
  ): Promise<SkillDiff>;
  /**
   * Generate a version of a skill set. Starts a job that writes files from the use case, tables, attachments and a
   * policy. At least one table or attachment is required. A set can have one generation at a time.
   */
  generate(skillSetId: string, body: GenerateVersionBody, options?: KeyedOptions): Promise<GenerationStarted>;
  /** Retrieve the last generation of a skill set. Null if there is none, or if it was dismissed. */
  generation(skillSetId: string, options?: CallOptions): Promise<CurrentGeneration>;
  /** Cancel or dismiss a generation. Cancels its job if that is still running. */
  cancelGeneration(skillSetId: string, skillRunId: string, options?: CallOptions): Promise<void>;
}
