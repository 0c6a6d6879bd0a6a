// Ctrl+K from any page: opens at the first key, ignores accents, and searches everything that the person may see.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser, waitForRest } from '../support/browser.ts';
import {
  createCall,
  createProject,
  expectNoSeriousViolation,
  openSession,
  signIn,
} from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
const loginOf = (papel: string) => demo.logins.find((one) => one.papel === papel)!;

const search = (page: Page) => page.getByRole('combobox', { name: 'Buscar em tudo' });

/** Opens the palette once the page is interactive, and types. */
async function look(page: Page, text: string): Promise<void> {
  await waitForRest(page);
  if (await search(page).isVisible()) await page.keyboard.press('Escape');
  await search(page).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.keyboard.type(text);
  await expect.poll(() => search(page).inputValue()).toBe(text);
}
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name }).first();

it('takes the very first keys, and leaves the form behind it alone', async () => {
  const page = await newPage();
  await signIn(page, await openSession(baseUrl, loginOf('gerente')));
  await page.goto('/dashboard/profile');
  const segment = page.getByLabel('Segmento');
  await segment.waitFor();
  // Keys work once the page is interactive.
  await waitForRest(page);
  await segment.focus();
  const before = await segment.inputValue();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('suporte');
  await page.getByRole('option', { name: 'Suporte', selected: true }).waitFor();
  await expect.poll(() => search(page).inputValue()).toBe('suporte');
  await expect.poll(() => segment.inputValue()).toBe(before);
  await expectNoSeriousViolation(page);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Suporte', exact: true }).waitFor();
});

it('finds calls by number, protocol and name, projects, tickets, people, help and actions', async () => {
  const session = await openSession(baseUrl, loginOf('gerente'));
  const projeto = await createProject(session, 'Operação Paleta');
  const numero = `1196${String(Date.now()).slice(-7)}`;
  await session.api('POST', '/auditoria/call-center-default/items/ligacao', {
    projeto_id: projeto,
    numero_destino: numero,
    call_start_time: '2026-05-04T13:00:00.000Z',
    metadata: { tipo: 'ligacao', nome_entrevistado: 'Íris Conceição', codigo_chamada: `PAL-${numero}` },
  });
  await createCall(session, projeto, { numero: '1133334444', nome: 'Outra Pessoa' });
  await session.api('POST', '/suporte/tickets', {
    titulo: `Gravação da paleta ${numero}`,
    descricao: 'A gravação não toca no celular.',
    tipo: 'erro',
    severidade: 'media',
  });

  const page = await newPage();
  await signIn(page, session);
  await page.goto('/dashboard');
  await page.getByText('Aqui está um resumo da sua conta.').waitFor();
  for (const [typed, name] of [
    ['iris conceicao', /Íris Conceição/],
    [`paleta ${numero}`, /Gravação da paleta/],
    [numero.slice(-8), /Íris Conceição/],
    ['analista@lumavia', /analista@lumavia/],
    [`pal-${numero}`, /Íris Conceição/],
    ['operacao paleta', 'Operação Paleta'],
  ] as const) {
    await look(page, typed);
    await option(page, name).waitFor();
  }
  await look(page, 'confianca');
  await option(page, 'Revisar os insights de baixa confiança').click();
  await page.waitForURL('**/dashboard/documentacao#confianca');
  await page.getByRole('heading', { level: 1, name: 'Documentação' }).waitFor();
  for (const [typed, name] of [
    ['credito', 'Comprar créditos'],
    ['ligacoes', 'Call Center'],
    ['usuarios', 'Usuários'],
    ['ticket', 'Abrir um ticket'],
    ['perfil', 'Configurações'],
    ['senha', 'Trocar a senha'],
  ] as const) {
    await look(page, typed);
    await option(page, name).waitFor();
  }
  await look(page, 'xyzxyz');
  await page.getByText('Nada encontrado.').waitFor();
  // The only option left is the search in the transcripts.
  await expect
    .poll(() => page.getByRole('option').allTextContents())
    .toEqual(['Buscar nas conversas…xyzxyz']);
});

it('shows a usuario no people, an administrator the companies', async () => {
  const usuario = await newPage();
  await signIn(usuario, await openSession(baseUrl, loginOf('usuario')));
  await usuario.goto('/dashboard');
  await usuario.getByText('Aqui está um resumo da sua conta.').waitFor();
  await look(usuario, 'gerente@lumavia');
  await usuario.getByText('Nada encontrado.').waitFor();

  const admin = await newPage({ viewport: { width: 390, height: 800 } });
  await signIn(admin, await openSession(baseUrl, loginOf('admin')));
  await admin.goto('/admin');
  await admin.locator('main h1').waitFor();
  await look(admin, 'lumavia');
  await option(admin, /Lum[aá]via/i).waitFor();
  await admin.getByText('Empresas', { exact: true }).first().waitFor();
});
