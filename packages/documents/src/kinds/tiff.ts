import tiff, { type IFD } from 'utif2';
import { createArranger } from '../layout/arrange.ts';
import { limits } from '../model/request.ts';
import { UnreadableFile } from '../model/unreadable-file.ts';
import { encodeGrayPng } from '../recognition/png.ts';
import { grayOf, type Raster } from '../recognition/raster.ts';
import { bounded } from './decode-image.ts';
import { checkPixels, damagedImage, refuseImage } from './image.ts';
import type { LoadReader } from './reader.ts';
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
      const gray = needed ? decodePage(content, page) : undefined;
      const small = ocr && gray && bounded(gray);
      const found = small && (await ocr.recognize(small.raster));
      emit({
        number,
        width,
        height,
        text: '',
        scanned: true,
        ...(found && ocr.toPage(arrange, found, small.scale)),
        ...(request.images && gray && { image: { data: encodeGrayPng(gray), mediaType: 'image/png' } }),
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

function decodePage(content: Buffer, page: IFD): Raster {
  const { width, height } = sizeOf(page);
  try {
    tiff.decodeImage(content, page);
    const data = tiff.toRGBA8(page);
    // Only one page's decoded pixels are kept at a time.
    page.data = new Uint8Array();
    if (data.length < width * height * 4) throw damagedImage();
    return grayOf(data, width, height);
  } catch (error) {
    return refuseImage(error);
  }
}
