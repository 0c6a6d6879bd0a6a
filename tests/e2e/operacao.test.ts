// Operations in a browser: a failed call enters the dead letters and is completed from there after its model is
// corrected; the queue board opens for administrators only.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it, vi } from 'vitest';
import { follow, PATIENCE_MS, useBrowser } from '../support/browser.ts';
import { type OwnCompany, registerCompany } from '../support/web-companies.ts';
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
const SAMPLE = readFileSync(join(import.meta.dirname, '../../samples/teste-curta.mp3'));
const BOARD = '/api/v1/admin/filas/painel';
const LABEL = `texto-${Date.now()}`;
const PHONE = {
  viewport: { width: 390, height: 844 },
  colorScheme: 'dark',
  hasTouch: true,
  isMobile: true,
} as const;

let admin: Session;
let company: OwnCompany;
let itemId: string;

/** Processes calls of a company whose text model has no provider here, so that each call becomes a dead letter. */
async function failCalls(projetoId: string, numbers: readonly string[]): Promise<string[]> {
  const { gerente } = company;
  const ids = [];
  for (const numero of numbers) {
    const id = await createCall(gerente, projetoId, { numero });
    await uploadAudio(baseUrl, gerente, id, { name: 'ligacao.mp3', bytes: new Uint8Array(SAMPLE) });
    await gerente.api('POST', '/auditoria-resultado/processar', { auditoriaItemId: id });
    ids.push(id);
  }
  await vi.waitFor(
    async () => {
      const open = await gerente.api<unknown[]>('GET', '/falhas?status=aberta');
      if (open.length < numbers.length) throw new Error(`${open.length} of ${numbers.length} calls failed`);
    },
    { timeout: PATIENCE_MS, interval: 200 },
  );
  return ids;
}

beforeAll(async () => {
  admin = await openSession(baseUrl, demo.logins.find(({ papel }) => papel === 'admin')!);
  company = await registerCompany(baseUrl, `Operação ${Date.now()}`);
  const empresaId = company.id;
  await admin.api('POST', '/creditos/ajustes', { empresaId, quantidade: 20, descricao: 'Teste' });
  // This installation has no key for the provider.
  await admin.api('POST', '/admin/modelos', {
    rotulo: LABEL,
    finalidade: 'texto',
    provedor: 'anthropic',
    modelo: 'claude-sem-chave',
  });
  await admin.api('PUT', '/processing-config/advanced', {
    empresaId,
    textAnalysisConfig: { modelo: LABEL },
    retryConfig: { dead_letter_queue: true },
  });
  const projetoId = await createProject(company.gerente, 'Ligações que falham');
  [itemId = ''] = await failCalls(projetoId, ['11911110001', '11911110002', '11911110003']);
});

async function openAs(
  session: Session,
  path: string,
  options?: Parameters<typeof newPage>[0],
): Promise<Page> {
  const page = await newPage(options);
  await signIn(page, session);
  await page.goto(path);
  return page;
}

