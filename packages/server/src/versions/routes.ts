import type { FastifyRequest } from 'fastify';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Database } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import type { Content, ResourceRow, Versioned, VersionRow } from './kind.ts';
import {
  findByEitherId,
  findResource,
  findVersion,
  listResources,
  listVersions,
  type ResourceVersion,
} from './store.ts';

/** The names of the parameters in the paths. */
type ParamNames<Id extends string, VersionId extends string, OtherId extends string> = {
  id: Id;
  versionId: VersionId;
  otherVersionId: OtherId;
};

type ListRequest = {
  caller: { orgId: string };
  query: { search?: string | undefined; ordering?: string | undefined };
  request: FastifyRequest;
};

/** How routes find and list resources of a kind and their versions. Those of other organizations are not found. */
export function createReaders<C extends Content, Id extends string, VersionId extends string, OtherId extends string>(
  database: Database,
  kind: Versioned<C>,
  names: ParamNames<Id, VersionId, OtherId>,
) {
  async function getResource(orgId: string, id: string): Promise<ResourceRow> {
    const resource = await findResource(database.tenant(orgId), kind, orgId, id);
    if (resource === undefined) throw notFound(kind.noun);
    return resource;
  }

  async function getVersion({ org_id, id }: ResourceRow, versionId: string): Promise<VersionRow<C>> {
    const version = await findVersion(database.tenant(org_id), kind, org_id, id, versionId);
    if (version === undefined) throw notFound(`version of this ${kind.noun}`);
    return version;
  }

  const load = ({ caller, params }: At<Id>) => getResource(caller.orgId, params[names.id]);

  async function loadVersion(at: At<Id | VersionId>): Promise<ResourceVersion<C>> {
    const resource = await load(at);
    return { resource, version: await getVersion(resource, at.params[names.versionId]) };
  }

  return {
    getResource,
    load,
    loadVersion,
    /** The two versions of a comparison. */
    async loadPair(at: At<Id | VersionId | OtherId>): Promise<{ from: VersionRow<C>; to: VersionRow<C> }> {
      const { resource, version } = await loadVersion(at);
      return { from: version, to: await getVersion(resource, at.params[names.otherVersionId]) };
    },
    /** The version of an id, or the current one of the resource that has this id. */
    async loadEither({ caller: { orgId }, params }: At<VersionId>): Promise<ResourceVersion<C>> {
      const found = await findByEitherId(database.tenant(orgId), kind, orgId, params[names.versionId]);
      if (found === undefined) throw notFound(`version of a ${kind.noun}`);
      return found;
    },
    async list<Answer>({ caller: { orgId }, query, request }: ListRequest, answer: (row: ResourceRow) => Answer) {
      const paging = readPaging(request);
      const { count, rows } = await listResources(database.tenant(orgId), kind, orgId, {
        search: query.search?.trim() || undefined,
        ordering: query.ordering ?? '-created_at',
        ...paging,
      });
      return envelope(request, paging, count, rows.map(answer));
    },
    async listVersions<Answer>(
      { request, resource }: { request: FastifyRequest; resource: ResourceRow },
      answer: (version: VersionRow<C>, resource: ResourceRow) => Answer | Promise<Answer>,
    ) {
      const paging = readPaging(request);
      const { count, rows } = await listVersions(database.tenant(resource.org_id), kind, resource, paging);
      return envelope(request, paging, count, await Promise.all(rows.map((row) => answer(row, resource))));
    },
  };
}
