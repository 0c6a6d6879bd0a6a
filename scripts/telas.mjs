#!/usr/bin/env node
// npm run telas: runs the product with the demonstration on private servers, and takes a picture of every screen at
// 1280 and 390 px, light and dark, in the folder telas/ (not committed). The screens come from the web app's own lists.
// Fails if a page shows an error or writes one to the console.
// - `npm run telas -- <filter>`: only screens whose name contains this text
// - `-- --site`: the pictures of the public site and of the README
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { done, fail, say, step, UserError } from './lib/console.mjs';
import { checkNode, ensureDependencies } from './lib/install.mjs';
import { ROOT } from './lib/paths.mjs';
import { answerHelp } from './lib/usage.mjs';

answerHelp('telas');

const FOLDER = join(ROOT, 'telas');
const WIDTHS = [
  { width: 1280, height: 800, options: {} },
  { width: 390, height: 844, options: { isMobile: true, hasTouch: true } },
];
const THEMES = ['light', 'dark'];
/** Number of screens pictured at once; small, because the browser and the product share the machine. */
const AT_ONCE = 2;

const args = process.argv.slice(2);
const forSite = args.includes('--site');
const filter = args.find((arg) => !arg.startsWith('--')) ?? '';

let product = null;
let browser = null;
let stopping = null;
function stop() {
  stopping ??= (async () => {
    await browser?.close();
    await product?.stop();
  })();
  return stopping;
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => void stop().then(() => process.exit(130)));
}

/**
 * Takes a picture.
 * @returns the screen's problems, in lines
 */
async function shoot(visitor, screen, size, theme) {
  const page = await visitor.open(screen.login, { ...size, theme });
  try {
    await page.goto(screen.url);
    await visitor.settle(page);
    await screen.act?.(page);
    await visitor.settle(page);
    const name = `${screen.name}-${size.width}-${theme}.png`;
    // A screen with a dialog is pictured at window size, because the dialog covers the window, not the page behind it.
    await page.screenshot({ path: join(FOLDER, name), fullPage: screen.act === undefined });
    return await page.problems();
  } catch (error) {
    return [`não pôde ser fotografada: ${error.message.split('\n')[0]}`];
  } finally {
    await page.context().close();
  }
}

async function shootAll(visitor, screens) {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const waiting = [...screens];
  let bad = 0;
  const work = async () => {
    for (let screen = waiting.shift(); screen; screen = waiting.shift()) {
      const problems = [];
      for (const size of WIDTHS) {
        for (const theme of THEMES) {
          for (const problem of await shoot(visitor, screen, size, theme)) {
            problems.push(`    ${size.width} px, ${theme}: ${problem}`);
          }
        }
      }
      if (problems.length === 0) done(`${screen.name}  ${screen.path}`);
      else {
        bad += 1;
        fail(`${screen.name}  ${screen.path}\n${[...new Set(problems)].join('\n')}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return bad;
}

async function main() {
  checkNode();
  await ensureDependencies();
  // These modules are imported only here, because they need the packages just installed.
  const { startPrivateProduct } = await import('./lib/private-product.mjs');
  const { processSample } = await import('./lib/sample-call.mjs');
  const { createVisitor } = await import('./lib/visitor.mjs');
  const { listScreens } = await import('./lib/screens.mjs');
  const { chromium } = await import('playwright-core');

  step('Subindo o produto em servidores próprios');
  product = await startPrivateProduct({
    name: 'telas',
    environment: {
      OPERADOR_NOME: 'Escuta Tecnologia Ltda.',
      OPERADOR_EMAIL: 'contato@escuta.example',
      OPERADOR_TELEFONE: '(11) 4000-0000',
    },
  });
  const { url, demo } = product;
  await processSample({
    url,
    login: demo.logins[0],
    itemId: demo.amostra.itemId,
    onStage: (stage) => step(`Processando a ligação de amostra: ${stage}`),
  });
  browser = await chromium.launch({ executablePath: product.chromium, args: ['--no-sandbox'] });
  const visitor = createVisitor(browser, url);

  if (forSite) {
    const { makeReadmeImages, makeSiteImages } = await import('./lib/site-images.mjs');
    await makeSiteImages({ visitor, demo, folder: join(ROOT, 'web/public/site') });
    await makeReadmeImages({ visitor, demo, folder: join(ROOT, 'docs/imagens') });
    return 0;
  }
  const screens = (await listScreens({ demo, visitor })).filter(({ name }) => name.includes(filter));
  if (screens.length === 0) throw new UserError(`Nenhuma tela tem "${filter}" no nome.`);
  step(`Fotografando ${screens.length} telas`);
  const bad = await shootAll(visitor, screens);
  say(
    bad === 0
      ? `${screens.length} telas em telas/.`
      : `${bad} de ${screens.length} telas com erro; imagens em telas/.`,
  );
  return bad === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  fail(error instanceof UserError ? error.message : (error.stack ?? String(error)));
  process.exitCode = 1;
} finally {
  await stop();
}
