// The review queue, used by keys alone, by touch, and by two people at once.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { follow, useBrowser, waitForRest } from '../support/browser.ts';
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
let session: Session;
let colleague: Session;
let projetoId: string;

type Insight = {
  id: string;
  itemId: string;
  pontuacao: number | null;
  validacao: {
    veredito: string;
    motivo: string | null;
    revisaoMs: number;
    observacoes: string | null;
  } | null;
  projeto: { id: string };
  resultado: { criterios: { id: string; atendido: string }[] } | null;
};
const queue = (query = '') =>
  session.api<{ insights: Insight[]; total: number }>('GET', `/insights/revisao?limit=50${query}`);
const insightOf = async (id: string, itemId: string): Promise<Insight> => {
  const all = await session.api<Insight[]>('GET', `/insights/${itemId}`);
  const found = all.find((one) => one.id === id);
  if (!found) throw new Error(`insight ${id} não está vigente`);
  return found;
};
const undo = (id: string) => session.api('DELETE', `/insights/validate/${id}`);

/** Chooses the demonstration's project with the most waiting insights; tests undo their decisions on its insights. */
beforeAll(async () => {
  const company = demo.logins.filter(({ cnpj }) => cnpj === demo.logins[0]!.cnpj);
  session = await openSession(baseUrl, company[0]!);
  colleague = await openSession(baseUrl, company[1]!);
  const { insights } = await queue();
  const counts = new Map<string, number>();
  for (const { projeto } of insights) counts.set(projeto.id, (counts.get(projeto.id) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  if (!most || most[1] < 2)
    throw new Error('a demonstração tem menos de dois insights para revisar em um projeto');
  projetoId = most[0];
});

async function openQueue(options?: Parameters<typeof newPage>[0], who = session): Promise<Page> {
  const page = await newPage(options);
  await signIn(page, who);
  await page.goto(`/dashboard/revisao?projeto=${projetoId}`);
  await page.locator('#insight-em-foco').waitFor();
  // Keys work once the page is interactive.
  await waitForRest(page);
  return page;
}
const waiting = (n: number) => new RegExp(`^${n} insights? esperam? revisão`);
const expectWaiting = (page: Page, n: number) => page.getByText(waiting(n)).waitFor();

it('by keyboard alone: approves with a note, rejects with a reason and a criterion, undoes', async () => {
  const before = await queue(`&projetoId=${projetoId}`);
  const [first, second] = before.insights as [Insight, Insight];
  const page = await openQueue();
  await expectWaiting(page, before.total);
  const list = page.getByRole('list', { name: 'Insights na fila' }).getByRole('button');
  const current = () => page.locator('[aria-current="true"]').count();
  await expect.poll(() => current()).toBe(1);
  await expect.poll(() => list.first().getAttribute('aria-current')).toBe('true');

  // Goes to the next insight and back.
  await page.keyboard.press('j');
  await expect.poll(() => list.nth(1).getAttribute('aria-current')).toBe('true');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => list.first().getAttribute('aria-current')).toBe('true');

  // Letters typed into a note are not shortcuts.
  await page.keyboard.press('n');
  await page.keyboard.type('Arranjar exemplo para o treino');
  await expect.poll(() => page.getByLabel('Observação').inputValue()).toBe('Arranjar exemplo para o treino');
  await page.keyboard.press('Escape');
  await page.keyboard.press('a');
  await page.getByText('Insight aprovado').waitFor();
  await expectWaiting(page, before.total - 1);
  await expect
    .poll(async () => (await insightOf(first.id, first.itemId)).validacao)
    .toMatchObject({
      veredito: 'aprovado',
      observacoes: 'Arranjar exemplo para o treino',
    });
  const { validacao, pontuacao } = await insightOf(first.id, first.itemId);
  expect(validacao!.revisaoMs).toBeGreaterThan(50);
  expect(pontuacao).toBe(first.pontuacao);

  // The next insight is focused by itself. A rejection asks for a reason; a number key marks a wrong criterion.
  await page.keyboard.press('r');
  await page.getByRole('dialog', { name: 'Rejeitar insight' }).waitFor();
  await page.keyboard.press('1');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Informe o motivo da rejeição.').waitFor();
  await page.keyboard.type('O agente pediu desculpas.');
  await page.keyboard.press('Enter');
  await page.getByText('Insight rejeitado').waitFor();
  // Keys do nothing behind a dialog, nor while it fades out.
  await page.getByRole('dialog', { name: 'Rejeitar insight' }).waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await insightOf(second.id, second.itemId)).validacao)
    .toMatchObject({
      veredito: 'rejeitado',
      motivo: 'O agente pediu desculpas.',
      discordancias: [{ id: expect.any(String), atendido: expect.any(String) }],
    });

  // After an undo the insight returns to its place, with the focus; a second undo returns the first insight.
  await page.keyboard.press('z');
  await page.getByText('Veredito desfeito').waitFor();
  await expectWaiting(page, before.total - 1);
  expect((await insightOf(second.id, second.itemId)).validacao).toBeNull();
  await page.keyboard.press('z');
  await expectWaiting(page, before.total);
  await expect.poll(async () => (await insightOf(first.id, first.itemId)).validacao).toBeNull();

  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Atalhos do teclado' }).waitFor();
  // Keys do nothing behind a dialog.
  await page.keyboard.press('a');
  await page.keyboard.press('Escape');
  // Waits until a request caused by the key would have been answered.
  await waitForRest(page);
  expect((await queue(`&projetoId=${projetoId}`)).total).toBe(before.total);
});

