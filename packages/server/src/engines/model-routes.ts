import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db.ts';
import { type ListDeps, listUsable } from './models/list-usable.ts';
import type { createOrgModels } from './models/org-models.ts';
import { findPreferences, setPreferences } from './models/preferences.ts';
import type { Fleet } from './offer/fleet.ts';

export type ModelRouteDeps = {
  database: Database;
  orgModels: ReturnType<typeof createOrgModels>;
  fleet: Fleet;
  houseKeys: boolean;
  hasBatchLane: ListDeps['hasBatchLane'];
  findLocalProblem: ListDeps['findLocalProblem'];
  /** Starts the job that tries a model. Returns its id. */
  startTry(caller: Caller, model: string): Promise<string>;
};

export function addModelRoutes(app: FastifyInstance, deps: ModelRouteDeps): void {
  const { database, orgModels, fleet, houseKeys, startTry, hasBatchLane, findLocalProblem } = deps;
  const listing = { system: database.system, hasBatchLane, findLocalProblem };
  const settingsOf = async (orgId: string) => ({
    ...(await findPreferences(database.tenant(orgId), orgId)),
    house_keys: houseKeys,
  });

  endpoint(app, operations.models.list, {
    async handler({ caller, request }) {
      const paging = readPaging(request);
      const { catalog, preferences } = await orgModels.load(caller.orgId);
      const isHouse = houseKeys && preferences.allow_house_keys;
      const all = await listUsable(listing, catalog, isHouse ? fleet.listModels() : []);
      return envelope(request, paging, all.length, all.slice(paging.offset, paging.offset + paging.size));
    },
  });

  endpoint(app, operations.models.tryOut, {
    handler: async ({ caller, body: { model } }) => ({ job_id: await startTry(caller, model) }),
  });

  endpoint(app, operations.models.settings, { handler: ({ caller }) => settingsOf(caller.orgId) });

  endpoint(app, operations.models.setSettings, {
    async handler({ caller, body }) {
      await setPreferences(database.tenant(caller.orgId), caller, body);
      orgModels.forget(caller.orgId);
      return settingsOf(caller.orgId);
    },
  });
}
