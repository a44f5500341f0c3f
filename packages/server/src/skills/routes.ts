import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Database } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { skillSetAnswer, skillVersionAnswer } from './answers.ts';
import {
  changeSkillSet,
  createSkillSet,
  deleteSkillSet,
  type ListDependents,
  promoteSkillVersion,
} from './change-skill-set.ts';
import { createSkillVersion } from './create-skill-version.ts';
import { diffFiles } from './diff-files.ts';
import type { GenerationDeps } from './generate-version.ts';
import { addGenerationRoutes } from './generation-routes.ts';
import { findSkillSet, listSkillSets, type SkillSetRow } from './store.ts';
import {
  countSkillVersions,
  findByEitherId,
  findSkillVersion,
  listSkillVersions,
  type SkillVersionRow,
} from './versions-store.ts';

export type SkillRouteDeps = { database: Database; listDependents: ListDependents; generation: GenerationDeps };

export function addSkillRoutes(app: FastifyInstance, { database, listDependents, generation }: SkillRouteDeps): void {
  /** Skill sets of other organizations are not found. */
  async function getSet(orgId: string, id: string): Promise<SkillSetRow> {
    const set = await findSkillSet(database.tenant(orgId), orgId, id);
    if (set === undefined) throw notFound('skill set');
    return set;
  }
  const load = ({ caller, params }: At<'skill_set_id'>) => getSet(caller.orgId, params.skill_set_id);

  endpoint(app, operations.skills.list, {
    async handler({ caller: { orgId }, query, request }) {
      const paging = readPaging(request);
      const { count, rows } = await listSkillSets(database.tenant(orgId), orgId, {
        search: query.search?.trim() || undefined,
        ordering: query.ordering ?? '-created_at',
        ...paging,
      });
      return envelope(request, paging, count, rows.map(skillSetAnswer));
    },
  });

  endpoint(app, operations.skills.create, {
    async handler({ caller, body }) {
      const id = await createSkillSet(database.tenant(caller.orgId), caller, body);
      return skillSetAnswer(await getSet(caller.orgId, id));
    },
  });

  endpoint(app, operations.skills.get, { load, handler: ({ resource }) => skillSetAnswer(resource) });

  endpoint(app, operations.skills.update, {
    load,
    async handler({ caller, body, resource: { id } }) {
      await changeSkillSet(database.tenant(caller.orgId), caller, id, body);
      return skillSetAnswer(await getSet(caller.orgId, id));
    },
  });

  endpoint(app, operations.skills.delete, {
    load,
    handler: ({ caller, resource }) =>
      deleteSkillSet(database.tenant(caller.orgId), caller, resource.id, listDependents),
  });

  endpoint(app, operations.skills.dependents, {
    load,
    handler: ({ caller: { orgId }, resource }) => listDependents(database.tenant(orgId), orgId, resource.id),
  });

  addVersionRoutes(app, database, getSet);
  addGenerationRoutes(app, database, generation);
}

function addVersionRoutes(
  app: FastifyInstance,
  database: Database,
  getSet: (orgId: string, id: string) => Promise<SkillSetRow>,
): void {
  const loadSet = ({ caller, params }: At<'skill_set_id'>) => getSet(caller.orgId, params.skill_set_id);

  async function getVersion(orgId: string, setId: string, versionId: string): Promise<SkillVersionRow> {
    const version = await findSkillVersion(database.tenant(orgId), orgId, setId, versionId);
    if (version === undefined) throw notFound('version of this skill set');
    return version;
  }

  async function loadVersion(at: At<'skill_set_id' | 'skill_version_id'>) {
    const set = await loadSet(at);
    return { set, version: await getVersion(at.caller.orgId, set.id, at.params.skill_version_id) };
  }

  endpoint(app, operations.skills.getVersion, {
    async load({ caller: { orgId }, params }) {
      const found = await findByEitherId(database.tenant(orgId), orgId, params.skill_version_id);
      if (found === undefined) throw notFound('version of a skill set');
      return found;
    },
    handler: ({ resource: { version, set } }) => skillVersionAnswer(version, set),
  });

  endpoint(app, operations.skills.listVersions, {
    load: loadSet,
    async handler({ caller: { orgId }, request, resource: set }) {
      const paging = readPaging(request);
      const db = database.tenant(orgId);
      const count = await countSkillVersions(db, orgId, set.id);
      const rows = await listSkillVersions(db, orgId, set.id, paging);
      return envelope(
        request,
        paging,
        count,
        rows.map((row) => skillVersionAnswer(row, set)),
      );
    },
  });

  endpoint(app, operations.skills.createVersion, {
    load: loadSet,
    handler: ({ caller, body, resource: set }) =>
      createSkillVersion(database.tenant(caller.orgId), caller, set.id, body),
  });

  endpoint(app, operations.skills.setCurrent, {
    load: loadVersion,
    async handler({ caller, body, resource: { set, version } }) {
      const place = { id: set.id, versionId: version.id };
      await promoteSkillVersion(database.tenant(caller.orgId), caller, place, body);
      return skillSetAnswer(await getSet(caller.orgId, set.id));
    },
  });

  endpoint(app, operations.skills.diff, {
    async load(at) {
      const { set, version } = await loadVersion(at);
      return { from: version, to: await getVersion(at.caller.orgId, set.id, at.params.other_skill_version_id) };
    },
    handler: ({ resource: { from, to } }) => ({
      from: { id: from.id, version_name: from.version_name },
      to: { id: to.id, version_name: to.version_name },
      files: diffFiles(from.files, to.files),
    }),
  });
}
