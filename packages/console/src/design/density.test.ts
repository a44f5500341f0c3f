import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

test('the heights of rows in the style sheet are those of the script', () => {
  const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');
  const script = read('density.ts');
  const styles = read('../styles.css');
  const height = (selector: string): string | undefined =>
    new RegExp(`${selector} \\{[^}]*--row-height: (\\d+)px`).exec(styles)?.[1];
  const heights = {
    default: height(':root'),
    comfortable: height(':root\\[data-density="comfortable"\\]'),
    compact: height(':root\\[data-density="compact"\\]'),
  };
  for (const [name, pixels] of Object.entries(heights)) assert.match(script, new RegExp(`${name}: ${pixels}\\b`));
});
