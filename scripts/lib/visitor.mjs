// Opens the product's pages in a browser as a signed-in person, waits until nothing loads or moves, and collects the
// pages' errors.
import { signInAs } from './api-client.mjs';
import { UserError } from './console.mjs';

/** Longest wait until nothing on a page loads or moves, ms. */
const SETTLE_LIMIT_MS = 45_000;

/** Texts of the error boundary (web/src/app/route-error.tsx). */
const BROKEN = ['Algo deu errado nesta página', 'Não foi possível carregar esta página'];

/** True if a console message is an error of the page; a refusal by the API is none, because the screen handles it. */
function isError(message) {
  if (message.type() !== 'error') return false;
  const { url } = message.location();
  return !(
    message.text().startsWith('Failed to load resource') &&
    /\/api\/v1\//.test(url) &&
    !/ 5\d\d /.test(message.text())
  );
}

const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Runs in the page.
 * @returns a fingerprint of its content, or '' while something loads or moves
 */
function stillness() {
  // Loads all images at once, because a picture of the whole page includes those below the window.
  for (const one of document.images) one.loading = 'eager';
  const still =
    document.readyState === 'complete' &&
    document.querySelector('main') !== null &&
    document.querySelector('[aria-busy="true"]') === null &&
    document.fonts.status === 'loaded' &&
    [...document.images].every((one) => one.complete) &&
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
      );
  return still ? `${document.documentElement.scrollHeight}:${document.body.textContent.length}` : '';
}

/**
 * Makes a visitor, which opens the product's pages as a signed-in person.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url of the product
 */
export function createVisitor(browser, url) {
  const sessions = new Map();

  /** Signs in through the API, once per login. */
  const signIn = (login) => {
    const opening = sessions.get(login) ?? signInAs(url, login);
    sessions.set(login, opening);
    return opening;
  };

  return {
    signIn,

    /**
     * Opens a page in a browser context of its own, in Portuguese. The result's `problems()` returns the errors so far.
     * @param {object | null} login the account to sign in with; null: not signed in
     * @param {{ width: number, height: number, theme: 'light' | 'dark', options?: object, scale?: number }} look
     */
    async open(login, { width, height, theme, options = {}, scale = 1 }) {
      const context = await browser.newContext({
        baseURL: url,
        locale: 'pt-BR',
        timezoneId: 'America/Sao_Paulo',
        viewport: { width, height },
        deviceScaleFactor: scale,
        colorScheme: theme,
        reducedMotion: 'reduce',
        ...options,
      });
      if (login) {
        const { token, user } = await signIn(login);
        const entries = Object.entries({ user: JSON.stringify(user), token });
        await context.addInitScript(
          `for (const [key, value] of ${JSON.stringify(entries)}) localStorage.setItem(key, value);`,
        );
      }
      const page = await context.newPage();
      const errors = [];
      page.on('pageerror', (error) => errors.push(`erro: ${error.message.split('\n')[0]}`));
      page.on('console', (message) => {
        if (isError(message)) errors.push(`console: ${message.text().split('\n')[0]}`);
      });
      return Object.assign(page, {
        problems: async () => {
          const text = (await page.locator('body').textContent()) ?? '';
          return [...errors, ...BROKEN.filter((broken) => text.includes(broken))];
        },
      });
    },

    /** Waits until nothing loads, moves or grows: no busy region, fonts and pictures loaded, equal content twice. */
    async settle(page) {
      const until = Date.now() + SETTLE_LIMIT_MS;
      let last = '';
      // Polls from this process, because the content security policy refuses a waiting function inside the page.
      while (Date.now() < until) {
        // A page that redirects is evaluated again.
        const mark = await page.evaluate(stillness).catch((error) => {
          if (/context was destroyed|navigat/i.test(error.message)) return '';
          throw error;
        });
        if (mark !== '' && mark === last) return;
        last = mark;
        await delay(350);
      }
      throw new UserError('a tela não parou de carregar ou de mudar');
    },
  };
}
