export type MediaKind = 'page' | 'image' | 'pdf' | 'text' | 'other';

/** Decides how saved content is shown, by its media type. */
export function mediaKindOf(type: string): MediaKind {
  const bare = type.split(';')[0]!.trim().toLowerCase();
  if (bare === 'text/html' || bare === 'application/xhtml+xml') return 'page';
  if (/^image\/(png|jpeg|gif|webp|avif|svg\+xml)$/.test(bare)) return 'image';
  if (bare === 'application/pdf') return 'pdf';
  return bare.startsWith('text/') || /json|xml/.test(bare) ? 'text' : 'other';
}
