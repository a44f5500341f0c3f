import '../bin/start-options.js';
import '../bin/compile-cache.js';

// Everything else is imported after the line above, so that it comes from the compile cache.
const { run } = await import('./run.ts');
process.exit(await run(process.argv));
