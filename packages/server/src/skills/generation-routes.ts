import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import type { Database } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { cancelGeneration, type GenerationDeps, readGeneration, startGeneration } from './generate-version.ts';
import { findGeneration } from './generations-store.ts';
import type { SkillSetRow } from './store.ts';

export function addGenerationRoutes(
  app: FastifyInstance,
  database: Database,
  load: (at: At<'skill_set_id'>) => Promise<SkillSetRow>,
  deps: GenerationDeps,
): void {
  endpoint(app, operations.skills.generate, {
    load,
    handler: ({ caller, body, resource }) => startGeneration(database, deps, caller, resource.id, body),
  });

  endpoint(app, operations.skills.generation, {
    load,
    handler: async ({ caller: { orgId }, resource }) => ({
      generation: await readGeneration(database, deps, orgId, resource.id),
    }),
  });

  endpoint(app, operations.skills.cancelGeneration, {
    async load(at) {
      const set = await load(at);
      const row = await findGeneration(database.tenant(at.caller.orgId), at.caller.orgId, set.id);
      if (row?.id !== at.params.skill_run_id.toLowerCase()) throw notFound('generation of this skill set');
      return row;
    },
    handler: ({ caller, resource: { id, skill_set_id } }) =>
      cancelGeneration(database, deps, caller, { setId: skill_set_id, runId: id }),
  });
}
