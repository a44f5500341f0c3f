import { buffer } from 'node:stream/consumers';
import type { EvidenceQuery } from '@errand/contract/evidence.ts';
import type { FieldTrust, Trust } from '@errand/contract/trust.ts';
import type { Static } from 'typebox';
import { EngineFailure } from '#engines/engine/engine.ts';
import type { Db } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { JobInput } from '../record/model.ts';
import { findRecord } from '../record/store.ts';
import { findSource, MissingContent, type Source } from './find-source.ts';
import { findWords } from './find-words.ts';
import { showPlace } from './show-place.ts';
import { showSeen } from './show-seen.ts';
import { evidenceView, type Shown, showText, type View } from './views.ts';

type Deps = { db: Db; storage: Storage; orgId: string };

/** Shows the evidence for a value or a finding. Returns a note if the source is missing or unreadable. */
export async function showEvidence(
  deps: Deps,
  jobId: string,
  query: Static<typeof EvidenceQuery>,
  signal: AbortSignal,
): Promise<View> {
  const place = placeOf(query) ?? (await findField(deps, jobId, query));
  if (place.file === undefined) return evidenceView(null, { kind: 'none', note: noteOf(place) });
  const { file, text: words } = place;
  const record = await findRecord(deps.db, deps.orgId, jobId);
  const job = { id: jobId, inputs: (record?.inputs ?? []) as JobInput[] };
  try {
    const source = await findSource(deps, job, file, words);
    if (source === undefined)
      return evidenceView(file, {
        kind: 'none',
        note: `${file} is not stored with this job. Only the quotation is.`,
      });
    const shown = await show(source, place, signal);
    return evidenceView(file, query.page === undefined ? noteWhole(shown) : shown);
  } catch (error) {
    if (error instanceof MissingContent)
      return evidenceView(file, { kind: 'none', note: `The content of ${file} no longer exists.` });
    if (error instanceof EngineFailure) return evidenceView(file, { kind: 'none', note: error.message });
    throw error;
  }
}

const WHOLE: Partial<Record<Shown['kind'], string>> = {
  page: 'This is the whole page. The place of the value on it is not known.',
  html: 'This is the whole page. The place of the value on it is not known.',
  table: 'This is the whole sheet. The cell of the value is not known.',
  text: 'This is the whole text. The place of the value in it is not known.',
};

/** Adds a note if nothing is marked, so that nobody looks for a mark. */
function noteWhole(shown: Shown): Shown {
  const isMarked = shown.mark && shown.mark.words !== '';
  const note = shown.note ?? (isMarked ? undefined : WHOLE[shown.kind]);
  return note === undefined ? shown : { ...shown, note };
}

function placeOf({ field, file, quote, page }: Static<typeof EvidenceQuery>): Partial<FieldTrust> | undefined {
  if (field !== undefined || file === undefined) return undefined;
  return { file, ...(quote !== undefined && { text: quote }), ...(page !== undefined && { page }) };
}

/** Returns the named value, or the first one. */
async function findField(
  { db, orgId }: Deps,
  jobId: string,
  { field, page }: Static<typeof EvidenceQuery>,
): Promise<Partial<FieldTrust>> {
  const [row] = await db.query<{ trust: Trust | null }>(
    'select trust from job_results where job_id = $2::uuid and org_id = $1::uuid',
    [orgId, jobId],
  );
  const fields = row?.trust?.fields ?? [];
  const found = field === undefined ? (fields[0] ?? UNKNOWN) : fields.find((one) => one.field === field);
  if (found === undefined)
    throw new AppError('not_found', { detail: 'The result has no value with a known source at this field.' });
  if (page === undefined || page === found.page) return found;
  const { box: _, text: __, ...rest } = found;
  return { ...rest, page };
}

const UNKNOWN: Partial<FieldTrust> = { note: 'This result has no values with a known source.' };

const noteOf = ({ status, note }: Partial<FieldTrust>): string =>
  note ?? (status && missingWords[status]) ?? 'The source does not say it.';

const missingWords: Partial<Record<FieldTrust['status'], string>> = {
  absent: 'There is no value. Everything was read, and nothing in it could be the value.',
  not_found: 'No value was found, but the source may have one.',
};

async function show(source: Source, place: Partial<FieldTrust>, signal: AbortSignal): Promise<Shown> {
  const { text: words } = place;
  if (source.kind === 'text') {
    const found = words === undefined ? undefined : findWords(source.text, words);
    const { start, end } = place;
    // The text that was read may have been longer than this input, so the range is used only if the words are there.
    const given =
      start !== undefined && end !== undefined && source.text.slice(start, end) === words ? { start, end } : found;
    return showText(source.text, given);
  }
  if (source.kind === 'seen') return showSeen(source, words);
  if (source.kind === 'fetched' && source.html) {
    const content = await source.source.open();
    const html = (content instanceof Uint8Array ? Buffer.from(content) : await buffer(content)).toString('utf8');
    return {
      kind: 'html',
      text: html.slice(0, HTML_CHARACTERS_MAX),
      cut: html.length > HTML_CHARACTERS_MAX,
      mark: { words: words ?? '' },
    };
  }
  const part = source.kind === 'file' ? source.part : undefined;
  // Offsets of characters refer to the text that was read.
  return showPlace(source.source, part, { ...place, words }, signal);
}

const HTML_CHARACTERS_MAX = 2_000_000;
