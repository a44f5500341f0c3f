/** Signs that no text has: control characters, the replacement character, and private ones that are no check boxes. */
const ODD = /[\p{Cc}\ufffd\ue000-\uefff]/gu;
const ODD_MAX = 0.15;
const LATIN_MIN = 150;
/** Every language in Latin script has three vowels in ten letters. Codes and abbreviations have fewer, but also digits. */
const VOWELS_MIN = 0.16;

/** Whether a text was made with fonts that do not say which letters their signs are. */
export function isGarbage(text: string): boolean {
  if (text.length === 0) return false;
  if ((text.match(ODD)?.length ?? 0) > ODD_MAX * text.length) return true;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (latin < LATIN_MIN || latin < 0.5 * text.length) return false;
  const vowels = text.normalize('NFD').match(/[aeiouyıæøœ]/giu)?.length ?? 0;
  return vowels < VOWELS_MIN * latin;
}
