/** Prerenders pages: makes their HTML at build time. */
import { type Plugin, type Rolldown, runnerImport } from 'vite';

const EMPTY_ROOT = '<div id="root"></div>';
const LANDING_HEAD = /\s*<!-- landing -->[\s\S]*?<!-- \/landing -->/;
const NOTICE = /\s*<noscript>[\s\S]*?<\/noscript>/;

type Drawn = Record<'landing' | 'signIn', string>;

/**
 * Renders the pages to HTML.
 * @throws if a part of a page is not ready, because the page must be complete without JavaScript
 */
async function drawPages(root: string): Promise<Drawn> {
  const { module } = await runnerImport<{ drawn: Drawn }>('/src/prerender.tsx', {
    root,
    configFile: false,
    logLevel: 'error',
  });
  for (const [name, markup] of Object.entries(module.drawn)) {
    if (/<script|<template|aria-busy="true"/.test(markup)) {
      throw new Error(`A página ${name} não se desenha inteira sem script.`);
    }
  }
  return module.drawn;
}

/** File names of a chunk and of all its static imports. */
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
 * Makes three pages from index.html: `index.html` has the landing page, rendered and described for search engines;
 * `auth.html` the rendered sign-in; `app.html`, for all other addresses, is empty until its script runs. The last two
 * ask not to be indexed.
 */
export function prerenderPages(): Plugin {
  let root = '';
  return {
    name: 'escuta:prerender-pages',
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
        const [notice] = NOTICE.exec(html) ?? [];
        if (!html.includes(EMPTY_ROOT) || !LANDING_HEAD.test(html) || !notice) {
          throw new Error('index.html lost its root, the marks of its landing head or its notice');
        }
        const { landing, signIn } = await drawPages(root);
        // Lets the HTML preload the page's own chunks, so that they arrive before the entry script asks for them.
        const withDrawn = (from: string, markup: string, path: string, chunk: string): string => {
          const preloads = chunksOf(bundle, chunk)
            .filter((file) => !html.includes(file))
            .map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`);
          return from
            .replace('  </head>', `${preloads.join('')}  </head>`)
            .replace(EMPTY_ROOT, () => `<div id="root" data-desenho="${path}">${markup}</div>`);
        };
        const unlisted = (title: string): string =>
          html
            .replace(
              LANDING_HEAD,
              `\n    <meta name="robots" content="noindex" />\n    <title>${title}</title>`,
            )
            .replace(/\s*<link [^>]*data-landing \/>/, '');
        this.emitFile({ type: 'asset', fileName: 'app.html', source: unlisted('Escuta') });
        // Without JavaScript nobody can sign in, so the notice about this precedes the form, which fills the screen.
        const noticeFirst = unlisted('Entrar · Escuta')
          .replace(notice, '')
          .replace('  <body>', () => `  <body>${notice}`);
        this.emitFile({
          type: 'asset',
          fileName: 'auth.html',
          // Scripts load with low priority, after the styles, because people fill in the form before they need scripts.
          source: withDrawn(noticeFirst, signIn, '/auth', 'auth-page').replaceAll(
            'rel="modulepreload"',
            'rel="modulepreload" fetchpriority="low"',
          ),
        });
        const described = html.replace(/\s*<!-- \/?landing -->/g, '').replace(' data-landing', '');
        page.source = withDrawn(described, landing, '/', 'landing-page');
      },
    },
  };
}
