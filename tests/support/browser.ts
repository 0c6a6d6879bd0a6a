// For browser tests (tests/e2e/*.test.ts): one Chromium for all files, a fresh context per test, and waiting for a page
// at rest.
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { afterEach, expect, inject } from 'vitest';

/** The demo's logins and sample call, as its seed reports them (prisma/seed). */
export type Demo = {
  logins: { cnpj: string; email: string; senha: string; papel: string; empresa: string }[];
  amostra: { projetoId: string; auditoriaId: string; itemId: string; pagina: string };
};

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the product, without final slash. */
    baseUrl: string;
    demo: Demo;
    /** Address of the product's database, used only to delay events that would be over before a test looks. */
    databaseUrl: string;
    /** Path of Chromium's program. */
    chromium: string;
    /** The cheaper headless program, for tests that need no whole browser. */
    headlessChromium: string;
    /** Folder of sent messages, one file each. */
    mailFolder: string;
  }
}

/** Time limit of a browser test's waits, ms: exceeded only if something is broken, not by a slow machine. */
export const PATIENCE_MS = 60_000;

/** By program: its browser, which starts when the first file opens a page, and ends with the tests' process. */
const browsers = new Map<string, Promise<Browser>>();
const open: BrowserContext[] = [];

/** A page's traffic: number of requests sent, requests without an answer yet, and problems. */
type Traffic = { asked: number; open: Set<Request>; problems: string[] };
const traffic = new WeakMap<Page, Traffic>();

/** True for requests open as long as their page: live events, their shared worker, a recording fetched in playback. */
const isEndless = (request: Request) =>
  request.resourceType() === 'media' || /\/eventos$|\/shared-worker-/.test(new URL(request.url()).pathname);

function watchTraffic(page: Page): void {
  const seen: Traffic = { asked: 0, open: new Set(), problems: [] };
  traffic.set(page, seen);
  page.on('pageerror', (error) => seen.problems.push(error.message));
  page.on('response', (response) => {
    if (response.status() >= 400) seen.problems.push(`${response.status()} ${response.url()}`);
  });
  page.on('request', (request) => {
    if (isEndless(request)) return;
    seen.asked += 1;
    seen.open.add(request);
  });
  page.on('requestfinished', (request) => seen.open.delete(request));
  page.on('requestfailed', (request) => {
    seen.open.delete(request);
    seen.problems.push(`${request.failure()?.errorText} ${request.url()}`);
  });
}

/**
 * Waits two frames, by which time a change caused by an answer is drawn.
 * @returns true if nothing on the page moves or loads
 */
const AT_REST = (loading: boolean) => `(async () => {
  const frame = () => new Promise((next) => { requestAnimationFrame(next); setTimeout(next, 100); });
  await frame();
  await frame();
  const toasts = [...document.querySelectorAll('[data-sonner-toast]')];
  return document.fonts.status === 'loaded'
    && (${loading} || document.querySelector('[aria-busy="true"]') === null)
    && toasts.every((toast) => ['0', '1'].includes(getComputedStyle(toast).opacity))
    && document.getAnimations().every(({ playState, effect }) =>
         playState !== 'running' || effect?.getTiming().iterations === Infinity);
})()`;

/**
 * Waits until the page is at rest: its requests are answered, and it has nothing `aria-busy`, no animation and no
 * moving toast. All tests use this function before they look at a page.
 * @param options.loading true to ignore open requests and `aria-busy`
 */
export async function waitForRest(page: Page, { loading = false } = {}): Promise<void> {
  const seen = traffic.get(page);
  if (!seen) throw new Error('waitForRest: a page that newPage did not open');
  // Polls in this process, because the page's content policy forbids the eval that waitForFunction uses.
  const isAtRest = async () => {
    const before = seen.asked;
    if (!loading && seen.open.size > 0)
      return `waits for ${[...seen.open].map((request) => request.url()).join(', ')}`;
    if (!(await page.evaluate<boolean>(AT_REST(loading)))) return 'moves or loads';
    return loading || (seen.asked === before && seen.open.size === 0) ? 'at rest' : 'asked anew';
  };
  await expect.poll(isAtRest, { interval: 50 }).toBe('at rest');
}

/** Waits two frames, until a toast is in place, and then lists the names of the buttons and links that it covers. */
const UNDER_TOASTS = `(async () => {
  const frame = () => new Promise((next) => { requestAnimationFrame(next); setTimeout(next, 100); });
  await frame();
  await frame();
  const toasts = [...document.querySelectorAll('[data-sonner-toast]')].map((one) => one.getBoundingClientRect());
  const isUnder = (control) => {
    const { left, right, top, bottom } = control.getBoundingClientRect();
    return toasts.some((one) => left < one.right && right > one.left && top < one.bottom && bottom > one.top);
  };
  return [...document.querySelectorAll('button, a[href]')]
    .filter((one) => !one.closest('[data-sonner-toaster]') && getComputedStyle(one).pointerEvents !== 'none')
    .filter(isUnder)
    .map((one) => one.getAttribute('aria-label') ?? one.textContent)
    .join();
})()`;

/** Fails if a toast covers a button or link of the page. */
export async function expectToastsOffButtons(page: Page): Promise<void> {
  expect(await page.evaluate<string>(UNDER_TOASTS)).toBe('');
}

