// For browser tests (tests/e2e/*.test.ts): one Chromium for all files, a fresh context a test; when a page is at rest.
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { afterEach, expect, inject } from 'vitest';

/** What the demo scenario says it created (prisma/seed). */
export type Demo = {
  logins: { cnpj: string; email: string; senha: string; papel: string; empresa: string }[];
  amostra: { projetoId: string; auditoriaId: string; itemId: string; pagina: string };
};

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the product listens, no slash at the end. */
    baseUrl: string;
    demo: Demo;
    /** The product's database: only to hold up what would be over before anybody could look. */
    databaseUrl: string;
    /** Chromium's program. */
    chromium: string;
    /** The one that costs least, for whoever needs no whole browser. */
    headlessChromium: string;
    /** Where the mail server keeps what was sent, one file a message. */
    mailFolder: string;
  }
}

/** How long a browser test waits for what must come, ms: it is over when something is broken, not when a machine is slow. */
export const PATIENCE_MS = 60_000;

/** By its program: started by the first file that wants a page; it ends with the process of the tests. */
const browsers = new Map<string, Promise<Browser>>();
const open: BrowserContext[] = [];

/** What a page has asked for: how often, what is not answered yet, and what went wrong. */
type Traffic = { asked: number; open: Set<Request>; problems: string[] };
const traffic = new WeakMap<Page, Traffic>();

/**
 * Open for as long as the page is, as far as a page can tell: the live events, the shared worker that keeps them, and a
 * recording that is fetched as it is heard.
 */
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

/** Two frames later (what an answer changes has been drawn by then): whether nothing moves and nothing loads. */
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
 * Waits until the page has come to rest: every request answered, nothing `aria-busy`, no animation or transition going
 * on, no toast on its way in or out. The one place that knows when a page may be looked at.
 * @param options.loading the page is looked at while it loads: requests and `aria-busy` do not count
 */
export async function waitForRest(page: Page, { loading = false } = {}): Promise<void> {
  const seen = traffic.get(page);
  if (!seen) throw new Error('waitForRest: a page that newPage did not open');
  // Asked again from here: the page's own policy forbids what waitForFunction does from its second look on.
  const isAtRest = async () => {
    const before = seen.asked;
    if (!loading && seen.open.size > 0)
      return `waits for ${[...seen.open].map((request) => request.url()).join(', ')}`;
    if (!(await page.evaluate<boolean>(AT_REST(loading)))) return 'moves or loads';
    return loading || (seen.asked === before && seen.open.size === 0) ? 'at rest' : 'asked anew';
  };
  await expect.poll(isAtRest, { interval: 50 }).toBe('at rest');
}

/** Names of the buttons and links that a toast lies over, two frames from now: it has been placed by then. */
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

/** Fails where a toast that stands now lies over a button or a link of the page. */
export async function expectToastsOffButtons(page: Page): Promise<void> {
  expect(await page.evaluate<string>(UNDER_TOASTS)).toBe('');
}

/**
 * Does something with the page standing still: with less motion asked for, what comes or goes meanwhile (a toast whose
 * time is over, say) is there or is not, and never half faded.
 */
export async function standingStill<T>(
  page: Page,
  act: () => Promise<T>,
  options?: { loading?: boolean },
): Promise<T> {
  const isCalm = await page.evaluate<boolean>(`matchMedia('(prefers-reduced-motion: reduce)').matches`);
  const ask = async (reducedMotion: 'reduce' | 'no-preference') => {
    // A page that is asked for what it was asked for works out its styles anew.
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
 * Leads a page of the app to another address of it without a new document, which costs four times as much: its router reads the address as it
 * reads a typed one, and what stood there before is gone. What a document alone does (what the app keeps over a start of its own, what
 * holds in memory only) wants `page.goto`.
 */
export async function follow(page: Page, target: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(target)}); dispatchEvent(new PopStateEvent('popstate'));`,
  );
  await waitForRest(page);
}

/**
 * What Chromium does without: first what Playwright takes away by itself, which a list of ours replaces as a whole, then two
 * hidden pages that each window draws for its address bar, and the process that stands by for a context's second page.
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
      // Debian's Chromium has no sandbox for root; the pages are our own.
      '--no-sandbox',
      '--autoplay-policy=no-user-gesture-required',
      // A microphone that beeps, for the pages that are given one (`permissions`); all others are refused it.
      '--use-fake-device-for-media-stream',
      // Nobody looks at the pictures: drawn without a graphics card that software would have to play.
      '--disable-gpu',
      '--disable-software-rasterizer',
      `--disable-features=${WITHOUT.join(',')}`,
      // A page lives for seconds: what is compiled for a long life costs more than it saves.
      '--js-flags=--no-maglev,--no-turbofan',
    ],
  });
}

/** How long the pages run before they stand still again, ms. */
const TURN_MS = 4;

/**
 * Does something with the pages on a processor `times` times slower: their processes run for a turn and stand still for
 * `times - 1` of them. Chromium's own slowing down (Emulation.setCPUThrottlingRate) keeps a core busy for as long as it lasts.
 * Pages that are opened or led to another site meanwhile run at full speed.
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
        // A page's process may end with it.
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

/** Problems of a page that are told, the last ones. */
const PROBLEMS = 10;

/** What a page shows and waits for, and what went wrong, in a few lines: why a test that waited in vain did. */
async function stateOf(page: Page): Promise<string> {
  const { open: asked, problems } = traffic.get(page) ?? { open: new Set<Request>(), problems: [] };
  const waits = [...asked].map((request) => request.url());
  // A page that has crashed or stands still answers nothing.
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
 * Pages for the file that calls it, at its top level.
 * @param options.whole in the whole Chromium: the one without windows knows no microphone, and loads all of a page's pictures at once
 */
export function useBrowser({ whole = false } = {}): {
  baseUrl: string;
  demo: Demo;
  /**
   * A page in a context of its own: Portuguese and São Paulo time, 1366 × 820, and as for people who want less motion,
   * unless told. What comes and goes is then there or is not; a test of motion asks for it.
   */
  newPage: (options?: Parameters<Browser['newContext']>[0]) => Promise<Page>;
} {
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail')
      for (const page of open.flatMap((context) => context.pages())) console.error(await stateOf(page));
    for (const context of open.splice(0)) {
      // A page may still be asking for something that a test answers itself.
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
      // Windows that the page itself opens are watched too.
      context.on('page', watchTraffic);
      return context.newPage();
    },
  };
}
