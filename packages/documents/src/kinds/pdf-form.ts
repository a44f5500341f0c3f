import type { Box } from '../model/box.ts';
import { type Pdfium, readUtf16, viewOf, withMemory } from './pdfium.ts';

// Reads form fields. Their values are annotations and not part of the pages' text.

/** `checked` is set for check boxes, ticked or not. */
export type FormField = { name: string; value: string; box: Box; checked?: boolean };

const WIDGET = 20;
const [CHECK_BOX, RADIO_BUTTON] = [2, 3];
const FIELDS_MAX = 1_000;
const VALUE_BYTES_MAX = 20_000;
/** The structure has about 60 pointers, which may all be null if nobody fills in the form. */
const FORM_INFO_BYTES = 512;
const FORM_INFO_VERSION = 2;

/** Returns a handle to the form of a document, or 0 if it has none. */
export function openForm(pdfium: Pdfium, document: number): number {
  if (pdfium._FPDF_GetFormType(document) <= 0) return 0;
  // Kept until the process ends, because PDFium refers to it.
  const info = pdfium.wasmExports.malloc(FORM_INFO_BYTES);
  pdfium.HEAPU8.fill(0, info, info + FORM_INFO_BYTES);
  viewOf(pdfium).setUint32(info, FORM_INFO_VERSION, true);
  return pdfium._FPDFDOC_InitFormFillEnvironment(document, info);
}

/** Reads the widgets of a page, also those that the form does not list, and the comments. `form` may be 0. */
export function readFields(
  pdfium: Pdfium,
  form: number,
  page: number,
  toSeen: (x: number, y: number) => [number, number],
): FormField[] {
  const fields: FormField[] = [];
  const count = Math.min(FIELDS_MAX, pdfium._FPDFPage_GetAnnotCount(page));
  for (let index = 0; index < count; index += 1) {
    const annotation = pdfium._FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const kind = pdfium._FPDFAnnot_GetSubtype(annotation);
    const read = kind === WIDGET ? readWidget(pdfium, form, annotation) : readComment(pdfium, kind, annotation);
    if (read !== undefined) fields.push({ ...read, box: boxOf(pdfium, annotation, toSeen) });
    pdfium._FPDFPage_CloseAnnot(annotation);
  }
  return fields;
}

type Read = Omit<FormField, 'box'>;

function readWidget(pdfium: Pdfium, form: number, annotation: number): Read | undefined {
  const type = form === 0 ? 0 : pdfium._FPDFAnnot_GetFormFieldType(form, annotation);
  if (type <= 0) return readLooseWidget(pdfium, annotation);
  const value = readText(pdfium, '_FPDFAnnot_GetFormFieldValue', form, annotation);
  const label = readText(pdfium, '_FPDFAnnot_GetFormFieldAlternateName', form, annotation);
  const name = label || readText(pdfium, '_FPDFAnnot_GetFormFieldName', form, annotation);
  if (type === CHECK_BOX || type === RADIO_BUTTON) return { name, value, checked: isChecked(pdfium, form, annotation) };
  return value === '' ? undefined : { name, value };
}

/** Programs that draw no ticked state leave only the name of the state that the box is in. */
function isChecked(pdfium: Pdfium, form: number, annotation: number): boolean {
  const state = readEntry(pdfium, annotation, 'AS') || readEntry(pdfium, annotation, 'V');
  return state === '' ? pdfium._FPDFAnnot_IsChecked(form, annotation) !== 0 : state !== 'Off';
}

/** The form does not list this widget, so only its own entries say what it is. */
function readLooseWidget(pdfium: Pdfium, annotation: number): Read | undefined {
  const entry = (key: string): string => readEntry(pdfium, annotation, key);
  const [type, value, state] = [entry('FT'), entry('V'), entry('AS')];
  const name = entry('TU') || entry('T');
  if (type === 'Btn' || state !== '') {
    const shown = state || value;
    // A button to press has neither a state nor a value.
    return shown === '' ? undefined : { name, value, checked: shown !== 'Off' };
  }
  return value === '' ? undefined : { name, value };
}

const [NOTE, FREE_TEXT] = [1, 3];
/** Highlight, underline, squiggly, strike-out, stamp, caret. */
const MARKS = new Set([9, 10, 11, 12, 13, 14]);

/** Text that somebody wrote onto the page, or about a part of it. */
function readComment(pdfium: Pdfium, kind: number, annotation: number): Read | undefined {
  if (kind !== NOTE && kind !== FREE_TEXT && !MARKS.has(kind)) return undefined;
  const value = readEntry(pdfium, annotation, 'Contents');
  if (value === '') return undefined;
  const author = readEntry(pdfium, annotation, 'T');
  return { name: kind === FREE_TEXT ? '' : author === '' ? 'Comment' : `Comment by ${author}`, value };
}

function readEntry(pdfium: Pdfium, annotation: number, key: string): string {
  const name = Buffer.from(`${key}\0`, 'latin1');
  return withMemory(pdfium, name.length, (keyPointer) => {
    pdfium.HEAPU8.set(name, keyPointer);
    return readUtf16Value(pdfium, (buffer, bytes) =>
      pdfium._FPDFAnnot_GetStringValue(annotation, keyPointer, buffer, bytes),
    );
  });
}

type TextFunction = `_FPDFAnnot_GetFormField${'Value' | 'Name' | 'AlternateName'}`;

const readText = (pdfium: Pdfium, read: TextFunction, form: number, annotation: number): string =>
  readUtf16Value(pdfium, (buffer, bytes) => pdfium[read](form, annotation, buffer, bytes));

/** Asks for the length of a text, then for the text. */
function readUtf16Value(pdfium: Pdfium, read: (buffer: number, bytes: number) => number): string {
  const bytes = Math.min(VALUE_BYTES_MAX, read(0, 0));
  if (bytes <= 2) return '';
  return withMemory(pdfium, bytes, (pointer) => {
    read(pointer, bytes);
    return readUtf16(pdfium, pointer, bytes / 2 - 1)
      .replace(/\r\n?/g, '\n')
      .trim();
  });
}

function boxOf(pdfium: Pdfium, annotation: number, toSeen: (x: number, y: number) => [number, number]): Box {
  return withMemory(pdfium, 16, (pointer) => {
    pdfium._FPDFAnnot_GetRect(annotation, pointer);
    const view = viewOf(pdfium);
    const [left, top, right, bottom] = [0, 4, 8, 12].map((offset) => view.getFloat32(pointer + offset, true));
    const [x0, y0] = toSeen(left!, top!);
    const [x1, y1] = toSeen(right!, bottom!);
    return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)];
  });
}
