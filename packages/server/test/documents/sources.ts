import type { DocumentSource } from '@errand/documents/parse-document.ts';

export const source = (content: Uint8Array | string, name = 'file', contentType = ''): DocumentSource => ({
  name,
  contentType,
  open: async () => Buffer.from(content as string),
});
