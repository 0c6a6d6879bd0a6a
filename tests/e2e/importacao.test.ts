// Imports calls from a sheet in a browser: choosing, mapping, simulating, importing, refused rows, undoing.
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { longo } from '../support/longo.ts';
import { type OwnCompany, registerCompany } from '../support/web-companies.ts';
import { createProject, expectNoSeriousViolation, signIn } from '../support/web-pages.ts';

const { baseUrl, newPage } = useBrowser();
const PHONE = {
  viewport: { width: 390, height: 844 },
  colorScheme: 'dark',
  hasTouch: true,
  isMobile: true,
} as const;
const PLANILHA = [
  'Início;Telefone;Operador;Duração',
  '16/01/2026 08:06:15;11987654321;Ana Lima;00:03:10',
  '16/01/2026 08:20:55;21999887766;Ana Lima;190',
  '31/02/2026 08:00:00;11987654321;Ana Lima;60',
].join('\r\n');

let company: OwnCompany;
let projectId: string;
let imported: string;
beforeAll(async () => {
  company = await registerCompany(baseUrl, `Importação ${Date.now()}`);
  projectId = await createProject(company.gerente, 'Ligações de planilha');
});

it('imports a sheet with a bad row, downloads it, and undoes the import', async () => {
  const page = await newPage();
  await signIn(page, company.gerente);
  await page.goto(`/dashboard/projects/${projectId}/ligacoes`);
  await page.getByRole('link', { name: 'Importar XLS' }).click();
  await page.getByRole('heading', { name: 'Importar ligações', level: 1 }).waitFor();
  await expectNoSeriousViolation(page);
  // The upload completes, but the reading request fails: the page repeats the reading without another upload.
  await page.route('**/importacoes/*/ler', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'janeiro.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(PLANILHA),
    });
  await page.getByRole('button', { name: 'Ler o arquivo' }).click();
  await page.getByRole('heading', { name: 'Conteúdo de cada coluna' }).waitFor();
  await expectNoSeriousViolation(page);
  await page.getByRole('button', { name: 'Simular' }).click();
  await page.getByText('Linha 4: a data "31/02/2026 08:00:00" não existe.').waitFor();
  // The notice and the last step both offer to create the agents.
  await page.getByText('2 ligações ficam sem agente: Ana Lima ainda não tem cadastro.').waitFor();
  await page.getByRole('button', { name: 'Importar 2 ligações sem criar agentes' }).waitFor();
  await expectNoSeriousViolation(page);
  await page.getByRole('button', { name: 'Criar 1 agente a partir da planilha' }).click();
  await page.getByText('A importação vai criar 1 agente: Ana Lima.').waitFor();
  // The import's address leads back to the import.
  await page.reload();
  await page.getByRole('button', { name: 'Importar 2 ligações' }).click();
  await page.getByText('Concluída', { exact: true }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar recusadas' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('janeiro - recusadas.xlsx');
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK');
  await expectNoSeriousViolation(page);
  imported = page.url();

  await page.getByRole('button', { name: 'Desfazer importação' }).click();
  const undo = page.getByRole('alertdialog', { name: 'Desfazer esta importação?' });
  await undo.getByText('O agente criado por esta importação continua cadastrado').waitFor();
  await undo.getByRole('button', { name: 'Desfazer importação' }).click();
  await page.getByText('Importação desfeita: 2 ligações excluídas, 0 mantidas.').waitFor();
});

longo.test('says what became of an import on a phone too', async () => {
  const phone = await newPage(PHONE);
  await signIn(phone, company.gerente);
  await phone.goto(imported);
  await phone.getByText('Desfeita', { exact: true }).waitFor();
  await expectNoSeriousViolation(phone);
  expect(await phone.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
});
