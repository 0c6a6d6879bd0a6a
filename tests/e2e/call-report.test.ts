// The call report: wrong input, filters with the back button, the delete rule, refused and cancelled uploads.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { expectToastsOffButtons, useBrowser, waitForRest } from '../support/browser.ts';
import {
  createCall,
  createProject,
  expectNoSeriousViolation,
  openSession,
  type Session,
  signIn,
  uploadAudio,
} from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
const SHORT = join(import.meta.dirname, '../../samples/teste-curta.mp3');
const bytes = () => new Uint8Array(readFileSync(SHORT));
let session: Session;

beforeAll(async () => {
  session = await openSession(baseUrl, demo.logins[0]!);
});

async function openReport(
  projetoId: string,
  options?: Parameters<typeof newPage>[0],
  query = '',
): Promise<Page> {
  const page = await newPage(options);
  await signIn(page, session);
  await page.goto(`/dashboard/projects/${projetoId}/ligacoes${query}`);
  await page.getByRole('heading', { name: 'Relatório de Ligações' }).waitFor();
  return page;
}

it('shows an empty project what to do, and refuses a wrong call', async () => {
  const page = await openReport(await createProject(session, 'Relatório: vazio'));
  await page.getByText('Nenhuma ligação registrada').waitFor();
  await expectNoSeriousViolation(page);

  await page.getByRole('button', { name: 'Nova Ligação' }).first().click();
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Registrar ligação' });
  await save.click();
  await dialog.getByText('Preencha todos os campos obrigatórios.').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('numero_destino');

  await dialog.getByLabel('Número de destino').fill('   ');
  await dialog.getByLabel('Início da chamada').fill('04/05/2026 10:00');
  await dialog.getByLabel('Fim da chamada').fill('04/05/2026 10:00');
  await save.click();
  await dialog.getByText('Preencha todos os campos obrigatórios.').waitFor();
  await dialog.getByLabel('Número de destino').fill('1199');
  await save.click();
  await dialog.getByText('Horário de fim deve ser posterior ao de início.').waitFor();

  await dialog.getByTestId('arquivo-de-audio').setInputFiles({
    name: 'contrato.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('x'),
  });
  await dialog.getByText('Por favor, selecione um arquivo de áudio (MP3, WAV, OGG, M4A).').waitFor();
  await expectNoSeriousViolation(page);

  await dialog.getByLabel('Fim da chamada').fill('04/05/2026 10:01');
  await save.click();
  await page.getByText('Ligação registrada', { exact: true }).waitFor();
  const row = page.getByRole('row', { name: /1199/ });
  await row.getByText('Sem Arquivo').waitFor();
  await expect.poll(() => row.getByRole('cell').allInnerTexts()).toContain('60');
});

it('keeps search, state and page in the address, and the back button undoes them one by one', async () => {
  const projetoId = await createProject(session, 'Relatório: filtros');
  for (let i = 0; i < 12; i += 1) {
    await createCall(session, projetoId, {
      numero: `1130000${String(100 + i)}`,
      nome: i === 4 ? 'José Ávila' : `Pessoa ${i}`,
    });
  }
  const page = await openReport(projetoId);
  await page.getByText('Mostrando 1 a 10 de 12').waitFor();
  await page.getByRole('button', { name: 'Página 2' }).click();
  await page.getByText('Mostrando 11 a 12 de 12').waitFor();

  // Accents and case do not matter, and a search starts on its first page.
  await page
    .getByRole('searchbox', { name: 'Buscar ligações' })
    .pressSequentially('jose avila', { delay: 20 });
  await page.getByText('Mostrando 1 a 1 de 1').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?q=jose+avila');
  await page.reload();
  await page.getByText('José Ávila').waitFor();

  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Concluído' }).click();
  await page.getByText('Nenhum resultado com os filtros selecionados.').waitFor();

  await page.goBack();
  await page.getByText('José Ávila').waitFor();
  await page.goBack();
  await page.getByText('Mostrando 11 a 12 de 12').waitFor();
  await expect.poll(() => page.getByRole('searchbox', { name: 'Buscar ligações' }).inputValue()).toBe('');
  await page.goBack();
  await page.getByText('Mostrando 1 a 10 de 12').waitFor();

  await page.goto(`/dashboard/projects/${projetoId}/ligacoes?status=erro`);
  await page.getByRole('button', { name: 'Limpar filtros' }).first().click();
  await page.getByText('Mostrando 1 a 10 de 12').waitFor();
  await expectNoSeriousViolation(page);
});

