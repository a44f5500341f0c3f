import { PDFiumLibrary } from '@hyzyla/pdfium';

// The PDFium functions that we call, by their C names. The wrapper only offers text and images, but the boxes of
// characters and the outline are exported too. Pointers are numbers.

type Pointer = number;
type Functions = Record<
  | '_FPDF_LoadMemDocument'
  | '_FPDF_GetLastError'
  | '_FPDF_CloseDocument'
  | '_FPDF_GetPageCount'
  | '_FPDF_LoadPage'
  | '_FPDF_ClosePage'
  | '_FPDF_GetPageWidthF'
  | '_FPDF_GetPageHeightF'
  | '_FPDF_PageToDevice'
  | '_FPDF_RenderPageBitmap'
  | '_FPDF_FFLDraw'
  | '_FPDFPage_CountObjects'
  | '_FPDFPage_GetObject'
  | '_FPDFPageObj_GetType'
  | '_FPDFPageObj_GetBounds'
  | '_FPDFText_LoadPage'
  | '_FPDFText_ClosePage'
  | '_FPDFText_CountChars'
  | '_FPDFText_GetUnicode'
  | '_FPDFText_GetText'
  | '_FPDFText_GetLooseCharBox'
  | '_FPDFBitmap_CreateEx'
  | '_FPDFBitmap_FillRect'
  | '_FPDFBitmap_GetBuffer'
  | '_FPDFBitmap_GetStride'
  | '_FPDFBitmap_Destroy'
  | '_FPDFBookmark_GetFirstChild'
  | '_FPDFBookmark_GetNextSibling'
  | '_FPDFBookmark_GetTitle'
  | '_FPDFBookmark_GetDest'
  | '_FPDFDest_GetDestPageIndex'
  | '_FPDF_GetFormType'
  | '_FPDFDOC_InitFormFillEnvironment'
  | '_FPDFPage_GetAnnotCount'
  | '_FPDFPage_GetAnnot'
  | '_FPDFPage_CloseAnnot'
  | '_FPDFAnnot_GetSubtype'
  | '_FPDFAnnot_GetRect'
  | '_FPDFAnnot_GetFormFieldValue'
  | '_FPDFAnnot_GetFormFieldName'
  | '_FPDFAnnot_GetFormFieldAlternateName'
  | '_FPDFAnnot_GetFormFieldType'
  | '_FPDFAnnot_IsChecked'
  | '_FPDFAnnot_GetStringValue'
  | '_FPDFText_HasUnicodeMapError'
  | '_FPDFPath_CountSegments'
  | '_FPDFPath_GetPathSegment'
  | '_FPDFPathSegment_GetPoint'
  | '_FPDFPathSegment_GetType'
  | '_FPDFDoc_GetAttachmentCount'
  | '_FPDFDoc_GetAttachment'
  | '_FPDFAttachment_GetName'
  | '_FPDFAttachment_GetFile',
  (...args: number[]) => number
>;

export type Pdfium = Functions & {
  HEAPU8: Uint8Array;
  wasmExports: { malloc(size: number): Pointer; free(pointer: Pointer): void };
};

let loaded: Promise<Pdfium> | undefined;

/** Loads PDFium once for the whole process. Files inside a file share it. */
export function loadPdfium(): Promise<Pdfium> {
  loaded ??= PDFiumLibrary.init().then((library) => (library as unknown as { module: Pdfium }).module);
  return loaded;
}

/** Allocates memory of PDFium while `work` runs. */
export function withMemory<T>(pdfium: Pdfium, bytes: number, work: (pointer: Pointer) => T): T {
  const pointer = pdfium.wasmExports.malloc(bytes);
  if (pointer === 0) throw new Error('out of memory');
  try {
    return work(pointer);
  } finally {
    pdfium.wasmExports.free(pointer);
  }
}

/** The memory moves when it grows, so a view is only valid until the next call. */
export const viewOf = (pdfium: Pdfium): DataView => new DataView(pdfium.HEAPU8.buffer);

export function readUtf16(pdfium: Pdfium, pointer: Pointer, units: number): string {
  return Buffer.from(pdfium.HEAPU8.buffer as ArrayBuffer, pointer, units * 2).toString('utf16le');
}
