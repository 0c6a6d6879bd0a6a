// The call report as a work sheet: what was found narrows and orders it, calls are chosen, given to somebody and taken back.
import { beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { expectNoSeriousViolation, openSession, type Session, signIn } from '../support/web-pages.ts';

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

it('narrows by score and agent, orders, chooses, assigns and takes back; the address says it all', async () => {
  const filter = 'nota_de=30&nota_ate=90&agente_id=nenhum';
  const expected = await rowsOf(`${filter}&ordem=nota_menor`);
  expect(expected.data.length).toBeGreaterThan(2);

  const page = await newPage();
  await signIn(page, session);
  await page.goto(`/dashboard/projects/${projetoId}/ligacoes`);
  await page.getByRole('button', { name: 'Mais filtros' }).click();
  await page.getByLabel('Nota de').fill('30');
  await page.getByLabel('Nota até').fill('90');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await page.keyboard.press('Escape');
  await page.getByText('Nota de 30 a 90').waitFor();
  await page
    .getByRole('combobox', { name: 'Agente' })
    .or(page.getByRole('button', { name: 'Agente' }))
    .first()
    .click();
  await page.getByRole('option', { name: 'Sem agente' }).click();
  await page.getByRole('combobox', { name: 'Ordem' }).click();
  await page.getByRole('option', { name: 'Menor nota' }).click();
  await page.getByText(`de ${expected.pagination.total} ligações`).waitFor();
  expect(new URL(page.url()).search).toBe('?nota_de=30&nota_ate=90&agente_id=nenhum&ordem=nota_menor');
  await page.reload();
  const table = page.getByRole('table', { name: 'Ligações do projeto' });
  const column = async (name: string): Promise<string[]> => {
    const heads = await table.getByRole('columnheader').allInnerTexts();
    const rows = await table.locator('tbody tr').all();
    const place = heads.findIndex((head) => head.trim() === name);
    return Promise.all(rows.map(async (row) => (await row.getByRole('cell').nth(place).textContent()) ?? ''));
  };
  await expect
    .poll(() => column('Nota'))
    .toEqual(expected.data.map(({ qualidade }) => String(qualidade?.nota)));
  await expectNoSeriousViolation(page);

  await table.getByRole('checkbox').nth(0).click();
  await table.getByRole('checkbox').nth(1).click();
  const bar = page.getByRole('region', { name: 'Ligações escolhidas' });
  await bar.getByText('2 escolhidas').waitFor();
  await bar.getByRole('button', { name: 'Atribuir' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('combobox')
    .or(dialog.getByRole('button', { name: 'Responsável' }))
    .first()
    .click();
  await page.getByRole('option', { name: 'Mim' }).click();
  await expectNoSeriousViolation(page);
  await dialog.getByRole('button', { name: 'Atribuir' }).click();
  await page.getByText('2 ligações atribuídas.').waitFor();
  await expect.poll(async () => (await column('Responsável')).filter((nome) => nome !== '-')).toHaveLength(2);
  await expect(bar.getByText('2 escolhidas').isVisible()).resolves.toBe(false);

  await page.getByRole('button', { name: 'Desfazer' }).click();
  await page.getByText('2 ligações devolvidas.').waitFor();
  await expect.poll(async () => (await column('Responsável')).every((nome) => nome === '-')).toBe(true);

  await page.goBack();
  await expect.poll(() => new URL(page.url()).search).toBe('?nota_de=30&nota_ate=90&agente_id=nenhum');
  await page.getByRole('button', { name: 'Tirar o filtro: Nota de 30 a 90' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?agente_id=nenhum');

  // A column that is not wanted stays away on this device.
  await page.getByRole('button', { name: 'Colunas' }).click();
  await page.getByRole('checkbox', { name: 'Revisada por' }).click();
  await page.reload();
  await table.getByRole('columnheader', { name: 'Nota' }).waitFor();
  expect(await table.getByRole('columnheader', { name: 'Revisada por' }).count()).toBe(0);
});