/** Script that returns the number of wholly visible rows, and whether the last column and the pager are visible. */
const IN_SIGHT = `(() => {
  const table = document.querySelector('table[aria-label="Ligações do projeto"]');
  const box = table.parentElement.getBoundingClientRect();
  const top = table.tHead.getBoundingClientRect().bottom;
  const bottom = Math.min(box.bottom, innerHeight);
  const rows = [...table.tBodies[0].rows].map((row) => row.getBoundingClientRect());
  const heads = [...table.tHead.rows[0].cells];
  const last = heads.at(-2).getBoundingClientRect();
  return {
    rows: rows.filter((row) => row.top >= top - 1 && row.bottom <= bottom + 1).length,
    column: heads.at(-2).innerText,
    isColumnWhole: last.right <= heads.at(-1).getBoundingClientRect().left + 1 && last.right <= box.right,
    isPagerWhole: document.querySelector('nav[aria-label="Paginação"]').getBoundingClientRect().bottom <= innerHeight,
  };
})()`;

it('shows 16 of 25 calls at 1280×800 and 18 at 1440×900, with every usual column; on a phone, low cards', async () => {
  const projects = await session.api<{ id: string; nome: string }[]>('GET', '/projetos?tipo=call_center');
  const projetoId = projects.find(({ nome }) => nome === 'Retenção Lumavia')?.id as string;
  const page = await newPage({ viewport: { width: 1280, height: 800 } });
  await signIn(page, session);
  // Fakes the stored page size, because a size chosen in the page would be kept for this person in other tests too.
  await page.route('**/api/v1/preferencias', (route) =>
    route.fulfill({ json: { success: true, data: { 'lista:ligacoes': { por_pagina: 25 } } } }),
  );
  await page.goto(`/dashboard/projects/${projetoId}/ligacoes`);
  await page.getByText('Mostrando 1 a 25 de').waitFor();
  for (const [width, height, least] of [
    [1280, 800, 16],
    [1440, 900, 18],
  ] as const) {
    await page.setViewportSize({ width, height });
    await waitForRest(page);
    const seen = await page.evaluate<{ rows: number }>(IN_SIGHT);
    expect(seen).toMatchObject({ column: 'Responsável', isColumnWhole: true, isPagerWhole: true });
    expect(seen.rows, `${width}×${height}`).toBeGreaterThanOrEqual(least);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  const cards = page.getByRole('list', { name: 'Ligações do projeto' }).getByRole('listitem');
  await cards.first().waitFor();
  await waitForRest(page);
  const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()));
  expect(Math.max(...boxes.map((box) => box?.height ?? Infinity))).toBeLessThanOrEqual(150);
  expect((boxes[0]?.y ?? Infinity) + (boxes[0]?.height ?? 0)).toBeLessThan(600);
});

it('deletes a call without results only', async () => {
  const projetoId = await createProject(session, 'Relatório: exclusão');
  const processed = await createCall(session, projetoId, { numero: '11900000001', nome: 'Com resultado' });
  await createCall(session, projetoId, { numero: '11900000002', nome: 'Sem resultado' });
  await uploadAudio(baseUrl, session, processed, { name: 'teste-curta.mp3', bytes: bytes() });
  const page = await openReport(projetoId);

  // Processes the call from its row, which shows the running state and then the result without a reload.
  const row = page.getByRole('row', { name: /Com resultado/ });
  await row.getByText('Arquivo Gravado').waitFor();
  const button = row.getByRole('button', { name: /Processar áudio da ligação/ });
  await button.click();
  await row.getByText(/Processando|Processado/).waitFor();
  await row.getByText('Processado', { exact: true }).waitFor();

  const confirm = page.getByRole('alertdialog');
  const askToDelete = async (name: RegExp): Promise<void> => {
    await page
      .getByRole('row', { name })
      .getByRole('button', { name: /Ações da ligação/ })
      .click();
    await page.getByRole('menuitem', { name: 'Excluir' }).click();
    await confirm
      .getByText('Tem certeza que deseja excluir este item? Esta ação não pode ser desfeita.')
      .waitFor();
  };
  // The menu states that the item cannot be deleted, without a confirmation dialog first.
  await row.getByRole('button', { name: /Ações da ligação/ }).click();
  const refused = page.getByRole('menuitem', { name: 'Excluir: já tem análise' });
  await refused.waitFor();
  await expect.poll(() => refused.getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Escape');
  await refused.waitFor({ state: 'detached' });

  await askToDelete(/Sem resultado/);
  await confirm.getByRole('button', { name: 'Excluir' }).click();
  await page.getByText('Ligação excluída').waitFor();
  await expectToastsOffButtons(page);
  await confirm.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Com resultado/ }).waitFor();
  await page.getByText('Mostrando 1 a 1 de 1').waitFor();
  await expect.poll(() => page.getByRole('row', { name: /Sem resultado/ }).count()).toBe(0);
});

