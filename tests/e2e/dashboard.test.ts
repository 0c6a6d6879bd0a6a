// The home and the administrator's panel: figures, charts and their tables, first steps, live updates, and failures in
// their own place.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { newCnpj } from '../support/factories.ts';
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
const login = demo.logins[0]!;
const adminLogin = demo.logins.find(({ papel }) => papel === 'admin')!;
let session: Session;
let admin: Session;

beforeAll(async () => {
  session = await openSession(baseUrl, login);
  admin = await openSession(baseUrl, adminLogin);
});

type Home = {
  cartoes: { projetosAtivos: number; totalAuditorias: number; creditos: number };
  alertas: {
    total: number;
    erros: { desde: string; projetos: { nome: string; tipo_projeto: string; n: number }[] };
  };
  projetosAtivos: { nome: string }[];
  volumeMensal: { pendente: number; processando: number; concluido: number; erro: number }[];
};

const pt = (n: number) => new Intl.NumberFormat('pt-BR').format(n);

async function open(who: Session, path: string, options?: Parameters<typeof newPage>[0]): Promise<Page> {
  const page = await newPage(options);
  await signIn(page, who);
  await page.goto(path);
  return page;
}

/** The figure on the card of this name. */
async function figure(page: Page, label: string): Promise<string | null> {
  const cards = page.getByRole('region', { name: /^(Resumo|Totais)$/ });
  return cards.locator('div:has(> div > p)', { hasText: label }).locator('> p').first().textContent();
}

/**
 * Waits until the cards show the API's present figures, which may still change because of other tests' work.
 * @param read the answer's figures by the cards' names
 */
async function expectFigures(page: Page, read: () => Promise<Record<string, number>>): Promise<void> {
  const difference = async () => {
    const wanted = Object.entries(await read()).map(([label, n]) => `${label}: ${pt(n)}`);
    const shown = await Promise.all(
      wanted
        .map((text) => text.split(':')[0]!)
        .map(async (label) => `${label}: ${await figure(page, label)}`),
    );
    return shown
      .filter((text, index) => text !== wanted[index])
      .map((text) => `${text} (${wanted.join(', ')})`);
  };
  await expect.poll(difference).toEqual([]);
}
const home = () => session.api<Home>('GET', '/dashboard');

const CHARTS = [
  'Volume de Auditorias (Últimos 6 Meses)',
  'Status das Auditorias',
  'Qualidade Média',
  'Palavras Problemáticas',
  'Sentimento por Projeto',
];

const overflow = (page: Page) => page.evaluate('document.documentElement.scrollWidth - innerWidth');

it('the demonstration has a rule whose resolved alerts tell its precision', async () => {
  const rules = await session.api<{ padrao: string; resolvidos: number }[]>('GET', '/regras');
  expect(rules.find(({ padrao }) => padrao === 'falha_critica')?.resolvidos).toBeGreaterThanOrEqual(10);
});

it('greets after the sign-in and shows the company in figures, charts, tables and lists', async () => {
  const page = await newPage();
  await page.goto('/auth');
  await page.getByLabel('CNPJ').fill(login.cnpj);
  await page.getByLabel('E-mail').fill(login.email);
  await page.getByLabel('Senha', { exact: true }).fill(login.senha);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: `Olá, ${login.email.split('@')[0]}!` }).waitFor();
  await page.getByText('Aqui está um resumo da sua conta.').waitFor();

  await expectFigures(page, async () => {
    const { cartoes, alertas } = await home();
    return {
      'Total de Auditorias': cartoes.totalAuditorias,
      'Projetos Ativos': cartoes.projetosAtivos,
      'Créditos Restantes': cartoes.creditos,
      Alertas: alertas.total,
    };
  });
  for (const name of CHARTS) await page.getByRole('region', { name, exact: true }).waitFor();
  await page.locator('.recharts-surface').first().waitFor();
  for (const name of ['Projetos Ativos', 'Atividade Recente', 'Tickets de Suporte', 'Acesso Rápido'])
    await page.getByRole('heading', { name, exact: true }).waitFor();
  const projects = page.getByRole('table', { name: 'Projetos Ativos' });
  await expect
    .poll(() => projects.getByRole('columnheader').allTextContents())
    .toEqual(['Nome do Projeto', 'Tipo', 'Última Atividade']);
  // The home lists the last used projects in the order of their use.
  await expect
    .poll(async () => {
      const names = (await home()).projetosAtivos.map(({ nome }) => nome);
      const shown = await projects.getByRole('row').getByRole('link').allInnerTexts();
      return names.length > 0 && shown.join('\n') === names.join('\n');
    })
    .toBe(true);
  await expectNoSeriousViolation(page);

  // When a card becomes smaller, its row shrinks too, and no drawing overflows its card.
  await page.getByRole('button', { name: 'Ver Status das Auditorias como tabela' }).click();
  const quality = page.getByRole('region', { name: 'Qualidade Média', exact: true });
  await expect
    .poll(async () => {
      const [card, drawing] = [
        await quality.boundingBox(),
        await quality.locator('svg.recharts-surface').boundingBox(),
      ];
      return card && drawing ? drawing.y + drawing.height <= card.y + card.height : false;
    })
    .toBe(true);

  // The chart's table has the same six months.
  await page.getByRole('button', { name: 'Ver Volume de Auditorias (Últimos 6 Meses) como tabela' }).click();
  const rows = page.getByRole('table', { name: CHARTS[0]! }).getByRole('row');
  await expect.poll(() => rows.count()).toBe(7);
  await expect
    .poll(async () => {
      const { pendente, processando, concluido, erro } = (await home()).volumeMensal.at(-1)!;
      const shown = await rows.last().getByRole('cell').first().textContent();
      return shown === pt(pendente + processando + concluido + erro);
    })
    .toBe(true);
});

