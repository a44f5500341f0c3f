import { createArranger } from '../layout/arrange.ts';
import { limits } from '../model/request.ts';
import { decodeBmp } from './bmp.ts';
import { type ImageHeader, readImageHeader } from './image-header.ts';
import { type Recognize, startRecognizer } from './ocr.ts';
import { encodePng } from './png.ts';
import { type LoadReader, type Reader, UnreadableFile } from './reader.ts';
import { recognizedPage } from './recognized-page.ts';

/** The size is known from the header, before anything is decoded. */
export const loadImageReader: LoadReader = async ({ ocr }, content) => {
  const header = checkHeader(content);
  return createReader(header, ocr === 'never' ? undefined : await startRecognizer());
};

function checkHeader(content: Buffer): ImageHeader {
  const header = readImageHeader(content);
  if (header === undefined) throw new UnreadableFile('is a damaged or incomplete image. Save or upload it anew.');
  const { width, height } = header;
  if (width * height <= limits.imagePixelsMax) return header;
  throw new UnreadableFile(
    `has ${width} × ${height} pixels; at most ${limits.imagePixelsMax / 1_000_000} million are read. Make it smaller.`,
  );
}

/** An image is one page without text of its own. */
const createReader =
  ({ width, height, mediaType }: ImageHeader, recognize: Recognize | undefined): Reader =>
  async (content, request, emit) => {
    const image =
      mediaType === 'image/bmp'
        ? { data: encodePng(decodeBmp(content, width, height), width, height, false), mediaType: 'image/png' }
        : { data: content, mediaType };
    const pieces = await recognize?.(image.data).catch(refuse);
    emit({
      number: 1,
      width,
      height,
      text: '',
      scanned: true,
      ...(pieces && recognizedPage(createArranger(), pieces)),
      ...(request.images && { image }),
    });
    return { pageCount: 1 };
  };

function refuse(): never {
  throw new UnreadableFile('is an image that could not be decoded. Save it as PNG or JPEG and try again.');
}
