import { type Kind, kinds } from './kinds.ts';
import { type Language, languages } from './labels.ts';
import { type Layout, layOut, layouts } from './layouts.ts';
import { createRandom } from './random.ts';

export const halves = ['tuning', 'test'] as const;
export type Half = (typeof halves)[number];
export const forms = ['text', 'pdf', 'scan'] as const;
export type Form = (typeof forms)[number];

export type Generated = {
  kind: string;
  half: Half;
  language: Language;
  layout: Layout;
  form: Form;
  /** The seed for everything that is derived from it later. */
  seed: number;
  schema: Record<string, unknown>;
  truth: Record<string, unknown>;
  lines: string[];
};

/** Documents of each kind in each half. The last ones are scans. */
const perHalf = 12;
const scansPerHalf = 3;
const pdfsPerHalf = 3;

export function generateDocuments(only?: { kind?: string | undefined; half?: Half | undefined }): Generated[] {
  const documents: Generated[] = [];
  for (const [number, kind] of kinds.entries()) {
    for (const half of halves) {
      for (let index = 0; index < perHalf; index += 1) {
        if ((only?.kind ?? kind.name) !== kind.name || (only?.half ?? half) !== half) continue;
        documents.push(generate(kind, half, index, number));
      }
    }
  }
  return documents;
}

function generate(kind: Kind, half: Half, index: number, number: number): Generated {
  const seed = 7_919 * (number + 1) + 104_729 * (halves.indexOf(half) + 1) + 31 * index;
  const random = createRandom(seed);
  const language = languages[(index + number) % languages.length]!;
  const layout = layouts[(index + halves.indexOf(half)) % layouts.length]!;
  const form =
    index >= perHalf - scansPerHalf ? 'scan' : index >= perHalf - scansPerHalf - pdfsPerHalf ? 'pdf' : 'text';
  const { truth, drawn } = kind.draw(random, language);
  return {
    kind: kind.name,
    half,
    language,
    layout,
    form,
    seed,
    schema: { type: 'object', properties: kind.properties },
    truth,
    lines: layOut(drawn, language, layout, random),
  };
}
