import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The server that `npm run dev -w packages/console` talks to. */
const server = process.env.ERRAND_URL ?? 'http://127.0.0.1:8700';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), preloadFont()],
  build: {
    outDir: process.env.ERRAND_CONSOLE_OUT ?? 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The Content-Security-Policy allows no data: scripts or styles, and small files compress as well as large ones.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: true,
  },
  server: { proxy: { '^/(v1|v2|docs|openapi.json|health|ready|metrics)': server } },
});

/** Lets browsers load the font with the first script instead of after the first text. */
function preloadFont(): Plugin {
  return {
    name: 'errand-preload-font',
    async generateBundle() {
      // The licence of the font must be shipped with it.
      const path = createRequire(import.meta.url).resolve('@fontsource-variable/inter/LICENSE');
      this.emitFile({ type: 'asset', fileName: 'licences/inter.txt', source: await readFile(path, 'utf8') });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_document, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) => name.includes('inter-latin-wght'));
        if (font === undefined) return [];
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true };
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}
