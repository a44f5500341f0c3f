import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import type { Service } from '#http/service.ts';
import type { Database } from '#platform/db.ts';
import { changeTexts, deleteResource, type ListDependents } from '#versions/change.ts';
import { createReaders } from '#versions/routes.ts';
import { skillSetAnswer, skillVersionAnswer } from './answers.ts';
import { createSkillSet, promoteSkillVersion } from './change-skill-set.ts';
import { createSkillVersion } from './create-skill-version.ts';
import { diffFiles } from './diff-files.ts';
import type { GenerationDeps } from './generate-version.ts';
import { addGenerationRoutes } from './generation-routes.ts';
import { skillKind } from './store.ts';

type SkillRouteDeps = { database: Database; listDependents: ListDependents; generation: GenerationDeps };

type Needs = { database: Database; listSkillDependents: ListDependents; generation: GenerationDeps };

export const service: Service<Needs> = ({ database, listSkillDependents: listDependents, generation }) => ({
  routes: (app) => addSkillRoutes(app, { database, listDependents, generation }),
});

function addSkillRoutes(app: FastifyInstance, { database, listDependents, generation }: SkillRouteDeps): void {
  const readers = createReaders(database, skillKind, {
    id: 'skill_set_id',
    versionId: 'skill_version_id',
    otherVersionId: 'other_skill_version_id',
  });
  const { load } = readers;
  const answerOf = async (orgId: string, id: string) => skillSetAnswer(await readers.getResource(orgId, id));

  endpoint(app, operations.skills.list, { handler: (request) => readers.list(request, skillSetAnswer) });

  endpoint(app, operations.skills.create, {
    handler: async ({ caller, body }) =>
      answerOf(caller.orgId, await createSkillSet(database.tenant(caller.orgId), caller, body)),
  });

  endpoint(app, operations.skills.get, { load, handler: ({ resource }) => skillSetAnswer(resource) });

  endpoint(app, operations.skills.update, {
    load,
    async handler({ caller, body, resource: { id } }) {
      await changeTexts(database.tenant(caller.orgId), caller, skillKind, id, body);
      return answerOf(caller.orgId, id);
    },
  });

  endpoint(app, operations.skills.delete, {
    load,
    handler: ({ caller, resource }) =>
      deleteResource(database.tenant(caller.orgId), caller, skillKind, resource.id, listDependents),
  });

  endpoint(app, operations.skills.dependents, {
    load,
    handler: ({ caller: { orgId }, resource }) => listDependents(database.tenant(orgId), orgId, resource.id),
  });

  endpoint(app, operations.skills.getVersion, {
    load: readers.loadEither,
    handler: ({ resource: { version, resource } }) => skillVersionAnswer(version, resource),
  });

  endpoint(app, operations.skills.listVersions, {
    load,
    handler: (request) => readers.listVersions(request, skillVersionAnswer),
  });

  endpoint(app, operations.skills.createVersion, {
    load,
    handler: ({ caller, body, resource: set }) =>
      createSkillVersion(database.tenant(caller.orgId), caller, set.id, body),
  });

  endpoint(app, operations.skills.setCurrent, {
    load: readers.loadVersion,
    async handler({ caller, body, resource: { resource, version } }) {
      const ids = { id: resource.id, versionId: version.id };
      await promoteSkillVersion(database.tenant(caller.orgId), caller, ids, body);
      return answerOf(caller.orgId, resource.id);
    },
  });

  endpoint(app, operations.skills.diff, {
    load: readers.loadPair,
    handler: ({ resource: { from, to } }) => ({
      from: { id: from.id, version_name: from.version_name },
      to: { id: to.id, version_name: to.version_name },
      files: diffFiles(from.files, to.files),
    }),
  });

  addGenerationRoutes(app, database, load, generation);
}
