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
    if (pdfium._FPDFAnnot_GetSubtype(annotation) === WIDGET) {
      const value = readText(pdfium, '_FPDFAnnot_GetFormFieldValue', form, annotation);
      const label = readText(pdfium, '_FPDFAnnot_GetFormFieldAlternateName', form, annotation);
      const name = label || readText(pdfium, '_FPDFAnnot_GetFormFieldName', form, annotation);
      const type = pdfium._FPDFAnnot_GetFormFieldType(form, annotation);
      const box = boxOf(pdfium, annotation, toSeen);
      if (type === CHECK_BOX || type === RADIO_BUTTON)
        fields.push({ name, value, box, checked: pdfium._FPDFAnnot_IsChecked(form, annotation) !== 0 });
      else if (value !== '') fields.push({ name, value, box });
    }
    pdfium._FPDFPage_CloseAnnot(annotation);
  }
  return fields;
}

type TextFunction = `_FPDFAnnot_GetFormField${'Value' | 'Name' | 'AlternateName'}`;

function readText(pdfium: Pdfium, read: TextFunction, form: number, annotation: number): string {
  const bytes = Math.min(VALUE_BYTES_MAX, pdfium[read](form, annotation, 0, 0));
  if (bytes <= 2) return '';
  return withMemory(pdfium, bytes, (pointer) => {
    pdfium[read](form, annotation, pointer, bytes);
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