it("plays the evidence piece by piece, and the call's analysis shows and takes the verdict", async () => {
  const projeto = await createProject(session, 'Revisão com gravação');
  type Template = { id: string; nome: string };
  const templates = await session.api<Template[]>('GET', '/insight-templates?ativo=true');
  const template = templates.find(({ nome }) => nome === 'Cortesia e empatia');
  await session.api('POST', `/projetos/${projeto}/insight-templates/${template!.id}`, {});
  const itemId = await createCall(session, projeto, { numero: '11955550001' });
  const bytes = new Uint8Array(await readFile('samples/cobranca-com-ofensa.mp3'));
  await uploadAudio(baseUrl, session, itemId, { name: 'cobranca-com-ofensa.mp3', bytes });
  await session.api('POST', '/auditoria-resultado/processar', { auditoriaItemId: itemId });
  const waits = async () => (await queue(`&projetoId=${projeto}`)).total;
  await expect.poll(waits, { interval: 300 }).toBe(1);

  const page = await newPage();
  await signIn(page, session);
  await page.goto(`/dashboard/revisao?projeto=${projeto}`);
  const heard = page.getByRole('button', { name: /Ouvir evidência: / });
  await heard.first().waitFor();
  // Keys work once the page is interactive.
  await waitForRest(page);
  // Waits for the playing to begin before pressing the key, because a quote is short.
  const hear = (key: string) =>
    Promise.all([
      page.getByRole('button', { name: 'Pausar a gravação' }).waitFor(),
      page.keyboard.press(key),
    ]);
  await hear('e');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Tocar a gravação' }).waitFor();
  await hear(' ');
  await page.keyboard.press('a');
  await page.getByText('Nenhum insight na fila com estes filtros').waitFor();

  // Leaving at once does not undo the verdict.
  await page.goto('about:blank');
  await expect.poll(waits).toBe(0);
  await page.goto(`/dashboard/call-analysis/${itemId}`);
  const panel = page.getByRole('region', { name: 'Veredito da pessoa' });
  await panel.getByText('Aprovado', { exact: true }).waitFor();
  await panel.getByRole('button', { name: 'Desfazer' }).click();
  await panel.getByText('Aprovado', { exact: true }).waitFor({ state: 'detached' });
  await panel.getByRole('button', { name: 'Rejeitar' }).click();
  await page.getByRole('dialog', { name: 'Rejeitar insight' }).waitFor();
  await page.getByRole('button', { name: 'Transcrição incorreta' }).click();
  await page.keyboard.press('Enter');
  await panel.getByText('Rejeitado').waitFor();
  await panel.getByText('Motivo: Transcrição incorreta').waitFor();

  // A person can also comment on an insight that has a verdict; the verdict is kept.
  await page.getByRole('button', { name: 'Comentar' }).click();
  await page.keyboard.type('Usar no treino de cobrança.');
  await page.getByRole('button', { name: 'Salvar comentário' }).click();
  await page.getByText('Comentário salvo').waitFor();
  await page.reload();
  const comments = page.getByRole('region', { name: 'Comentários' });
  await comments.getByText('Usar no treino de cobrança.').waitFor();
  await comments.getByRole('time').waitFor();
  await comments.getByRole('button', { name: 'Comentar' }).waitFor();
  await expectNoSeriousViolation(page);
});

