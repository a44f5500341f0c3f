// Compiled code is kept between runs, which halves the time to the first line: inside node_modules, because it has to
// be trusted as much as the code itself. Where that cannot be written, everything works without.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

module.enableCompileCache?.(fileURLToPath(new URL('../../../node_modules/.cache/errand', import.meta.url)));
