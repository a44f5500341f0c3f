import { type EngineContext, EngineFailure, type EngineResult } from '#engines/engine/engine.ts';
import type { StepContext } from '#engines/engine/step-context.ts';
import type { Redactor } from '#secrets/redact.ts';

// Removes secrets from what an engine passes on: artifacts, references, progress and prompts. Steps are redacted where
// they are recorded. Most jobs have no secrets and skip this.

type Giving = Pick<EngineContext, 'artifact' | 'reference' | 'progress'> & Pick<StepContext, 'keep'>;

export function redactOutside<T extends Giving>(outside: T, redactor: Redactor): T {
  if (redactor.isEmpty()) return outside;
  return {
    ...outside,
    artifact: (name, content, source, step) =>
      outside.artifact(redactor.text(name), redactor.value(content), source && redactor.text(source), step),
    reference: async (content, options) => outside.reference(await redactContent(content, redactor), options),
    progress: (data) => outside.progress(redactor.value(data)),
    keep: (content) => outside.keep(redactor.bytes(Buffer.from(content))),
  };
}

export function redactModel(model: EngineContext['model'], redactor: Redactor): EngineContext['model'] {
  return redactor.isEmpty() ? model : (name, request) => model(redactor.text(name), redactor.value(request));
}

export function redactResult(result: EngineResult, redactor: Redactor): EngineResult {
  return redactor.isEmpty() ? result : redactor.value(result);
}

/** Redacts an error for the log and drops its causes, which may contain anything. */
export function redactError(error: unknown, redactor: Redactor): unknown {
  if (redactor.isEmpty() || !(error instanceof Error)) return error;
  if (error instanceof EngineFailure) {
    const { code, retry, postponeSeconds, partial } = error;
    const shown = {
      code,
      retry,
      ...(postponeSeconds !== undefined && { postponeSeconds }),
      ...(partial && { partial: redactor.value(partial) }),
    };
    return new EngineFailure(redactor.text(error.message), shown);
  }
  const shown = new Error(redactor.text(error.message));
  shown.name = error.name;
  shown.stack = redactor.text(error.stack ?? '');
  return shown;
}

/** Redacts the whole content at once, because a secret could span two chunks. */
async function redactContent(content: Uint8Array | AsyncIterable<Uint8Array>, redactor: Redactor): Promise<Uint8Array> {
  if (content instanceof Uint8Array) return redactor.bytes(Buffer.from(content));
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return redactor.bytes(Buffer.concat(pieces));
}
