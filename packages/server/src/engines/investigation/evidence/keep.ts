import { createHash } from 'node:crypto';
import type { EngineContext } from '../../engine/engine.ts';

/** A stored part of the case: its place and the hash of its content. */
export type Kept = { artifact_key: string; sha256: string };

/** A prompt and its response; the record of the case names both. */
export type Asked = { name: string; prompt: Kept; answer: Kept; answered_by: string[] };

/** Stores JSON as an artifact in a step of its own. */
export async function keepArtifact(
  context: Pick<EngineContext, 'step' | 'artifact'>,
  step: string,
  { name, content, source, of = step }: { name: string; content: unknown; source: string; of?: string },
): Promise<Kept> {
  const key = await context.step(step, async (usage) => {
    usage.artifactKey = await context.artifact(name, content, source, of);
    return usage.artifactKey;
  });
  return { artifact_key: key, sha256: hashOf(content) };
}

/** Hashes the JSON as it is stored. */
export const hashOf = (content: unknown): string => createHash('sha256').update(JSON.stringify(content)).digest('hex');
