// A call that was analysed is analysed again only after a question; what people said of it comes along or stays in sight.

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import {
  expectNoSeriousViolation,
  openSession,
  processSample,
  type Session,
  signIn,
} from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
/** The sample call, analysed once for this file, and somebody who may process it. */
async function analysed(): Promise<Session> {
  const session = await openSession(baseUrl, demo.logins[0]!);
  await processSample(session, demo.amostra);
  return session;
}

/** Requests for a new run that left the page. */
function watchRuns(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /processar|regenerar-analise/.test(request.url())) {
      seen.push(request.url());
    }
  });
  return seen;
}

it.each([
  { nome: 'claro, 1280 px', options: {} },
  {
    nome: 'escuro, 390 px',
    options: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const },
  },
])('asks on the call page before anything is paid or replaced ($nome)', async ({ options }) => {
  const page = await newPage(options);
  await signIn(page, await analysed());
  const runs = watchRuns(page);
  await page.goto(`/dashboard/call-analysis/${demo.amostra.itemId}`);
  const actions = page.getByRole('button', { name: 'Ações', exact: true });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Processar novamente' }).click();
  const process = page.getByRole('alertdialog', { name: 'Processar novamente?' });
  await process.getByText(/Consome 1 crédito; o saldo é de/).waitFor();
  await process
    .getByText('Transcrição, análise de texto e insights: o provedor de IA é pago de novo.')
    .waitFor();
  await process.getByText(/^Substitui \d+ insights? em vigor\.$/).waitFor();
  await expectNoSeriousViolation(page);
  await process.getByRole('button', { name: 'Cancelar' }).click();

  await actions.click();
  await page.getByRole('menuitem', { name: 'Regenerar análise' }).click();
  const regenerate = page.getByRole('alertdialog', { name: 'Regenerar a análise?' });
  await regenerate.getByText(/Áudio e transcrição: reaproveitados, sem custo\./).waitFor();
  await page.keyboard.press('Escape');
  await regenerate.waitFor({ state: 'detached' });
  expect(runs).toEqual([]);
});

it('asks in the call list too, and runs once after the answer', async () => {
  const page = await newPage();
  await signIn(page, await analysed());
  const runs = watchRuns(page);
  await page.goto(`/dashboard/call-analysis/${demo.amostra.itemId}`);
  await page.getByRole('link', { name: /^Voltar às ligações de/ }).click();
  const again = page.getByRole('button', { name: /^Processar novamente da ligação/ }).first();
  await again.click();
  const dialog = page.getByRole('alertdialog', { name: 'Processar novamente?' });
  await dialog.waitFor();
  expect(runs).toEqual([]);
  await dialog.getByRole('button', { name: 'Processar novamente' }).click();
  await page.getByText('Processamento iniciado').waitFor();
  expect(runs).toHaveLength(1);
});
