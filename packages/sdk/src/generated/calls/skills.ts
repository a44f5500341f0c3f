// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { CallOptions, QueryOf } from '../../transport/options.ts';
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
  /**
   * List skill sets. The skill sets of the organization, each with its current version, one page at a time.
   */
  list: PagedCall<(query?: QueryOf<SkillSetListQuery>, options?: CallOptions) => Promise<SkillSetPage>>;
  /**
   * Create a skill set. Its first version has one file, SKILL.md, with the name and description of the set.
   */
  create(body: SkillSetCreateBody, options?: CallOptions): Promise<SkillSet>;
  /**
   * Retrieve a skill set. The set with its current version, which agents that name it read from their next job on.
   */
  get(skillSetId: string, options?: CallOptions): Promise<SkillSet>;
  /** Update a skill set. A member that is not given stays as it is; an empty description clears it. */
  update(skillSetId: string, body?: SkillSetUpdateBody, options?: CallOptions): Promise<SkillSet>;
  /**
   * Delete a skill set. Deletes its versions and files too. Refused while versions of agents use it:
   * `dependent_agents` names them.
   */
  delete(skillSetId: string, options?: CallOptions): Promise<void>;
  /**
   * Agents that use a skill set. Every existing version of an agent that names it, current or not; at most 1000.
   */
  dependents(skillSetId: string, options?: CallOptions): Promise<DependentAgent[]>;
  /** List versions of a skill set. Newest first, with their files. */
  listVersions: PagedCall<
    (skillSetId: string, query?: QueryOf<SkillVersionListQuery>, options?: CallOptions) => Promise<SkillVersionPage>
  >;
  /**
   * Create a version of a skill set. With the complete set of files. The new version becomes current at once.
   */
  createVersion(skillSetId: string, body: SkillVersionBody, options?: CallOptions): Promise<SkillVersionCreated>;
  /**
   * Retrieve a version of a skill set. The id of a set is accepted too and means its current version. Versions
   * never change.
   */
  getVersion(skillVersionId: string, options?: CallOptions): Promise<SkillVersion>;
  /**
   * Make a version of a skill set current. Promotes or rolls back. Jobs that begin to read the set from now on
   * work with it.
   */
  setCurrent(
    skillSetId: string,
    skillVersionId: string,
    body?: SkillPromoteBody,
    options?: CallOptions,
  ): Promise<SkillSet>;
  /**
   * Difference of two versions of a skill set. Added, removed and changed files with their lines, from the first
   * to the second.
   */
  diff(
    skillSetId: string,
    skillVersionId: string,
    otherSkillVersionId: string,
    options?: CallOptions,
  ): Promise<SkillDiff>;
  /**
   * Generate a version of a skill set. Starts a job that writes files from the use case, tables, attachments and a
   * policy; at least one table or attachment is needed. One generation of a set at a time.
   */
  generate(skillSetId: string, body: GenerateVersionBody, options?: CallOptions): Promise<GenerationStarted>;
  /** The last generation of a skill set. Null when there is none, or when it was dismissed. */
  generation(skillSetId: string, options?: CallOptions): Promise<CurrentGeneration>;
  /** Cancel or dismiss a generation. Cancels its job if that is still running. */
  cancelGeneration(skillSetId: string, skillRunId: string, options?: CallOptions): Promise<void>;
}
