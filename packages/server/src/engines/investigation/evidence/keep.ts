import { createHash } from 'node:crypto';
import type { EngineContext } from '../../engine/engine.ts';

/** Something that the case rests on, as it is stored: where, and what its content has to hash to. */
export type Kept = { artifact_key: string; sha256: string };

/** A question as it was put and answered; the record of the case names both. */
export type Asked = { name: string; prompt: Kept; answer: Kept; answered_by: string[] };

/** Stores JSON as an artifact, in a step of its own that names it. */
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

/** Of the JSON as it is stored. */
export const hashOf = (content: unknown): string => createHash('sha256').update(JSON.stringify(content)).digest('hex');
