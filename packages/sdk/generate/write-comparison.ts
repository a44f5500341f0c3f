import type { NamedSchema } from './schemas.ts';

/** Writes a file that only compiles if every generated type equals the type of the contract's schema. */
export function writeComparison(schemas: NamedSchema[]): string {
  const modules = [...new Set(schemas.map(({ module }) => module))];
  const rows = schemas.map(({ name, module }) => {
    return `${name}: True<Same<sdk.${name}, Static<typeof ${camel(module)}.${name}>>>;`;
  });
  return [
    ...modules.map((module) => `import type * as ${camel(module)} from '@errand/contract/${module}.ts';`),
    `import type { Static } from 'typebox';`,
    `import type * as sdk from '../src/index.ts';`,
    `import type { Same, True } from './same.ts';`,
    '',
    `export type Compared = {\n${rows.join('\n')} };`,
  ].join('\n');
}

const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
