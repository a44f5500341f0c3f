import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { compileModule } from './compile-module.ts';

const compile = (text: string): string => compileModule(join(import.meta.dirname, 'x.ts'), text);

test('types go, and imported modules and programs beside it are named as JavaScript', () => {
  const text = [
    `import { a } from './a.ts';`,
    `import { b } from '#platform/b.ts';`,
    `export { c } from '@errand/contract/c.ts';`,
    `const d = await import('./d.ts');`,
    `const program: string = join(import.meta.dirname, 'compile-module.ts');`,
  ].join('\n');
  const names = [...compile(text).matchAll(/'([^']+)'/g)].map(([, name]) => name);
  assert.deepEqual(names, ['./a.js', '#platform/b.js', '@errand/contract/c.js', './d.js', 'compile-module.js']);
  assert.doesNotMatch(compile(text), /: string/);
});

test('other texts stay as they are, also those that look like imports, and so do lines and columns', () => {
  const text = "const sample: string = 'errand.d.ts';\nconst shown = `import './types.ts';`;";
  assert.equal(compile(text), text.replace(': string', '        '));
});
