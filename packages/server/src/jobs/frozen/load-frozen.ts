import { buffer } from 'node:stream/consumers';
import type { FrozenCase, FrozenItem } from '#engines/engine/frozen.ts';
import { GATHER } from '#engines/investigation/ask/settings.ts';
import type { Kept } from '#engines/investigation/evidence/keep.ts';
import { type Artifact, listArtifactsOfJobs, readArtifact } from '#files/artifacts.ts';
import { artifactKey } from '#files/model.ts';
import { findReference } from '#files/references.ts';
import type { Db } from '#platform/db.ts';
import { isJsonObject } from '#platform/json.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { findStorageError } from '#platform/storage/storage-problem.ts';
import { ruleKey, rulesOf } from '#policies/model.ts';
import { findAppliedPolicy } from '#policies/reference.ts';

// Loads what past investigations decided on, from their records and evidence. Every artifact is compared with the hash
// in the record, so that nothing is decided on changed evidence.

/** The reason why a job cannot be decided again, as a sentence. */
export type Unfrozen = { reason: string /** It never had evidence of this kind. */; isOther?: true };

type Deps = { db: Db; storage: Storage; orgId: string };
type Loading = Deps & { findRules(versionId: string): Promise<string[] | undefined> };
type Stored = { key: string; sha256: string };

/** Loads cases. `evidenceOf` is the job that has the evidence; for a cached result it is the original job. */
export async function loadFrozen(
  deps: Deps,
  jobs: { id: string; evidenceOf: string }[],
): Promise<Map<string, FrozenCase | Unfrozen>> {
  const sources = [...new Set(jobs.map(({ evidenceOf }) => evidenceOf))];
  const artifacts = await listArtifactsOfJobs(deps.db, deps.orgId, sources);
  const byJob = Map.groupBy(artifacts, ({ jobId }) => jobId);
  const loading = { ...deps, findRules: rememberRules(deps) };
  const found = await Promise.all(
    sources.map(
      async (id): Promise<[string, FrozenCase | Unfrozen]> => [
        id,
        await loadOne(loading, id, byJob.get(id) ?? []).catch((error: unknown) => {
          const why = findStorageError(error)?.reason;
          // An outage of the storage says nothing about the evidence.
          if (why === 'late' || why === 'unreachable') throw error;
          return { reason: 'Its evidence is missing in storage or damaged.' };
        }),
      ],
    ),
  );
  const cases = new Map(found);
  return new Map(jobs.map(({ id, evidenceOf }) => [id, cases.get(evidenceOf)!]));
}

async function loadOne(deps: Loading, jobId: string, artifacts: Artifact[]): Promise<FrozenCase | Unfrozen> {
  const byKey = new Map(artifacts.map((artifact) => [artifact.key, artifact]));
  const stored = byKey.get(artifactKey(jobId, 'record'));
  if (stored === undefined)
    return { reason: 'It is not an investigation, or it has no record of its decision.', isOther: true };
  const record = (await readArtifact(deps.storage, stored)) as Record<string, unknown>;
  const { basis, settings, engine, model, evidence, policy, questions } = record;
  if (!isJsonObject(basis) || !isJsonObject(settings) || !isJsonObject(engine) || !isJsonObject(model))
    return { reason: 'It was decided by an earlier release, which stored too little to decide it again.' };
  const items: FrozenItem[] = [];
  for (const entry of evidence as Record<string, unknown>[]) {
    const artifact = byKey.get(String(entry.artifact_key));
    if (artifact === undefined) return { reason: 'Part of its evidence is missing.' };
    const item = await loadItem(deps, jobId, entry, artifact);
    if ('reason' in item) return item;
    items.push(item);
  }
  return {
    engine: String(engine.id),
    settings: {
      model: String(model.asked),
      effort: settings.reasoning_effort as FrozenCase['settings']['effort'],
      baselineVerdicts: settings.baseline_verdicts === true,
      ...(typeof settings.second_judge === 'string' && { secondJudge: settings.second_judge }),
    },
    plan: String(basis.plan),
    lessons: String(basis.lessons),
    knowledge: isJsonObject(basis.knowledge) ? (basis.knowledge as FrozenCase['knowledge']) : undefined,
    queried: basis.queried as string[],
    items,
    ...(await loadGathering(deps, byKey, { settings, policy, questions })),
  };
}

