// The call centers in figures; a project's own page: what it is called, whose side the agent is on, its templates, its end.
import { expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import {
  createCall,
  createProject,
  expectNoSeriousViolation,
  openSession,
  signIn,
} from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
const GERENTE = 'gerente@lumavia.example';
const open = async (email = GERENTE, options = {}) => {
  const session = await openSession(baseUrl, demo.logins.find((login) => login.email === email)!);
  const page = await newPage(options);
  await signIn(page, session);
  return { page, session };
};
const unique = (nome: string) => `${nome} ${crypto.randomUUID().slice(0, 8)}`;

it('compares the call centers in figures, each with its calls and its details one click away', async () => {
  const { page, session } = await open();
  const nome = unique('Retenção');
  const id = await createProject(session, nome);
  await createCall(session, id, { numero: '11987650001' });
  await page.goto('/dashboard/projects');
  await page.getByRole('link', { name: 'Call Centers em números' }).click();
  await page.getByRole('heading', { level: 1, name: 'Call Centers' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/dashboard/callcenter');
  await page.getByRole('searchbox', { name: 'Buscar call centers' }).fill(nome);
  const row = page.getByRole('row').filter({ hasText: nome });
  await row.getByText('0 de 1').waitFor();
  await row.getByText('Nenhum template vinculado').waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await expectNoSeriousViolation(page);
  await row.getByRole('link', { name: `Acessar Ligações de ${nome}` }).click();
  await page.waitForURL(`**/dashboard/projects/${id}/ligacoes`);
  await page.goBack();
  await row.getByRole('link', { name: `Ver Detalhes de ${nome}` }).click();
  await page.waitForURL(`**/dashboard/projects/${id}`);

  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/Telefone, protocolo/).fill('call centers em numeros');
  await page.getByRole('option', { name: 'Call Centers em números' }).click();
  await page.waitForURL('**/dashboard/callcenter');
});
