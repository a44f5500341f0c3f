import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import type { Box } from '../model/box.ts';
import type { LanguageData } from './ocr-languages.ts';
import { encodeGrayPng } from './png.ts';
import type { Raster } from './raster.ts';

// Tesseract, for scripts that the networks do not know, and to decode rare image formats. Its code is loaded before the
// process gives up its rights, but it starts only when it is needed.

export type TesseractWord = { text: string; box: Box; confidence: number };
export type TesseractLine = { words: TesseractWord[]; from: [number, number]; to: [number, number] };

export type Tesseract = {
  read(raster: Raster, packs: readonly LanguageData[]): Promise<TesseractLine[]>;
  /** Decodes an image to a gray PNG. Returns undefined if it cannot. */
  toPng(file: Uint8Array, packs: readonly LanguageData[]): Promise<Uint8Array | undefined>;
};

/** Neural recognition only, as in the data packages. */
const LSTM_ONLY = 1;
const GRAY = 1;
const INPUT = '/input';
const OUTPUT = '/image.png';

type Api = {
  Init(folder: null, languages: string, mode: number, config?: string): number;
  End(): void;
  SetVariable(name: string, value: string): void;
  SetImageFile(orientation: number, angle: number): number;
  Recognize(monitor: null): number;
  GetJSONText(): string;
  WriteImage(kind: number, path: string): void;
};
type Core = {
  FS: {
    writeFile(path: string, data: Uint8Array): void;
    readFile(path: string): Uint8Array;
    unlink(path: string): void;
  };
  TessBaseAPI: new () => Api;
};

export async function loadTesseract(): Promise<Tesseract> {
  const require = createRequire(import.meta.url);
  const name = 'tesseract.js-core/tesseract-core-relaxedsimd-lstm';
  const createCore = require(`${name}.js`) as (options: object) => Promise<Core>;
  const wasmBinary = await readFile(require.resolve(`${name}.wasm`));
  let core: Promise<Core> | undefined;
  let api: Api | undefined;
  let current = '';
  const written = new Set<string>();
  const start = async (packs: readonly LanguageData[]): Promise<{ core: Core; api: Api }> => {
    core ??= createCore({ wasmBinary, print: () => undefined, printErr: () => undefined });
    const ready = await core;
    const languages = packs.map(({ code }) => code).join('+');
    if (api !== undefined && languages === current) return { core: ready, api };
    for (const { code, data } of packs) {
      if (!written.has(code)) ready.FS.writeFile(`./${code}.traineddata`, gunzipSync(data));
      written.add(code);
    }
    api?.End();
    api = new ready.TessBaseAPI();
    if (api.Init(null, languages, LSTM_ONLY) === -1) throw new Error('Recognition could not start.');
    // Light text on a dark background is rare, and trying it would read every uncertain line twice.
    api.SetVariable('tessedit_do_invert', '0');
    current = languages;
    return { core: ready, api };
  };
  return {
    async read(raster, packs) {
      const own = await start(packs);
      own.core.FS.writeFile(INPUT, encodeGrayPng(raster));
      if (own.api.SetImageFile(1, 0) === 1) throw new Error('The picture could not be read.');
      own.api.Recognize(null);
      return linesOf(JSON.parse(own.api.GetJSONText()) as Page);
    },
    async toPng(file, packs) {
      const own = await start(packs);
      own.core.FS.writeFile(INPUT, file);
      if (own.api.SetImageFile(1, 0) === 1) return undefined;
      own.api.WriteImage(GRAY, OUTPUT);
      const png = Uint8Array.from(own.core.FS.readFile(OUTPUT));
      own.core.FS.unlink(OUTPUT);
      return png;
    },
  };
}

type Corners = { x0: number; y0: number; x1: number; y1: number };
type Page = {
  blocks?: {
    paragraphs: { lines: { baseline: Corners; words: { text: string; bbox: Corners; confidence: number }[] }[] }[];
  }[];
};

const linesOf = ({ blocks }: Page): TesseractLine[] =>
  (blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap(({ lines }) => lines)
    .map(({ baseline, words }) => ({
      from: [baseline.x0, baseline.y0],
      to: [baseline.x1, baseline.y1],
      words: words
        .filter(({ text }) => text.trim() !== '')
        .map(({ text, bbox, confidence }) => ({
          text,
          box: [bbox.x0, bbox.y0, bbox.x1, bbox.y1],
          confidence: confidence / 100,
        })),
    }));
