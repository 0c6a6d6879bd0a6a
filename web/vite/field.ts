/** Build steps of the separately built interview runner (vite.entrevista.config.ts): its page and service worker. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Path at which the runner is served; all of the runner's files are below this path. */
export const FIELD_BASE = '/entrevista/';
const PAGE = 'entrevista/index.html';
/** Files of public/ that the runner needs without a network. */
const PUBLIC_FILES = ['icone.svg', 'manifest.json'];

/** Vite plugin for development: serves the runner's page at every address of the runner. */
export function fieldPageInDev(): Plugin {
  return {
    name: 'escuta:field-page',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const path = (request.url ?? '').split('?', 1)[0] ?? '';
        if (path.startsWith(FIELD_BASE) && (request.headers.accept ?? '').includes('text/html')) {
          request.url = `/${PAGE}`;
        }
        next();
      });
    },
  };
}

/**
 * Writes the service worker beside the page. It contains the names of this build's files and a version computed from
 * their contents, so that each build has a different worker.
 */
export function serviceWorker(root: string): Plugin {
  return {
    name: 'escuta:service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle[PAGE];
        if (page?.type !== 'asset') throw new Error(`${PAGE} is not in the bundle`);
        const hash = createHash('sha256').update(String(page.source));
        const files = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
        for (const name of PUBLIC_FILES) hash.update(await readFile(join(root, 'entrevista/public', name)));
        const source = await readFile(join(root, 'src/field/service-worker.js'), 'utf8');
        hash.update(source);
        const names = ['', ...files, ...PUBLIC_FILES].map((name) => `${FIELD_BASE}${name}`).sort();
        const code = source
          .replace('self.__FILES__', JSON.stringify(names))
          .replace('self.__VERSION__', JSON.stringify(hash.digest('hex').slice(0, 12)));
        this.emitFile({ type: 'asset', fileName: 'sw.js', source: code });
        // Renames the page: Vite names it entrevista/index.html after its source, but the runner has its own folder.
        delete bundle[PAGE];
        this.emitFile({ type: 'asset', fileName: 'index.html', source: String(page.source) });
      },
    },
  };
}
