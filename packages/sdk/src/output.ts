import type { OutputItem } from './generated/types/jobs.ts';

const JSON_TYPE = /^application\/([\w.+-]+\+)?json\s*(;|$)/i;

/** Returns a job's only output, parsed if it is JSON. Several outputs are an object by key; none is null. */
export function readOutput(outputs: readonly OutputItem[]): unknown {
  const [only, ...others] = outputs;
  if (only === undefined) return null;
  if (others.length === 0) return readValue(only);
  return Object.fromEntries(outputs.map((output) => [output.key, readValue(output)]));
}

function readValue({ data_type: type, value }: OutputItem): unknown {
  if (!JSON_TYPE.test(type)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
