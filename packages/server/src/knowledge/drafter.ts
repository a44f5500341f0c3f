import type { KnowledgeRef, Typology } from '@errand/contract/knowledge.ts';
import { chargeCredits } from '#credits/ledger.ts';
import type { Database } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import type { Logger } from '#platform/log.ts';
import { isOutage, persistently } from '#platform/persist.ts';
import type { Catalog } from './catalog/catalog.ts';
import {
  ATTEMPTS_MAX,
  type ClaimedDraft,
  claimDraft,
  failDraft,
  finishDraft,
  LEASE_SECONDS,
  releaseDraft,
} from './claims.ts';
import { readRefs } from './model.ts';

// Makes the proposals that drafts wait for, one at a time per process.

export type ProposalRequest = {
  company: string;
  productName: string | null;
  brief: string;
  feedback: string | null;
  /** Empty for the first proposal. */
  selected: KnowledgeRef[];
  typologies: Typology[];
  signal: AbortSignal;
};
export type Proposed = {
  refs: { typologyId: string; relevance: KnowledgeRef['relevance']; rationale: string; tacticIds: string[] | null }[];
  suggestedName: string;
  productSummary: string;
  /** The name of the model, or `baseline`. */
  proposedBy: string;
  cost: number;
};
export type Propose = (request: ProposalRequest) => Promise<Proposed>;

const POLL_MS = 2_000;

export function createDrafter(deps: {
  database: Database;
  catalog: Catalog;
  propose: Propose;
  log: Logger;
  /** Whether this process makes proposals. */
  runs: boolean;
}) {
  const { database, catalog, log } = deps;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;
  let again = false;

  async function work(draft: ClaimedDraft, claimId: string): Promise<void> {
    try {
      if (draft.attempt > ATTEMPTS_MAX)
        return await failDraft(database.system, claimId, 'The process stopped during each attempt. Ask again.');
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout((LEASE_SECONDS - 20) * 1_000)]);
      const made = await deps.propose({
        company: draft.company,
        productName: draft.product_name,
        brief: draft.brief,
        feedback: draft.feedback,
        selected: draft.refs,
        typologies: catalog.list,
        signal,
      });
      const refs = readRefs(catalog, made.refs);
      await persistently(() =>
        database.system.tx(async (tx) => {
          const name = draft.name || made.suggestedName;
          if (!(await finishDraft(tx, claimId, { ...made, suggestedName: name, refs }))) return;
          if (made.cost > 0)
            await chargeCredits(tx, draft.org_id, made.cost, `proposal for knowledge base ${draft.knowledge_base_id}`);
        }),
      );
      log.info(
        { event: 'knowledge.proposed', org: draft.org_id, base: draft.knowledge_base_id, by: made.proposedBy },
        'typologies proposed',
      );
    } catch (error) {
      if (stopping.signal.aborted || isOutage(error))
        return void (await persistently(() => releaseDraft(database.system, claimId)));
      log.warn({ err: error, event: 'knowledge.failed', base: draft.knowledge_base_id }, 'cannot make a proposal');
      await persistently(() => failDraft(database.system, claimId, describe(error)));
    }
  }

  function wake(): void {
    again = true;
    if (!deps.runs || stopping.signal.aborted || working !== undefined || !database.state.current().writable) return;
    working = (async () => {
      while (again && !stopping.signal.aborted) {
        again = false;
        for (;;) {
          const claimId = newId();
          const draft = stopping.signal.aborted ? undefined : await claimDraft(database.system, claimId);
          if (draft === undefined) break;
          await work(draft, claimId);
        }
      }
    })()
      .catch((error) => log.debug({ err: error }, 'cannot claim drafts'))
      .finally(() => {
        working = undefined;
      });
  }

  return {
    wake,
    start(): void {
      if (deps.runs) timer = setInterval(wake, POLL_MS);
      wake();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      stopping.abort();
      await working;
    },
  };
}

/** Failures of models are shown to the owner. All others are our fault and get a general message. */
function describe(error: unknown): string {
  const { name, message } = error as Error;
  if (name === 'TimeoutError') return 'The model took too long. Ask again.';
  return name === 'EngineFailure' || name === 'AppError' ? message : 'The proposal could not be made. Ask again.';
}
