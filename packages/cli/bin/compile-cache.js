// Caches compiled code between runs, which halves the startup time. The cache is inside node_modules, because it must be
// trusted as much as the code itself. If that folder is not writable, everything works without a cache.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

module.enableCompileCache?.(fileURLToPath(new URL('../../../node_modules/.cache/errand', import.meta.url)));
