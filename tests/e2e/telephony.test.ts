// A company's telephony: its server is configured and tested, and a call's recording is fetched from it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AriServer, privateAddress, startAriServer } from '../support/ari-server.ts';
import { useBrowser } from '../support/browser.ts';
import { type OwnCompany, registerCompany } from '../support/web-companies.ts';
import {
  createProject,
  expectNoSeriousViolation,
  openSession,
  type Session,
  signIn,
} from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
// The product always refuses loopback addresses, so the test's telephony server uses this machine's private address.
const address = privateAddress();
let ari: AriServer;
let company: OwnCompany;

beforeAll(async () => {
  ari = await startAriServer(address ?? '127.0.0.1');
  company = await registerCompany(baseUrl, 'Telefonia Própria');
});
afterAll(() => ari.close());

async function openTab(session: Session, options?: Parameters<typeof newPage>[0]): Promise<Page> {
  const page = await newPage(options);
  await signIn(page, session);
  await page.goto('/dashboard/profile?aba=asterisk');
  await page.getByLabel('URL do Asterisk').waitFor();
  return page;
}
const password = (page: Page) => page.getByRole('textbox', { name: /^Senha/ });

it('asks for what is missing, refuses addresses of its own network, and shows others nothing to change', async () => {
  const page = await openTab(company.gerente);
  await expect
    .poll(() => page.getByLabel('Nome da configuração').inputValue())
    .toBe('Configuração Principal');
  await expect.poll(() => page.getByLabel('Timeout (ms)').inputValue()).toBe('30000');
  for (const name of ['Testar Conexão', 'Criar configuração']) {
    await page.getByRole('button', { name }).click();
    await page.getByText('Campos obrigatórios').first().waitFor();
    await page.getByText('Preencha URL, usuário e senha do Asterisk').first().waitFor();
  }
  await page.getByLabel('URL do Asterisk').fill(`http://127.1:${ari.port}`);
  await page.getByLabel('Usuário').fill(ari.username);
  await password(page).fill(ari.password);
  await page.getByLabel('Timeout (ms)').fill('999');
  await page.getByRole('button', { name: 'Testar Conexão' }).click();
  await page.getByText('O timeout vai de 1.000 a 120.000 ms.').waitFor();
  await page.getByLabel('Timeout (ms)').fill('5000');
  await page.getByRole('button', { name: 'Testar Conexão' }).click();
  await page.getByRole('status').filter({ hasText: 'Endereço recusado' }).waitFor();
  await page.getByText('Erro na conexão').waitFor();
  expect(ari.requests).toEqual([]);
  await expect.poll(() => password(page).getAttribute('type')).toBe('password');
  await page.getByRole('button', { name: 'Mostrar senha' }).click();
  await expect.poll(() => password(page).getAttribute('type')).toBe('text');
  await expectNoSeriousViolation(page);

  const login = demo.logins.find(({ papel }) => papel === 'usuario');
  const reader = await openTab(await openSession(baseUrl, login!), {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  });
  await reader.getByText('Acesso Negado').waitFor();
  await expect.poll(() => reader.getByLabel('URL do Asterisk').isDisabled()).toBe(true);
  await expect.poll(() => reader.getByRole('button', { name: 'Testar Conexão' }).count()).toBe(0);
  await expect.poll(() => reader.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await expectNoSeriousViolation(reader);
});

it('tests and keeps a server, and fetches a recording from it that is then processed', async () => {
  if (!address) {
    // A machine without a network has no permitted address, and the product reports it.
    const page = await openTab(company.gerente);
    await page.getByLabel('URL do Asterisk').fill(ari.url);
    await page.getByLabel('Usuário').fill(ari.username);
    await password(page).fill(ari.password);
    await page.getByRole('button', { name: 'Testar Conexão' }).click();
    await page.getByRole('status').filter({ hasText: 'Endereço recusado' }).waitFor();
    return;
  }
  ari.recordings.set(
    '2026/05/fila-sac/1763712001.42',
    readFileSync(join(import.meta.dirname, '../../samples/teste-curta.mp3')),
  );
  const page = await openTab(company.gerente);
  await page.getByLabel('URL do Asterisk').fill(ari.url);
  await page.getByLabel('Usuário').fill(ari.username);
  await password(page).fill('errada');
  await page.getByRole('button', { name: 'Testar Conexão' }).click();
  await page.getByRole('status').filter({ hasText: 'Status: 401 - Unauthorized' }).waitFor();
  await password(page).fill(ari.password);
  await page.getByRole('button', { name: 'Testar Conexão' }).click();
  await page.getByText('Conexão testada com sucesso!').waitFor();
  await page.getByRole('status').filter({ hasText: 'Asterisk 20.9.1' }).waitFor();
  await page.getByRole('button', { name: 'Criar configuração' }).click();
  await page.getByText('Configuração Asterisk criada').waitFor();

  // After saving, a blank password field means the stored password; another server needs a password of its own.
  await page.getByRole('button', { name: 'Salvar alterações' }).waitFor();
  await expect.poll(() => password(page).inputValue()).toBe('');
  await page.getByLabel('Timeout (ms)').fill('60000');
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await page.getByText('Configuração Asterisk salva').waitFor();
  await page.getByLabel('URL do Asterisk').fill('http://outro.example:8088');
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await page.getByText('A URL ou o usuário mudou: informe a senha novamente.').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Desativar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desativar' }).click();
  await page.getByText('Configuração Asterisk desativada').waitFor();
  await page.getByText('Inativa', { exact: true }).waitFor();

  const projetoId = await createProject(company.gerente, 'Gravações da telefonia');
  const call = (numero: string, nome: string, asterisk_filename: string) =>
    company.gerente.api('POST', '/auditoria/call-center-default/items/ligacao', {
      projeto_id: projetoId,
      numero_destino: numero,
      call_start_time: '2026-05-04T13:00:00.000Z',
      asterisk_filename,
      metadata: { nome_entrevistado: nome },
    });
  await call('1130001001', 'Perdida', '2026/05/outra');
  await call('1130001002', 'Dona Célia', '2026/05/fila-sac/1763712001.42.wav');
  const report = await page.context().newPage();
  await report.goto(`/dashboard/projects/${projetoId}/ligacoes`);
  const row = report.getByRole('row', { name: /Célia/ });
  const fetchButton = row.getByRole('button', { name: /Buscar gravação/ });
  await fetchButton.click();
  await report.getByText('A empresa não tem configuração de telefonia ativa.').waitFor();

  // Once the telephony configuration is active again, fetching works on the report's open page without a reload.
  await page.getByRole('switch', { name: 'Configuração ativa' }).click();
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await page.getByText('Ativa', { exact: true }).waitFor();
  await report
    .getByRole('row', { name: /Perdida/ })
    .getByRole('button', { name: /Buscar gravação/ })
    .click();
  await report.getByText('Gravação não encontrada no servidor de telefonia.').waitFor();

  const admin = await openSession(baseUrl, demo.logins.find(({ papel }) => papel === 'admin')!);
  await admin.api('POST', '/creditos/ajustes', {
    empresaId: company.id,
    quantidade: 5,
    descricao: 'Teste da telefonia',
  });
  // The page shows that it waits for a slow server, and a second click does nothing.
  let open = () => {};
  ari.gate = new Promise((resolve) => {
    open = resolve;
  });
  await fetchButton.click();
  const busy = row.getByRole('button', { name: /Buscando gravação/ });
  await busy.waitFor();
  await expect.poll(() => busy.isDisabled()).toBe(true);
  await expectNoSeriousViolation(report, { loading: true });
  open();
  // The toast stays while the pointer is over it, until its button is pressed.
  await report.getByRole('button', { name: 'Processar áudio', exact: true }).hover();
  await report.getByText('Gravação recebida').waitFor();
  await row.getByText('Arquivo Gravado').waitFor();
  await expect.poll(() => row.getByRole('button', { name: /Buscar gravação/ }).count()).toBe(0);
  await report.getByRole('button', { name: 'Processar áudio', exact: true }).click();
  await row.getByText('Processado', { exact: true }).waitFor();
});