it('leads from an alert to what has to be done, and from quick access to where one works', async () => {
  const failing = (await home()).alertas.erros.projetos.find(
    ({ tipo_projeto }) => tipo_projeto === 'call_center',
  )!;
  const page = await open(session, '/dashboard');
  await page.getByRole('button', { name: 'Ver pendências' }).click();
  const alerts = page.getByRole('dialog', { name: 'Pendências' });
  await alerts.getByText(/com erro$/).waitFor();
  await expectNoSeriousViolation(page);
  await alerts
    .getByRole('link', { name: `${failing.nome} (${failing.n} ite` })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Relatório de Ligações' }).waitFor();
  // The report lists only the calls that the alert counted: those of the last 30 days.
  const { desde } = (await home()).alertas.erros;
  await expect.poll(() => new URL(page.url()).search).toBe(`?status=erro&de=${desde}`);
  await page.goBack();
  await page.getByRole('link', { name: 'Documentação' }).click();
  await page.getByRole('heading', { level: 1, name: 'Documentação' }).waitFor();
  await expectNoSeriousViolation(page);
  await expect
    .poll(() => page.getByRole('link', { name: /Referência da API/ }).getAttribute('href'))
    .toBe('/api/docs');
  await page.goBack();
  await page.getByRole('link', { name: 'Novo Projeto' }).first().click();
  await page.waitForURL('**/dashboard/projects/new');
});

it('follows what happens without a reload', async () => {
  const projetoId = await createProject(session, 'Painel: ao vivo');
  const itemId = await createCall(session, projetoId, { numero: '11977776666' });
  const page = await open(session, '/dashboard');
  const before = await home();
  await expect.poll(() => figure(page, 'Créditos Restantes')).toBe(pt(before.cartoes.creditos));
  const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, '../../samples/teste-curta.mp3')));
  await uploadAudio(baseUrl, session, itemId, { name: 'teste-curta.mp3', bytes });
  await session.api('POST', '/auditoria-resultado/processar', { auditoriaItemId: itemId });
  await page.getByRole('link', { name: 'Ligação (11) 97777-6666 processada' }).waitFor();
  await expect.poll(() => figure(page, 'Créditos Restantes')).toBe(pt(before.cartoes.creditos - 1));
});

it('says in its place what could not be read, and asks again on request', async () => {
  const page = await newPage();
  await signIn(page, session);
  await page.route('**/api/v1/dashboard', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, data: { ...body.data, palavrasProblematicas: null } } });
  });
  await page.goto('/dashboard');
  const words = page.getByRole('region', { name: 'Palavras Problemáticas', exact: true });
  await words.getByText('Não foi possível carregar este gráfico.').waitFor();
  await page.getByRole('table', { name: 'Sentimento por Projeto' }).waitFor({ state: 'attached' });
  await page.unroute('**/api/v1/dashboard');
  await words.getByRole('button', { name: 'Tentar novamente' }).click();
  await page.getByRole('table', { name: 'Palavras Problemáticas' }).waitFor({ state: 'attached' });

  await page.route('**/api/v1/dashboard', (route) =>
    route.fulfill({ status: 400, json: { message: 'Ora.' } }),
  );
  await page.reload();
  await page.getByText('Não foi possível carregar o resumo da conta.').waitFor();
  await page.getByRole('heading', { name: 'Tickets de Suporte' }).waitFor();
  await expectNoSeriousViolation(page);
});

