// The page asks before an analysed call is analysed again; people's verdicts are carried over or stay visible.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import {
  createCall,
  createProject,
  expectNoSeriousViolation,
  openSession,
  processSample,
  type Session,
  signIn,
  uploadAudio,
} from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
/** Opens the session of a person who may process the sample call, and analyses this call once for this file. */
async function analysed(): Promise<Session> {
  const session = await openSession(baseUrl, demo.logins[0]!);
  await processSample(session, demo.amostra);
  return session;
}

/** Records requests for a new run. */
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
  { nome: 'light, 1280 px', options: {} },
  {
    nome: 'dark, 390 px',
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
  await process.getByText(/consome 1 crédito; o saldo é de/).waitFor();
  await process
    .getByText('O provedor de IA é pago de novo por transcrição, análise de texto e insights.')
    .waitFor();
  await process.getByText(/^Substitui \d+ insights? em vigor\.$/).waitFor();
  await expectNoSeriousViolation(page);
  await process.getByRole('button', { name: 'Cancelar' }).click();

  await actions.click();
  await page.getByRole('menuitem', { name: 'Regenerar análise' }).click();
  const regenerate = page.getByRole('alertdialog', { name: 'Regenerar a análise?' });
  await regenerate.getByText(/A Escuta reaproveita áudio e transcrição, sem custo\./).waitFor();
  await page.keyboard.press('Escape');
  await regenerate.waitFor({ state: 'detached' });
  expect(runs).toEqual([]);
});

it('asks in the call list too, and runs once after the answer', async () => {
  // Analyses a separate call, because other tests use the sample's analysis.
  const session = await openSession(baseUrl, demo.logins[0]!);
  const projetoId = await createProject(session, 'Processar de novo');
  const itemId = await createCall(session, projetoId, { numero: '11955550077' });
  const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, '../../samples/teste-curta.mp3')));
  await uploadAudio(baseUrl, session, itemId, { name: 'teste-curta.mp3', bytes });
  const sample = { ...demo.amostra, itemId };
  await processSample(session, sample);
  const page = await newPage();
  await signIn(page, session);
  const runs = watchRuns(page);
  await page.goto(`/dashboard/call-analysis/${itemId}`);
  await page.getByRole('link', { name: /^Voltar às ligações de/ }).click();
  const again = page.getByRole('button', { name: /^Processar novamente da ligação/ });
  await again.click();
  const dialog = page.getByRole('alertdialog', { name: 'Processar novamente?' });
  await dialog.waitFor();
  expect(runs).toEqual([]);
  await dialog.getByRole('button', { name: 'Processar novamente' }).click();
  await page.getByText('Processamento iniciado').waitFor();
  expect(runs).toHaveLength(1);
  await processSample(session, sample);
});
