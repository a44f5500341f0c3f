import { defineOperations } from '../operation.ts';
import { DependentAgents } from '../policies.ts';
import {
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
} from '../skills.ts';

export const skills = defineOperations('Skill sets', {
  list: {
    at: 'GET /v1/skills/',
    summary: 'List skill sets',
    description: 'Lists the skill sets of the organization with their current versions, in pages.',
    query: SkillSetListQuery,
    responses: { 200: SkillSetPage },
  },
  create: {
    at: 'POST /v1/skills/',
    content: 'text',
    summary: 'Create a skill set',
    description: 'Its first version has one file, SKILL.md, with the name and description of the set.',
    body: SkillSetCreateBody,
    responses: { 201: SkillSet },
  },
  get: {
    at: 'GET /v1/skills/:skill_set_id/',
    summary: 'Retrieve a skill set',
    description:
      'Returns the set with its current version. Agents that use the set read that version from their next job.',
    responses: { 200: SkillSet },
  },
  update: {
    at: 'PATCH /v1/skills/:skill_set_id/',
    summary: 'Update a skill set',
    description: 'Omitted fields stay unchanged. An empty description clears it.',
    body: SkillSetUpdateBody,
    responses: { 200: SkillSet },
  },
  delete: {
    at: 'DELETE /v1/skills/:skill_set_id/',
    summary: 'Delete a skill set',
    description:
      'Also deletes its versions and files. Refused while agent versions use the set: `dependent_agents` lists them.',
    responses: { 204: null },
    errors: ['conflict'],
  },
  dependents: {
    at: 'GET /v1/skills/:skill_set_id/agents/',
    summary: 'Agents that use a skill set',
    description: 'Lists every agent version that uses it, current or not. At most 1000.',
    responses: { 200: DependentAgents },
  },
  listVersions: {
    at: 'GET /v1/skills/:skill_set_id/versions/',
    summary: 'List versions of a skill set',
    description: 'Lists the versions newest first, with their files.',
    query: SkillVersionListQuery,
    responses: { 200: SkillVersionPage },
  },
  createVersion: {
    at: 'POST /v1/skills/:skill_set_id/versions/',
    content: 'text',
    summary: 'Create a version of a skill set',
    description: 'Send the complete set of files. The new version becomes current immediately.',
    body: SkillVersionBody,
    responses: { 201: SkillVersionCreated },
    errors: ['conflict'],
  },
  getVersion: {
    at: 'GET /v1/skills/versions/:skill_version_id/',
    summary: 'Retrieve a version of a skill set',
    description: 'You can also pass the id of a set to get its current version. Versions never change.',
    responses: { 200: SkillVersion },
  },
  setCurrent: {
    at: 'PATCH /v1/skills/:skill_set_id/set-current-version/:skill_version_id/',
    summary: 'Make a version of a skill set current',
    description: 'Promotes or rolls back. Jobs that start to read the set from now on use this version.',
    body: SkillPromoteBody,
    responses: { 200: SkillSet },
    errors: ['conflict'],
  },
  diff: {
    at: 'GET /v1/skills/:skill_set_id/versions/:skill_version_id/diff/:other_skill_version_id/',
    summary: 'Compare two versions of a skill set',
    description: 'Returns added, removed and changed files with their lines, from the first to the second version.',
    responses: { 200: SkillDiff },
  },
  generate: {
    at: 'POST /v1/skills/:skill_set_id/generate-version/',
    creates: true,
    summary: 'Generate a version of a skill set',
    description:
      'Starts a job that writes files from the use case, tables, attachments and a policy. At least one table or attachment is required. A set can have one generation at a time.',
    body: GenerateVersionBody,
    responses: { 200: GenerationStarted },
    errors: ['conflict', 'insufficient_credits'],
  },
  generation: {
    at: 'GET /v1/skills/:skill_set_id/generation/',
    summary: 'Retrieve the last generation of a skill set',
    description: 'Null if there is none, or if it was dismissed.',
    responses: { 200: CurrentGeneration },
  },
  cancelGeneration: {
    at: 'DELETE /v1/skills/:skill_set_id/generation/:skill_run_id/',
    summary: 'Cancel or dismiss a generation',
    description: 'Cancels its job if that is still running.',
    responses: { 204: null },
  },
});