longo.test(
  'leads from a figure to its items: straight to the one list, or to the projects with their shares',
  async () => {
    const account = { email: 'onde@painel.example', cnpj: newCnpj(), senha: 'Painel-onde-2026' };
    const response = await fetch(`${baseUrl}/api/v1/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: account.email,
        password: account.senha,
        cnpj: account.cnpj,
        empresa: 'Painel Onde',
        aceite_termos: true,
      }),
    });
    expect(response.status).toBe(201);
    const own = await openSession(baseUrl, { ...login, ...account });
    const sac = await createProject(own, 'Onde: SAC');
    for (const numero of ['11955550001', '11955550002']) await createCall(own, sac, { numero });

    // With a single project, a part of a month's column links to its calls.
    const page = await open(own, '/dashboard');
    const volume = page.getByRole('region', { name: CHARTS[0]! });
    await volume.locator('.recharts-bar-rectangle path').first().click();
    await page.waitForURL(`**/projects/${sac}/ligacoes?**`);
    const calls = page.getByRole('table', { name: 'Ligações do projeto' }).getByRole('row');
    await expect.poll(() => calls.count()).toBe(1 + 2);
    const search = new URL(page.url()).searchParams;
    expect(search.get('status')).toBe('pendente');
    expect(search.get('de')).toMatch(/^\d{4}-\d{2}-01$/);
    expect(search.get('ate')!.slice(0, 7)).toBe(search.get('de')!.slice(0, 7));

    // With two projects a dialog, opened by keyboard, shows each project's share; closing the dialog returns the focus.
    const vendas = await createProject(own, 'Onde: Vendas');
    await createCall(own, vendas, { numero: '11955550003' });
    await page.goto('/dashboard');
    const state = page.getByRole('button', { name: 'Pendente: 3. Ver onde estão' });
    await state.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Onde estão' });
    await dialog.getByText('3 itens com status Pendente').waitFor();
    await expect
      .poll(() => dialog.getByRole('link').allTextContents())
      .toEqual(['Onde: SAC2 itens', 'Onde: Vendas1 item']);
    await expectNoSeriousViolation(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(() => state.evaluate('document.activeElement?.getAttribute("aria-label")'))
      .toContain('Pendente: 3');

    // The chart's table has the links too; a month's total links to the month's calls of every state.
    await page.getByRole('button', { name: `Ver ${CHARTS[0]!} como tabela` }).click();
    await volume.getByRole('button', { name: /, Total: 3\. Ver onde estão$/ }).click();
    await dialog.getByRole('link', { name: /^Onde: Vendas/ }).click();
    await page.waitForURL(`**/projects/${vendas}/ligacoes?**`);
    await expect.poll(() => calls.count()).toBe(1 + 1);
    expect(new URL(page.url()).searchParams.get('status')).toBeNull();
  },
);

it('shows a new company its first steps instead of empty charts', async () => {
  const response = await fetch(`${baseUrl}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'estreia@painel.example',
      password: 'Painel-novo-2026',
      cnpj: newCnpj(),
      empresa: 'Painel Estreia',
      aceite_termos: true,
    }),
  });
  const { data } = (await response.json()) as { data: Pick<Session, 'token' | 'user'> };
  expect(response.status).toBe(201);
  const page = await open({ ...session, ...data }, '/dashboard');
  const steps = page.getByRole('region', { name: 'Primeiros passos' });
  await steps.getByRole('link', { name: 'Novo Projeto' }).waitFor();
  await steps.getByRole('button', { name: 'Ver uma ligação de exemplo' }).waitFor();
  await expect.poll(() => page.getByRole('region', { name: CHARTS[0]! }).count()).toBe(0);
  await expectNoSeriousViolation(page);
  await steps.getByRole('link', { name: 'Novo Projeto' }).click();
  await page.waitForURL('**/dashboard/projects/new');
});

it('shows the installation to administrators, and to nobody else', async () => {
  const page = await open(admin, '/admin');
  await page.getByRole('heading', { level: 1, name: 'Painel do Administrador' }).waitFor();
  await expectFigures(page, async () => {
    type Stats = { totalEmpresas: number; totalUsuarios: number };
    const { totalEmpresas, totalUsuarios } = await admin.api<Stats>('GET', '/admin/stats');
    return { 'Total de Empresas': totalEmpresas, 'Total de Usuários': totalUsuarios };
  });
  const companies = page.getByRole('table', { name: 'Maiores Empresas' });
  await companies.getByRole('link', { name: 'Lumavia Telecom' }).waitFor();
  for (const name of ['Auditorias nos Últimos 6 Meses', 'Novos Usuários e Empresas', 'Atividade Recente'])
    await page.getByRole('region', { name }).waitFor();
  await page.locator('.recharts-surface').first().waitFor();
  await expectNoSeriousViolation(page);

  const stranger = await open(session, '/admin');
  await stranger.getByRole('heading', { name: 'Acesso Negado' }).waitFor();
  await expect.poll(() => stranger.getByText('Painel do Administrador').count()).toBe(0);
});

it('fits a phone, in the dark too', async () => {
  const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const };
  const home = await open(session, '/dashboard', phone);
  await home.locator('.recharts-surface').first().waitFor();
  await expect.poll(() => overflow(home)).toBe(0);
  await expectNoSeriousViolation(home);
  // Six columns of touch targets are wider than a phone: they scroll in their card.
  await home.getByRole('button', { name: `Ver ${CHARTS[0]!} como tabela` }).click();
  const figures = home.getByRole('table', { name: CHARTS[0]! }).getByRole('button').first();
  await figures.waitFor();
  await expect.poll(() => overflow(home)).toBe(0);
  await expect.poll(async () => (await figures.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const panel = await open(admin, '/admin', phone);
  await panel.locator('.recharts-surface').first().waitFor();
  await expect.poll(() => overflow(panel)).toBe(0);
  await expectNoSeriousViolation(panel);
});
