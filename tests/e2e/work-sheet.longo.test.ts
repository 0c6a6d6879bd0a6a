// The call report as a work sheet: filters, sorting, choosing, assigning and undoing; exporting the rows, and verifying
// a call's signed dossier.
import { readFile } from 'node:fs/promises';
import { read, utils } from '@e965/xlsx';
import { beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { longo } from '../support/longo.ts';
import {
  expectNoSeriousViolation,
  openSession,
  processSample,
  type Session,
  signIn,
} from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
let session: Session;
let projetoId: string;

type Row = { id: string; qualidade: { nota: number | null } | null; responsavel: { nome: string } | null };
async function get<T>(path: string): Promise<T> {
  const answer = await fetch(`${baseUrl}/api/v1${path}`, {
    headers: { authorization: `Bearer ${session.token}` },
  });
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as T;
}
const rowsOf = (query: string) =>
  get<{ data: Row[]; pagination: { total: number } }>(
    `/projetos/${projetoId}/auditoria-items?limit=10&${query}`,
  );

beforeAll(async () => {
  session = await openSession(baseUrl, demo.logins[0]!);
  const { data } = await get<{ data: { id: string; concluidos: number }[] }>('/projetos?tipo=call_center');
  projetoId = data.sort((a, b) => b.concluidos - a.concluidos)[0]?.id as string;
});

longo.test(
  'narrows by score and agent, orders, chooses, assigns and takes back; the address says it all',
  async () => {
    const { data: agents } = await get<{ data: { id: string; nome: string }[] }>('/agentes?limit=50&q=Bruno');
    const { id: agenteId, nome: agente } = agents[0] as { id: string; nome: string };
    const filter = `nota_de=30&nota_ate=90&agente_id=${agenteId}`;
    const expected = await rowsOf(`${filter}&ordem=nota_menor`);
    expect(expected.data.length).toBeGreaterThan(2);

    const page = await newPage();
    await signIn(page, session);
    await page.goto(`/dashboard/projects/${projetoId}/ligacoes`);
    await page.getByRole('button', { name: 'Mais filtros' }).click();
    await page.getByLabel('Pontuação de').fill('30');
    await page.getByLabel('Pontuação até').fill('90');
    await page.getByRole('button', { name: 'Aplicar' }).click();
    await page.keyboard.press('Escape');
    await page.getByText('Pontuação de 30 a 90').waitFor();
    await page
      .getByRole('combobox', { name: 'Agente' })
      .or(page.getByRole('button', { name: 'Agente' }))
      .first()
      .click();
    await page.getByRole('option', { name: agente }).click();
    await page.getByRole('columnheader', { name: 'Pontuação' }).getByRole('button').click();
    await page.getByText(`de ${expected.pagination.total} ligações`).waitFor();
    expect(new URL(page.url()).search).toBe(`?${filter}&ordem=nota_menor`);
    await page.reload();
    const table = page.getByRole('table', { name: 'Ligações do projeto' });
    const column = async (name: string): Promise<string[]> => {
      const heads = await table.getByRole('columnheader').allInnerTexts();
      const rows = await table.locator('tbody tr').all();
      const place = heads.findIndex((head) => head.trim() === name);
      return Promise.all(
        rows.map(async (row) => (await row.getByRole('cell').nth(place).textContent()) ?? ''),
      );
    };
    await expect
      .poll(() => column('Pontuação'))
      .toEqual(expected.data.map(({ qualidade }) => String(qualidade?.nota)));
    await expectNoSeriousViolation(page);

    const before = await column('Responsável');
    const rows = table.locator('tbody');
    await rows.getByRole('checkbox').nth(0).click();
    await rows.getByRole('checkbox').nth(1).click();
    const bar = page.getByRole('region', { name: 'Ligações selecionadas' });
    await bar.getByText('2 selecionadas').waitFor();
    await bar.getByRole('button', { name: 'Atribuir' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('combobox')
      .or(dialog.getByRole('button', { name: 'Responsável' }))
      .first()
      .click();
    await page.getByRole('option', { name: 'Eu' }).click();
    await expectNoSeriousViolation(page);
    await dialog.getByRole('button', { name: 'Atribuir' }).click();
    await page.getByText('2 ligações atribuídas.').waitFor();
    const mine = ['Helena Prado', 'Helena Prado'];
    await expect.poll(() => column('Responsável')).toEqual([...mine, ...before.slice(2)]);
    await expect(bar.getByText('2 selecionadas').isVisible()).resolves.toBe(false);

    await page.getByRole('button', { name: 'Desfazer' }).click();
    await page.getByText('Atribuição desfeita em 2 ligações.').waitFor();
    await expect.poll(() => column('Responsável')).toEqual(before);

    await page.goBack();
    await expect.poll(() => new URL(page.url()).search).toBe(`?${filter}`);
    await page.getByRole('button', { name: 'Remover o filtro: Pontuação de 30 a 90' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe(`?agente_id=${agenteId}`);

    // The sorting applies to this list only: another project's list, opened afterwards, has its usual order.
    await page.getByRole('columnheader', { name: 'Pontuação' }).getByRole('button').click();
    await expect.poll(() => new URL(page.url()).search).toContain('ordem=nota_menor');
    await page.goto(`/dashboard/projects/${demo.amostra.projetoId}/ligacoes`);
    await page.getByText(/Mostrando 1 a/).waitFor();
    expect(await table.locator('th[aria-sort]').allInnerTexts()).toEqual(['Início da chamada']);

    // A hidden column stays hidden.
    await page.getByRole('button', { name: 'Colunas' }).click();
    await page.getByRole('checkbox', { name: 'Revisada por' }).click();
    await page.reload();
    await table.getByRole('columnheader', { name: 'Pontuação' }).waitFor();
    expect(await table.getByRole('columnheader', { name: 'Revisada por' }).count()).toBe(0);
    // Another device shows the same columns, once the server has stored the choice.
    const kept = async () => {
      const { data } = await get<{ data: { 'lista:ligacoes'?: { colunas?: { chave: string }[] } } }>(
        '/preferencias',
      );
      return data['lista:ligacoes']?.colunas?.map(({ chave }) => chave) ?? [];
    };
    await expect.poll(async () => (await kept()).includes('nota')).toBe(true);
    expect(await kept()).not.toContain('revisada_por');
  },
);

it('exports what the list shows, as another reader finds it; a dossier is verified, and not once a letter of it was changed', async () => {
  const expected = await rowsOf('status=concluido&ordem=nota_menor');
  const page = await newPage({ viewport: { width: 1280, height: 900 } });
  await signIn(page, session);
  await page.goto(`/dashboard/projects/${projetoId}/ligacoes?status=concluido&ordem=nota_menor`);
  await page.getByText(`de ${expected.pagination.total} ligações`).waitFor();
  await page.getByRole('button', { name: 'Exportar', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^\d[\d.]* ligaç/).waitFor();
  // The dialog needs no scrolling: only the list of columns scrolls.
  type Box = { scrollHeight: number; clientHeight: number };
  expect(
    await dialog.evaluate(
      (box) => (box as unknown as Box).scrollHeight - (box as unknown as Box).clientHeight,
    ),
  ).toBe(0);
  await expectNoSeriousViolation(page);
  const columns = await dialog
    .getByRole('region', { name: 'Colunas' })
    .getByRole('checkbox', { checked: true })
    .count();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Exportar', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^ligacoes-.*\.xlsx$/);
  const book = read(await readFile(await download.path()), { cellFormula: true, cellDates: true });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  if (!sheet) throw new Error('no sheet');
  const [heads, ...rows] = utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: null });
  expect([heads?.length, rows.length]).toEqual([columns, expected.pagination.total]);
  expect(Object.values(sheet).some((cell) => typeof cell === 'object' && cell !== null && 'f' in cell)).toBe(
    false,
  );
  const score = heads?.indexOf('Pontuação') ?? -1;
  expect(score).toBeGreaterThan(-1);
  // The list shows scores without decimals.
  const shown = (cell: unknown) => (typeof cell === 'number' ? Math.round(cell) : cell);
  expect(rows.slice(0, expected.data.length).map((row) => shown(row[score]))).toEqual(
    expected.data.map(({ qualidade }) => qualidade?.nota ?? null),
  );

  const answer = await fetch(
    `${baseUrl}/api/v1/auditoria-resultado/${expected.data[0]?.id}/exportar?formato=json`,
    { headers: { authorization: `Bearer ${session.token}` } },
  );
  expect(answer.status).toBe(200);
  const text = await answer.text();
  // Opens a page without an account.
  const outside = await newPage();
  await outside.goto('/auth');
  await outside.getByRole('link', { name: 'Verificar dossiê' }).click();
  const hold = (contents: string | Buffer, name = 'dossie.json') =>
    outside
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(contents) });
  await hold(text);
  await outside.getByRole('heading', { name: 'Assinatura válida' }).waitFor();
  await expectNoSeriousViolation(outside);
  await hold(text.replace(/"nome":"(.)/, '"nome":"$1x'));
  await outside.getByRole('heading', { name: 'Assinatura inválida' }).waitFor();

  await processSample(session, demo.amostra);
  await page.goto(`/dashboard/call-analysis/${demo.amostra.itemId}`);
  await page.getByRole('button', { name: 'Ações', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Exportar dossiê' }).click();
  await dialog.getByRole('radio', { name: /^PDF/ }).waitFor();
  await expectNoSeriousViolation(page);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Exportar', exact: true }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^dossie-.*\.pdf$/);
  await dialog.waitFor({ state: 'hidden' });
  const pdf = await readFile(await saved.path());
  await hold(pdf, 'dossie.pdf');
  await outside.getByText('O PDF e o dossiê em JSON que ele traz').waitFor();
  pdf[pdf.length - 200] = (pdf[pdf.length - 200] ?? 0) ^ 1;
  await hold(pdf, 'dossie.pdf');
  await outside.getByText('O PDF foi alterado depois de gerado').waitFor();
});
