import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { makeZip } from './zip.ts';

// Creates small real files of every kind, and hostile ones.

/** A cell that may span others. In the cell below, `merge` is `continue`. */
export type DocxCell = string | { text: string; columns?: number; merge?: 'restart' | 'continue' };
export type DocxPicture = { data: Buffer; alt: string };

export function makeDocx(paragraphs: string[], rows: DocxCell[][] = [], pictures: DocxPicture[] = []): Buffer {
  const paragraph = (text: string): string =>
    `<w:p><w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`;
  const cellOf = (cell: DocxCell): string => {
    if (typeof cell === 'string') return `<w:tc>${paragraph(cell)}</w:tc>`;
    const span = cell.columns === undefined ? '' : `<w:gridSpan w:val="${cell.columns}"/>`;
    const merge = cell.merge === undefined ? '' : `<w:vMerge w:val="${cell.merge}"/>`;
    return `<w:tc><w:tcPr>${span}${merge}</w:tcPr>${paragraph(cell.text)}</w:tc>`;
  };
  const table = rows.map((cells) => `<w:tr>${cells.map(cellOf).join('')}</w:tr>`);
  const drawn = pictures.map(
    ({ alt }, index) =>
      `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:docPr id="${index + 1}" name="p" descr="${escapeXml(alt)}"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:embed="rImg${index + 1}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`,
  );
  const media = Object.fromEntries(pictures.map(({ data }, index) => [`word/media/image${index + 1}.png`, data]));
  const links = pictures.map(
    (_, index) =>
      `<Relationship Id="rImg${index + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/image${index + 1}.png"/>`,
  );
  return makeZip({
    '[Content_Types].xml':
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels':
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body>${paragraphs.map(paragraph).join('')}${drawn.join('')}${table.length > 0 ? `<w:tbl>${table.join('')}</w:tbl>` : ''}</w:body></w:document>`,
    ...(pictures.length > 0 && {
      'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links.join('')}</Relationships>`,
      ...media,
    }),
  });
}

/** `extra` is additional markup of a slide. */
export function makePptx(slides: string[][], notes: Record<number, string> = {}, extra = ''): Buffer {
  const paragraph = (text: string): string => `<a:p><a:r><a:t>${escapeXml(text)}</a:t></a:r></a:p>`;
  const part = (texts: string[]): string =>
    `<?xml version="1.0"?><p:sld><p:txBody>${texts.map(paragraph).join('')}</p:txBody>${extra}</p:sld>`;
  return makeZip({
    'ppt/presentation.xml': '<p:presentation/>',
    ...Object.fromEntries(slides.map((texts, index) => [`ppt/slides/slide${index + 1}.xml`, part(texts)])),
    ...Object.fromEntries(
      Object.entries(notes).map(([slide, text]) => [`ppt/notesSlides/notesSlide${slide}.xml`, part([text])]),
    ),
  });
}

export function makeOdt(body: string): Buffer {
  return makeZip(
    {
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': `<?xml version="1.0"?><office:document-content><office:automatic-styles><style:x>no</style:x></office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    },
    { stored: ['mimetype'] },
  );
}

export function makeXlsx(sheets: Record<string, (string | number)[][]>, dimension = '', merged: string[] = []): Buffer {
  const names = Object.keys(sheets);
  const cell = (value: string | number): string =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`;
  const parts = Object.fromEntries(
    Object.values(sheets).map((rows, index) => [
      `xl/worksheets/sheet${index + 1}.xml`,
      `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${dimension && `<dimension ref="${dimension}"/>`}<sheetData>${rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData>${merged.length > 0 ? `<mergeCells>${merged.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>` : ''}</worksheet>`,
    ]),
  );
  return makeZip({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${names.map((_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels':
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, index) => `<Relationship Id="rId${index + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}</Relationships>`,
    ...parts,
  });
}

const escapeXml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Creates a PNG that claims this size but only has `rows` of grey pixels. */
export function makePng(width: number, height: number, rows: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Creates a 24-bit bitmap with its rows from bottom to top. */
export function makeBmp({ pixels, width, height }: { pixels: Uint8Array; width: number; height: number }): Buffer {
  const stride = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + stride * height);
  file.write('BM');
  for (const [at, value] of [
    [2, file.length],
    [10, 54],
    [14, 40],
    [18, width],
    [22, height],
  ] as const)
    file.writeUInt32LE(value, at);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1)
      file.fill(
        pixels[y * width + x]!,
        54 + (height - 1 - y) * stride + x * 3,
        54 + (height - 1 - y) * stride + x * 3 + 3,
      );
  }
  return file;
}

/** Returns the grey pixels of a PNG with three channels and no filters, such as a page image. */
export function grayOf(png: Uint8Array): { pixels: Uint8Array; width: number; height: number } {
  const file = Buffer.from(png);
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const at = file.indexOf('IDAT');
  const rows = inflateSync(file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4)));
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) pixels[y * width + x] = rows[y * (1 + width * 3) + 1 + x * 3]!;
  }
  return { pixels, width, height };
}

/** Turns a picture clockwise. */
export function turnedPicture<T extends { pixels: Uint8Array; width: number; height: number }>(
  { pixels, width, height }: T,
  degrees: 90 | 180,
): { pixels: Uint8Array; width: number; height: number } {
  const [newWidth, newHeight] = degrees === 90 ? [height, width] : [width, height];
  const turned = new Uint8Array(pixels.length);
  for (let y = 0; y < newHeight; y += 1) {
    for (let x = 0; x < newWidth; x += 1)
      turned[y * newWidth + x] =
        pixels[degrees === 90 ? (height - 1 - x) * width + y : (height - 1 - y) * width + (width - 1 - x)]!;
  }
  return { pixels: turned, width: newWidth, height: newHeight };
}
