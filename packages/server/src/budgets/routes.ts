import type { BudgetBody } from '@errand/contract/budgets.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { findDeliveryProblems } from '#connections/deliveries/find-problems.ts';
import type { Connectors } from '#connections/registry.ts';
import { findConnection } from '#connections/store.ts';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Service } from '#http/service.ts';
import { audit, insertAudit } from '#orgs/audit.ts';
import type { Database, Db } from '#platform/db.ts';
import { AppError, invalidFields, notFound } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { findWebhook } from '#webhooks/store.ts';
import { type AlertRow, findSettings, listAlerts, type Settings, saveSettings } from './alerts-store.ts';
import { type AlertOptions, createAlertSender } from './send-alerts.ts';
import { bringUpToDate } from './spent.ts';
import { type BudgetRow, findBudget, insertBudget, listBudgets, subjectExists, updateBudget } from './store.ts';
import { createBudgetWatch } from './watch.ts';

const BUDGETS_MAX = 200;

type Deps = { database: Database; connectors: Connectors };

type Needs = Deps & Omit<AlertOptions, 'system'> & { runs: boolean };

export const service: Service<Needs> = ({ database, connectors, connections, kit, log, runs }) => {
  const alerts = createAlertSender({ kit, system: database.system, connections, log });
  const watch = createBudgetWatch({ database, log, runs, onAlerts: alerts.wake });
  return {
    routes: (app) => addBudgetRoutes(app, { database, connectors }),
    work: [alerts, { name: 'budgets', ...watch }],
  };
};

function addBudgetRoutes(app: FastifyInstance, { database, connectors }: Deps): void {
  async function load({ caller: { orgId }, params }: At<'budget_id'>): Promise<BudgetRow> {
    const row = await findBudget(database.tenant(orgId), orgId, params.budget_id);
    if (row === undefined) throw notFound('budget');
    return row;
  }
  const answer = async (orgId: string, id: string) => view((await findBudget(database.tenant(orgId), orgId, id))!);

  endpoint(app, operations.budgets.list, {
    handler: async ({ caller: { orgId } }) => (await listBudgets(database.tenant(orgId), orgId)).map(view),
  });

  endpoint(app, operations.budgets.create, {
    async handler({ caller, body }) {
      const { orgId } = caller;
      const budget = await readBudget(database.tenant(orgId), orgId, body);
      await database.tenant(orgId).tx(async (tx) => {
        if ((await listBudgets(tx, orgId)).length >= BUDGETS_MAX)
          throw new AppError('conflict', {
            detail: `The organization already has ${BUDGETS_MAX} budgets, which is the limit. Delete one first.`,
          });
        await insertBudget(tx, orgId, budget);
        await audit(tx, caller, 'budget.created', budget.id, { ...body });
      });
      // Something may already be spent in the period of a new budget.
      await bringUpToDate(database.tenant(orgId), orgId);
      return answer(orgId, budget.id);
    },
  });

  endpoint(app, operations.budgets.update, {
    load,
    async handler({ caller, body, resource }) {
      const [amount, action] = [body.amount ?? resource.amount, body.action ?? resource.action];
      await database.tenant(caller.orgId).tx(async (tx) => {
        await updateBudget(tx, caller.orgId, resource.id, amount, action);
        const from = { amount: resource.amount, action: resource.action };
        await audit(tx, caller, 'budget.updated', resource.id, { from, to: { amount, action } });
      });
      return answer(caller.orgId, resource.id);
    },
  });

  endpoint(app, operations.budgets.delete, {
    load,
    handler: ({ caller, resource }) =>
      database.tenant(caller.orgId).tx(async (tx) => {
        await tx.run('delete from budgets where org_id = $1::uuid and id = $2::uuid', [caller.orgId, resource.id]);
        await audit(tx, caller, 'budget.deleted', resource.id, { name: resource.name, amount: resource.amount });
      }),
  });

  addAlertRoutes(app, { database, connectors });
}

function addAlertRoutes(app: FastifyInstance, { database, connectors }: Deps): void {
  endpoint(app, operations.alerts.list, {
    async handler({ caller: { orgId }, query, request }) {
      const paging = readPaging(request);
      const wanted = { open: query.open ?? false, size: paging.size, offset: paging.offset };
      const { count, rows } = await listAlerts(database.tenant(orgId), orgId, wanted);
      return envelope(request, paging, count, rows.map(alertView));
    },
  });

  endpoint(app, operations.alerts.settings, {
    handler: ({ caller: { orgId } }) => findSettings(database.tenant(orgId), orgId),
  });

  endpoint(app, operations.alerts.setSettings, {
    async handler({ caller, body }) {
      const { orgId } = caller;
      const settings: Settings = {
        watches_agents: body.watches_agents,
        webhook_id: body.webhook_id ?? null,
        connection_id: body.connection_id ?? null,
        operation: body.operation ?? null,
        params: body.params ?? {},
      };
      await checkTargets(database.tenant(orgId), connectors, orgId, settings);
      await database.tenant(orgId).tx(async (tx) => {
        await saveSettings(tx, orgId, settings);
        await insertAudit(tx, caller, {
          orgId,
          action: 'alert_settings.updated',
          targetType: 'budget',
          targetId: orgId,
          detail: { ...settings },
        });
      });
      return settings;
    },
  });
}

async function readBudget(db: Db, orgId: string, body: Static<typeof BudgetBody>) {
  const { scope, period, amount, action = 'warn' } = body;
  const [agentId, keyId] = [scope === 'agent' ? body.agent_id : undefined, scope === 'key' ? body.key_id : undefined];
  for (const [name, id] of [
    ['agent', agentId],
    ['key', keyId],
  ] as const) {
    if (scope !== name) continue;
    if (id === undefined) throw invalidFields({ [`${name}_id`]: [`Required for the scope ${name}.`] });
    if (!(await subjectExists(db, orgId, scope, id)))
      throw invalidFields({ [`${name}_id`]: [`No ${name} with this id.`] });
  }
  return { id: newId(), scope, agent_id: agentId ?? null, key_id: keyId ?? null, period, amount, action };
}

async function checkTargets(db: Db, connectors: Connectors, orgId: string, settings: Settings): Promise<void> {
  const { webhook_id: webhookId, connection_id: connectionId, operation, params } = settings;
  if (webhookId !== null && (await findWebhook(db, orgId, webhookId)) === undefined)
    throw invalidFields({ webhook_id: ['No webhook with this id.'] });
  if (connectionId === null) return;
  const connection = await findConnection(db, orgId, connectionId);
  if (connection === undefined) throw invalidFields({ connection_id: ['No connection with this id.'] });
  if (operation === null) throw invalidFields({ operation: ['Required with a connection, such as post_message.'] });
  const wanted = { connectorType: connection.connector_type, operation, given: params };
  const problems = findDeliveryProblems(connectors, wanted);
  if (problems.length > 0) throw invalidFields({ operation: problems });
}

const view = ({ org_id: _org, ...row }: BudgetRow) => {
  const share = row.spent / row.amount;
  return {
    ...row,
    state: share >= 1 ? ('reached' as const) : share >= 0.8 ? ('warning' as const) : ('ok' as const),
    period_starts_at: row.period_starts_at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
};

const alertView = ({ org_id: _org, ...row }: AlertRow) => ({
  ...row,
  created_at: row.created_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
});
