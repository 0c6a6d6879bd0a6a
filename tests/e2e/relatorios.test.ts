// Reports: each number links to the list of rows that it counts, on the report and on the home page.
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
const login = demo.logins.find(({ papel }) => papel === 'gerente')!;

it('a number of a report opens its list, whose total it is; the filter stays through the tabs', async () => {
  const session = await openSession(baseUrl, login);
  const projeto = await createProject(session, 'Relatórios');
  for (const number of ['11911110001', '11911110002', '11911110003']) {
    await createCall(session, projeto, { numero: number, inicio: '2026-03-10T13:00:00.000Z' });
  }
  const page = await newPage();
  await signIn(page, session);
  await page.goto(`/dashboard/relatorios?de=2026-03-02&ate=2026-03-29&projeto_id=${projeto}`);
  const total = page.getByRole('link', { name: 'Ligações: 3. Ver 3 ligações' });
  await total.waitFor();
  await page.getByText('02/03/2026 a 29/03/2026, comparado com 02/02/2026 a 01/03/2026').waitFor();
  await expectNoSeriousViolation(page);
  await page.getByRole('link', { name: 'Qualidade', exact: true }).click();
  await page.getByText('Pontuação média por projeto').waitFor();
  expect(new URL(page.url()).searchParams.get('projeto_id')).toBe(projeto);
  await page.getByRole('link', { name: 'Critérios', exact: true }).click();
  await page.getByText('Nenhum critério respondido neste período').waitFor();
  await page.goBack();
  await page.goBack();
  await total.click();
  await page.getByRole('heading', { name: 'Ligações', exact: true }).waitFor();
  await page.getByRole('link', { name: /11911110003|91111-0003/ }).waitFor();
  expect(new URL(page.url()).searchParams.get('data')).toBe('ligacao');
  expect(await page.getByRole('table', { name: 'Ligações' }).getByRole('row').count()).toBe(4);
  await expectNoSeriousViolation(page);
});
