import { type EngineContext, EngineFailure } from '../../engine/engine.ts';
import { hashOf, keepArtifact } from './keep.ts';
import { readText } from './orders.ts';
import type { Saved } from './page-text.ts';

// What an investigation knows: each input, document, page and tool result is an artifact with its hash, its source and
// the step that made it, and has a reference by which findings cite it. Nothing else can be cited.

export type EvidenceItem = {
  /** `$REF_1$`, … in the order of arrival. */
  reference: string;
  artifactKey: string;
  /** Of the artifact's content. */
  sha256: string;
  name: string;
  description: string;
  /** `input alert_data`, an address, a file name, a tool. */
  source: string;
  text: string;
  /** The text as quotations are compared with it. */
  normalized: string;
  /** What can be quoted: the same without sentences that tell the reader how to decide. */
  facts: string;
  /** Those sentences. */
  orders: string[];
  /** Its end is missing here: it was too long. */
  isCut: boolean;
  /** Given to be judged, and not found by a tool. */
  isCase: boolean;
  /** What of it is kept as bytes: a page as it was fetched, its picture, an image. */
  saved: Saved[];
  /** A picture: it can be cited without a quotation. */
  image?: { data: Uint8Array; mediaType: string };
};

export type NewEvidence = Pick<EvidenceItem, 'name' | 'description' | 'source' | 'text'> & {
  image?: EvidenceItem['image'];
  saved?: Saved[];
  isCut?: boolean;
  isCase?: boolean;
  detail?: Record<string, unknown>;
};

export type Evidence = ReturnType<typeof createEvidence>;

/** More than a model reads at once; a longer text is cut, and the case is not let through on the rest. */
const TEXT_CHARACTERS_MAX = 200_000;
const ITEMS_MAX = 200;

/** `verdicts`: the names that a verdict can have; a text that tells the reader to give one is no fact. */
export function createEvidence(
  context: Pick<EngineContext, 'step' | 'artifact' | 'readArtifact'>,
  verdicts: readonly string[] = [],
) {
  const items: EvidenceItem[] = [];

  return {
    items,

    /** One after the other: the order makes the references. */
    async add({
      image,
      detail,
      saved = [],
      isCut: wasCut = false,
      isCase = false,
      ...given
    }: NewEvidence): Promise<EvidenceItem> {
      if (items.length >= ITEMS_MAX)
        throw new EngineFailure(`A case can have at most ${ITEMS_MAX} pieces of evidence.`);
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
        // Titles and file names are shown too, and are as untrusted.
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

    /** Fails when what is stored is not what was read: a verdict must not rest on evidence that somebody changed. */
    async verify(cited: EvidenceItem[]): Promise<void> {
      for (const item of cited) {
        const stored = await context.readArtifact(item.artifactKey);
        if (hashOf(stored) !== item.sha256)
          throw new EngineFailure(`The artifact ${item.artifactKey} is not what the investigation has read.`);
      }
    },
  };
}
