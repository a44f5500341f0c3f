import { isUuid } from '#platform/ids.ts';
import { providerConfig, resourceTypes, schemas } from './descriptions.ts';
import { ScimError, unknownResource } from './errors.ts';
import { findScimGroup, groupAttributes, listGroupMembers, listScimGroups, type ScimGroupRow } from './group-store.ts';
import { changeScimGroup, createScimGroup, deleteScimGroup, toGroupResource } from './groups.ts';
import { choose, listAnswer, readList, wants } from './list-request.ts';
import { applyPatch, type Resource } from './patch.ts';
import { toUserResource } from './user-resource.ts';
import { findScimUser, listScimUsers, userAttributes } from './user-store.ts';
import { type Change, changeScimUser, createScimUser, deleteScimUser } from './users.ts';

// One function per method and path, keyed by both.

export type Asked = { change: Change; id: string; query: Record<string, unknown>; body: Resource; base: string };
export type Answer = { status: number; body?: Resource; location?: string };
type Handler = (asked: Asked) => Answer | Promise<Answer>;

const found = (resource: Resource, { query }: Asked, status = 200): Answer => ({
  status,
  body: choose(resource, query),
  location: (resource.meta as { location: string }).location,
});
const gone: Answer = { status: 204 };

const all = (resources: Resource[]): Answer => ({ status: 200, body: listAnswer(resources.length, 1, resources) });

function one(resources: Resource[], id: string): Answer {
  const wanted = resources.find((resource) => String(resource.id).toLowerCase() === id.toLowerCase());
  if (wanted === undefined) throw new ScimError(404, 'There is no resource type or schema with this id.');
  return { status: 200, body: wanted };
}

/** Returns the id. A malformed one is unknown. */
function checked(kind: string, { id }: Asked): string {
  if (!isUuid(id)) throw unknownResource(kind, id);
  return id.toLowerCase();
}

export const handlers: Readonly<Record<string, Handler>> = {
  'GET /ServiceProviderConfig': ({ base }) => ({
    status: 200,
    body: providerConfig(base, `${base.replace(/\/scim\/v2$/, '')}/docs/scim/`),
  }),
  'GET /ResourceTypes': ({ base }) => all(resourceTypes(base)),
  'GET /ResourceTypes/:id': ({ base, id }) => one(resourceTypes(base), id),
  'GET /Schemas': ({ base }) => all(schemas(base)),
  'GET /Schemas/:id': ({ base, id }) => one(schemas(base), id),

  'GET /Users': async (asked) => {
    const { change, query, base } = asked;
    const list = readList(query, userAttributes);
    const { total, rows } = await listScimUsers(change.db, change.scope, list);
    const resources = rows.map((row) => choose(toUserResource(row, base), query));
    return { status: 200, body: listAnswer(total, list.startIndex, resources) };
  },
  'POST /Users': async (asked) =>
    found(toUserResource(await createScimUser(asked.change, asked.body), asked.base), asked, 201),
  'GET /Users/:id': async (asked) => {
    const id = checked('user', asked);
    const row = await findScimUser(asked.change.db, asked.change.scope, id);
    if (row === undefined) throw unknownResource('user', id);
    return found(toUserResource(row, asked.base), asked);
  },
  'PUT /Users/:id': async (asked) => {
    const row = await changeScimUser(asked.change, checked('user', asked), () => asked.body);
    return found(toUserResource(row, asked.base), asked);
  },
  'PATCH /Users/:id': async (asked) => {
    const { change, body, base } = asked;
    const edit = (row: Parameters<typeof toUserResource>[0]) => applyPatch(toUserResource(row, base), body);
    return found(toUserResource(await changeScimUser(change, checked('user', asked), edit), base), asked);
  },
  'DELETE /Users/:id': async (asked) => {
    await deleteScimUser(asked.change, checked('user', asked));
    return gone;
  },

  'GET /Groups': async (asked) => {
    const { change, query } = asked;
    const list = readList(query, groupAttributes);
    const { total, rows } = await listScimGroups(change.db, change.scope, list);
    const resources = [];
    for (const row of rows) resources.push(await showGroup(asked, row));
    return { status: 200, body: listAnswer(total, list.startIndex, resources) };
  },
  'POST /Groups': async (asked) =>
    found(toGroupResource(await createScimGroup(asked.change, asked.body), asked.base), asked, 201),
  'GET /Groups/:id': async (asked) => {
    const id = checked('group', asked);
    const row = await findScimGroup(asked.change.db, asked.change.scope, id);
    if (row === undefined) throw unknownResource('group', id);
    return { status: 200, body: await showGroup(asked, row) };
  },
  'PUT /Groups/:id': async (asked) => {
    const group = await changeScimGroup(asked.change, checked('group', asked), () => asked.body);
    return found(toGroupResource(group, asked.base), asked);
  },
  'PATCH /Groups/:id': async (asked) => {
    const { change, body, base, query } = asked;
    const group = await changeScimGroup(change, checked('group', asked), (before) =>
      applyPatch(toGroupResource(before, base), body),
    );
    // A group may have thousands of members, so the response has a copy only if the request asks for attributes.
    return query.attributes === undefined ? gone : found(toGroupResource(group, base), asked);
  },
  'DELETE /Groups/:id': async (asked) => {
    await deleteScimGroup(asked.change, checked('group', asked));
    return gone;
  },
};

async function showGroup({ change, query, base }: Asked, row: ScimGroupRow): Promise<Resource> {
  const members = wants('members', query) ? await listGroupMembers(change.db, row.id) : undefined;
  return choose(toGroupResource({ ...row, members }, base), query);
}
