import type { DocumentKind } from '../model/document.ts';
import type { ParseRequest } from '../model/request.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';
import { imageTypeOf } from './image-header.ts';
import { isText } from './plain-text.ts';
import { listZipEntries } from './zip.ts';

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const ZIP_EMPTY = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
/** The container format of Office before 2007, and of encrypted Office files since. */
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const SUPPORTED =
  'PDF, images (PNG, JPEG, WebP, GIF, BMP, TIFF), DOCX, PPTX, XLSX, XLS, OpenDocument, CSV, HTML, e-mail (EML, MSG), ZIP and text are supported.';

/**
 * Detects the kind of a file by its content, because names and declared types are often wrong. Throws if unsupported.
 */
export function detectKind(content: Buffer, request: Pick<ParseRequest, 'name' | 'contentType'>): DocumentKind {
  if (content.length === 0) throw new UnreadableFile('is empty.');
  // A few programs write something before the header. PDF readers accept it within the first kilobyte.
  if (content.subarray(0, 1_024).includes('%PDF-')) return 'pdf';
  if (imageTypeOf(content) !== undefined || isTiff(content)) return 'image';
  if (isHeic(content)) throw new UnreadableFile('is a HEIC photo, which is not supported. Save or send it as JPEG.');
  if (startsWith(content, ZIP) || startsWith(content, ZIP_EMPTY)) return kindOfZip(content);
  if (startsWith(content, OLE)) return kindOfOle(content);
  if (!isText(content)) throw new UnreadableFile(`has an unsupported file type. ${SUPPORTED}`);
  if (isEmail(content, request)) return 'email';
  if (isHtml(content, request)) return 'html';
  return isCsv(request) ? 'csv' : 'text';
}

const TIFFS = [Buffer.from('II*\0', 'latin1'), Buffer.from('MM\0*', 'latin1')];
export const isTiff = (content: Buffer): boolean => TIFFS.some((magic) => startsWith(content, magic));

const isHeic = (content: Buffer): boolean =>
  /^ftyp(hei[cxms]|hev[cx]|mif1|msf1)/.test(content.subarray(4, 16).toString('latin1'));

const startsWith = (content: Buffer, magic: Buffer): boolean => content.subarray(0, magic.length).equals(magic);

function kindOfZip(content: Buffer): DocumentKind {
  const names = new Set(listZipEntries(content).map((entry) => entry.name));
  if (names.has('word/document.xml')) return 'docx';
  if (names.has('xl/workbook.xml') || names.has('xl/workbook.bin')) return 'xlsx';
  if (names.has('ppt/presentation.xml')) return 'pptx';
  if (names.has('content.xml') && names.has('mimetype')) {
    // The type is the first entry and is not compressed, so it can be read without unpacking.
    const start = content.subarray(0, 200).toString('latin1');
    if (start.includes('opendocument.spreadsheet')) return 'xlsx';
    if (/opendocument\.(text|presentation)/.test(start)) return 'odt';
  }
  return 'archive';
}

function kindOfOle(content: Buffer): DocumentKind {
  // Names in the container's directory are UTF-16.
  const has = (name: string): boolean => content.includes(Buffer.from(name, 'utf16le'));
  if (has('EncryptedPackage'))
    throw new UnreadableFile('is protected with a password. Remove the password and try again.');
  if (has('Workbook') || has('Book')) return 'xlsx';
  if (has('__properties_version1.0')) return 'email';
  throw new UnreadableFile(`has an old Office format. Save it as DOCX or PDF. ${SUPPORTED}`);
}

/** Checks for mail headers up to the first empty line. A letter that begins similarly is text. */
function isEmail(content: Buffer, { name, contentType }: Pick<ParseRequest, 'name' | 'contentType'>): boolean {
  const [head = ''] = content
    .subarray(0, 65_536)
    .toString('latin1')
    .split(/\r?\n\r?\n/, 1);
  if (!/^[A-Za-z][\w-]*:/.test(head)) return false;
  const found = ['from', 'to', 'date', 'subject', 'message-id', 'mime-version', 'received', 'return-path'].filter(
    (key) => new RegExp(`^${key}:`, 'im').test(head),
  );
  const isSaid = /^message\/rfc822/i.test(contentType) || /\.eml$/i.test(name);
  return isSaid ? found.length >= 1 : found.length >= 3 && /^(mime-version|message-id|received):/im.test(head);
}

/** Any text with commas could be CSV, so the name or the declared type decides. */
const isCsv = ({ name, contentType }: Pick<ParseRequest, 'name' | 'contentType'>): boolean =>
  /^text\/(csv|tab-separated-values)/i.test(contentType) || /\.(csv|tsv)$/i.test(name);

function isHtml(content: Buffer, { name, contentType }: Pick<ParseRequest, 'name' | 'contentType'>): boolean {
  const start = content.subarray(0, 2_048).toString('latin1').trimStart();
  if (/^(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<(!doctype html|html|head|body)\b/i.test(start)) return true;
  // Only the name or the declared type distinguishes a fragment from other text with angle brackets.
  return (/^text\/html|xhtml/i.test(contentType) || /\.html?$/i.test(name)) && /<[a-z!][^>]*>/i.test(start);
}
