import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { detectAll, toISO3 } from 'tinyld';
import { UnreadableFile } from '../model/unreadable-file.ts';

// OCR data comes in packages, one for each language, so nothing is downloaded. Operators may install more of them.

/** The languages to try if none is given. Latin scripts come first, because they share letters. */
export const latinLanguages = [
  ...['eng', 'deu', 'fra', 'spa', 'ita', 'por', 'nld', 'pol', 'nor', 'swe', 'dan', 'ces', 'tur'],
] as const;
export const otherScripts = ['ell', 'ara', 'jpn', 'chi_sim'] as const;

/** ISO 639-3 codes for which the packages have other names. */
const SPELLINGS: Record<string, string> = { zho: 'chi_sim', cmn: 'chi_sim', chi: 'chi_sim', nob: 'nor', nno: 'nor' };
export const toPackCode = (code: string): string => SPELLINGS[code.toLowerCase()] ?? code.toLowerCase();

export type LanguageData = { code: string; folder: string; data: Uint8Array };

/** Loads the data of a language. Throws for a language without a package, and says what to do. */
export async function loadLanguage(given: string): Promise<LanguageData> {
  const code = toPackCode(given);
  if (!/^[a-z]{3}(_[a-z]{3,4})?$/.test(code))
    throw new UnreadableFile(
      `cannot be recognized in '${given}'. Languages must be ISO 639-3 codes such as deu, or auto.`,
    );
  try {
    const folder = fileURLToPath(new URL('4.0.0_best_int', import.meta.resolve(`@tesseract.js-data/${code}`)));
    return { code, folder, data: await readFile(`${folder}/${code}.traineddata.gz`) };
  } catch {
    throw new UnreadableFile(
      `cannot be recognized in '${given}': this server has no recognition data for it (package @tesseract.js-data/${code}).`,
    );
  }
}

/** About a sentence or two. With less text, a guess is worth nothing. */
const LETTERS_MIN = 40;
const SAMPLE_CHARACTERS = 4_000;

/** Detects the language of a text (ISO 639-3). Returns undefined if the text is too short. */
export function languageOf(text: string): string | undefined {
  const sample = text.slice(0, SAMPLE_CHARACTERS).replace(/[\d|[\]]+|---/g, ' ');
  if ((sample.match(/\p{L}/gu)?.length ?? 0) < LETTERS_MIN) return undefined;
  const [best] = detectAll(sample);
  return best && best.accuracy >= 0.2 ? toISO3(best.lang) || undefined : undefined;
}
