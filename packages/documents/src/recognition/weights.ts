import { fileURLToPath } from 'node:url';

export const weightsPath = (name: string): string => fileURLToPath(import.meta.resolve(`@errand/ocr-weights/${name}`));