it('mends the model that nobody serves, with its price', async () => {
  const page = await openAs(admin, '/admin/modelos');
  const row = page.getByRole('row', { name: new RegExp(LABEL) });
  await row.getByText('Sem chave', { exact: true }).waitFor();
  await row.getByText('Sem preço').waitFor();
  await expectNoSeriousViolation(page);

  await row.getByRole('button', { name: `Editar ${LABEL}` }).click();
  const dialog = page.getByRole('dialog', { name: `Editar ${LABEL}` });
  await dialog.getByRole('textbox', { name: 'Modelo', exact: false }).first().fill('');
  await dialog.getByRole('button', { name: 'Salvar alterações' }).click();
  await dialog.getByText('Informe o modelo.').waitFor();
  await dialog.getByRole('combobox', { name: 'Provedor' }).click();
  await page.getByRole('option', { name: 'Compatível com OpenAI' }).click();
  await dialog.getByRole('textbox', { name: 'Modelo', exact: false }).first().fill('gpt-6-luna');
  await expectNoSeriousViolation(page);
  await dialog.getByRole('button', { name: 'Salvar alterações' }).dblclick();
  await dialog.waitFor({ state: 'detached' });
  await row.getByText('gpt-6-luna').waitFor();
  await row.getByText('Entrada: US$ 0,10').waitFor();

  // A planned price is listed beside the present one and can be withdrawn.
  await row.getByRole('button', { name: `Preços de ${LABEL}` }).click();
  const sheet = page.getByRole('dialog', { name: 'Preços de gpt-6-luna' });
  await sheet.getByLabel(/Preço em US\$/).fill('0,2x');
  await sheet.getByRole('button', { name: 'Aplicar agora' }).click();
  await sheet.getByText('Informe um valor em dólares').waitFor();
  await sheet.getByLabel(/Preço em US\$/).fill('0,25');
  await sheet.getByRole('combobox', { name: 'Começa' }).click();
  await page.getByRole('option', { name: 'Em uma data futura' }).click();
  await sheet.getByLabel('A partir de').fill('010120990000');
  await sheet.getByRole('button', { name: 'Planejar preço' }).click();
  await page.getByText('Preço planejado', { exact: true }).waitFor();
  await sheet.getByRole('row', { name: /0,25.*Planejado/ }).waitFor();
  await expectNoSeriousViolation(page);
  await sheet.getByRole('button', { name: 'Excluir o preço planejado de 0,25' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await page.getByText('Preço excluído').waitFor();
  await sheet.getByRole('row', { name: /0,25/ }).waitFor({ state: 'detached' });

  // Lists of models offer the new model by its label.
  await follow(page, `/admin/processing-control?empresa=${company.id}`);
  await page.getByRole('button', { name: /Editar/ }).click();
  const advanced = page.getByRole('dialog', { name: 'Configurações Avançadas' });
  await advanced.getByRole('combobox', { name: 'Modelo da análise de texto' }).click();
  await page.getByRole('option', { name: new RegExp(`${LABEL}.*gpt-6-luna`) }).waitFor();
});

it('completes a failed call from the failures’ queue, and gives another one up', async () => {
  const page = await openAs(company.gerente, '/admin/falhas');
  const row = page.getByRole('row', { name: /91111-0001/ });
  await row.getByText(/não está configurado nesta instalação/).waitFor();
  await row.getByText('Análise de texto').waitFor();
  await expectNoSeriousViolation(page);
  await row.getByRole('button', { name: /^Reprocessar/ }).dblclick();
  await page.getByText('Reprocessamento iniciado').waitFor();
  await row.waitFor({ state: 'detached' });
  await expect
    .poll(
      async () => (await company.gerente.api<{ status: string }>('GET', `/auditoria-item/${itemId}`)).status,
      { timeout: PATIENCE_MS },
    )
    .toBe('concluido');

  const other = page.getByRole('row', { name: /91111-0002/ });
  await other.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Descartar selecionadas (1)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Descartar 1 falha' });
  await dialog.getByRole('button', { name: 'Descartar' }).click();
  await dialog.getByText('Informe o motivo do descarte.').waitFor();
  await dialog.getByLabel('Motivo').fill('Ligação de teste');
  await expectNoSeriousViolation(page);
  await dialog.getByRole('button', { name: 'Descartar' }).click();
  await page.getByText('1 falha descartada').waitFor();
  await other.waitFor({ state: 'detached' });

  await page.getByRole('combobox', { name: 'Situação' }).click();
  await page.getByRole('option', { name: 'Descartadas' }).click();
  await other.getByText('Ligação de teste').waitFor();
  // The address keeps the filter.
  await page.reload();
  await other.getByText('Ligação de teste').waitFor();
});

it('runs all that is left again, in the background, and says what became of it', async () => {
  const page = await openAs(admin, `/admin/falhas?empresa=${company.id}`);
  await page.getByRole('row', { name: /91111-0003/ }).waitFor();
  await page.getByRole('button', { name: 'Reprocessar todas' }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Reprocessar 1 falha aberta?' });
  await confirm.getByText('reserva um crédito da empresa').waitFor();
  await confirm.getByRole('button', { name: 'Reprocessar todas' }).click();
  await page.getByText('1 falha voltou ao processamento.').waitFor();
  await page.getByText('Nenhuma falha encontrada').waitFor();
  await expectNoSeriousViolation(page);
});

it('opens the queue board for an administrator, in a tab of its own, and for nobody else', async () => {
  const page = await openAs(admin, '/dashboard/tarefas');
  const [board] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Filas (abre em nova janela)' }).click(),
  ]);
  const problems: string[] = [];
  board.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await board.waitForURL(`**${BOARD}**`);
  await expect.poll(() => board.url()).not.toContain('token');
  for (const etapa of ['Áudio', 'Transcrição', 'Análise de texto', 'Insights', 'Contabilização']) {
    await board.getByText(etapa, { exact: true }).first().waitFor();
  }
  await board.reload();
  await board.getByText('Contabilização', { exact: true }).first().waitFor();
  // The page loaded the product's font; with a fallback font the face would be unloaded.
  const faces = () => board.evaluate('[...document.fonts].map((font) => font.family + " " + font.status)');
  await expect.poll(faces).toEqual(['Inter Variable loaded']);
  expect(problems).toEqual([]);

  const manager = await openAs(company.gerente, BOARD);
  await manager.getByText('O painel das filas está fechado').waitFor();
  await manager.goto('/admin/filas');
  await manager.getByRole('heading', { name: 'Acesso Negado' }).waitFor();
});

it.each([
  ['/admin/falhas?situacao=todas', 'Fila de Falhas'],
  ['/admin/modelos', 'Modelos'],
])('fits a phone in the dark: %s', async (path, heading) => {
  const page = await openAs(admin, path, PHONE);
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  await page.getByRole('list', { name: /Fila de falhas|Catálogo de modelos/ }).waitFor();
  await expect.poll(() => page.getByRole('table').count()).toBe(0);
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await expectNoSeriousViolation(page);
});
