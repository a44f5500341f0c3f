import type { DocumentKind } from '../model/document.ts';
import type { ParseRequest } from '../model/request.ts';
import { isContainer } from './container.ts';
import { detectKind, isTiff } from './detect-kind.ts';
import type { ContainerReader, LoadReader, Reader, ReadPart } from './reader.ts';

/** Loaded on demand, because most files need only one of them. */
const readers: Record<Exclude<DocumentKind, 'email' | 'archive'>, LoadReader> = {
  pdf: async (request, content) => (await import('./pdf.ts')).loadPdfReader(request, content),
  image: async (request, content) =>
    isTiff(content)
      ? (await import('./tiff.ts')).loadTiffReader(request, content)
      : (await import('./image.ts')).loadImageReader(request, content),
  docx: async (request, content) => (await import('./docx.ts')).loadDocxReader(request, content),
  xlsx: async () => (await import('./workbook.ts')).readWorkbook,
  pptx: async (request, content) => (await import('./markup.ts')).loadPptxReader(request, content),
  odt: async (request, content) => (await import('./markup.ts')).loadOpenDocumentReader(request, content),
  csv: async () => (await import('./csv.ts')).readCsv,
  html: async () => (await import('./html.ts')).readHtml,
  text: async () => (await import('./plain-text.ts')).readPlainText,
};

const containers = {
  pdf: async () => (await import('./pdf-files.ts')).readPdfWithFiles,
  email: async () => (await import('./email.ts')).readEmail,
  archive: async () => (await import('./archive.ts')).readArchive,
};

/** Detects the kind of the file and loads its reader with all dependencies. */
export async function loadReader(
  content: Buffer,
  request: ParseRequest,
): Promise<{ kind: DocumentKind; read: Reader }> {
  const kind = detectKind(content, request);
  if (!holdsFiles(kind, content)) return { kind, read: await readers[kind as keyof typeof readers](request, content) };
  // The contents are only known after the process has given up its rights, so everything is loaded before.
  await loadAll(request);
  const read = await containers[kind as keyof typeof containers]();
  return { kind, read: (file, wanted, emit) => read(file, wanted, emit, { readPart }).then(withoutOwn) };
}

/** Embedded files of a PDF are streams of this type, whose dictionaries are never packed. */
const holdsFiles = (kind: DocumentKind, content: Buffer): boolean =>
  isContainer(kind) || (kind === 'pdf' && content.includes('/EmbeddedFile'));

const withoutOwn = ({ ownPages: _own, ...rest }: Awaited<ReturnType<ContainerReader>>) => rest;

/** Loads the libraries of all readers, including OCR. */
async function loadAll(request: ParseRequest): Promise<void> {
  const modules = [import('./image.ts'), import('./tiff.ts'), import('./docx.ts'), import('./workbook.ts')];
  const more = [import('./markup.ts'), import('./csv.ts'), import('./html.ts'), import('./plain-text.ts')];
  const pdf = import('./pdf.ts').then(({ loadPdfReader }) => loadPdfReader(request, Buffer.alloc(0)));
  await Promise.all([...modules, ...more, pdf, containers.pdf(), containers.email(), containers.archive()]);
}

const readPart: ReadPart = async (content, request, emit, inside) => {
  const kind = detectKind(content, request);
  const take = (page: Parameters<typeof emit>[0]): void => emit(page, kind);
  if (holdsFiles(kind, content)) {
    const read = await containers[kind as keyof typeof containers]();
    return { kind, ...(await read(content, request, take, { readPart, inside })) };
  }
  const read = await readers[kind as keyof typeof readers](request, content);
  const document = await read(content, request, take);
  return { kind, ...document, ownPages: document.pageCount };
};
