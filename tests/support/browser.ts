// For browser tests (tests/e2e/*.test.ts): one Chromium a file, a fresh context a test.
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';

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
    /** Chromium's program. */
    chromium: string;
    /** Where the mail server keeps what was sent, one file a message. */
    mailFolder: string;
  }
}

let browser: Browser;
const open: BrowserContext[] = [];

/** Starts Chromium for the file that calls it, at its top level. */
export function useBrowser(): {
  baseUrl: string;
  demo: Demo;
  /** A page in a context of its own, Portuguese and São Paulo time, 1366 × 820 unless told. */
  newPage: (options?: Parameters<Browser['newContext']>[0]) => Promise<Page>;
} {
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: inject('chromium'),
      // Debian's Chromium has no sandbox for root; the pages are our own.
      args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
    });
  });
  afterEach(async () => {
    for (const context of open.splice(0)) await context.close();
  });
  afterAll(() => browser.close());
  return {
    baseUrl: inject('baseUrl'),
    demo: inject('demo'),
    newPage: async (options) => {
      const context = await browser.newContext({
        baseURL: inject('baseUrl'),
        locale: 'pt-BR',
        timezoneId: 'America/Sao_Paulo',
        viewport: { width: 1366, height: 820 },
        ...options,
      });
      open.push(context);
      return context.newPage();
    },
  };
}
