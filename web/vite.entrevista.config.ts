/**
 * Builds the interview runner after the rest of the web: a page, a script and a service worker under /entrevista/. A
 * separate build, so that the field needs none of the dashboard's files.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bareContracts } from './vite/contracts.ts';
import { FIELD_BASE, serviceWorker } from './vite/field.ts';

const root = import.meta.dirname;
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

export default defineConfig({
  root,
  base: FIELD_BASE,
  publicDir: 'entrevista/public',
  plugins: [bareContracts(), react(), tailwindcss(), serviceWorker(root)],
  define: { __VERSAO__: JSON.stringify(version) },
  build: {
    target: 'es2022',
    outDir: 'dist/entrevista',
    emptyOutDir: true,
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    rolldownOptions: { input: join(root, 'entrevista/index.html') },
  },
});