/** Many jobs were decided by the same few versions. */
function rememberRules({ db, orgId }: Deps): Loading['findRules'] {
  const known = new Map<string, Promise<string[] | undefined>>();
  const find = async (id: string): Promise<string[] | undefined> => {
    const policy = await findAppliedPolicy(db, orgId, id);
    return policy && rulesOf(policy.content).map(ruleKey);
  };
  return (id) => {
    const rules = known.get(id) ?? find(id);
    known.set(id, rules);
    return rules;
  };
}

/** Loads what the evidence was gathered for, with which tools, and what they were asked. */
async function loadGathering(
  deps: Loading,
  byKey: Map<string, Artifact>,
  { settings, policy, questions }: { settings: Record<string, unknown>; policy: unknown; questions: unknown },
): Promise<Pick<FrozenCase, 'gatheredFor' | 'gathering' | 'sources' | 'asksAnalyst'>> {
  const gatheredFor = isJsonObject(policy) ? await deps.findRules(String(policy.version_id)) : undefined;
  const asked = (questions as { name: string; prompt: Kept; answer: Kept }[]).find(({ name }) => name === GATHER);
  const read = async ({ artifact_key, sha256 }: Kept): Promise<Record<string, unknown> | undefined> => {
    const stored = byKey.get(artifact_key);
    return stored?.sha256 === sha256
      ? ((await readArtifact(deps.storage, stored)) as Record<string, unknown>)
      : undefined;
  };
  const [prompt, answer] = asked === undefined ? [] : [await read(asked.prompt), await read(asked.answer)];
  const { tools } = prompt ?? {};
  const { tool_uses: uses = [] } = answer ?? {};
  return {
    ...(gatheredFor && { gatheredFor }),
    ...(Array.isArray(tools) && { gathering: { tools, uses } as FrozenCase['gathering'] }),
    ...(isJsonObject(settings.context_sources) && { sources: settings.context_sources as FrozenCase['sources'] }),
    asksAnalyst: isJsonObject(settings.ask_analyst) && settings.ask_analyst.missing === true,
  };
}

async function loadItem(
  deps: Deps,
  jobId: string,
  entry: Record<string, unknown>,
  artifact: Artifact & Stored,
): Promise<FrozenItem | Unfrozen> {
  if (artifact.sha256 !== entry.sha256) return { reason: 'Its evidence does not match the hash in its record.' };
  const content = (await readArtifact(deps.storage, artifact)) as Record<string, unknown>;
  const saved = (entry.saved ?? []) as FrozenItem['saved'];
  const image = typeof entry.image === 'string' ? await loadImage(deps, jobId, saved.at(-1)) : undefined;
  if (image === undefined && typeof entry.image === 'string') return { reason: 'An image of its evidence is missing.' };
  return {
    name: String(content.name),
    description: String(entry.description),
    source: String(content.source),
    text: String(content.text),
    isCut: content.cut === true,
    isCase: entry.is_case === true,
    ...(Array.isArray(entry.tables) && { tables: entry.tables as string[] }),
    saved,
    ...(image !== undefined && { image: { mediaType: entry.image as string, data: image.toString('base64') } }),
  };
}

/** Loads the copy of an image, which is stored as a reference. Its URL ends in the id. */
async function loadImage({ db, storage, orgId }: Deps, jobId: string, saved: FrozenItem['saved'][number] | undefined) {
  const id = saved?.address.split('/').at(-2);
  const reference = id === undefined ? undefined : await findReference(db, orgId, jobId, id);
  const content = reference && (await storage.get(reference.storageKey));
  return content && buffer(content.stream);
}
