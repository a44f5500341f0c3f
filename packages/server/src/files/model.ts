// Uploaded files, and content that jobs create: artifacts (JSON documents by key) and references (saved pages, images).
// Rows are in PostgreSQL, bytes in storage under their hash. A blob is durable before a row names it. A blob that no
// row names is garbage, which collect.ts removes once it is old enough.

/** The place of content in storage, with its expected hash and size. */
export type StoredContent = { storageKey: string; sha256: string; size: number };

export type File = StoredContent & {
  id: string;
  name: string;
  contentType: string;
  datasetId: string | null;
  metadata: Record<string, unknown> | null;
  creatorId: number | null;
  createdAt: Date;
};

/** The first segment of a storage key. The second is the organization, so organizations never share content. */
export const blobKinds = ['files', 'artifacts', 'references'] as const;
type BlobKind = (typeof blobKinds)[number];

export const blobPrefix = (kind: BlobKind, orgId: string): string => `${kind}/${orgId}`;

const NAME_CHARACTERS_MAX = 255;
const EXTENSION = /\.[^.\s]{1,20}$/;

/** Returns the last segment of a file name, without characters that could mislead a terminal, a header or a reader. */
export function cleanFileName(given: string): string {
  const base = given.split(/[/\\]/).at(-1)!;
  const visible = base.replace(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu, '').trim();
  if (visible === '' || visible === '.' || visible === '..') return 'file';
  const characters = [...visible];
  if (characters.length <= NAME_CHARACTERS_MAX) return visible;
  // Shortens the stem and keeps the extension, which shows the type of the content.
  const extension = EXTENSION.exec(visible)?.[0] ?? '';
  return characters.slice(0, NAME_CHARACTERS_MAX - [...extension].length).join('') + extension;
}

/** Returns `type/subtype` in lower case without parameters, or application/octet-stream if it is invalid. */
export function cleanContentType(given: string | undefined): string {
  const type = (given ?? '').split(';', 1)[0]!.trim().toLowerCase();
  const valid = type.length <= 255 && /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/.test(type);
  return valid ? type : 'application/octet-stream';
}

/** Returns `agent-job-<job>/<name>.json`. Characters other than letters, digits and `._-` become underscores. */
export function artifactKey(jobId: string, name: string): string {
  const clean = name.replace(/\.json$/i, '').replace(/[^A-Za-z0-9._-]+/g, '_');
  return `agent-job-${jobId}/${clean.slice(0, 150) || 'artifact'}.json`;
}
