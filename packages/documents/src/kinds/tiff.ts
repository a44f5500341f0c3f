import tiff, { type IFD } from 'utif2';
import { createArranger } from '../layout/arrange.ts';
import { limits } from '../model/request.ts';
import { checkPixels, damagedImage, refuseImage, scanOf } from './image.ts';
import { encodePng } from './png.ts';
import { type LoadReader, UnreadableFile } from './reader.ts';
import { startOcr } from './start-ocr.ts';

/** Scanners and fax machines put many pages into one TIFF. */
export const loadTiffReader: LoadReader = async (wanted) => {
  const ocr = await startOcr(wanted);
  return async (content, request, emit) => {
    const pages = listPages(content);
    const arrange = createArranger();
    for (const [index, page] of pages.entries()) {
      const number = index + 1;
      if (request.pages && !request.pages.includes(number)) continue;
      const { width, height } = sizeOf(page);
      const needed = ocr !== undefined || request.images;
      const png = needed ? decodePage(content, page) : undefined;
      const found = png && (await ocr?.recognize(scanOf(png.image, png, () => png)).catch(refuseImage));
      emit({
        number,
        width,
        height,
        text: '',
        scanned: true,
        ...(ocr && found && ocr.toPage(arrange, found)),
        ...(request.images && png && { image: { data: png.image, mediaType: 'image/png' } }),
      });
    }
    return { pageCount: pages.length };
  };
};

function listPages(content: Buffer): IFD[] {
  let pages: IFD[];
  try {
    pages = tiff.decode(content).filter((page) => sizeOf(page).width > 0 && sizeOf(page).height > 0);
  } catch {
    throw damagedImage();
  }
  if (pages.length === 0) throw damagedImage();
  if (pages.length > limits.pagesMax)
    throw new UnreadableFile(`has ${pages.length} pages. The limit is ${limits.pagesMax}. Split the file.`);
  for (const page of pages) checkPixels(sizeOf(page));
  return pages;
}

/** Reads the size from the directory's tags, before anything is decoded. */
const sizeOf = (page: IFD): { width: number; height: number } => ({
  width: Number((page.t256 as number[] | undefined)?.[0] ?? 0),
  height: Number((page.t257 as number[] | undefined)?.[0] ?? 0),
});

function decodePage(
  content: Buffer,
  page: IFD,
): { image: Uint8Array; data: Uint8Array; width: number; height: number } {
  const { width, height } = sizeOf(page);
  try {
    tiff.decodeImage(content, page);
    const data = tiff.toRGBA8(page);
    // Only one page's decoded pixels are kept at a time.
    page.data = new Uint8Array();
    if (data.length < width * height * 4) throw damagedImage();
    return { image: encodePng(data, width, height, true), data, width, height };
  } catch (error) {
    return refuseImage(error);
  }
}
