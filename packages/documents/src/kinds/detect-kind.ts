import type { DocumentKind } from '../model/document.ts';
import type { ParseRequest } from '../model/request.ts';
import { imageTypeOf } from './image-header.ts';
import { isText } from './plain-text.ts';
import { UnreadableFile } from './reader.ts';
import { listZipEntries } from './zip.ts';

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const ZIP_EMPTY = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
/** The container of Office before 2007, and of encrypted files since. */
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const SUPPORTED =
  'PDF, images (PNG, JPEG, WebP, GIF, BMP), DOCX, PPTX, XLSX, XLS, OpenDocument, CSV, HTML and text are supported.';

/** What a file is, by its content: names and declared types are often wrong. Throws for what nobody can read here. */
export function detectKind(content: Buffer, request: Pick<ParseRequest, 'name' | 'contentType'>): DocumentKind {
  if (content.length === 0) throw new UnreadableFile('is empty.');
  // A few programs write something before the header; readers accept it within the first kilobyte.
  if (content.subarray(0, 1_024).includes('%PDF-')) return 'pdf';
  if (imageTypeOf(content) !== undefined) return 'image';
  if (startsWith(content, ZIP) || startsWith(content, ZIP_EMPTY)) return kindOfZip(content);
  if (startsWith(content, OLE)) return kindOfOle(content);
  if (!isText(content)) throw new UnreadableFile(`is of a kind that cannot be read. ${SUPPORTED}`);
  return isHtml(content, request) ? 'html' : 'text';
}

const startsWith = (content: Buffer, magic: Buffer): boolean => content.subarray(0, magic.length).equals(magic);

function kindOfZip(content: Buffer): DocumentKind {
  const names = new Set(listZipEntries(content).map((entry) => entry.name));
  if (names.has('word/document.xml')) return 'docx';
  if (names.has('xl/workbook.xml') || names.has('xl/workbook.bin')) return 'xlsx';
  if (names.has('ppt/presentation.xml')) return 'pptx';
  if (names.has('content.xml') && names.has('mimetype')) {
    // The type is the first entry, not compressed, so that it can be seen from outside.
    const start = content.subarray(0, 200).toString('latin1');
    if (start.includes('opendocument.spreadsheet')) return 'xlsx';
    if (/opendocument\.(text|presentation)/.test(start)) return 'odt';
  }
  throw new UnreadableFile(`is a ZIP archive without a document that can be read. ${SUPPORTED}`);
}

function kindOfOle(content: Buffer): DocumentKind {
  // Names in the directory of the container are UTF-16.
  const has = (name: string): boolean => content.includes(Buffer.from(name, 'utf16le'));
  if (has('EncryptedPackage'))
    throw new UnreadableFile('is protected with a password. Remove the password and try again.');
  if (has('Workbook') || has('Book')) return 'xlsx';
  throw new UnreadableFile(`is of an old Office format. Save it as DOCX or PDF. ${SUPPORTED}`);
}

function isHtml(content: Buffer, { name, contentType }: Pick<ParseRequest, 'name' | 'contentType'>): boolean {
  const start = content.subarray(0, 2_048).toString('latin1').trimStart();
  if (/^(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<(!doctype html|html|head|body)\b/i.test(start)) return true;
  // A fragment is told from other text with angle brackets only by what its sender says.
  return (/^text\/html|xhtml/i.test(contentType) || /\.html?$/i.test(name)) && /<[a-z!][^>]*>/i.test(start);
}