it('cancels an upload, tells a refused one, downloads and detaches a recording', async () => {
  const projetoId = await createProject(session, 'Relatório: envio');
  await createCall(session, projetoId, { numero: '11900000003', nome: 'Envio' });
  const page = await openReport(projetoId);
  const row = page.getByRole('row', { name: /Envio/ });
  const dialog = page.getByRole('dialog');

  // Slows the network down, so that the upload can be cancelled.
  const network = await page.context().newCDPSession(page);
  const line = (bytesPerSecond: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    });
  await line(50_000);
  await row.getByRole('button', { name: /Enviar áudio da ligação/ }).click();
  await dialog.getByTestId('arquivo-de-audio').setInputFiles({
    name: 'longa.mp3',
    mimeType: 'audio/mpeg',
    buffer: Buffer.concat(Array.from({ length: 200 }, bytes)),
  });
  await dialog.getByRole('button', { name: 'Enviar áudio' }).click();
  await dialog.getByRole('progressbar', { name: 'Envio do áudio' }).waitFor();
  await dialog.getByRole('button', { name: 'Cancelar envio' }).click();
  await page.getByText('Envio cancelado').waitFor();
  await line(-1);

  // The name is right, the bytes are wrong: the server's reason is shown.
  await dialog.getByRole('button', { name: 'Remover o arquivo' }).click();
  await dialog.getByTestId('arquivo-de-audio').setInputFiles({
    name: 'falsa.mp3',
    mimeType: 'audio/mpeg',
    buffer: Buffer.from('isto não é som'.repeat(100)),
  });
  await dialog.getByRole('button', { name: 'Enviar áudio' }).click();
  await page.getByText('Erro no upload').waitFor();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await row.getByText('Sem Arquivo').waitFor();

  await row.getByRole('button', { name: /Enviar áudio da ligação/ }).click();
  await dialog.getByTestId('arquivo-de-audio').setInputFiles(SHORT);
  await dialog.getByRole('checkbox', { name: /Processar assim que/ }).click();
  await dialog.getByRole('button', { name: 'Enviar áudio' }).click();
  await page.getByText('Áudio enviado').waitFor();
  await row.getByText('Arquivo Gravado').waitFor();

  await row.getByRole('button', { name: /Ações da ligação/ }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Baixar' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('teste-curta.mp3');
  expect(readFileSync(await download.path()).equals(readFileSync(SHORT))).toBe(true);

  await row.getByRole('button', { name: /Ações da ligação/ }).click();
  await page.getByRole('menuitem', { name: 'Desvincular arquivo' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Desvincular' }).click();
  await row.getByText('Sem Arquivo').waitFor();
});

it('fits a phone: cards instead of a table, nothing wider than the screen', async () => {
  const page = await openReport(
    demo.amostra.projetoId,
    { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true, isMobile: true },
    '?q=rogerio',
  );
  const cards = page.getByRole('list', { name: 'Ligações do projeto' });
  await cards.getByText('Rogério Almeida Prado').first().waitFor();
  await expect.poll(() => page.getByRole('table').count()).toBe(0);
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await expectNoSeriousViolation(page);
});

it('says why a list cannot be shown and loads it on another try', async () => {
  const page = await newPage();
  await signIn(page, session);
  let broken = true;
  await page.route('**/auditoria-items?*', (route) =>
    broken
      ? route.fulfill({
          status: 503,
          contentType: 'application/json',
          body: JSON.stringify({ message: 'O servidor está em manutenção.', code: 'indisponivel' }),
        })
      : route.continue(),
  );
  await page.goto(`/dashboard/projects/${demo.amostra.projetoId}/ligacoes`);
  await page.getByText('Erro ao carregar dados das ligações').waitFor();
  await page.getByText('O servidor está em manutenção.').waitFor();
  broken = false;
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await page.getByText(/Mostrando 1 a \d+ de/).waitFor();
});
