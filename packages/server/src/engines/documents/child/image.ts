import { limits } from '../model.ts';
import { readImageHeader } from './image-header.ts';
import { type Recognize, startRecognizer } from './ocr.ts';
import { type LoadReader, type Reader, UnreadableFile } from './reader.ts';

export const loadImageReader: LoadReader = async ({ ocr }) =>
  createReader(ocr === 'never' ? undefined : await startRecognizer());

/** An image is one page without text of its own. Its size is known before it is decoded. */
const createReader =
  (recognize: Recognize | undefined): Reader =>
  async (content, request, emit) => {
    const header = readImageHeader(content);
    if (header === undefined) throw new UnreadableFile('is a damaged or incomplete image. Save or upload it anew.');
    const { width, height, mediaType } = header;
    if (width * height > limits.imagePixelsMax)
      throw new UnreadableFile(
        `has ${width} × ${height} pixels; at most ${limits.imagePixelsMax / 1_000_000} million are read. Make it smaller.`,
      );
    const found = await recognize?.(content).catch(refuse);
    emit({
      number: 1,
      width,
      height,
      text: found?.text ?? '',
      scanned: true,
      ...(found && { recognized: true }),
      ...(found && request.words && { words: found.words }),
      ...(request.images && { image: { data: content, mediaType } }),
    });
    return { pageCount: 1 };
  };

function refuse(): never {
  throw new UnreadableFile('is an image that could not be decoded. Save it as PNG or JPEG and try again.');
}
