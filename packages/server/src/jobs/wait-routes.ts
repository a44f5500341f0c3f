import { operations } from '@errand/contract/operations/operations.ts';
import { WaitAnswerBody } from '@errand/contract/waits.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { baseUrl } from '#http/base-url.ts';
import { bodyKind, formFields, readJsonObject } from '#http/body.ts';
import { endpoint } from '#http/endpoint.ts';
import { type At, sent } from '#http/endpoint-options.ts';
import { readIdempotencyKey } from '#http/idempotency-key.ts';
import { envelope, readPaging } from '#http/paging.ts';
import { check } from '#http/validate.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { JsonError } from '#platform/json.ts';
import type { Archive } from './archive/archive.ts';
import { openOwnJob } from './archive/open-job.ts';
import { findWait, listWaits, type WaitRow } from './record/wait-store.ts';
import { type AnswerDeps, answerWait, type GivenAnswer } from './waits/answer-wait.ts';
import { answerByLink, makeLink, openLink } from './waits/links.ts';
import { waitView, waitViewFor } from './waits/model.ts';
import { PAGE_POLICY, thanksPage, waitPage } from './waits/page.ts';
import { readAnswerForm } from './waits/read-form.ts';
import { sendEvent } from './waits/send-event.ts';

export function addWaitRoutes(app: FastifyInstance, deps: AnswerDeps & { archive: Archive }): void {
  const { database } = deps;
  const loadWait = async ({ caller: { orgId }, params }: At<'wait_id'>): Promise<WaitRow> => {
    const wait = await findWait(database.tenant(orgId), orgId, params.wait_id);
    if (wait === undefined) throw notFound('wait');
    return wait;
  };

  endpoint(app, operations.waits.list, {
    async handler({ caller, query, request }) {
      const { orgId } = caller;
      const paging = readPaging(request);
      const filter = {
        status: query.status,
        kind: query.kind,
        agentId: query.agent_id,
        jobId: query.job_id,
        mine: query.mine === true ? caller : undefined,
      };
      const { count, rows } = await listWaits(database.tenant(orgId), orgId, filter, paging);
      return envelope(
        request,
        paging,
        count,
        rows.map((row) => waitViewFor(caller.role, row)),
      );
    },
  });

  endpoint(app, operations.waits.get, {
    load: loadWait,
    handler: ({ caller, resource }) => waitViewFor(caller.role, resource),
  });

  endpoint(app, operations.waits.answer, {
    load: loadWait,
    handler: async ({ caller, body, resource }) => waitView(await answerWait(deps, caller, resource.id, body)),
  });

  endpoint(app, operations.waits.link, {
    load: loadWait,
    async handler({ caller, body, request, resource }) {
      const { token, expiresAt } = await makeLink(database, caller, resource, body.expires_in_seconds);
      return { url: `${baseUrl(request)}/v1/wait-links/${token}/`, expires_at: expiresAt.toISOString() };
    },
  });

  endpoint(app, operations.waits.sendEvent, {
    load: ({ caller, params }) => openOwnJob(deps, caller.orgId, params.job_id),
    handler: ({ caller, params, body, request, resource }) =>
      sendEvent(deps, caller, {
        jobId: resource.id,
        name: params.name,
        data: body,
        idempotencyKey: readIdempotencyKey(request.headers['idempotency-key']),
      }),
  });

  addLinkRoutes(app, deps);
}

function addLinkRoutes(app: FastifyInstance, deps: AnswerDeps): void {
  endpoint(app, operations.waits.page, {
    handler: async ({ params, reply }) => sendPage(reply, waitPage(await openLink(deps.database, params.token))),
  });

  endpoint(app, operations.waits.answerByLink, {
    readBody: async ({ params, request }): Promise<GivenAnswer> => {
      const wait = await openLink(deps.database, params.token);
      if (bodyKind(request) === 'form') return check(WaitAnswerBody, readAnswerForm(wait, readForm(request)));
      return check(WaitAnswerBody, readJsonObject(request));
    },
    async handler({ params, body, request, reply }) {
      await answerByLink(deps, params.token, body);
      return bodyKind(request) === 'form' ? sendPage(reply, thanksPage()) : { answered: true };
    },
  });
}

/** Sends a page that is not cached, indexed or sent as a referrer, because its address is the credential. */
const sendPage = (reply: FastifyReply, page: string) =>
  sent(
    reply
      .code(200)
      .header('content-security-policy', PAGE_POLICY)
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store')
      .header('x-robots-tag', 'noindex')
      .type('text/html; charset=utf-8')
      .send(page),
  );

function readForm(request: FastifyRequest): [string, string][] {
  try {
    return formFields(request);
  } catch (error) {
    if (error instanceof JsonError) throw new AppError('bad_request', { detail: `Request body: ${error.message}` });
    throw error;
  }
}