longo.test("says once that a template's setup is incomplete, and leads to who completes it", async () => {
  const nome = 'Projeto cujo template pede mais';
  const projeto = await createProject(session, nome);
  const template = await session.api<{ id: string }>('POST', '/insight-templates', {
    nome: 'Oferta do mês',
    promptTemplate: 'Diga se o agente ofereceu {produto}.',
    parametrosObrigatorios: ['produto'],
  });
  await session.api('POST', `/projetos/${projeto}/insight-templates/${template.id}`, {
    parametros: { produto: 'o chip' },
  });
  // The template needs another parameter, for which the project has no value.
  await session.api('PATCH', `/insight-templates/${template.id}`, {
    promptTemplate: 'Diga se o agente ofereceu {produto} por {canal}.',
    parametrosObrigatorios: ['produto', 'canal'],
  });
  const bytes = new Uint8Array(await readFile('samples/cobranca-com-ofensa.mp3'));
  for (const numero of ['11955550004', '11955550005']) {
    const itemId = await createCall(session, projeto, { numero });
    await uploadAudio(baseUrl, session, itemId, { name: 'cobranca-com-ofensa.mp3', bytes });
    await session.api('POST', '/auditoria-resultado/processar', { auditoriaItemId: itemId });
    await expect
      .poll(async () => (await session.api<{ status: string }>('GET', `/auditoria-item/${itemId}`)).status, {
        interval: 300,
      })
      .toBe('concluido');
  }

  const page = await newPage();
  await signIn(page, session);
  await page.goto(`/dashboard/revisao?projeto=${projeto}`);
  const cards = page.getByRole('list', { name: 'Erros de configuração' }).getByRole('listitem');
  await cards.getByText(`Configuração incompleta: “Oferta do mês” em ${nome}`).waitFor();
  await cards
    .getByText(/^Parâmetro sem valor: canal\. 2 processamentos ficaram sem este insight desde /)
    .waitFor();
  await expect.poll(() => cards.count()).toBe(1);
  await page.getByText('Nenhum insight na fila com estes filtros').waitFor();
  await expectNoSeriousViolation(page);

  await cards.getByRole('link', { name: /^Corrigir a configuração de Oferta do mês/ }).click();
  await page.getByText('Parâmetros sem valor: canal.').waitFor();
  await expectNoSeriousViolation(page);
  await page.getByRole('button', { name: 'Preencher parâmetros de Oferta do mês' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.getByText('Informe um valor.').waitFor();
  await dialog.getByLabel('canal').fill('telefone');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Parâmetros sem valor').waitFor({ state: 'detached' });
  await page.goto(`/dashboard/revisao?projeto=${projeto}`);
  await page.getByText('Nenhum insight na fila com estes filtros').waitFor();
  await expect.poll(() => cards.count()).toBe(0);
});

/** Script that counts the table's rows that are wholly visible between its header and the end of its box. */
const ROWS_IN_SIGHT = `(() => {
  const table = document.querySelector('table');
  const box = table.parentElement.getBoundingClientRect();
  const top = table.tHead.getBoundingClientRect().bottom;
  const bottom = Math.min(box.bottom, innerHeight);
  return [...table.tBodies[0].rows]
    .map((row) => row.getBoundingClientRect())
    .filter((row) => row.top >= top - 1 && row.bottom <= bottom + 1).length;
})()`;

it('shows 16 waiting insights at 1280×800; on a phone the filters of the alerts are behind one button', async () => {
  const page = await newPage({ viewport: { width: 1280, height: 800 } });
  await signIn(page, session);
  await page.goto('/dashboard/revisao?aba=lista');
  await page.getByRole('row').nth(17).waitFor();
  await waitForRest(page);
  expect(await page.evaluate<number>(ROWS_IN_SIGHT)).toBeGreaterThanOrEqual(16);
  await page.getByRole('button', { name: 'Mais filtros' }).click();
  const days = page.getByRole('dialog', { name: 'Mais filtros' }).getByRole('button', { name: /data/i });
  await waitForRest(page);
  const box = await days.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(1280);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/alertas');
  const alert = page.getByRole('button', { name: /^Procedente:/ }).first();
  await alert.waitFor();
  await waitForRest(page);
  expect((await alert.boundingBox())?.y ?? Infinity).toBeLessThan(600);
  await page.getByRole('button', { name: 'Filtros' }).click();
  const filters = page.getByRole('dialog', { name: 'Filtros' });
  await filters.getByRole('combobox', { name: 'Gravidade' }).click();
  await page.getByRole('option', { name: 'Alta' }).click();
  await page.getByRole('button', { name: 'Filtros 1' }).waitFor();
  await expectNoSeriousViolation(page);
});

it('generates the missing insights in the project, and says before how many items and credits', async () => {
  const projeto = await createProject(session, 'Insights que faltam');
  const templates = await session.api<{ id: string; nome: string }[]>('GET', '/insight-templates?ativo=true');
  const template = templates.find(({ nome }) => nome === 'Cortesia e empatia');
  await session.api('POST', `/projetos/${projeto}/insight-templates/${template!.id}`, {});
  const itemId = await createCall(session, projeto, { numero: '11955550002' });
  await createCall(session, projeto, { numero: '11955550003' });
  const bytes = new Uint8Array(await readFile('samples/cobranca-com-ofensa.mp3'));
  await uploadAudio(baseUrl, session, itemId, { name: 'cobranca-com-ofensa.mp3', bytes });

  const page = await newPage({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await signIn(page, session);
  await page.goto(`/dashboard/projects/${projeto}`);
  await page.getByRole('button', { name: 'Gerar insights' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Gerar insights' });
  await dialog.getByText(/^1 ligação entra na fila e reserva até 1 crédito/).waitFor();
  await dialog.getByText('Não têm gravação.').waitFor();
  await expectNoSeriousViolation(page);
  await dialog.getByRole('button', { name: 'Gerar para 1 ligação' }).tap();
  await dialog.getByText(/^1 item entrou na fila\. Saldo: \d+ créditos\.$/).waitFor();
  await dialog.getByRole('button', { name: 'Fechar' }).first().tap();
  await expect
    .poll(async () => (await session.api<Insight[]>('GET', `/insights/${itemId}`)).length, { interval: 300 })
    .toBe(1);
  await page.getByRole('button', { name: 'Gerar insights' }).tap();
  await dialog.getByText('Nenhum item precisa de insights agora.').waitFor();
});

it('shows trends as charts and as a table, by period and category, and says when they do not come', async () => {
  const page = await newPage({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await signIn(page, session);
  await page.goto('/dashboard/revisao?aba=tendencias');
  const card = page.getByRole('region', { name: 'Pontuação média' });
  await card.locator('svg.recharts-surface').waitFor();
  // The table for people who cannot see the drawing has a header and 13 weeks.
  await expect.poll(() => card.getByRole('row').count()).toBe(14);
  await card.getByRole('button', { name: 'Ver Pontuação média como tabela' }).tap();
  await card.getByRole('columnheader', { name: 'Intervalo' }).waitFor();
  await page.getByRole('region', { name: 'Confiança média' }).waitFor();
  await page.getByRole('region', { name: 'Pedem atenção' }).waitFor();
  await expect
    .poll(() => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'))
    .toBeLessThanOrEqual(0);
  await expectNoSeriousViolation(page);

  await page.getByRole('combobox', { name: 'Período' }).tap();
  await page.getByRole('option', { name: 'Últimos 7 dias' }).tap();
  await page.waitForURL(/periodo=7d/);
  const vazio = await createProject(session, 'Ainda sem insights');
  await follow(page, `/dashboard/revisao?aba=tendencias&projeto=${vazio}`);
  await page.getByText('Nenhum insight com estes filtros').waitFor();
  const refuse = {
    success: false,
    message: 'Fora do ar.',
    error: 'Fora do ar.',
    code: 'requisicao_invalida',
  };
  await page.route('**/api/v1/insights/analytics/stats*', (route) =>
    route.fulfill({ status: 400, json: refuse }),
  );
  await page.goto('/dashboard/revisao?aba=tendencias');
  await page.getByText('Erro ao buscar estatísticas').waitFor();
  await card.waitFor();
  await page.route('**/api/v1/insights/analytics/trends*', (route) =>
    route.fulfill({ status: 400, json: refuse }),
  );
  await page.reload();
  await page.getByText('Erro ao buscar tendências').waitFor();
});

it('tells a late person that someone else already decided', async () => {
  const { insights, total } = await queue(`&projetoId=${projetoId}`);
  const [first] = insights as [Insight];
  const page = await openQueue(undefined, colleague);
  await expectWaiting(page, total);
  // Blocks the page's further requests, so that the page does not learn of the other person's verdict.
  await page.route('**/api/v1/insights/revisao*', (route) => route.abort());
  await session.api('POST', `/insights/validate/${first.id}`, {});
  try {
    await page.keyboard.press('a');
    const asked = page.getByRole('alertdialog', { name: /já aprovou este insight/ });
    await asked.getByRole('button', { name: 'Manter veredito atual' }).click();
    await asked.waitFor({ state: 'detached' });
    await expectWaiting(page, total - 1);
  } finally {
    await undo(first.id);
  }
});

it('works on a phone and with axe, in the queue, the reason and the agreement', async () => {
  const page = await openQueue({ viewport: { width: 390, height: 844 }, hasTouch: true });
  await expectNoSeriousViolation(page);
  const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  await expect.poll(() => overflow()).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Próximo insight' }).tap();
  await page.getByText(/^2 de /).waitFor();
  await page.getByRole('button', { name: 'Rejeitar', exact: true }).tap();
  await page.getByRole('dialog', { name: 'Rejeitar insight' }).waitFor();
  await expectNoSeriousViolation(page);
  await page.getByRole('button', { name: 'Cancelar' }).tap();
  const { insights, total } = await queue(`&projetoId=${projetoId}`);
  const second = insights[1] as Insight;
  try {
    await page.getByRole('button', { name: 'Aprovar' }).tap();
    await expectWaiting(page, total - 1);
    await expect
      .poll(async () => (await insightOf(second.id, second.itemId)).validacao?.veredito)
      .toBe('aprovado');
    await page.getByRole('tab', { name: 'Equipe' }).tap();
    await page.getByText('Ligações a revisar').first().waitFor();
    await expect.poll(() => overflow()).toBeLessThanOrEqual(0);
    await expectNoSeriousViolation(page);
    await page.getByRole('tab', { name: 'Concordância' }).tap();
    await page.getByText('a revisão concordou com a IA em').first().waitFor();
    await page
      .getByText(/quase perfeita|substancial|moderada|poucos vereditos|quase sempre a mesma resposta/)
      .first()
      .waitFor();
    await expect.poll(() => overflow()).toBeLessThanOrEqual(0);
    await expectNoSeriousViolation(page);
  } finally {
    await undo(second.id);
  }
});

it('shows why the queue did not come, tries again, and says when nothing waits', async () => {
  const page = await newPage();
  await signIn(page, session);
  await page.route('**/api/v1/insights/revisao*', (route) =>
    route.fulfill({
      status: 400,
      json: { success: false, message: 'Fora do ar.', error: 'Fora do ar.', code: 'requisicao_invalida' },
    }),
  );
  await page.goto('/dashboard/revisao');
  await page.getByText('Erro ao buscar insights').waitFor();
  await page.unroute('**/api/v1/insights/revisao*');
  const empty = {
    insights: [],
    proximo: null,
    total: 0,
    totalExato: true,
    configuracao: [],
    minhasRevisoes: { n: 0, tempoMedioMs: null },
  };
  await page.route('**/api/v1/insights/revisao*', (route) =>
    route.fulfill({ json: { success: true, data: empty } }),
  );
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await page.getByText('Nada para revisar').waitFor();
});

it('the invented quote appears struck through and without evidence, and is not heard', async () => {
  const { insights } = await queue(`&projetoId=${projetoId}`);
  const page = await newPage();
  await signIn(page, session);
  await page.addInitScript(`
    window.plays = 0;
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () {
      window.plays += 1;
      return play.call(this);
    };
  `);
  const [real] = insights as [Insight];
  const invented = {
    ...real,
    semEvidencia: true,
    alertasIdentificados: [],
    resultado: {
      pontuacaoIa: 1,
      criterios: [
        {
          id: 'protocolo',
          descricao: 'O agente informa o protocolo.',
          peso: 1,
          critico: false,
          atendido: 'sim',
          justificativa: 'Foi dito.',
          comprovado: false,
          evidencias: [
            {
              citacao: 'Seu protocolo é 20261234',
              verificada: false,
              sentencaOrdem: null,
              canal: null,
              startMs: null,
              endMs: null,
              sentenca: null,
            },
          ],
        },
      ],
    },
  };
  const data = {
    insights: [invented],
    proximo: null,
    total: 1,
    totalExato: true,
    configuracao: [],
    minhasRevisoes: { n: 0, tempoMedioMs: null },
  };
  await page.route('**/api/v1/insights/revisao*', (route) =>
    route.fulfill({ json: { success: true, data } }),
  );
  await page.goto('/dashboard/revisao');
  const quote = page.getByText('“Seu protocolo é 20261234”');
  await quote.waitFor();
  await expect.poll(() => quote.getAttribute('class')).toContain('line-through');
  await expect.poll(() => page.getByText('sem evidência').count()).toBeGreaterThanOrEqual(2);
  await expect.poll(() => page.getByRole('button', { name: /Ouvir evidência: / }).count()).toBe(0);
  // Keys work once the page is interactive.
  await waitForRest(page);
  await page.keyboard.press('e');
  // Keys are handled in order: once the second key's dialog is open, the first key has taken effect.
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Atalhos do teclado' }).waitFor();
  await expect.poll(() => page.evaluate('window.plays')).toBe(0);
});
