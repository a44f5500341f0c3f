import { toPackCode } from './ocr-languages.ts';

// The scripts that the networks read, and which languages need Tesseract.

/** Latin letters with marks, Greek, and everything that is no letter. Chinese signs stay out. */
export const isWestern = (character: string): boolean =>
  /^[\p{Script=Latin}\p{Script=Greek}\p{N}\p{P}\p{S} ]$/u.test(character) &&
  !/[\u3000-\u9fff\uff00-\uffef]/u.test(character);

export const isChinese = (character: string): boolean => /\p{Script=Han}/u.test(character);

/** Languages in Latin script whose letters the networks know, Greek, and Chinese. Others are for Tesseract. */
const READ = new Set(
  (
    'afr cat ces cym dan deu ell eng epo est eus fil fin fra gle glg hrv hun ind isl ita lat lav lit ltz mlt msa nld nor ' +
    'oci pol por slk slv spa sqi swa swe tur chi_sim chi_tra'
  ).split(' '),
);

export const isRead = (language: string): boolean => READ.has(toPackCode(language));
export const isChineseLanguage = (language: string): boolean => toPackCode(language).startsWith('chi_');
