import { Type } from 'typebox';
import { form } from '../engine/form.ts';

/** Configuration shared by engines that read files. */
export const readingConfig = {
  ocr_languages: Type.Optional(
    Type.Array(Type.String(), {
      ...form('inputs', 'Languages of scans'),
      default: ['auto'],
      description:
        'Languages of scans, as ISO 639-3 codes such as deu or fra. Several are read together. auto: detected by the words found.',
      examples: [['deu', 'eng']],
    }),
  ),
};
