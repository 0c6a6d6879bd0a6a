/** The landing page's HTML, drawn at build time. */
import { type Plugin, type Rolldown, runnerImport } from 'vite';

const EMPTY_ROOT = '<div id="root"></div>';

/** Draws the landing page. @throws when a part of it is not there yet: it must stand without script */
async function drawLanding(root: string): Promise<string> {
  const { module } = await runnerImport<{ landing: string }>('/src/prerender.tsx', {
    root,
    configFile: false,
    logLevel: 'error',
  });
  const html = module.landing;
  if (/<script|<template|aria-busy="true"/.test(html)) {
    throw new Error('A página inicial não se desenha inteira sem script.');
  }
  return html;
}

/** A chunk by its name, with everything that it imports at once. */
function chunksOf(bundle: Rolldown.OutputBundle, name: string): string[] {
  const entry = Object.values(bundle).find((output) => output.type === 'chunk' && output.name === name);
  if (!entry) throw new Error(`no chunk is called ${name}`);
  const found = new Set([entry.fileName]);
  for (const file of found) {
    const output = bundle[file];
    if (output?.type === 'chunk') for (const imported of output.imports) found.add(imported);
  }
  return [...found];
}

/**
 * Makes two pages of index.html: `index.html` holds the landing page drawn and described for search engines; `app.html`,
 * the page of every other address, is empty until its script runs and asks not to be indexed.
 */
export function prerenderLanding(): Plugin {
  let root = '';
  return {
    name: 'escuta:prerender-landing',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('index.html is not in the bundle');
        const html = String(page.source);
        const landingHead = /\s*<!-- landing -->[\s\S]*?<!-- \/landing -->/;
        if (!html.includes(EMPTY_ROOT) || !landingHead.test(html)) {
          throw new Error('index.html lost its root or the marks of its landing head');
        }
        this.emitFile({
          type: 'asset',
          fileName: 'app.html',
          source: html
            .replace(landingHead, '\n    <meta name="robots" content="noindex" />\n    <title>Escuta</title>')
            .replace(/\s*<link [^>]*data-landing \/>/, ''),
        });
        const landing = await drawLanding(root);
        // The landing page's own chunks are asked for with the page, not after the entry has run.
        const preloads = chunksOf(bundle, 'landing-page')
          .filter((file) => !html.includes(file))
          .map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`);
        page.source = html
          .replace(/\s*<!-- \/?landing -->/g, '')
          .replace(' data-landing', '')
          .replace('  </head>', `${preloads.join('')}  </head>`)
          .replace(EMPTY_ROOT, () => `<div id="root">${landing}</div>`);
      },
    },
  };
}
