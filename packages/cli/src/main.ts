import '../bin/start-options.js';
import '../bin/compile-cache.js';

// Imported after the line above, so that the compile cache is used.
const { run } = await import('./run.ts');
process.exit(await run(process.argv));
