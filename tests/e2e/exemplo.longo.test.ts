// The first minutes of a new company: from first steps to an analysed call, before any purchase.
import { expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { registerCompany } from '../support/web-companies.ts';
import { expectNoSeriousViolation, signIn } from '../support/web-pages.ts';

const { baseUrl, newPage } = useBrowser();

it('opens the example from the first steps, hears a quote, and deletes it again', async () => {
  const company = await registerCompany(baseUrl, 'Primeiro Minuto Ltda');
  const page = await newPage();
  await signIn(page, company.gerente);
  await page.goto('/dashboard');
  const steps = page.getByRole('region', { name: 'Primeiros passos' });
  await steps.getByText('Antes de tudo, veja um exemplo.').waitFor();
  await expectNoSeriousViolation(page);
  await steps.getByRole('button', { name: 'Ver uma ligação de exemplo' }).click();
  await page.waitForURL('**/dashboard/call-analysis/*');
  await page.getByText('Pontuação geral').waitFor();
  await page.getByRole('button', { name: 'Tocar', exact: true }).waitFor();

  // Checks the rounded length, the end of a sentence, and the client's joined text.
  await expect.poll(() => page.getByTestId('tempo-do-player').textContent()).toContain('/ 1:23');
  await page
    .getByRole('button', { name: 'Ouvir a partir de 0:49' })
    .getByText(/0:49–0:5\d/)
    .waitFor();
  await page.getByText('Texto completo', { exact: true }).click();
  const whole = page.getByRole('region', { name: 'Texto completo: Cliente' });
  await whole.getByText(/Isso é um absurdo/).waitFor();

  // A click on a quote plays the sound from the quote's position.
  const clock = async () => (await page.getByTestId('tempo-do-player').textContent())?.split(' / ')[0];
  await expect.poll(() => clock()).toBe('0:00');
  await page
    .getByRole('button', { name: /pergunta se pode ajudar em algo mais/ })
    .first()
    .click();
  await page
    .getByRole('button', { name: /^Ouvir evidência/ })
    .first()
    .click();
  await expect.poll(clock).not.toBe('0:00');

  // Nothing was charged, and the home still shows first steps.
  await page.goto('/dashboard');
  await steps.waitFor();
  const { saldo } = await company.gerente.api<{ saldo: number }>('GET', `/creditos/saldo/${company.id}`);
  expect(saldo).toBe(0);
  await page.getByRole('link', { name: 'Exemplo: atendimento de telefonia' }).first().click();
  await page.getByText('Este é o exemplo:').waitFor();
  await expectNoSeriousViolation(page);
  await page.getByRole('button', { name: 'Excluir exemplo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir exemplo' }).click();
  await page.getByText('Exemplo excluído.').waitFor();
  await steps.waitFor();
  await expect
    .poll(() => page.getByRole('link', { name: 'Exemplo: atendimento de telefonia' }).count())
    .toBe(0);
});

it('opens the example survey before the first own interview, hears a proof, and deletes it again', async () => {
  const company = await registerCompany(baseUrl, 'Primeira Pesquisa Ltda');
  const page = await newPage();
  await signIn(page, company.gerente);
  await page.goto('/dashboard/pesquisas');
  await page.getByText('Nenhuma pesquisa encontrada').waitFor();
  await expectNoSeriousViolation(page);
  await page.getByRole('button', { name: 'Ver a pesquisa de exemplo' }).click();

  // The example survey opens with its heat map, and says that it is an example.
  await page.waitForURL('**/dashboard/pesquisas/*?aba=resultados');
  await page.getByText('Esta é a pesquisa de exemplo:').waitFor();
  await page.getByText('Exemplo', { exact: true }).waitFor();
  await page.getByRole('grid', { name: 'Mapa das respostas' }).waitFor();
  await expectNoSeriousViolation(page);

  // The panel shows the cell that waits for a person, and the time of the cell's answer in the recording; a click leads
  // to the whole interview.
  await page.getByRole('button', { name: /^Revisar \(/ }).click();
  const panel = page.getByRole('complementary', { name: 'Resposta' });
  await panel.getByRole('heading', { name: 'P5 · Josué Albuquerque' }).waitFor();
  await panel.getByText('0:00 / 0:54').waitFor();
  await panel.getByRole('button', { name: /^Ouvir o trecho/ }).click();
  await panel.getByText(/0:3\d \/ 0:54/).waitFor();
  await page.goto((await panel.getByRole('link', { name: /entrevista inteira/ }).getAttribute('href')) ?? '');
  await page.getByText('Uns duzentos e poucos reais.').first().waitFor();

  await page.goto('/dashboard/pesquisas');
  await page.getByText('Exemplo: pesquisa de transporte').waitFor();
  await page.getByRole('link', { name: 'Gerenciar Pesquisa' }).click();
  await page.getByRole('tab', { name: 'Questionário' }).click();
  await page.getByText('A pesquisa de exemplo não recebe entrevistas').waitFor();
  await expectNoSeriousViolation(page);
  await page.getByRole('button', { name: 'Excluir exemplo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir exemplo' }).click();
  await page.getByText('Exemplo excluído.').waitFor();
  await page.getByText('Nenhuma pesquisa encontrada').waitFor();
  await page.getByRole('button', { name: 'Ver a pesquisa de exemplo' }).waitFor();
});
