import { readFile } from 'node:fs/promises';
import { weightsPath } from './weights.ts';

// The networks: one marks the lines of text in a picture, the others read one line. All see gray pictures.

/** Reads a line of 48 pixels height. Returns the likelihood of each character at each step from left to right. */
export type LineReader = {
  read(pixels: Float32Array, width: number): Promise<{ steps: number; classes: number; values: Float32Array }>;
  /** The characters by class. The first is "none". */
  characters: readonly string[];
};

export type Networks = LineReader & {
  /** Returns how likely each pixel belongs to a line of text. Width and height must be multiples of 32. */
  mark(pixels: Float32Array, width: number, height: number): Promise<Float32Array>;
  /** A larger network, of 2.5 times the cost, for lines that the first is unsure of. */
  careful: LineReader;
};

export const LINE_HEIGHT = 48;

/** Loads the networks, or returns undefined where their runtime does not exist, such as on musl. */
export async function loadNetworks(): Promise<Networks | undefined> {
  const runtime = await loadRuntime();
  if (runtime === undefined) return undefined;
  const [detection, recognition, characters, carefulRecognition, carefulCharacters] = await Promise.all(
    [
      ...['detection.onnx', 'recognition.onnx', 'characters.txt'],
      ...['careful-recognition.onnx', 'careful-characters.txt'],
    ].map((name) => readFile(weightsPath(name))),
  );
  const options = {
    // A process reads one file, and there are as many processes as cores.
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential' as const,
    // Every line has its own width, so plans of memory would only pile up.
    enableMemPattern: false,
    logSeverityLevel: 4 as const,
  };
  const { InferenceSession, Tensor } = runtime;
  const [marker, reader] = await Promise.all([
    InferenceSession.create(detection!, options),
    InferenceSession.create(recognition!, options),
  ]);
  const run = async (session: typeof marker, pixels: Float32Array, dimensions: number[]) => {
    const output = await session.run({ [session.inputNames[0]!]: new Tensor('float32', pixels, dimensions) });
    return output[session.outputNames[0]!]!;
  };
  const readWith = (session: typeof marker): LineReader['read'] => {
    return async (pixels, width) => {
      const { dims, data } = await run(session, pixels, [1, 3, LINE_HEIGHT, width]);
      return { steps: dims[1]!, classes: dims[2]!, values: data as Float32Array };
    };
  };
  // Most pages never need it, and it takes a tenth of a second to start. Its file is read before the process gives up its rights.
  let careful: Promise<typeof marker> | undefined;
  return {
    mark: async (pixels, width, height) => (await run(marker, pixels, [1, 3, height, width])).data as Float32Array,
    read: readWith(reader),
    characters: listCharacters(characters!),
    careful: {
      read: async (pixels, width) => {
        careful ??= InferenceSession.create(carefulRecognition!, options);
        return await readWith(await careful)(pixels, width);
      },
      characters: listCharacters(carefulCharacters!),
    },
  };
}

const listCharacters = (file: Buffer): string[] => ['', ...file.toString('utf8').trimEnd().split(/\r?\n/), ' '];

async function loadRuntime(): Promise<typeof import('onnxruntime-node') | undefined> {
  try {
    return await import('onnxruntime-node');
  } catch {
    return undefined;
  }
}
