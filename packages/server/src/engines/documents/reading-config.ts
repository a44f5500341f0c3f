import { Type } from 'typebox';

/** How files are read, for every engine that reads them. */
export const readingConfig = {
  ocr_languages: Type.Optional(
    Type.Array(Type.String(), {
      default: ['auto'],
      description:
        'Languages of scans, ISO 639-3 codes such as deu or fra; several are read together. auto: by the words that are found.',
      examples: [['deu', 'eng']],
    }),
  ),
};
