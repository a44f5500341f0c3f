import { type CardAgent, listCardAgents } from '#agents/card-agents.ts';
import { assignSlugs } from '#agents/slugs.ts';
import type { Snapshot } from '#agents/snapshot.ts';
import { findVersionNamed } from '#agents/versions-store.ts';
import type { Caller } from '#platform/caller.ts';
import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { idTime, isUuid } from '#platform/ids.ts';
import { didYouMean } from '#platform/nearest.ts';
import type { RunDeps } from '../start-run.ts';

// Agents as models. A model's id is the agent's slug.

export type Model = { id: string; object: 'model'; created: number; owned_by: string };

export async function listModels(database: Database, orgId: string): Promise<Map<string, CardAgent>> {
  return assignSlugs(await listCardAgents(database.tenant(orgId), orgId));
}

export const toModel = (id: string, agent: CardAgent): Model => ({
  id,
  object: 'model',
  created: Math.floor(idTime(agent.id).getTime() / 1_000),
  owned_by: agent.organization,
});

/** Models are named differently here than at OpenAI, so the message says where their names are. */
export const unknownModel = (model: string, known: Iterable<string> = []): AppError =>
  new AppError('not_found', {
    detail:
      `The model '${model.slice(0, 200)}' does not exist or you do not have access to it.` +
      `${didYouMean(model.slice(0, 200), known)} Models are agents: GET /openai/v1/models lists their names.`,
    extra: { code: 'model_not_found', param: 'model' },
  });

/** Finds the agent of `slug`, `id`, `slug@version` or `id@version`; the version is an id or a name. */
export async function loadModel(
  deps: RunDeps,
  caller: Caller,
  model: string,
): Promise<{ slug: string; snapshot: Snapshot }> {
  const at = model.indexOf('@');
  const name = at < 0 ? model : model.slice(0, at);
  const version = at < 0 ? undefined : model.slice(at + 1);
  const { database, starter } = deps;
  const models = await listModels(database, caller.orgId);
  const found = [...models].find(([slug, agent]) => slug === name || agent.id === name.toLowerCase());
  if (found === undefined) throw unknownModel(model, models.keys());
  const [slug, { id: agentId }] = found;
  const versionId =
    version === undefined || isUuid(version)
      ? version
      : await findVersionNamed(database.tenant(caller.orgId), caller.orgId, agentId, version);
  if (version !== undefined && versionId === undefined) throw unknownModel(model);
  const snapshot = await Promise.resolve(starter.load(caller, { agentId, versionId }, { fresh: false })).catch(
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') throw unknownModel(model);
      throw error;
    },
  );
  return { slug, snapshot };
}
