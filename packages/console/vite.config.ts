import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `npm run dev -w packages/console` talks to a server that runs beside it. */
const server = process.env.ERRAND_URL ?? 'http://127.0.0.1:8700';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
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
