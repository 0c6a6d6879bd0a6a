// Erases a call's data, in the report or on the call's page: the warnings, what remains, and who may erase.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { longo } from '../support/longo.ts';
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
const bytes = () => new Uint8Array(readFileSync(join(import.meta.dirname, '../../samples/teste-curta.mp3')));
let session: Session;
/** Folder in which the test stores screenshots, from the variable SHOTS; if unset, it stores none. */
const shots = process.env.SHOTS;
if (shots) mkdirSync(shots, { recursive: true });

beforeAll(async () => {
  session = await openSession(baseUrl, demo.logins[0]!);
});

it('erases a call from its row, says so there, and offers nothing more with it', async () => {
  const projetoId = await createProject(session, 'Apagar: lista');
  const id = await createCall(session, projetoId, { numero: '11900000071', nome: 'Maria Canário' });
  await uploadAudio(baseUrl, session, id, { name: 'teste-curta.mp3', bytes: bytes() });
  const page = await newPage();
  await signIn(page, session);
  await page.goto(`/dashboard/projects/${projetoId}/ligacoes`);
  const row = page.getByRole('row', { name: /Maria Canário/ });
  await row.getByRole('button', { name: /^Ações da ligação/ }).click();
  await page.getByRole('menuitem', { name: 'Apagar dados da ligação' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Será apagado').waitFor();
  await dialog.getByText('créditos e custos, com datas e valores').waitFor();
  await expectNoSeriousViolation(page);
  if (shots) await page.screenshot({ path: join(shots, 'apagar-1280.png') });

  // The dialog requires both a reason and the typed word.
  await dialog.getByRole('button', { name: 'Apagar para sempre' }).click();
  await dialog.getByText('Selecione o motivo.').waitFor();
  await dialog.getByText('Digite APAGAR para confirmar.').waitFor();
  await dialog.getByRole('combobox', { name: /Motivo/ }).click();
  await page.getByRole('option', { name: /Pedido do titular/ }).click();
  await dialog.getByLabel('Protocolo do pedido').fill('2026/0042');
  await dialog.getByLabel(/digite APAGAR/).fill('apagar');
  await dialog.getByRole('button', { name: 'Apagar para sempre' }).click();
  await page.getByText('Dados da ligação apagados').waitFor();
  await dialog.waitFor({ state: 'hidden' });

  const left = page.getByRole('row', { name: /Dados apagados/ });
  await left.waitFor();
  await expect.poll(() => page.getByText('Maria Canário').count()).toBe(0);
  await expect.poll(() => left.getByRole('button', { name: /Ações da ligação/ }).count()).toBe(0);
  if (shots) await page.screenshot({ path: join(shots, 'lista-1280.png') });

  await page.goto(`/dashboard/call-analysis/${id}`);
  await page.getByText('Os dados desta ligação foram apagados').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Ações', exact: true }).count()).toBe(0);
  await expectNoSeriousViolation(page);
  if (shots) await page.screenshot({ path: join(shots, 'apagada-1280.png') });
});

longo.test(
  'erases from the call page on a phone, and tells the refusal while it is processed in words',
  async () => {
    const projetoId = await createProject(session, 'Apagar: página');
    const id = await createCall(session, projetoId, { numero: '11900000072', nome: 'João Canário' });
    await uploadAudio(baseUrl, session, id, { name: 'teste-curta.mp3', bytes: bytes() });
    const page = await newPage({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    await signIn(page, session);
    await page.goto(`/dashboard/call-analysis/${id}`);
    await page.getByRole('button', { name: 'Ações', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Apagar dados da ligação' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: /Motivo/ }).click();
    await page.getByRole('option', { name: /por engano/ }).click();
    await dialog.getByLabel(/digite APAGAR/).fill('APAGAR');
    if (shots) await page.screenshot({ path: join(shots, 'apagar-390-escuro.png') });
    // The server answers as if another person had started processing the call meanwhile.
    await page.route('**/apagar-dados', (route) =>
      route.fulfill({
        status: 409,
        json: {
          success: false,
          message: 'Este item está sendo processado. Aguarde o término e tente novamente.',
          error: '',
          details: '',
          errors: [],
          dados: null,
          code: 'execucao_em_andamento',
          requestId: 'x',
        },
      }),
    );
    await dialog.getByRole('button', { name: 'Apagar para sempre' }).click();
    await page.getByText('Este item está sendo processado.').waitFor();
    await expect.poll(() => dialog.getByLabel(/digite APAGAR/).inputValue()).toBe('APAGAR');
    await page.unroute('**/apagar-dados');
    await dialog.getByRole('button', { name: 'Apagar para sempre' }).click();
    await page.getByText('Os dados desta ligação foram apagados').waitFor();
    await expect.poll(() => page.getByText('João Canário').count()).toBe(0);
    if (shots) await page.screenshot({ path: join(shots, 'apagada-390-escuro.png') });
  },
);

longo.test('does not offer it to an analyst', async () => {
  const analyst = demo.logins.find(({ papel }) => papel === 'usuario')!;
  const theirs = await openSession(baseUrl, analyst);
  const projetoId = await createProject(theirs, 'Apagar: analista');
  await createCall(theirs, projetoId, { numero: '11900000073', nome: 'Rui Canário' });
  const page = await newPage();
  await signIn(page, theirs);
  await page.goto(`/dashboard/projects/${projetoId}/ligacoes`);
  await page
    .getByRole('row', { name: /Rui Canário/ })
    .getByRole('button', { name: /^Ações da ligação/ })
    .click();
  await page.getByRole('menuitem', { name: 'Excluir' }).waitFor();
  await expect.poll(() => page.getByRole('menuitem', { name: 'Apagar dados da ligação' }).count()).toBe(0);
});
