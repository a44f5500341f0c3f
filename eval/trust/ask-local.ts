import { createLocalRunner } from '../../packages/server/src/engines/local-model/runner.ts';
import { readLocalModel } from '../../packages/server/src/engines/models/local-settings.ts';
import type { Answer } from './judge-trust.ts';

// Asks a model file that this machine runs itself, as workers do. It needs ERRAND_LOCAL_RUNTIME.

const OUTPUT_TOKENS_MAX = 300;
/** A long text does not fit the context of a small model. */
const CHARACTERS_MAX = 1_800;
const TIME_LIMIT_MS = 180_000;

export function askLocal(path: string): Answer {
  const runner = createLocalRunner(readLocalModel({ ...process.env, ERRAND_LOCAL_MODEL: path })!);
  return async ({ schema, sources }) => {
    const text = sources.map((source) => source.text).join('\n\n');
    let given = '';
    try {
      await runner.ask(
        {
          history: [
            { type: 'system', text: 'Fill in the fields from the document. Use null for what it does not say.' },
            { type: 'user', text: text.slice(0, CHARACTERS_MAX) },
          ],
          schema,
          outputTokensMax: OUTPUT_TOKENS_MAX,
        },
        (delta) => {
          given += delta;
        },
        AbortSignal.timeout(TIME_LIMIT_MS),
      );
    } catch (error) {
      console.log(`  no answer: ${(error as Error).message}`);
    }
    return readMembers(given);
  };
}

/** A small model is often cut off within a list. What it had said before counts. */
export function readMembers(given: string): unknown {
  for (let text = given; text.length > 0; text = text.slice(0, Math.max(0, text.lastIndexOf(',')))) {
    for (const end of ['', '}', ']}', '}]}']) {
      try {
        return JSON.parse(text + end) as unknown;
      } catch {
        // Try with less.
      }
    }
    if (!text.includes(',')) break;
  }
  return {};
}
