// The life of an account: registration, profile, password change, sign-out, forgotten password, new password.
import { isValidCnpj } from '@escuta/shared/domain/accounts/cnpj';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { follow, useBrowser } from '../support/browser.ts';
import { confirmationIn, lastMail, linkIn } from '../support/mail.ts';
import { registerCompany } from '../support/web-companies.ts';
import { expectNoSeriousViolation } from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();

/** Returns an alphanumeric CNPJ that no other test registers. */
function newCnpj(root: string): string {
  for (let digits = 0; digits < 100; digits += 1) {
    const cnpj = `${root}${String(digits).padStart(2, '0')}`;
    if (isValidCnpj(cnpj)) return cnpj;
  }
  throw new Error(`no check digits fit ${root}`);
}

const CNPJ = newCnpj('J0RNADA10001');
const EMAIL = 'marina@jornada.example';
const HOME = 'Aqui está um resumo da sua conta.';
const token = (page: Page) => page.evaluate<string | null>('localStorage.getItem("token")');

async function signIn(page: Page, senha: string): Promise<void> {
  await page.getByLabel('Senha', { exact: true }).fill(senha);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

it('registers, changes the password, leaves, forgets it and comes back', async () => {
  const page = await newPage();
  await page.goto('/');
  await page.getByRole('link', { name: 'Ver Planos' }).click();
  await page.getByRole('heading', { name: 'Cadastrar a empresa' }).waitFor();

  // Each missing field is marked, and nothing is sent.
  await page.getByRole('button', { name: 'Cadastrar' }).click();
  for (const text of [
    'Informe o CNPJ.',
    'Informe o nome da empresa.',
    'Informe o seu nome.',
    'Para se cadastrar, aceite os Termos de Uso e a Política de Privacidade.',
  ]) {
    await page.getByText(text).waitFor();
  }
  await expectNoSeriousViolation(page);
  await page.getByLabel('CNPJ').fill(demo.logins[0]!.cnpj);
  await page.getByLabel('Empresa', { exact: true }).fill('Jornada Pesquisas');
  await page.getByLabel('Seu nome').fill('Marina Sá');
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.getByLabel('Senha', { exact: true }).fill('primeira-senha-9');
  await page.getByLabel('Confirme a senha').fill('primeira-senha-8');
  await page.getByRole('checkbox', { name: /Li e aceito/ }).check();
  await page.getByRole('button', { name: 'Cadastrar' }).click();
  await page.getByText('As senhas não coincidem.').waitFor();
  await page.getByLabel('Confirme a senha').fill('primeira-senha-9');
  await page.getByRole('button', { name: 'Cadastrar' }).click();
  // The demo's company already has this CNPJ: the field shows the server's message.
  await page.locator('p[role="alert"]').filter({ hasText: /CNPJ/ }).waitFor();
  await page.getByLabel('CNPJ').fill(CNPJ.toLowerCase());
  await expect.poll(() => page.getByLabel('CNPJ').inputValue()).toMatch(/^J0\.RNA\.DA1\/0001-\d\d$/);
  await page.getByRole('button', { name: 'Cadastrar' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByText(HOME).waitFor();
  await page.getByText('Confirme o e-mail da empresa.').waitFor();
  await page.goto(confirmationIn(await lastMail(EMAIL, '#confirmar=')));
  await page.getByRole('button', { name: 'Confirmar o e-mail' }).click();
  await page.getByRole('heading', { name: 'E-mail confirmado' }).waitFor();
  await expectNoSeriousViolation(page);
  await page.getByRole('link', { name: 'Ir para o início' }).click();
  await page.getByText(HOME).waitFor();
  await expect.poll(() => page.getByText('Confirme o e-mail da empresa.').count()).toBe(0);

  await follow(page, '/dashboard/profile');
  await expect.poll(() => page.getByLabel('Seu nome').inputValue()).toBe('Marina Sá');
  await page.getByRole('link', { name: 'Alterar senha' }).click();
  await page.getByRole('heading', { name: 'Alterar a senha' }).waitFor();
  const before = await token(page);
  await page.getByLabel('Senha Atual').fill('outra-coisa-1');
  await page.getByLabel('Nova Senha', { exact: true }).fill('curta');
  await page.getByLabel('Confirme a Nova Senha').fill('curta');
  await page.getByRole('button', { name: 'Alterar senha' }).click();
  await page.getByText('A senha deve ter no mínimo 6 caracteres.').waitFor();
  await page.getByLabel('Nova Senha', { exact: true }).fill('segunda-senha-9');
  await page.getByRole('button', { name: 'Alterar senha' }).click();
  await page.getByText('As senhas não coincidem.').waitFor();
  await page.getByLabel('Confirme a Nova Senha').fill('segunda-senha-9');
  await page.getByRole('button', { name: 'Alterar senha' }).click();
  // The message appears at the field to correct.
  await page.getByText('Senha atual incorreta.').waitFor();
  await expect.poll(() => page.getByLabel('Senha Atual').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Senha Atual').fill('primeira-senha-9');
  await page.getByRole('button', { name: 'Alterar senha' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByText(HOME).waitFor();
  // The session continues with the new token from the answer.
  await expect.poll(() => token(page)).not.toBe(before);
  await page.reload();
  await page.getByText(HOME).waitFor();

  await page.getByRole('button', { name: new RegExp(EMAIL) }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await page.getByText('Você saiu!').waitFor();
  await page.getByText('Logout realizado com sucesso.').waitFor();
  await page.getByRole('heading', { name: /Todas as ligações ouvidas/ }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');

  await page.getByRole('link', { name: 'Entrar' }).click();
  await page.getByRole('button', { name: 'Esqueceu a senha?' }).click();
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.getByRole('button', { name: 'Enviar link' }).click();
  await page.getByText('Email de recuperação enviado', { exact: true }).waitFor();

  const link = linkIn(await lastMail(EMAIL, 'update-password#token='));
  expect(link.startsWith(`${baseUrl}/`)).toBe(true);
  await page.goto(link);
  await page.getByRole('heading', { name: 'Definir nova senha' }).waitFor();
  await page.getByText('Jornada Pesquisas').waitFor();
  await expect.poll(() => page.url()).toBe(`${baseUrl}/update-password`);
  // The secret is no longer in the address, but the page still knows it after a reload.
  await page.reload();
  await page.getByText(EMAIL).waitFor();
  await expectNoSeriousViolation(page);
  await page.getByLabel('Nova Senha', { exact: true }).fill('123456');
  await page.getByLabel('Confirme a Nova Senha').fill('123456');
  await page.getByRole('button', { name: 'Definir nova senha' }).click();
  await page.getByText('Esta senha é muito comum e fácil de adivinhar. Use outra.').waitFor();
  await page.getByLabel('Nova Senha', { exact: true }).fill('terceira-senha-9');
  await page.getByLabel('Confirme a Nova Senha').fill('terceira-senha-9');
  await page.getByRole('button', { name: 'Definir nova senha' }).click();
  await page.waitForURL('**/auth');
  await page.getByText('Senha alterada. Entre com a nova senha.').waitFor();

  // The sign-in form is prefilled with the account's e-mail; the old password is refused.
  await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(EMAIL);
  await signIn(page, 'segunda-senha-9');
  await page.getByText('CNPJ, e-mail ou senha inválidos.').waitFor();
  await signIn(page, 'terceira-senha-9');
  await page.getByText(HOME).waitFor();
  await lastMail(EMAIL, 'A senha da sua conta na empresa Jornada Pesquisas foi alterada');
});

it('says what is wrong with a link that was used, and where to get another', async () => {
  const { cnpj, email } = await registerCompany(baseUrl, 'Jornada do Link');
  await fetch(`${baseUrl}/api/v1/auth/reset-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cnpj, email }),
  });
  const link = linkIn(await lastMail(email, 'update-password#token='));
  const confirm = await fetch(`${baseUrl}/api/v1/auth/reset-password/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: link.split('token=')[1], newPassword: 'nova-senha-de-campo-7' }),
  });
  expect(confirm.status).toBe(200);

  const page = await newPage();
  await page.goto(link);
  await page.getByText(/Peça um novo\./).waitFor();
  await expectNoSeriousViolation(page);
  await page.getByRole('link', { name: 'Pedir um novo link' }).click();
  await page.getByRole('button', { name: 'Enviar link' }).waitFor();

  // Without a reset link or a session the page sets no password, but offers two links.
  await page.goto('/update-password');
  await page.getByRole('link', { name: 'Receber um link por e-mail' }).waitFor();
  await page.getByRole('link', { name: 'Entrar' }).click();
  await page.getByLabel('CNPJ').waitFor();
});