/** Calls `act` with reduced motion, so that nothing on the page moves: a toast is there or not, never half faded. */
export async function standingStill<T>(
  page: Page,
  act: () => Promise<T>,
  options?: { loading?: boolean },
): Promise<T> {
  const isCalm = await page.evaluate<boolean>(`matchMedia('(prefers-reduced-motion: reduce)').matches`);
  const ask = async (reducedMotion: 'reduce' | 'no-preference') => {
    // Sets the value only if it changes, because setting it again would recompute the page's styles.
    if (!isCalm) await page.emulateMedia({ reducedMotion });
  };
  await ask('reduce');
  try {
    await waitForRest(page, options);
    return await act();
  } finally {
    await ask('no-preference');
  }
}

/**
 * Leads a page of the app to another address without a new document, because a new one costs four times as much. The
 * app's router handles the address like one that a person typed. To test a new start of the app, use `page.goto`.
 */
export async function follow(page: Page, target: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(target)}); dispatchEvent(new PopStateEvent('popstate'));`,
  );
  await waitForRest(page);
}

/**
 * Chromium features to disable. First Playwright's own list, which this list replaces; then the two hidden pages of
 * each window's address bar, and the spare process of a context.
 */
const WITHOUT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
];

function startBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      // Debian's Chromium has no sandbox for root; the pages need none, because they are our own.
      '--no-sandbox',
      '--autoplay-policy=no-user-gesture-required',
      // A microphone that beeps, for pages that have the permission to use one.
      '--use-fake-device-for-media-stream',
      // Nobody sees the pages, so no graphics card is emulated.
      '--disable-gpu',
      '--disable-software-rasterizer',
      `--disable-features=${WITHOUT.join(',')}`,
      // No optimised compilation, because a page lives only for seconds: the compilation would cost more than it saves.
      '--js-flags=--no-maglev,--no-turbofan',
    ],
  });
}

/** Time for which the pages run before they stop again, ms. */
const TURN_MS = 4;

/**
 * Calls `act` while the open pages run as on a processor `times` times slower: they run for TURN_MS, then stop for
 * `times - 1` turns. Chromium's own throttling would keep a core busy. Pages opened later run at full speed.
 */
export async function onSlowProcessor<T>(page: Page, times: number, act: () => Promise<T>): Promise<T> {
  if (times === 1) return act();
  const devtools = await page.context().browser()!.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  await devtools.detach();
  const pids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of pids) {
      try {
        process.kill(pid, name);
      } catch (error) {
        // Ignores a page's process that has ended.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    }
  };
  let timer: NodeJS.Timeout;
  const run = () => {
    signal('SIGCONT');
    timer = setTimeout(stand, TURN_MS);
  };
  const stand = () => {
    signal('SIGSTOP');
    timer = setTimeout(run, TURN_MS * (times - 1));
  };
  stand();
  try {
    return await act();
  } finally {
    clearTimeout(timer!);
    signal('SIGCONT');
  }
}

/** Greatest number of a page's problems that a report shows; it shows the latest ones. */
const PROBLEMS = 10;

/** Describes a page's content, open requests and problems, to explain a failed wait. */
async function stateOf(page: Page): Promise<string> {
  const { open: asked, problems } = traffic.get(page) ?? { open: new Set<Request>(), problems: [] };
  const waits = [...asked].map((request) => request.url());
  // A crashed page never answers, so that the wait for its text is limited to 5 s.
  const timeout = new Promise<string>((resolve) => setTimeout(resolve, 5000, '(a página não responde)'));
  const text = await Promise.race([
    page.evaluate<string>('document.body.innerText').catch((error: Error) => error.message),
    timeout,
  ]);
  const told = [
    ...(waits.length > 0 ? [`espera por ${waits.join(', ')}`] : []),
    ...problems.slice(-PROBLEMS),
  ];
  return `${page.url()} ${told.join(' | ')}\n${text.replace(/\s*\n\s*/g, ' | ').slice(0, 1500)}`;
}

/**
 * Provides pages to a test file; the file calls this function at its top level.
 * @param options.whole true for the whole Chromium, because the headless program has no microphone, and loads all
 * pictures of a page at once
 */
export function useBrowser({ whole = false } = {}): {
  baseUrl: string;
  demo: Demo;
  /**
   * Opens a page in its own context: Portuguese, São Paulo time, 1366 × 820, reduced motion. `options` overrides these,
   * as tests of motion do.
   */
  newPage: (options?: Parameters<Browser['newContext']>[0]) => Promise<Page>;
} {
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      for (const page of open.flatMap((context) => context.pages())) console.error(await stateOf(page));
    for (const context of open.splice(0)) {
      // First ends the interception of requests, because a page may still send requests that the test intercepts.
      await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
      await context.close();
    }
  });
  return {
    baseUrl: inject('baseUrl'),
    demo: inject('demo'),
    newPage: async (options) => {
      const program = inject(whole ? 'chromium' : 'headlessChromium');
      const browser = browsers.get(program) ?? startBrowser(program);
      browsers.set(program, browser);
      const context = await (await browser).newContext({
        baseURL: inject('baseUrl'),
        locale: 'pt-BR',
        timezoneId: 'America/Sao_Paulo',
        viewport: { width: 1366, height: 820 },
        reducedMotion: 'reduce',
        ...options,
      });
      open.push(context);
      context.setDefaultTimeout(PATIENCE_MS);
      // Also watches the windows that the page opens.
      context.on('page', watchTraffic);
      return context.newPage();
    },
  };
}
