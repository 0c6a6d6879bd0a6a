// Makes pictures of the product in its light theme: for the public site (at twice the size, as WebP of limited size)
// and for the README (at window size).
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { runQuietly } from './commands.mjs';
import { done, UserError } from './console.mjs';
import { findFfmpeg } from './programs.mjs';
import { findSurveyor } from './screens.mjs';

/** Largest picture, bytes. */
export const MAX_BYTES = 90_000;
const SCALE = 2;

/** Scrolls until an element is at this height of the window, px. */
const scrollTo = (locator, top) =>
  locator.evaluate((element, y) => {
    window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - y);
  }, top);

/**
 * The site's pictures, each with its page, actions and upper left corner. Names and sizes are those of the site
 * (web/src/domain/site/screenshots.ts). Pictures omit the frame around the screens, because they are shown small.
 */
const SHOTS = {
  analise: {
    path: ({ amostra }) => amostra.pagina,
    viewport: { width: 1120, height: 900 },
    async prepare(page) {
      await page.getByRole('button', { name: 'Ouvir a partir de 0:49' }).click();
      await page.getByRole('button', { name: 'Pausar' }).click();
      await scrollTo(page.getByRole('article').first(), 227);
      return { x: 64, y: 57 };
    },
  },
  painel: {
    path: () => '/dashboard',
    viewport: { width: 1280, height: 1000 },
    prepare: async () => ({ x: 266, y: 60 }),
  },
  evidencia: {
    path: ({ amostra }) => amostra.pagina,
    viewport: { width: 690, height: 5000 },
    async prepare(page) {
      const card = page.getByRole('article').first();
      await card
        .getByRole('button', { name: /: (Sim|Não)$/ })
        .first()
        .click();
      const { x, y } = await card.boundingBox();
      return { x: x - 16, y: y - 14 };
    },
  },
};

/** Writes a picture in this width, in the best quality whose file is within the limit MAX_BYTES. */
async function encode(ffmpeg, png, file, width) {
  for (const quality of [86, 80, 74, 68, 60, 50, 42, 36]) {
    await runQuietly(
      ffmpeg,
      [
        '-y',
        '-v',
        'error',
        '-i',
        png,
        '-vf',
        `scale=${width}:-2:flags=lanczos`,
        '-c:v',
        'libwebp',
        '-quality',
        String(quality),
        '-compression_level',
        '6',
        '-preset',
        'text',
        file,
      ],
      { label: 'A compressão da imagem' },
    );
    if (statSync(file).size <= MAX_BYTES) return;
  }
  throw new UserError(`${file} não coube em ${MAX_BYTES} bytes.`);
}

/** Makes the pictures of SCREENSHOTS, which the site shows, in `folder`: a WebP file for each width. */
export async function makeSiteImages({ visitor, demo, folder }) {
  const { SCREENSHOTS } = await tsImport('../../web/src/domain/site/screenshots.ts', import.meta.url);
  const ffmpeg = findFfmpeg();
  const work = mkdtempSync(join(tmpdir(), 'escuta-site-'));
  mkdirSync(folder, { recursive: true });
  try {
    for (const [name, { width, height, widths }] of Object.entries(SCREENSHOTS)) {
      const shot = SHOTS[name];
      const page = await visitor.open(demo.logins[0], { ...shot.viewport, theme: 'light', scale: SCALE });
      await page.addInitScript(`document.cookie = 'sidebar_state=${name === 'painel'}; path=/'`);
      await page.goto(shot.path(demo));
      await visitor.settle(page);
      const corner = await shot.prepare(page);
      await visitor.settle(page);
      const png = join(work, `${name}.png`);
      await page.screenshot({ path: png, clip: { ...corner, width, height } });
      await page.context().close();
      for (const one of widths) {
        const file = join(folder, `${name}-${one}.webp`);
        await encode(ffmpeg, png, file, one);
        done(`${name}-${one}.webp  ${(statSync(file).size / 1000).toFixed(0)} kB`);
      }
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The window in which the README's pictures are taken. */
const README_WINDOW = { width: 1280, height: 900, theme: 'light' };

/** The page of each picture of the README, and the steps before it is taken. */
const README_SHOTS = {
  analise: { path: ({ amostra }) => amostra.pagina },
  mapa: {
    path: ({ pesquisaId }) => `/dashboard/pesquisas/${pesquisaId}?aba=resultados`,
    ofSurveys: true,
    async prepare(page) {
      await page.getByRole('button', { name: /^Revisar/ }).click();
      await page.getByRole('complementary', { name: 'Resposta' }).getByRole('heading').first().waitFor();
      await scrollTo(page.getByRole('region', { name: 'Mapa das respostas' }), 104);
    },
  },
};

/** Makes the pictures of README_SHOTS in `folder`, as PNG files. */
export async function makeReadmeImages({ visitor, demo, folder }) {
  mkdirSync(folder, { recursive: true });
  const surveyor = await findSurveyor({ demo, visitor });
  for (const [name, { path, ofSurveys, prepare }] of Object.entries(README_SHOTS)) {
    const page = await visitor.open(ofSurveys ? surveyor.login : demo.logins[0], README_WINDOW);
    await page.goto(path({ ...demo, pesquisaId: surveyor.pesquisas[0].id }));
    await visitor.settle(page);
    await prepare?.(page);
    await visitor.settle(page);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await page.context().close();
    done(`${name}.png`);
  }
}
