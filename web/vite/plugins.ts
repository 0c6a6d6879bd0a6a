/**
 * Build steps of our own: what the page needs before its first paint, and compressed copies of every text asset.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

const COMPRESSIBLE = /\.(?:js|css|html|svg|json|txt|map)$/;
/** Under this size a compressed copy saves less than its HTTP headers cost. */
const MIN_BYTES = 1024;

/**
 * Serves `src/theme-bootstrap.js` as a classic, blocking script of its own file.
 * The content security policy allows no inline script, and a module would run after the first paint: a person
 * with the dark theme would see a white flash on each load.
 */
export function themeBootstrap(): Plugin {
  const source = new URL('../src/theme-bootstrap.js', import.meta.url);
  let fileName = 'theme-bootstrap.js';
  let isBuild = false;
  let base = '/';
  return {
    name: 'escuta:theme-bootstrap',
    configResolved(config) {
      isBuild = config.command === 'build';
      base = config.base;
    },
    async buildStart() {
      if (!isBuild) return;
      const code = await readFile(source, 'utf8');
      const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
      fileName = `assets/theme-${hash}.js`;
      this.emitFile({ type: 'asset', fileName, source: code });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, context) {
        const src = isBuild ? `${base}${fileName}` : `${base}src/theme-bootstrap.js`;
        const tags = [`<script src="${src}"></script>`];
        // The font is found by the browser only after the stylesheet; asking for it with the page saves that round trip.
        const font = Object.keys(context.bundle ?? {}).find((name) => name.endsWith('.woff2'));
        if (font) {
          tags.push(`<link rel="preload" href="${base}${font}" as="font" type="font/woff2" crossorigin />`);
        }
        return html.replace('<!-- theme-bootstrap -->', tags.join('\n    '));
      },
    },
  };
}

/**
 * Writes `name.gz` and `name.br` beside every text asset larger than 1 kB, at the strongest level: the server only
 * copies bytes. Runs after the bundle is written, so that the HTML is compressed in its final form.
 */
export function precompress(): Plugin {
  return {
    name: 'escuta:precompress',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const jobs = Object.entries(bundle).map(async ([name, output]) => {
          if (!COMPRESSIBLE.test(name)) return;
          const source = Buffer.from(output.type === 'chunk' ? output.code : output.source);
          if (source.length < MIN_BYTES) return;
          const [gz, br] = await Promise.all([
            gzipAsync(source, { level: constants.Z_BEST_COMPRESSION }),
            brotliAsync(source, {
              params: {
                [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
                [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
              },
            }),
          ]);
          this.emitFile({ type: 'asset', fileName: `${name}.gz`, source: gz });
          this.emitFile({ type: 'asset', fileName: `${name}.br`, source: br });
        });
        await Promise.all(jobs);
      },
    },
  };
}

/** What `router-core` imports come from: a second copy of react-router, told apart by this query. */
const COPY = '?copia';

/**
 * `react-router-core`: react-router once more, in a chunk of its own. The library is one module, and a bundler cannot
 * take a module apart: the sign-in, which needs links and places only, would load the data router with them (25 kB of
 * 120). Only code without React's contexts may come from the copy: `createBrowserRouter`.
 */
export function routerCore(): Plugin {
  return {
    name: 'escuta:router-core',
    enforce: 'pre',
    async resolveId(source, importer) {
      const inside = importer?.endsWith(COPY) && source.startsWith('.');
      if (source !== 'react-router-core' && !inside) return null;
      const found = await this.resolve(
        inside ? source : 'react-router',
        inside ? importer?.slice(0, -COPY.length) : importer,
        { skipSelf: true },
      );
      return found && { id: found.id + COPY, moduleSideEffects: false };
    },
    async load(id) {
      return id.endsWith(COPY) ? readFile(id.slice(0, -COPY.length), 'utf8') : null;
    },
  };
}
