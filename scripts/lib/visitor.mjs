// Opens the product's pages in a browser as somebody, waits until they stand still, and says what went wrong on them.
import { UserError } from './console.mjs';

/** Longest wait for a page to stand still, ms. */
const SETTLE_LIMIT_MS = 20_000;

/** Texts of the error boundary (web/src/app/route-error.tsx). */
const BROKEN = ['Algo deu errado nesta página', 'Não foi possível carregar esta página'];

/** Whether a console message is an error of the page. An answer of the API that refuses is the screen's business, not an error. */
function isError(message) {
  if (message.type() !== 'error') return false;
  const { url } = message.location();
  return !(
    message.text().startsWith('Failed to load resource') &&
    /\/api\/v1\//.test(url) &&
    !/ 5\d\d /.test(message.text())
  );
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} url of the product
 */
export function createVisitor(browser, url) {
  const sessions = new Map();

  /** Signs in through the API, once for each login. @returns {Promise<{ token: string, user: object, api: (path: string) => Promise<any> }>} */
  const signIn = (login) => {
    const known = sessions.get(login);
    if (known) return known;
    const opening = (async () => {
      const answer = await fetch(`${url}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ cnpj: login.cnpj, email: login.email, password: login.senha }),
      });
      if (!answer.ok)
        throw new UserError(`${login.email} não entrou: ${answer.status} ${await answer.text()}`);
      const { data } = await answer.json();
      return {
        ...data,
        api: async (path) => {
          const response = await fetch(`${url}/api/v1${path}`, {
            headers: { authorization: `Bearer ${data.token}` },
          });
          if (!response.ok) throw new UserError(`${path}: ${response.status} ${await response.text()}`);
          return (await response.json()).data;
        },
      };
    })();
    sessions.set(login, opening);
    return opening;
  };

  return {
    signIn,

    /**
     * A page in a context of its own: as `login` (null: as a visitor), in Portuguese. Its `problems()` are the errors so far.
     * @param {object | null} login
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

    /** Waits until nothing loads, moves or grows: no busy region, fonts and pictures there, the same height twice. */
    async settle(page) {
      await page.waitForFunction(
        () => {
          const pictures = [...document.images].filter((one) => one.loading !== 'lazy');
          const still =
            document.readyState === 'complete' &&
            document.querySelector('main') !== null &&
            document.querySelector('[aria-busy="true"]') === null &&
            document.fonts.status === 'loaded' &&
            pictures.every((one) => one.complete) &&
            document.getAnimations().every(({ playState, effect }) => {
              return playState !== 'running' || effect?.getTiming().iterations === Number.POSITIVE_INFINITY;
            });
          const mark = still
            ? `${document.documentElement.scrollHeight}:${document.body.textContent.length}`
            : '';
          const last = globalThis.lastMark;
          if (!mark || last?.mark !== mark) {
            globalThis.lastMark = { mark, since: performance.now() };
            return false;
          }
          return performance.now() - last.since > 350;
        },
        undefined,
        { polling: 100, timeout: SETTLE_LIMIT_MS },
      );
    },
  };
}
