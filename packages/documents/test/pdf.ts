import { deflateSync } from 'node:zlib';

// A minimal PDF writer for tests: text at given places, images, an outline, and hostile features.

export type PdfPage = {
  lines?: string[];
  /** A grey picture over the whole page, as from a scanner. */
  picture?: { pixels: Uint8Array; width: number; height: number };
  /** Drawing commands instead of lines. */
  content?: string | Buffer;
  width?: number;
  height?: number;
  rotate?: number;
  /** Annotations as they are written in the file, which no form lists. */
  annotations?: string[];
  /** Text fields of a form, filled in. */
  fields?: { name: string; value: string; rect: [number, number, number, number] }[];
};

export type PdfOptions = {
  outline?: { title: string; page: number }[];
  /** Files inside the PDF. */
  files?: Record<string, string>;
  /** Marks the file as encrypted with an unknown password. */
  encrypted?: boolean;
};

export function makePdf(pages: PdfPage[], { outline = [], encrypted = false, files = {} }: PdfOptions = {}): Buffer {
  const objects: (string | Buffer)[] = [];
  const add = (body: string | Buffer): number => objects.push(body);
  const catalog = add('');
  const tree = add('');
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const fieldIds: number[] = [];
  const kids = pages.map((page) => {
    const widgets = (page.fields ?? []).map(({ name, value, rect }) =>
      add(`<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /V (${value}) /Rect [${rect.join(' ')}] >>`),
    );
    fieldIds.push(...widgets);
    const notes = (page.annotations ?? []).map((body) => add(`<< /Type /Annot ${body} >>`));
    const all = [...widgets, ...notes];
    const annotations = all.length > 0 ? ` /Annots [${list(all)}]` : '';
    const picture = page.picture && add(imageObject(page.picture));
    const body = page.content ?? drawing(page, picture !== undefined);
    // Western letters are one byte each.
    const content = add(stream(typeof body === 'string' ? Buffer.from(body, 'latin1') : body));
    const resources = `<< /Font << /F1 ${font} 0 R >>${picture ? ` /XObject << /Im1 ${picture} 0 R >>` : ''} >>`;
    return add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${page.width ?? 595} ${page.height ?? 842}] /Rotate ${page.rotate ?? 0} /Resources ${resources} /Contents ${content} 0 R${annotations} >>`,
    );
  });
  objects[tree - 1] = `<< /Type /Pages /Count ${kids.length} /Kids [${list(kids)}] >>`;
  const outlines = outline.length > 0 ? addOutline(objects, outline, kids) : undefined;
  const form = fieldIds.length > 0 ? ` /AcroForm << /Fields [${list(fieldIds)}] >>` : '';
  const names = Object.entries(files).map(([name, text]) => {
    const file = add(stream(Buffer.from(text), '/Type /EmbeddedFile'));
    return `(${name}) ${add(`<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${file} 0 R >> >>`)} 0 R`;
  });
  const embedded = names.length > 0 ? ` /Names << /EmbeddedFiles << /Names [${names.join(' ')}] >> >>` : '';
  objects[catalog - 1] =
    `<< /Type /Catalog /Pages ${tree} 0 R${outlines ? ` /Outlines ${outlines} 0 R` : ''}${form}${embedded} >>`;
  return assemble(objects, encrypted);
}

const list = (ids: number[]): string => ids.map((id) => `${id} 0 R`).join(' ');

function drawing({ lines = [], height = 842, width = 595 }: PdfPage, hasPicture: boolean): string {
  const picture = hasPicture ? `q ${width} 0 0 ${height} 0 0 cm /Im1 Do Q\n` : '';
  const text = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj 0 -20 Td`).join('\n');
  return `${picture}${lines.length > 0 ? `BT /F1 12 Tf 72 ${height - 72} Td\n${text}\nET` : ''}`;
}

/** Writes a stream and its dictionary. `packed` is how often it is already deflated. */
export function stream(content: Buffer, dictionary = '', packed = 0): Buffer {
  const data = packed === 0 ? deflateSync(content) : content;
  const filters = Array.from({ length: Math.max(1, packed) }, () => '/FlateDecode').join(' ');
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${data.length} /Filter [${filters}] >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);
}

function imageObject({ pixels, width, height }: NonNullable<PdfPage['picture']>): Buffer {
  return stream(
    Buffer.from(pixels),
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`,
  );
}

function addOutline(objects: (string | Buffer)[], outline: { title: string; page: number }[], kids: number[]): number {
  const root = objects.length + 1;
  const ids = outline.map((_, index) => root + 1 + index);
  objects.push(`<< /Type /Outlines /First ${ids[0]} 0 R /Last ${ids.at(-1)} 0 R /Count ${ids.length} >>`);
  for (const [index, { title, page }] of outline.entries()) {
    const next = ids[index + 1] === undefined ? '' : ` /Next ${ids[index + 1]} 0 R`;
    objects.push(`<< /Title (${title}) /Parent ${root} 0 R /Dest [${kids[page - 1]} 0 R /Fit]${next} >>`);
  }
  return root;
}

export function assemble(objects: (string | Buffer)[], encrypted = false): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  for (const [index, body] of objects.entries()) {
    const object = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')]);
    offsets.push(length);
    parts.push(object);
    length += object.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const junk = 'ab'.repeat(32);
  const lock = encrypted
    ? ` /Encrypt << /Filter /Standard /V 1 /R 2 /O <${junk}> /U <${junk}> /P -44 >> /ID [<${junk}> <${junk}>]`
    : '';
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${lock} >>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([
    ...parts,
    Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`),
    Buffer.from(trailer),
  ]);
}
