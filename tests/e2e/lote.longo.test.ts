// Processes calls in bulk in a browser: the price is confirmed first, the run is paused and resumed. The test locks a
// call's row in the database, so that the task waits at this call.
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { longo } from '../support/longo.ts';
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
const SAMPLE = new URL('../../samples/teste-curta.mp3', import.meta.url);
const PHONE = {
  viewport: { width: 390, height: 844 },
  colorScheme: 'dark',
  hasTouch: true,
  isMobile: true,
} as const;

let company: OwnCompany;
let projeto: string;
let items: string[];
let holder: pg.Client;

beforeAll(async () => {
  const admin: Session = await openSession(baseUrl, demo.logins.find(({ papel }) => papel === 'admin')!);
  company = await registerCompany(baseUrl, `Lote ${Date.now()}`);
  await admin.api('POST', '/creditos/ajustes', { empresaId: company.id, quantidade: 20, descricao: 'Teste' });
  projeto = await createProject(company.gerente, 'Ligações de ontem');
  items = [];
  for (let n = 0; n < 3; n += 1) {
    const id = await createCall(company.gerente, projeto, { numero: `1198765432${n}` });
    const bytes = await readFile(SAMPLE);
    await uploadAudio(baseUrl, company.gerente, id, {
      name: `ligacao-${n}.mp3`,
      bytes: new Uint8Array(bytes),
    });
    items.push(id);
  }
  holder = new pg.Client(inject('databaseUrl').split('?')[0]);
  await holder.connect();
});
afterAll(() => holder.end());

it('says what it takes, runs what was agreed to, is paused and goes on', async () => {
  const page = await newPage();
  await signIn(page, company.gerente);
  await page.goto(`/dashboard/projects/${projeto}`);
  await page.getByRole('button', { name: 'Processar em lote' }).click();
  const dialog = page.getByRole('dialog', { name: 'Processar em lote' });
  await dialog.getByText('3 ligações de 3 selecionadas.').waitFor();
  const go = dialog.getByRole('button', { name: 'Processar 3 por 3 créditos' });
  await go.waitFor();
  await expectNoSeriousViolation(page);

  await holder.query('begin');
  await holder.query('select from auditoria_itens where id = $1 for update', [items[1]]);
  await go.click();
  await page.getByRole('heading', { name: 'Tarefas', level: 1 }).waitFor();
  const row = page.getByRole('row', { name: /Processar em lote: Ligações de ontem/ });
  await row.getByText('Em andamento', { exact: true }).waitFor();
  await row.getByRole('button', { name: /^Pausar/ }).click();
  await row.getByText('Pausando').waitFor();
  await holder.query('rollback');
  await row.getByText('Pausada', { exact: true }).waitFor();
  await expectNoSeriousViolation(page);
  await row.getByRole('button', { name: /^Continuar/ }).click();
  await page.getByText('A tarefa continua de onde parou').waitFor();
  await row.getByText('Concluída').waitFor();
  await row.getByText('3 de 3', { exact: true }).waitFor();
  const done = await holder.query(
    `select from execucoes x join credito_lancamentos c on c.execucao_id = x.id and c.tipo = 'captura'
     where x.projeto_id = $1 and x.status = 'concluida'`,
    [projeto],
  );
  expect(done.rowCount).toBe(3);
});

longo.test('is agreed to on a phone in the dark, too', async () => {
  const page = await newPage(PHONE);
  await signIn(page, company.gerente);
  await page.goto(`/dashboard/projects/${projeto}`);
  await page.getByRole('button', { name: 'Processar em lote' }).click();
  const dialog = page.getByRole('dialog', { name: 'Processar em lote' });
  await dialog.getByRole('radio', { name: 'Refazer tudo, inclusive as já processadas' }).check();
  await dialog.getByText(/\d ligaç(ão|ões) de/).waitFor();
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await expectNoSeriousViolation(page);
});
