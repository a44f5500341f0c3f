import type { JsonSchema } from '@errand/json-schema/walk-schema.ts';
import { BaselineFailure } from './failure.ts';

/** About 400 pages. The rules take a few seconds per million characters. */
export const textCharsMax = 1_000_000;
const textsMax = 2_000;
const schemaDepthMax = 64;
const schemaNodesMax = 20_000;

export function checkTextSize(text: string): void {
  if (text.length <= textCharsMax) return;
  throw new BaselineFailure(
    `The text has ${text.length} characters; the built-in model baseline reads at most ${textCharsMax}. Send a part of it, or choose another model.`,
  );
}

export function checkTexts(texts: string[]): void {
  if (texts.length > textsMax + 1) {
    throw new BaselineFailure(`The built-in model baseline compares at most ${textsMax} texts at once.`);
  }
  let length = 0;
  for (const text of texts) length += text.length;
  if (length > textCharsMax) checkTextSize(texts.join(''));
}

/** Checked before a schema is copied to a thread, because copying recurses and a hostile schema may be very deep. */
export function checkSchemaSize(schema: JsonSchema): void {
  let level: unknown[] = [schema];
  let nodes = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > schemaDepthMax) {
      throw new BaselineFailure(`The output schema is nested more than ${schemaDepthMax} levels deep.`);
    }
    const next: unknown[] = [];
    for (const node of level) {
      if (typeof node === 'object' && node !== null) for (const child of Object.values(node)) next.push(child);
    }
    nodes += next.length;
    if (nodes > schemaNodesMax) {
      throw new BaselineFailure(`The output schema has more than ${schemaNodesMax} parts.`);
    }
    level = next;
  }
}
