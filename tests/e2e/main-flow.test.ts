// The product's main path in the browser: sign in, open the project, register a call with its recording, follow the
// stages, read the result, play an evidence.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { expectNoSeriousViolation } from '../support/web-pages.ts';

const { demo, newPage } = useBrowser();
const SAMPLE = join(import.meta.dirname, '../../samples/amostra-principal.mp3');

/** Position of the player, seconds. */
async function position(page: Page): Promise<number> {
  const [minutes, seconds] = (
    ((await page.getByTestId('tempo-do-player').textContent()) ?? '').split(' / ')[0] ?? ''
  )
    .split(':')
    .map(Number);
  return (minutes ?? Number.NaN) * 60 + (seconds ?? Number.NaN);
}

it('leads from the sign-in to the sentence that proves a claim', async () => {
  const page = await newPage();
  // Notes the first position that the page sets, because the player's clock advances while the test reads it, and the
  // page sets another position at a quote's end.
  await page.context().addInitScript(`
    const { get, set } = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'currentTime');
    Object.defineProperty(HTMLMediaElement.prototype, 'currentTime', {
      get,
      set(seconds) {
        window.sentTo ??= seconds;
        set.call(this, seconds);
      },
    });
  `);
  const login = demo.logins[0]!;

  await page.goto('/auth');
  await page.getByLabel('CNPJ').fill(login.cnpj);
  await page.getByLabel('E-mail').fill(login.email);
  await page.getByLabel('Senha', { exact: true }).fill(login.senha);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();

  await page.getByText('Aqui está um resumo da sua conta.').waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Call Center' }).click();
  await page.getByRole('heading', { name: 'Meus Projetos' }).waitFor();
  // The search finds the project among many; a list of few projects has no search box.
  const project = page.getByRole('link', { name: /Ver Detalhes.*SAC Lumavia|SAC Lumavia.*Ver Detalhes/ });
  const box = page.getByRole('searchbox', { name: 'Buscar projetos' });
  await project.or(box).first().waitFor();
  if ((await project.count()) === 0) await box.fill('SAC Lumavia');
  await project.click();
  await page.getByRole('link', { name: 'Acessar Ligações' }).click();
  await page.getByRole('heading', { name: 'Relatório de Ligações' }).waitFor();
  await page
    .getByRole('link', { name: /\(11\) 95555-0142/ })
    .first()
    .waitFor();

  await page.getByRole('button', { name: 'Nova Ligação' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Número de destino').fill('11 98888-7777');
  await dialog.getByLabel('Ramal', { exact: true }).fill('2044');
  await dialog.getByLabel('Início da chamada').fill('04/05/2026 10:00');
  await dialog.getByLabel('Nome do cliente').fill('Zuleica Prado');
  await dialog.getByTestId('arquivo-de-audio').setInputFiles(SAMPLE);
  // The recording's length determines the call's end.
  await dialog.getByText(/^Duração: .*, pela gravação$/).waitFor();
  await dialog.getByRole('button', { name: 'Registrar ligação' }).click();
  await page.getByText('Ligação registrada', { exact: true }).waitFor();

  const row = page.getByRole('row', { name: /Zuleica Prado/ });
  await row.getByText(/Processando|Processado/).waitFor();
  const [analysis] = await Promise.all([
    page.context().waitForEvent('page'),
    row.getByRole('link', { name: /\(11\) 98888-7777/ }).click(),
  ]);
  await analysis.getByRole('heading', { level: 1, name: '(11) 98888-7777' }).waitFor();

  // The result arrives without a reload.
  await analysis.getByText('Concluído', { exact: true }).waitFor();
  await analysis.getByText('Informo que esta ligação está sendo gravada.').first().waitFor();
  await row.getByText('Processado').waitFor();

  // The page distinguishes agent and client, and shows the 7 s on hold and the interruption.
  const transcript = analysis.getByRole('list', { name: 'Frases da gravação' });
  await expect.poll(() => transcript.getByText('Cliente', { exact: true }).count()).toBeGreaterThan(3);
  await analysis.getByRole('button', { name: /^Dados da ligação e indicadores do som/ }).click();
  await expect
    .poll(() => analysis.getByRole('button', { name: /Ouvir silêncio em/ }).count())
    .toBeGreaterThan(0);
  await expect
    .poll(() => analysis.getByRole('button', { name: /Ouvir interrupção em .*Cliente/ }).count())
    .toBe(1);

  // A criterion is a line; a click opens its evidence.
  await analysis
    .getByRole('button', { name: /^O agente .*: Sim$/ })
    .first()
    .click();
  const quote = analysis.getByRole('button', { name: /Ouvir evidência/ }).first();
  const at = /(\d+):(\d\d)\s*$/.exec((await quote.textContent()) ?? '')!;
  const start = Number(at[1]) * 60 + Number(at[2]);
  await Promise.all([analysis.getByRole('button', { name: 'Pausar' }).waitFor(), quote.click()]);
  const heard = await analysis.evaluate<number>('window.sentTo');
  expect(heard).toBeGreaterThanOrEqual(Math.max(0, start - 3));
  expect(heard).toBeLessThanOrEqual(start + 1);
  await expect.poll(() => position(analysis)).toBeGreaterThan(heard);

  await analysis.getByRole('button', { name: /Análise de custos/ }).click();
  await analysis
    .getByText(/^US\$ \d+,\d{4}$/)
    .last()
    .waitFor();
  await analysis.getByRole('button', { name: /Linha do tempo/ }).click();
  await analysis.getByText('Processamento solicitado').waitFor();
  await expectNoSeriousViolation(analysis);
});
