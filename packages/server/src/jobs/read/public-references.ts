import type { OutputItem } from '@errand/contract/jobs.ts';
import { isJsonObject } from '#platform/json.ts';

const REFERENCE =
  /^https?:\/\/[^/\s]+(?:\/[^\s]*)?(\/v1\/agents\/jobs\/[\da-f-]{36}\/references\/[A-Za-z0-9._-]{1,200}\/)$/;

/**
 * Rewrites references in outputs to the address that the reader uses, as the links of lists do. The worker wrote them
 * with its own address, which may not work outside its network. Only members of `references` are changed.
 */
export function publishReferences(outputs: OutputItem[], base: string): OutputItem[] {
  return outputs.map((output) => {
    if (!output.value.includes('/references/')) return output;
    let { value } = output;
    for (const address of listReferences(value)) {
      const [, path] = REFERENCE.exec(address) ?? [];
      if (path !== undefined) value = value.replaceAll(JSON.stringify(address), JSON.stringify(base + path));
    }
    return value === output.value ? output : { ...output, value };
  });
}

function listReferences(value: string): string[] {
  try {
    const parsed: unknown = JSON.parse(value);
    const references = isJsonObject(parsed) ? parsed.references : undefined;
    return Array.isArray(references) ? references.filter((one) => typeof one === 'string') : [];
  } catch {
    // Not JSON, so it has no list of references.
    return [];
  }
}
