import { operations } from '@errand/contract/operations/operations.ts';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '#http/endpoint.ts';
import type { At } from '#http/endpoint-options.ts';
import { envelope, readPaging } from '#http/paging.ts';
import type { Database } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import type { CheckRehearsal } from '#policies/change-policy.ts';
import { approvePromotion, rejectPromotion } from './decide-promotion.ts';
import { promotionView } from './notify-promotion.ts';
import { findPromotion, listPromotions, type PromotionRow } from './promotions-store.ts';

type PromotionRouteDeps = { database: Database; checkRehearsal: CheckRehearsal };

export function addPromotionRoutes(app: FastifyInstance, deps: PromotionRouteDeps): void {
  const { database, checkRehearsal } = deps;
  async function get(orgId: string, id: string): Promise<PromotionRow> {
    const row = await findPromotion(database.tenant(orgId), orgId, id);
    if (row === undefined) throw notFound('promotion');
    return row;
  }
  const load = ({ caller, params }: At<'promotion_id'>) => get(caller.orgId, params.promotion_id);

  endpoint(app, operations.promotions.list, {
    async handler({ caller: { orgId }, query, request }) {
      const paging = readPaging(request);
      const filter = {
        state: query.state,
        agentId: query.agent_id?.toLowerCase(),
        policyId: query.policy_id?.toLowerCase(),
      };
      const { count, rows } = await listPromotions(database.tenant(orgId), orgId, filter, paging);
      return envelope(request, paging, count, rows.map(promotionView));
    },
  });

  endpoint(app, operations.promotions.get, { load, handler: ({ resource }) => promotionView(resource) });

  endpoint(app, operations.promotions.approve, {
    load,
    async handler({ caller, body, resource }) {
      const comment = body.comment?.trim() || null;
      await approvePromotion(database.tenant(caller.orgId), caller, resource, { comment, checkRehearsal });
      return promotionView(await get(caller.orgId, resource.id));
    },
  });

  endpoint(app, operations.promotions.reject, {
    load,
    async handler({ caller, body, resource }) {
      await rejectPromotion(database.tenant(caller.orgId), caller, resource, body.comment.trim());
      return promotionView(await get(caller.orgId, resource.id));
    },
  });
}
