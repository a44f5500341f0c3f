import type { VersionGateBody, VersionGateQuery } from '@errand/contract/evaluations.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { getAgent } from '#agents/get-agent.ts';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { listAgreement } from '#jobs/reviews/agreement.ts';
import { insertAudit } from '#orgs/audit.ts';
import { readMoment } from '#orgs/moment.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database, Db } from '#platform/db.ts';
import { invalidFields, notFound } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { findPolicy } from '#policies/store.ts';
import { gate as gates } from './admit-version.ts';
import { askGate } from './ask-gate.ts';
import { deleteGate, findGate, type GateOwner, upsertGate } from './gates-store.ts';
import { findSet, lockSetFor } from './sets-store.ts';

const NONE = {
  evaluation_set_id: null,
  min_accuracy: null,
  no_regressions: false,
  four_eyes: false,
  updated_by: null,
  updated_at: null,
};

type Asked = { caller: Caller; resource: GateOwner; query?: Static<typeof VersionGateQuery> };

export function addGateRoutes(app: FastifyInstance, database: Database): void {
  async function loadAgent({ caller: { orgId }, params }: At<'agent_id'>): Promise<GateOwner> {
    return { kind: 'agent', id: (await getAgent(database, orgId, params.agent_id)).id };
  }
  async function loadPolicy({ caller: { orgId }, params }: At<'policy_id'>): Promise<GateOwner> {
    const policy = await findPolicy(database.tenant(orgId), orgId, params.policy_id);
    if (policy === undefined) throw notFound('policy');
    return { kind: 'policy', id: policy.id };
  }
  async function read({ caller, resource, query }: Asked) {
    const { orgId } = caller;
    const db = database.tenant(orgId);
    const gate = await findGate(db, orgId, resource);
    const check = query?.version_id ? await askGate(db, caller, resource, query.version_id.toLowerCase()) : null;
    return { ...(gate === undefined ? NONE : { ...gate, updated_at: gate.updated_at.toISOString() }), check };
  }
  type Put = { caller: Caller; body: Static<typeof VersionGateBody>; resource: GateOwner };
  async function put({ caller, body, resource }: Put) {
    await setGate(database, caller, resource, body);
    return read({ caller, resource });
  }
  const remove = ({ caller, resource }: { caller: Caller; resource: GateOwner }) =>
    removeGate(database, caller, resource);

  endpoint(app, operations.gates.ofAgent, { load: loadAgent, handler: read });
  endpoint(app, operations.gates.setOfAgent, { load: loadAgent, handler: put });
  endpoint(app, operations.gates.deleteOfAgent, { load: loadAgent, handler: remove });
  endpoint(app, operations.gates.ofPolicy, { load: loadPolicy, handler: read });
  endpoint(app, operations.gates.setOfPolicy, { load: loadPolicy, handler: put });
  endpoint(app, operations.gates.deleteOfPolicy, { load: loadPolicy, handler: remove });

  endpoint(app, operations.gates.drift, {
    load: loadAgent,
    async handler({ caller: { orgId }, query, resource }) {
      const rows = await listAgreement(database.tenant(orgId), orgId, resource.id, {
        from: readMoment('from', query.from),
        to: readMoment('to', query.to),
      });
      return { rows: rows.map((row) => ({ ...row, agreement: row.agreed / row.reviewed })) };
    },
  });
}

async function setGate(
  database: Database,
  caller: Caller,
  owner: GateOwner,
  body: Static<typeof VersionGateBody>,
): Promise<void> {
  const { orgId } = caller;
  const setId = body.evaluation_set_id?.toLowerCase() ?? null;
  const fourEyes = body.four_eyes ?? false;
  if (setId === null) {
    if (!fourEyes)
      throw invalidFields({
        evaluation_set_id: ['Name an evaluation set, set four_eyes to true, or delete the gate.'],
      });
    const needsSet = 'Needs an evaluation_set_id.';
    if (body.min_accuracy != null) throw invalidFields({ min_accuracy: [needsSet] });
    if (body.no_regressions) throw invalidFields({ no_regressions: [needsSet] });
  }
  await database.tenant(orgId).tx(async (tx) => {
    if (setId !== null) await checkSet(tx, orgId, owner, setId);
    if (!fourEyes) await gates.dropProposals(tx, orgId, owner);
    await upsertGate(tx, orgId, owner, {
      id: newId(),
      setId,
      minAccuracy: body.min_accuracy ?? null,
      noRegressions: body.no_regressions ?? false,
      fourEyes,
      userId: caller.userId,
    });
    await insertAudit(tx, caller, {
      orgId,
      action: `${owner.kind}.gate_set`,
      targetType: owner.kind,
      targetId: owner.id,
      detail: { ...body },
    });
  });
}

/** The lock keeps the set from being deleted before the gate refers to it. */
async function checkSet(tx: Db, orgId: string, owner: GateOwner, setId: string): Promise<void> {
  await lockSetFor(tx, orgId, setId);
  const set = await findSet(tx, orgId, setId);
  if (set === undefined) throw invalidFields({ evaluation_set_id: ['No evaluation set with this id.'] });
  const named = owner.kind === 'agent' ? set.agent_id : set.policy_id;
  if (named !== null && named !== owner.id)
    throw invalidFields({ evaluation_set_id: [`This set belongs to another ${owner.kind}.`] });
}

async function removeGate(database: Database, caller: Caller, owner: GateOwner): Promise<void> {
  const { orgId } = caller;
  await database.tenant(orgId).tx(async (tx) => {
    if (!(await deleteGate(tx, orgId, owner))) throw notFound('gate');
    await gates.dropProposals(tx, orgId, owner);
    await insertAudit(tx, caller, {
      orgId,
      action: `${owner.kind}.gate_removed`,
      targetType: owner.kind,
      targetId: owner.id,
    });
  });
}
