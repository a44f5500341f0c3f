import { createHash } from 'node:crypto';
import type { EngineContext } from '../../engine/engine.ts';

/** A stored part of the case: its artifact and the hash of its content. */
export type Kept = { artifact_key: string; sha256: string };

/** A prompt and its response, as the record of the case lists them. */
export type Asked = { name: string; prompt: Kept; answer: Kept; answered_by: string[] };

/** Stores JSON as an artifact, in its own step. */
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
