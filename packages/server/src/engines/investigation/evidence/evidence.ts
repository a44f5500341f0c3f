import { type EngineContext, EngineFailure } from '../../engine/engine.ts';
import type { CaseTable } from './case-tables.ts';
import { hashOf, keepArtifact } from './keep.ts';
import type { Look } from './looked-at.ts';
import { readText } from './orders.ts';
import type { Saved } from './page-text.ts';

// The evidence of an investigation. Each input, document, page and tool result is an artifact with hash, source and
// step, and has a reference by which findings cite it. Nothing else can be cited.

export type EvidenceItem = {
  /** `$REF_1$` and so on, in the order of arrival. */
  reference: string;
  artifactKey: string;
  /** Hash of the artifact's content. */
  sha256: string;
  name: string;
  description: string;
  /** Such as `input alert_data`, a URL, a file or a tool. */
  source: string;
  text: string;
  /** The text in the form used to compare quotations. */
  normalized: string;
  /** The quotable part: the text without sentences that tell the reader how to decide. */
  facts: string;
  /** The sentences that tell the reader how to decide. */
  orders: string[];
  /** Whether the text was too long and has been cut. */
  isCut: boolean;
  /** Whether it is part of the case itself, not found by a tool. */
  isCase: boolean;
  /** Tables of the case with the whole content, however much of the text is shown. */
  tables?: string[];
  /** Stored bytes: the page as fetched, its screenshot, an image. */
  saved: Saved[];
  /** An image can be cited without a quotation. */
  image?: { data: Uint8Array; mediaType: string };
};

export type NewEvidence = Pick<EvidenceItem, 'name' | 'description' | 'source' | 'text'> & {
  image?: EvidenceItem['image'];
  saved?: Saved[];
  tables?: string[];
  isCut?: boolean;
  isCase?: boolean;
  detail?: Record<string, unknown>;
};

export type Evidence = ReturnType<typeof createEvidence>;

/** More than a model reads at once. A longer text is cut, and a cut case is not let through. */
const TEXT_CHARACTERS_MAX = 200_000;
const ITEMS_MAX = 200;

/** `verdicts` are the possible verdicts. A text that tells the reader to choose one is not a fact. */
export function createEvidence(
  context: Pick<EngineContext, 'step' | 'artifact' | 'readArtifact'>,
  verdicts: readonly string[] = [],
) {
  const items: EvidenceItem[] = [];

  return {
    items,
    /** Lists of the case, for queries. */
    tables: [] as CaseTable[],
    /** What statements have shown of all rows of a table. */
    looks: [] as Look[],

    /** Call it one at a time, because references are numbered in order of arrival. */
    async add({
      image,
      detail,
      saved = [],
      isCut: wasCut = false,
      isCase = false,
      ...given
    }: NewEvidence): Promise<EvidenceItem> {
      if (items.length >= ITEMS_MAX)
        throw new EngineFailure(`A case can have at most ${ITEMS_MAX} pieces of evidence.`, {
          code: 'errand.investigations.too_large',
        });
      const isTooLong = given.text.length > TEXT_CHARACTERS_MAX;
      const isCut = wasCut || isTooLong;
      const text = isTooLong ? given.text.slice(0, TEXT_CHARACTERS_MAX).toWellFormed() : given.text;
      const content = {
        source: given.source,
        name: given.name,
        text,
        ...(isCut && { cut: true }),
        ...(saved.length > 0 && { saved }),
        ...detail,
      };
      const number = items.length + 1;
      const kept = await keepArtifact(context, `evidence ${number}`, {
        name: `evidence_${number}`,
        content,
        source: given.source,
      });
      const read = readText(text, verdicts);
      const item: EvidenceItem = {
        ...given,
        reference: `$REF_${number}$`,
        artifactKey: kept.artifact_key,
        sha256: kept.sha256,
        text,
        ...read,
        // The prompt also shows titles and file names, which are just as untrusted.
        orders: [...read.orders, ...readText(given.name, verdicts).orders],
        saved,
        isCut,
        isCase,
        ...(image && { image }),
      };
      items.push(item);
      return item;
    },

    find: (reference: string): EvidenceItem | undefined =>
      items.find((item) => item.reference === reference.trim() || item.reference === `$${reference.trim()}$`),

    /** Fails if an artifact differs from what was read, because a verdict must not rest on changed evidence. */
    async verify(cited: EvidenceItem[]): Promise<void> {
      for (const item of cited) {
        const stored = await context.readArtifact(item.artifactKey);
        if (hashOf(stored) !== item.sha256)
          throw new EngineFailure(`The artifact ${item.artifactKey} has changed since the investigation read it.`, {
            code: 'errand.artifacts.missing',
          });
      }
    },
  };
}
