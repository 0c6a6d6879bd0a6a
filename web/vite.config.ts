import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './vite/chunks.ts';
import { bareContracts } from './vite/contracts.ts';
import { fieldPageInDev } from './vite/field.ts';
import {
  bareIcons,
  firstAsks,
  fontForOthers,
  noCircles,
  oneOfEach,
  routerCore,
  themeBootstrap,
} from './vite/plugins.ts';
import { prerenderPages } from './vite/prerender.ts';

const api = process.env.API_URL ?? 'http://127.0.0.1:3000';
const proxy = {
  '/api': { target: api, changeOrigin: false },
  '/.well-known/escuta-chaves': { target: api, changeOrigin: false },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    fieldPageInDev(),
    bareContracts(),
    firstAsks(),
    oneOfEach(),
    bareIcons(),
    routerCore(),
    react(),
    tailwindcss(),
    noCircles(),
    themeBootstrap(),
    fontForOthers(),
    prerenderPages(),
  ],
  server: { port: 5173, proxy },
  preview: { port: 4173, proxy },
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    // The compressed copies (vite/compress.mjs) show the sizes.
    reportCompressedSize: false,
    // Inlining a font or icon into the stylesheet would delay the first paint, and a strict policy refuses it.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      // The groups below move modules out of their entries' files.
      preserveEntrySignatures: 'allow-extension',
      output: { codeSplitting: { groups: chunkGroups() } },
    },
  },
});
