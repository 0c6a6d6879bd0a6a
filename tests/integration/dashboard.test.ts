// The company's home and the administrator's panel: figures against prepared data, visibility by role, and number of
// statements.

import { randomUUID } from 'node:crypto';
import type { ResponseOf } from '@escuta/shared/contracts/contract';
import type { getDashboard, getItensPorProjeto } from '@escuta/shared/contracts/insights/dashboard';
import type { getAdminStats } from '@escuta/shared/contracts/operation/admin';
import { insightAttention } from '@escuta/shared/domain/insights/insight-attention';
import { changeBalance, refundCredit, reserveCredit } from '@escuta/shared/services/credits/ledger';

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readTotais } from '../../api/src/features/admin/repo.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import {
  bearer,
  createApiKey,
  createAuditoria,
  createEmpresa,
  createItem,
  createMembro,
  createProjeto,
  createTenant,
  signToken,
} from '../support/factories.ts';
import { createRunWithInsights, createTemplateVersion } from '../support/insights.ts';
import { queriesBy } from '../support/statements.ts';

type Painel = ResponseOf<typeof getDashboard>['data'];
type Stats = ResponseOf<typeof getAdminStats>['data'];

/** Sorts the names of statements, and omits those that read the session, because it is cached for a while. */
const withoutSession = (queries: readonly string[]) =>
  queries.filter((name) => !name.startsWith('sessao_')).sort();

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ LOW_BALANCE_CREDITS: 50 });
});
afterAll(() => test.close());

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
/** yyyy-MM of an instant in Brazil. */
const monthOf = (at: Date) => at.toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' }).slice(0, 7);
/** The middle of the month `back` months ago. */
function monthAgo(back: number): Date {
  const [year, month] = monthOf(new Date()).split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month - 1 - back, 15, 15));
}

/** Creates a company with a manager and a call-center project. */
async function createCompany(creditos = 500) {
  const empresa = await createEmpresa(test.deps, { creditos });
  const gerente = await createMembro(test.deps, empresa, { papel: 'gerente' });
  const projeto = await createProjeto(test.deps, empresa, { nome: 'Atendimento' });
  const auditoria = await createAuditoria(test.deps, projeto);
  return { empresa, projeto, auditoria, token: signToken(test.deps, gerente) };
}
type Company = Awaited<ReturnType<typeof createCompany>>;

async function readHome(token: string): Promise<Painel> {
  const response = await test.app.inject({ url: '/api/v1/dashboard', headers: bearer(token) });
  expect(response.statusCode).toBe(200);
  return response.json().data;
}

type Found = {
  nota?: number | null;
  confianca?: number | null;
  alertas?: number;
  semEvidencia?: boolean;
  validado?: boolean;
  falhou?: boolean;
  sentimento?: 'positivo' | 'neutro' | 'negativo' | null;
  palavras?: string[];
  quando?: Date;
};

/** Combinations of: number of alerts, whether a claim lacks evidence, whether a person validated the insight. */
const COMBINATIONS: readonly [number, boolean, boolean][] = [0, 2].flatMap((alertas) =>
  [false, true].flatMap((semEvidencia) =>
    [false, true].map((validado): [number, boolean, boolean] => [alertas, semEvidencia, validado]),
  ),
);

let versaoId: string;
beforeEach(() => {
  versaoId = '';
});

async function templateVersion(empresaId: string): Promise<string> {
  if (versaoId) return versaoId;
  const template = await test.deps.prisma.insightTemplate.create({
    data: {
      empresaId,
      nome: 'Cortesia',
      categoria: 'behavioral',
      versoes: {
        create: {
          empresaId,
          versao: 1,
          nome: 'Cortesia',
          categoria: 'behavioral',
          promptTemplate: '{transcricao}',
        },
      },
    },
    include: { versoes: true },
  });
  versaoId = template.versoes[0]!.id;
  return versaoId;
}

/** Writes a run of an item that ended now (or at `quando`), with an insight, as the worker does. */
async function processed(company: Company, item: { id: string }, found: Found = {}) {
  const { prisma, db: pool } = test.deps;
  const ids = { empresaId: company.empresa.id, projetoId: company.projeto.id, itemId: item.id };
  const quando = found.quando ?? new Date();
  const run = await prisma.execucao.create({
    data: { ...ids, status: 'concluida', origem: 'manual', configuracao: {}, terminadaEm: quando },
  });
  await prisma.auditoriaResultado.create({
    data: {
      ...ids,
      auditoriaId: company.auditoria.id,
      execucaoId: run.id,
      statusProcessamento: 'concluido',
      analiseTexto: {
        sentimentoGeral: found.sentimento ?? null,
        ofensas: (found.palavras ?? []).map((termo) => ({ ordem: 0, termo, citacao: termo, contexto: '' })),
      },
    },
  });
  await prisma.insight.create({
    data: {
      ...ids,
      auditoriaId: company.auditoria.id,
      execucaoId: run.id,
      templateVersaoId: await templateVersion(company.empresa.id),
      categoria: 'behavioral',
      statusProcessamento: found.falhou ? 'erro' : 'concluido',
      scoreConfianca: found.confianca === undefined ? 0.9 : found.confianca,
      pontuacao: found.nota ?? null,
      alertasIdentificados: Array.from({ length: found.alertas ?? 0 }, (_, i) => ({
        titulo: `Alerta ${i}`,
        descricao: '…',
        gravidade: 'media',
        comprovado: true,
      })),
      semEvidencia: found.semEvidencia ?? false,
      validadoHumano: found.validado ?? false,
      createdAt: quando,
    },
  });
  await pool.query('select escuta_grava_qualidade(array[$1::uuid])', [run.id]);
  return run;
}

describe('GET /dashboard', () => {
  it('counts projects, items, credits and states', async () => {
    const company = await createCompany(321);
    await test.deps.prisma.projeto.update({
      where: { id: (await createProjeto(test.deps, company.empresa)).id },
      data: { isActive: false },
    });
    for (const status of ['concluido', 'concluido', 'erro', 'pendente', 'processando'] as const)
      await createItem(test.deps, company.auditoria, { status });
    const home = await readHome(company.token);
    expect(home.cartoes).toEqual({
      projetosAtivos: 1,
      projetos: 2,
      totalAuditorias: 1,
      totalItens: 5,
      creditos: 321,
    });
    expect(home.statusAuditorias).toEqual({ concluido: 2, erro: 1, pendente: 1, processando: 1 });
  });

  it('counts what was heard and what people decided: each recording and insight once', async () => {
    const company = await createCompany();
    const { prisma } = test.deps;
    const template = await createTemplateVersion(test.deps, company.empresa.id);
    const heard = async (item: Awaited<ReturnType<typeof createItem>>, codigoMotivo: string | null) => {
      const status = codigoMotivo ? ('erro' as const) : ('concluida' as const);
      const { execucaoId, ids } = await createRunWithInsights(
        test.deps,
        item,
        codigoMotivo ? [] : [{ template }],
        status === 'erro' ? 'erro' : 'concluida',
      );
      await prisma.execucao.update({ where: { id: execucaoId }, data: { codigoMotivo } });
      await prisma.execucaoEtapa.create({
        data: {
          execucaoId,
          empresaId: company.empresa.id,
          etapa: 'audio',
          ordem: 1,
          status: codigoMotivo === 'audio_falhou' ? 'erro' : 'concluida',
        },
      });
      return ids;
    };
    const [one, two, mute, broken] = await Promise.all(
      Array.from({ length: 4 }, () => createItem(test.deps, company.auditoria)),
    );
    await heard(one!, null);
    const [approved] = await heard(one!, null);
    const [rejected] = await heard(two!, null);
    await heard(mute!, 'audio_inaudivel');
    await heard(broken!, 'audio_falhou');
    for (const [id, veredito] of [
      [approved, 'aprovado'],
      [rejected, 'rejeitado'],
    ] as const) {
      await prisma.insight.update({ where: { id: id! }, data: { validadoHumano: true, veredito } });
    }
    expect((await readHome(company.token)).conferencia).toEqual({
      ouvidas: 3,
      audiveis: 2,
      insights: 2,
      decididos: 2,
      aprovados: 1,
      partes: { audiveis: 2 / 3, validadas: 1, corretas: 0.5 },
    });
  });

  it('puts items and scores into the six months up to this one, in Brazil', async () => {
    const company = await createCompany();
    const old = await createItem(test.deps, company.auditoria, {
      status: 'concluido',
      createdAt: monthAgo(6),
    });
    await processed(company, old, { nota: 0 });
    for (const [nota, back] of [
      [0.9, 5],
      [0.5, 5],
      [1, 0],
    ] as const) {
      const item = await createItem(test.deps, company.auditoria, {
        status: 'concluido',
        createdAt: back === 0 ? new Date() : monthAgo(back),
      });
      await processed(company, item, { nota });
    }
    await createItem(test.deps, company.auditoria, { status: 'erro', createdAt: monthAgo(2) });
    const home = await readHome(company.token);
    const months = [5, 4, 3, 2, 1, 0].map((back) => monthOf(monthAgo(back)));
    expect(home.volumeMensal?.map(({ mes }) => mes)).toEqual(months);
    expect(home.volumeMensal?.map(({ concluido, erro }) => [concluido, erro])).toEqual([
      [2, 0],
      [0, 0],
      [0, 0],
      [0, 1],
      [0, 0],
      [1, 0],
    ]);
    expect(home.qualidadeMedia?.meses.map(({ pontuacao, itens }) => [pontuacao, itens])).toEqual([
      [0.7, 2],
      [null, 0],
      [null, 0],
      [null, 0],
      [null, 0],
      [1, 1],
    ]);
    expect(home.qualidadeMedia?.media).toBeCloseTo(0.8, 6);
    const before = [11, 10, 9, 8, 7, 6].map((back) => monthOf(monthAgo(back)));
    expect(home.volumeMensal?.map(({ anterior }) => anterior)).toEqual(
      before.map((mes, index) => ({ mes, n: index === 5 ? 1 : 0 })),
    );
    expect(home.qualidadeMedia?.meses.map(({ anterior }) => anterior)).toEqual(
      before.map((mes, index) =>
        index === 5 ? { mes, pontuacao: 0, itens: 1 } : { mes, pontuacao: null, itens: 0 },
      ),
    );
  });

  it('ranks words of the last 90 days and shows sentiment by project', async () => {
    const company = await createCompany();
    const other = {
      ...company,
      projeto: await createProjeto(test.deps, company.empresa, { nome: 'Vendas' }),
    };
    other.auditoria = await createAuditoria(test.deps, other.projeto);
    const add = async (target: Company, found: Found, createdAt = new Date()) =>
      processed(target, await createItem(test.deps, target.auditoria, { createdAt }), found);
    await add(company, { sentimento: 'negativo', palavras: ['Droga', 'droga', 'burro'] });
    await add(company, { sentimento: 'positivo', palavras: ['burro!'] });
    await add(other, { sentimento: 'neutro', palavras: ['droga'] });
    await add(other, { sentimento: null, palavras: ['antigo'] }, ago(120));
    const home = await readHome(company.token);
    expect(home.palavrasProblematicas).toEqual([
      { termo: 'droga', ocorrencias: 3, ligacoes: 2 },
      { termo: 'burro', ocorrencias: 2, ligacoes: 2 },
    ]);
    expect(home.sentimentoPorProjeto).toEqual([
      { id: company.projeto.id, nome: 'Atendimento', positivos: 1, neutros: 0, negativos: 1 },
      { id: other.projeto.id, nome: 'Vendas', positivos: 0, neutros: 1, negativos: 0 },
    ]);
  });

  it('counts as alerts what insightAttention says and nobody validated, of the latest run, as the review queue does', async () => {
    const company = await createCompany();
    let expected = 0;
    for (const falhou of [false, true])
      for (const confianca of [null, 0.3, 0.6, 0.7, 0.95])
        for (const [alertas, semEvidencia, validado] of COMBINATIONS) {
          const item = await createItem(test.deps, company.auditoria, { status: 'concluido' });
          await processed(company, item, { falhou, confianca, alertas, semEvidencia, validado });
          const { precisa } = insightAttention({
            statusProcessamento: falhou ? 'erro' : 'concluido',
            scoreConfianca: confianca,
            validadoHumano: validado,
            alertas,
            semEvidencia,
          });
          if (precisa && !validado) expected += 1;
        }
    // An insight of a superseded run needs no person's attention; an insight of last quarter still does.
    const again = await createItem(test.deps, company.auditoria, { status: 'concluido' });
    await processed(company, again, { alertas: 3, quando: ago(1) });
    await processed(company, again, { alertas: 0 });
    await processed(company, await createItem(test.deps, company.auditoria), {
      alertas: 1,
      quando: ago(100),
    });
    expected += 1;
    const latest = await createItem(test.deps, company.auditoria, { numeroDestino: '11955550142' });
    await processed(company, latest, { confianca: 0.4, alertas: 1, quando: new Date(Date.now() + 1000) });
    const { alertas } = await readHome(company.token);
    expect(alertas?.insights).toMatchObject({ n: expected + 1, exato: true });
    expect(alertas?.insights.ligacoes).toHaveLength(5);
    expect(alertas?.insights.ligacoes[0]).toEqual({
      itemId: latest.id,
      rotulo: '11955550142',
      projeto: 'Atendimento',
      template: 'Cortesia',
      motivos: ['Baixa confiança', '1 alerta(s) identificado(s)', 'Precisa de validação humana'],
    });
    // The alerts count firings of rules only, not problematic words.
    expect(alertas?.total).toBe(0);
    const queue = await test.app.inject({
      url: '/api/v1/insights/revisao?limit=50',
      headers: bearer(company.token),
    });
    expect(queue.json().data).toMatchObject({ total: expected + 1, totalExato: true });
    const waiting = queue.json().data.insights.map(({ itemId }: { itemId: string }) => itemId);
    expect(waiting).toEqual(expect.arrayContaining(alertas!.insights.ligacoes.map(({ itemId }) => itemId)));
  });

  it('of calls with many insights it knows the next ones, and of more than are counted so much, until they are fewer', async () => {
    const company = await createCompany();
    const [older, newer] = [
      await createItem(test.deps, company.auditoria, { status: 'concluido' }),
      await createItem(test.deps, company.auditoria, { status: 'concluido' }),
    ];
    await processed(company, older, { confianca: 0.4, quando: ago(1) });
    await processed(company, newer, { confianca: 0.4 });
    const more = async (n: number) => {
      await test.deps.db.query(
        `insert into insights (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id, template_versao_id,
          status_processamento,
           categoria, score_confianca, updated_at)
         select gen_random_uuid(), empresa_id, projeto_id, auditoria_id, item_id, gen_random_uuid(), template_versao_id,
         status_processamento,
           categoria, score_confianca, now() from insights, generate_series(1, $2::int) where item_id = $1
             and vigente limit $2`,
        [newer.id, n],
      );
      await test.deps.db.query('update insights set vigente = true where item_id = $1', [newer.id]);
    };
    const found = async () => (await readHome(company.token)).alertas!.insights;
    const queue = async () =>
      (await test.app.inject({ url: '/api/v1/insights/revisao', headers: bearer(company.token) })).json()
        .data;
    await more(70);
    const idsOf = ({ ligacoes }: { ligacoes: { itemId: string }[] }) => ligacoes.map(({ itemId }) => itemId);
    const some = await found();
    expect(some).toMatchObject({ n: 72, exato: true });
    expect(idsOf(some)).toEqual([newer.id, older.id]);

    await more(1000);
    for (const _ of ['counted', 'known']) {
      const many = await found();
      expect(many).toMatchObject({ n: 1000, exato: false });
      // Calls older than the 1,000 counted calls are not read.
      expect(idsOf(many)).toEqual([newer.id]);
      const page = await queue();
      expect(page).toMatchObject({ total: 1000, totalExato: false });
      expect(page.insights).toHaveLength(20);
      expect(page.insights[0].itemId).toBe(older.id);
    }
    await test.deps.db.query('delete from insights where item_id = $1 and created_at > $2', [
      newer.id,
      ago(0.5),
    ]);
    expect(await queue()).toMatchObject({ total: 1, totalExato: true });
    expect(await found()).toMatchObject({ n: 1, exato: true });
  });

  it('says of a claim without evidence what the queue says, and loses the alert with the verdict', async () => {
    const company = await createCompany();
    const item = await createItem(test.deps, company.auditoria, { status: 'concluido' });
    await processed(company, item, { confianca: 0.99, semEvidencia: true });
    const queue = () => test.app.inject({ url: '/api/v1/insights/revisao', headers: bearer(company.token) });
    const [waiting] = (await queue()).json().data.insights;
    const { alertas } = await readHome(company.token);
    expect(alertas?.insights.n).toBe(1);
    expect(alertas?.insights.ligacoes[0]?.motivos).toEqual(waiting.atencao.motivos);
    expect(waiting.atencao.motivos).toEqual(['Afirmação sem evidência na transcrição']);
    const verdict = await test.app.inject({
      method: 'POST',
      url: `/api/v1/insights/validate/${waiting.id}`,
      headers: bearer(company.token),
      payload: {},
    });
    expect(verdict.statusCode).toBe(200);
    expect((await queue()).json().data.total).toBe(0);
    expect((await readHome(company.token)).alertas?.insights.n).toBe(0);
  });

  it('adds recent errors, open critical tickets and a low balance to the alerts, each told apart', async () => {
    const company = await createCompany(49);
    for (const createdAt of [ago(1), ago(29), ago(31)])
      await createItem(test.deps, company.auditoria, { status: 'erro', createdAt });
    const ticket = (status: 'aberto' | 'em_andamento' | 'fechado', severidade: 'critica' | 'alta') =>
      test.deps.prisma.ticket.create({
        data: { empresaId: company.empresa.id, titulo: 'Sem áudio', descricao: '…', status, severidade },
      });
    await ticket('aberto', 'critica');
    await ticket('em_andamento', 'critica');
    await ticket('fechado', 'critica');
    await ticket('aberto', 'alta');
    const { alertas } = await readHome(company.token);
    // The report from the same first day lists the two counted errors, but not the error of a month ago.
    const report = await test.app.inject({
      url: `/api/v1/projetos/${company.projeto.id}/auditoria-items`,
      query: { status: 'erro', de: alertas!.erros.desde },
      headers: bearer(company.token),
    });
    expect(report.json().pagination.total).toBe(2);
    expect(alertas).toEqual({
      total: 0,
      exato: true,
      alta: 0,
      insights: { n: 0, exato: true, ligacoes: [] },
      erros: {
        n: 2,
        desde: expect.any(String),
        projetos: [{ id: company.projeto.id, nome: 'Atendimento', tipo_projeto: 'call_center', n: 2 }],
      },
      saldoBaixo: true,
      ticketsCriticos: 2,
    });
  });

  it('stops counting at 1.000 and says that there are more', async () => {
    const company = await createCompany();
    const item = await createItem(test.deps, company.auditoria);
    const run = await processed(company, item, { alertas: 1 });
    // Many insights of a run simulate many calls.
    await test.deps.db.query(
      `with versoes
        as (insert into insight_template_versoes (id, empresa_id, template_id, versao, nome, categoria, prompt_template)
         select gen_random_uuid(), v.empresa_id, v.template_id, n, 'T', 'behavioral', 'x'
         from insight_template_versoes v, generate_series(2, 1005) n where v.id = $2 returning id)
       insert into insights (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id, template_versao_id,
         categoria,
         status_processamento, alertas_identificados)
       select gen_random_uuid(), s.empresa_id, s.projeto_id, s.auditoria_id, s.item_id, s.execucao_id, v.id,
       'behavioral',
         'concluido', s.alertas_identificados from insights s, versoes v where s.execucao_id = $1`,
      [run.id, versaoId],
    );
    const { alertas } = await readHome(company.token);
    expect(alertas).toMatchObject({ insights: { n: 1000, exato: false } });
    expect(alertas?.insights.ligacoes).toHaveLength(1);
  });

  it('lists the projects used last, and what happened last with room for more than calls', async () => {
    const company = await createCompany();
    const { prisma } = test.deps;
    await prisma.projeto.update({ where: { id: company.projeto.id }, data: { createdAt: ago(50) } });
    const quiet = await createProjeto(test.deps, company.empresa, {
      nome: 'Parado',
      tipoProjeto: 'pesquisa',
    });
    await prisma.projeto.update({ where: { id: quiet.id }, data: { createdAt: ago(20) } });
    const item = await createItem(test.deps, company.auditoria, {
      createdAt: ago(9),
      numeroDestino: '1130001000',
    });
    const ends = Array.from({ length: 8 }, (_, i) => new Date(Date.now() - i * 60_000));
    for (const quando of ends) await processed(company, item, { quando });
    await prisma.execucao.create({
      data: {
        empresaId: company.empresa.id,
        projetoId: company.projeto.id,
        itemId: item.id,
        status: 'erro',
        origem: 'manual',
        configuracao: {},
        motivo: 'Gravação inaudível.',
        terminadaEm: new Date(Date.now() + 60_000),
      },
    });
    await changeBalance(test.deps.db, {
      empresaId: company.empresa.id,
      tipo: 'compra',
      quantidade: 100,
      chaveIdempotente: 'compra-1',
      descricao: 'Pacote Essencial',
    });
    await prisma.ticket.create({
      data: {
        empresaId: company.empresa.id,
        titulo: 'Dúvida sobre script',
        descricao: '…',
        createdAt: ago(3),
      },
    });
    const home = await readHome(company.token);
    expect(home.projetosAtivos).toEqual([
      {
        id: company.projeto.id,
        nome: 'Atendimento',
        tipo_projeto: 'call_center',
        exemplo: false,
        ultimaAtividade: ends[0]!.toISOString(),
      },
      {
        id: quiet.id,
        nome: 'Parado',
        tipo_projeto: 'pesquisa',
        exemplo: false,
        ultimaAtividade: expect.any(String),
      },
    ]);
    const events = home.atividadeRecente!;
    expect(events).toHaveLength(10);
    expect(events[0]).toMatchObject({
      tipo: 'ligacao_erro',
      id: item.id,
      titulo: '1130001000',
      detalhe: 'Gravação inaudível.',
    });
    expect(events.filter(({ tipo }) => tipo === 'ligacao_concluida')).toHaveLength(5);
    expect(events.find(({ tipo }) => tipo === 'compra')).toMatchObject({
      quantidade: 100,
      titulo: 'Pacote Essencial',
    });
    expect(events.map(({ tipo }) => tipo)).toEqual(expect.arrayContaining(['ticket', 'projeto']));
    expect(events.map(({ quando }) => quando)).toEqual(
      events
        .map(({ quando }) => quando)
        .sort()
        .toReversed(),
    );
  });

  it('shows a company nothing of another, nor an administrator anything but the own company', async () => {
    const company = await createCompany(500);
    await processed(company, await createItem(test.deps, company.auditoria, { status: 'concluido' }), {
      nota: 0.5,
      alertas: 1,
      sentimento: 'negativo',
      palavras: ['droga'],
    });
    const empty = await createEmpresa(test.deps, { creditos: 60 });
    for (const papel of ['admin', 'gerente', 'usuario'] as const) {
      const home = await readHome(signToken(test.deps, await createMembro(test.deps, empty, { papel })));
      expect(home).toMatchObject({
        cartoes: { projetosAtivos: 0, projetos: 0, totalAuditorias: 0, totalItens: 0, creditos: 60 },
        alertas: { total: 0, exato: true },
        statusAuditorias: { concluido: 0, erro: 0, pendente: 0, processando: 0 },
        palavrasProblematicas: [],
        sentimentoPorProjeto: [],
        projetosAtivos: [],
      });
      expect(home.volumeMensal?.every((mes) => mes.concluido + mes.erro + mes.pendente === 0)).toBe(true);
      expect(home.qualidadeMedia?.media).toBeNull();
      expect(home.atividadeRecente?.map(({ tipo }) => tipo)).toEqual([]);
    }
  });

  it('costs the same few statements with 1 project as with 60', async () => {
    const count = async (token: string) => {
      await readHome(token);
      const { answer: home, queries } = await queriesBy(test.deps.db.pool, () => readHome(token));
      // Keeps the named statements, as the home's are; a timer of the process may meanwhile run others without a name.
      const asked = withoutSession(queries).filter((name) => /^\w+$/u.test(name));
      return { asked, home };
    };
    const company = await createCompany();
    const one = await count(company.token);
    expect(one.asked.length).toBeGreaterThan(0);
    expect(one.asked.length).toBeLessThanOrEqual(9);
    for (let i = 0; i < 60; i += 1) {
      const projeto = await createProjeto(test.deps, company.empresa);
      await createItem(test.deps, await createAuditoria(test.deps, projeto), { status: 'concluido' });
    }
    const many = await count(company.token);
    expect(many.asked).toEqual(one.asked);
    expect(many.home.cartoes).toMatchObject({ projetosAtivos: 61, totalItens: 60 });
    expect(many.home.projetosAtivos).toHaveLength(8);
  });

  it('answers the other parts when one cannot be read, and an error when none can', async () => {
    const company = await createCompany();
    await createItem(test.deps, company.auditoria);
    const original = test.deps.db.query.bind(test.deps.db);
    const failing = (names: RegExp) =>
      vi
        .spyOn(test.deps.db, 'query')
        .mockImplementation(((query: { name?: string }, ...rest: unknown[]) =>
          names.test(query.name ?? '')
            ? Promise.reject(new Error('canceling statement due to statement timeout'))
            : original(query as never, ...(rest as []))) as never);
    failing(/achados/);
    const home = await readHome(company.token);
    expect(home.palavrasProblematicas).toBeNull();
    expect(home.sentimentoPorProjeto).toBeNull();
    expect(home.cartoes?.totalItens).toBe(1);
    vi.restoreAllMocks();
    failing(/^(dashboard_|disparos_contagem)/);
    const refused = await test.app.inject({ url: '/api/v1/dashboard', headers: bearer(company.token) });
    expect(refused.statusCode).toBe(500);
    expect(refused.body).not.toContain('statement timeout');
  });
});

describe('GET /dashboard/itens-por-projeto', () => {
  type Onde = ResponseOf<typeof getItensPorProjeto>['data'];
  type Asked = {
    status?: 'pendente' | 'processando' | 'concluido' | 'erro';
    nota?: 'com';
    de?: string;
    ate?: string;
  };
  const get = async (token: string, url: string, query: Record<string, string>) => {
    const response = await test.app.inject({ url: `/api/v1${url}`, query, headers: bearer(token) });
    expect(response.statusCode).toBe(200);
    return response.json();
  };
  const readOnde = async (token: string, asked: Asked): Promise<Onde> =>
    (await get(token, '/dashboard/itens-por-projeto', asked)).data;
  const monthDays = (mes: string) => {
    const [year, month] = mes.split('-').map(Number) as [number, number];
    return { de: `${mes}-01`, ate: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) };
  };

  it('names the projects behind each figure of the home; the lists they lead to hold as many items', async () => {
    const company = await createCompany();
    const { empresa, token } = company;
    const add = async (auditoria: { id: string; projetoId: string; empresaId: string }, back: number) => {
      for (const status of ['concluido', 'erro', 'pendente', 'processando', 'concluido'] as const)
        await createItem(test.deps, auditoria, {
          status,
          createdAt: back === 0 ? new Date() : monthAgo(back),
        });
    };
    const vendas = await createProjeto(test.deps, empresa, { nome: 'Vendas' });
    await add(company.auditoria, 0);
    await add(company.auditoria, 2);
    await add(await createAuditoria(test.deps, vendas), 2);
    await add(await createAuditoria(test.deps, vendas), 9);
    const pesquisa = await createProjeto(test.deps, empresa, { nome: 'Campo', tipoProjeto: 'pesquisa' });
    const campo = await createAuditoria(test.deps, pesquisa, { nome: 'Onda 1' });
    await createAuditoria(test.deps, pesquisa, { nome: 'Ainda vazia' });
    await add(campo, 2);
    // Adds the example project's item, which no figure counts, and an item of another company.
    const exemplo = await createProjeto(test.deps, empresa, { nome: 'Exemplo' });
    const inventada = await createItem(test.deps, await createAuditoria(test.deps, exemplo));
    await test.deps.prisma.projeto.update({
      where: { id: exemplo.id },
      data: { exemploItemId: inventada.id },
    });
    await createItem(test.deps, (await createCompany()).auditoria);

    // Gives every second concluded item a score, both calls and interviews.
    await test.deps.db.query(
      `insert into item_qualidade (item_id, empresa_id, projeto_id, execucao_id, dia, entrada, momento, dia_chamada,
        pontuacao, alertas)
       select id, empresa_id, projeto_id, gen_random_uuid(), escuta_dia(created_at), created_at, momento_chamada,
       dia_chamada,
         case when n % 2 = 0 then 0.5 end, 0
       from (select *, row_number() over (order by created_at, id) as n from auditoria_itens where empresa_id = $1
         and status = 'concluido') i`,
      [empresa.id],
    );
    const home = await readHome(token);
    const scored = home.qualidadeMedia!.meses;
    expect(scored.some(({ itens }) => itens > 0)).toBe(true);
    const figures: [Asked, number][] = [
      [{}, home.cartoes!.totalItens],
      ...scored.map(({ mes, itens }): [Asked, number] => [{ nota: 'com', ...monthDays(mes) }, itens]),
    ];
    const months = home.volumeMensal!;
    const period = { de: `${months[0]!.mes}-01`, ate: monthDays(months.at(-1)!.mes).ate };
    for (const status of ['concluido', 'erro', 'pendente', 'processando'] as const) {
      figures.push([{ status }, home.statusAuditorias![status]!]);
      for (const month of months) figures.push([{ status, ...monthDays(month.mes) }, month[status]]);
      figures.push([{ status, ...period }, months.reduce((sum, month) => sum + month[status], 0)]);
    }
    for (const month of months)
      figures.push([monthDays(month.mes), month.concluido + month.erro + month.pendente + month.processando]);
    expect(figures.some(([asked, n]) => asked.status && asked.de && n > 0)).toBe(true);
    for (const [{ nota, ...asked }, figure] of figures) {
      const onde = await readOnde(token, { ...asked, ...(nota && { nota }) });
      expect([asked, onde.total]).toEqual([asked, figure]);
      expect(onde.outros).toEqual({ projetos: 0, n: 0 });
      expect(onde.projetos.reduce((sum, { n }) => sum + n, 0)).toBe(figure);
      for (const projeto of onde.projetos) {
        expect(projeto.n).toBeGreaterThan(0);
        const lists =
          projeto.tipo_projeto === 'call_center'
            ? [`/projetos/${projeto.id}/auditoria-items`]
            : projeto.auditorias.map(({ id }) => `/auditoria/${id}/items`);
        expect(lists.length).toBeGreaterThan(0);
        let rows = 0;
        const query = { ...asked, ...(nota && { nota_de: '0' }) };
        for (const url of lists) rows += (await get(token, url, query)).pagination.total;
        expect([asked, projeto.nome, rows]).toEqual([asked, projeto.nome, projeto.n]);
      }
    }
    expect((await readOnde(token, {})).projetos).toEqual([
      { id: company.projeto.id, nome: 'Atendimento', tipo_projeto: 'call_center', n: 10, auditorias: [] },
      { id: vendas.id, nome: 'Vendas', tipo_projeto: 'call_center', n: 10, auditorias: [] },
      {
        id: pesquisa.id,
        nome: 'Campo',
        tipo_projeto: 'pesquisa',
        n: 5,
        auditorias: [{ id: campo.id, nome: 'Onda 1' }],
      },
    ]);
  });

  it('names a hundred projects and sums up the others, in one statement', async () => {
    const { empresa, token } = await createCompany();
    await test.deps.db.query(
      `with novos as (insert into projetos (id, empresa_id, nome, tipo_projeto)
         select gen_random_uuid(), $1, 'P' || n, 'call_center' from generate_series(1, 103) n returning id),
       lotes as (insert into auditorias (id, empresa_id, projeto_id, nome)
         select gen_random_uuid(), $1, id, 'A' from novos returning id, projeto_id)
       insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id)
         select gen_random_uuid(), $1, projeto_id, id from lotes`,
      [empresa.id],
    );
    await readOnde(token, {});
    const { answer: onde, queries } = await queriesBy(test.deps.db.pool, () => readOnde(token, {}));
    expect(withoutSession(queries)).toHaveLength(1);
    expect(onde.projetos).toHaveLength(100);
    expect(onde).toMatchObject({ total: 103, outros: { projetos: 3, n: 3 } });
  });

  it('refuses a day and a state that there are not', async () => {
    const { token } = await createCompany();
    for (const query of [{ de: '2026-02-30' }, { ate: 'ontem' }, { status: 'feito' }]) {
      const response = await test.app.inject({
        url: '/api/v1/dashboard/itens-por-projeto',
        query: query as Record<string, string>,
        headers: bearer(token),
      });
      expect(response.statusCode).toBe(400);
    }
  });
});

describe('by the day of the call or of its entry', () => {
  const get = async (token: string, url: string, query: Record<string, string> = {}) => {
    const response = await test.app.inject({ url: `/api/v1${url}`, query, headers: bearer(token) });
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  };
  /** yyyy-MM-dd of an instant in São Paulo. */
  const dayOf = (at: Date) => at.toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });

  it('counts each call on its day of São Paulo, on every screen, and moves it with its time', async () => {
    const company = await createCompany();
    const { projeto, auditoria, token } = company;
    const second = await createAuditoria(test.deps, projeto);
    // The calls below are at 23:59:59.999 of a day two months ago, at 00:00 of the next day, and one has no time; all
    // are entered today.
    const middle = dayOf(monthAgo(2));
    const next = dayOf(new Date(monthAgo(2).getTime() + DAY_MS));
    const entered = new Date();
    const today = dayOf(entered);
    const midnight = new Date(`${next}T03:00:00Z`);
    const add = (callStartTime: Date | null, numeroDestino: string, of = auditoria) =>
      createItem(test.deps, of, {
        callStartTime,
        numeroDestino,
        status: 'concluido',
        callDuration: 60,
        createdAt: entered,
      });
    const late = await add(new Date(midnight.getTime() - 1), '11900000001');
    const early = await add(midnight, '11900000002');
    await add(midnight, '11900000002', second);
    const unknown = await add(null, '11900000003');
    for (const item of [late, early, unknown]) {
      await processed(company, item, {
        nota: 0.5,
        sentimento: 'negativo',
        palavras: ['droga'],
        semEvidencia: true,
      });
    }

    /** Reads the number of calls on a day from each figure that can be limited to days. */
    const counts = async (data: 'ligacao' | 'entrada', dia: string) => {
      const dias = { data, de: dia, ate: dia };
      const list = await get(token, `/projetos/${projeto.id}/auditoria-items`, dias);
      const cards = (await get(token, `/projetos/${projeto.id}/metricas`, dias)).data;
      const parts = [];
      for (const { id } of [auditoria, second]) {
        const items = await get(token, `/auditoria/${id}/items`, dias);
        const { data: stats } = await get(token, `/auditoria/${id}/items/statistics`, dias);
        expect(items.data).toHaveLength(items.pagination.total);
        expect([stats.total, stats.duracaoTotalS]).toEqual([
          items.pagination.total,
          60 * items.pagination.total,
        ]);
        parts.push(stats.total);
      }
      const onde = (await get(token, '/dashboard/itens-por-projeto', dias)).data;
      const fila = (await get(token, '/insights/revisao', dias)).data;
      // The list behind a card has as many rows as the card's number.
      expect(list.data).toHaveLength(list.pagination.total);
      expect(cards.totalLigacoes).toBe(list.pagination.total);
      expect(cards.duracaoTotalS).toBe(60 * list.pagination.total);
      expect(cards.numerosUnicos).toBe(
        new Set(list.data.map((row: { numero_destino: string }) => row.numero_destino)).size,
      );
      expect(onde.total).toBe(list.pagination.total);
      return { calls: list.pagination.total, audits: parts, queue: fila.total };
    };
    expect(await counts('ligacao', middle)).toEqual({ calls: 1, audits: [1, 0], queue: 1 });
    expect(await counts('ligacao', next)).toEqual({ calls: 2, audits: [1, 1], queue: 1 });
    expect(await counts('ligacao', today)).toEqual({ calls: 1, audits: [1, 0], queue: 1 });
    expect(await counts('entrada', today)).toEqual({ calls: 4, audits: [3, 1], queue: 3 });
    expect(await counts('entrada', middle)).toEqual({ calls: 0, audits: [0, 0], queue: 0 });

    /** Reads the months with calls as [month, completed calls, calls with a score], and the problematic words. */
    const home = async (data: 'ligacao' | 'entrada') => {
      const painel: Painel = (await get(token, '/dashboard', { data })).data;
      const months = painel.volumeMensal!.map(({ mes, concluido }, i) => [
        mes,
        concluido,
        painel.qualidadeMedia!.meses[i]!.itens,
      ]);
      return { months: months.filter(([, n]) => n !== 0), palavras: painel.palavrasProblematicas };
    };
    const [then, now] = [monthOf(monthAgo(2)), monthOf(entered)];
    const droga = [{ termo: 'droga', ocorrencias: 3, ligacoes: 3 }];
    expect(await home('entrada')).toEqual({ months: [[now, 4, 3]], palavras: droga });
    expect(await home('ligacao')).toEqual({
      months: [
        [then, 3, 2],
        [now, 1, 1],
      ],
      palavras: droga,
    });
    // A request that chooses no date gets the figures by date of entry, as before the choice existed.
    expect((await readHome(token)).volumeMensal).toEqual(
      (await get(token, '/dashboard', { data: 'entrada' })).data.volumeMensal,
    );

    const admin = await createMembro(test.deps, company.empresa, { papel: 'admin' });
    const panel = async (data: string, mes: string): Promise<number> =>
      (await get(signToken(test.deps, admin), '/admin/stats', { data })).data.volumeMensal.find(
        (one: { mes: string }) => one.mes === mes,
      ).concluido;
    // Companies of other test files count too, so the two figures differ by at least this company's three calls.
    expect(await panel('ligacao', now)).toBeLessThanOrEqual((await panel('entrada', now)) - 3);

    // Insights count by the time of analysis unless the request names another date.
    const insights = async (data: string | null, periodo: string) => {
      const asked = { periodo, ...(data && { data }) };
      const [stats, trends] = [
        (await get(token, '/insights/analytics/stats', asked)).data,
        (await get(token, '/insights/analytics/trends', { ...asked, intervalos: '6' })).data,
      ];
      expect(trends.reduce((sum: number, { n }: { n: number }) => sum + n, 0)).toBe(stats.total);
      return stats.total;
    };
    expect([
      await insights(null, '7d'),
      await insights('analise', '7d'),
      await insights('entrada', '7d'),
    ]).toEqual([3, 3, 3]);
    expect([await insights('ligacao', '7d'), await insights('ligacao', '12m')]).toEqual([1, 3]);
    const beside = await get(token, `/insights/${early.id}`, { includeStats: 'true', data: 'ligacao' });
    expect(beside.estatisticas.total).toBe(1);
    // Gives a verdict today on a call of two months ago.
    const { insights: waiting } = (
      await get(token, '/insights/revisao', { data: 'ligacao', de: middle, ate: middle })
    ).data;
    const verdict = await test.app.inject({
      method: 'POST',
      url: `/api/v1/insights/validate/${waiting[0].id}`,
      headers: bearer(token),
      payload: { veredito: 'aprovado' },
    });
    expect(verdict.statusCode, verdict.body).toBe(200);
    const reviewed = async (data: string) =>
      (await get(token, '/insights/analytics/concordancia', { periodo: '7d', data })).data.templates.length;
    expect([await reviewed('revisao'), await reviewed('entrada'), await reviewed('ligacao')]).toEqual([
      1, 1, 0,
    ]);

    // A corrected time of the call moves all figures; the former time moves them back.
    const mend = async (call_start_time: string | null) => {
      const response = await test.app.inject({
        method: 'PUT',
        url: `/api/v1/auditoria-item/${early.id}`,
        headers: bearer(token),
        payload: { call_start_time, call_end_time: null },
      });
      expect(response.statusCode, response.body).toBe(200);
    };
    const before = [await counts('ligacao', middle), await counts('ligacao', next), await home('ligacao')];
    await mend(new Date(midnight.getTime() - 60_000).toISOString());
    expect(await counts('ligacao', middle)).toMatchObject({ calls: 2, audits: [2, 0] });
    expect(await counts('ligacao', next)).toMatchObject({ calls: 1, audits: [0, 1] });
    await mend(null);
    expect(await counts('ligacao', today)).toMatchObject({ calls: 2 });
    expect((await home('ligacao')).months).toEqual([
      [then, 2, 1],
      [now, 2, 2],
    ]);
    expect(await counts('entrada', today)).toMatchObject({ calls: 4 });
    await mend(midnight.toISOString());
    expect([await counts('ligacao', middle), await counts('ligacao', next), await home('ligacao')]).toEqual(
      before,
    );
  });

  it('refuses a kind of day that there is not', async () => {
    const { token, projeto } = await createCompany();
    for (const url of ['/dashboard', `/projetos/${projeto.id}/metricas`, '/insights/analytics/stats']) {
      const response = await test.app.inject({
        url: `/api/v1${url}`,
        query: { data: 'ontem' },
        headers: bearer(token),
      });
      expect(response.statusCode, url).toBe(400);
      expect(response.json().error).toMatch(/^“data”: data inválida: use /);
    }
  });
});

describe('GET /admin/stats', () => {
  const read = async (token: string): Promise<Stats> => {
    const response = await test.app.inject({ url: '/api/v1/admin/stats', headers: bearer(token) });
    expect(response.statusCode).toBe(200);
    return response.json().data;
  };

  it('counts the installation, ranks companies, tells what was done, and leaves archived companies out', async () => {
    const tenant = await createTenant(test.deps, { nome: 'Painel Grande', creditos: 0 });
    // The totals are cached for three seconds, so at first they may lack this company's item.
    const before = await vi.waitFor(async () => {
      const seen = await read(tenant.tokens.admin);
      expect(seen.totalItens).toBe((await readTotais(test.deps.db, { kind: 'instalacao' })).itens);
      return seen;
    }, 20_000);
    const company = await createCompany(0);
    await changeBalance(test.deps.db, {
      empresaId: tenant.empresa.id,
      tipo: 'compra',
      quantidade: 40,
      chaveIdempotente: 'x',
      descricao: 'Pacote',
    });
    // Nine runs cost a credit each; two of these credits are refunded.
    const runs = Array.from({ length: 9 }, () => randomUUID());
    const entry = { empresaId: tenant.empresa.id, usuarioId: null };
    for (const execucaoId of runs)
      await test.deps.db.transaction((tx) =>
        reserveCredit(tx, { ...entry, execucaoId, creditos: 1, descricao: 'Teste' }),
      );
    for (const execucaoId of runs.slice(0, 2)) {
      await test.deps.db.transaction((tx) => refundCredit(tx, { ...entry, execucaoId, descricao: 'Falhou' }));
    }
    await test.deps.db.query(
      `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, status)
       select gen_random_uuid(), $1, $2, $3, 'concluido' from generate_series(1, 1500)`,
      [tenant.empresa.id, tenant.projeto.id, tenant.auditoria.id],
    );
    const archived = await createEmpresa(test.deps, { nome: 'Arquivada' });
    await createMembro(test.deps, archived);
    await createProjeto(test.deps, archived);
    await test.deps.prisma.empresa.update({ where: { id: archived.id }, data: { arquivadaEm: new Date() } });
    await createMembro(test.deps, company.empresa, { ativo: false });
    await test.deps.prisma.registroAcesso.createMany({
      data: [
        {
          empresaId: company.empresa.id,
          acao: 'login',
          recurso: 'membro',
          createdAt: new Date(Date.now() + 5000),
        },
        {
          empresaId: company.empresa.id,
          acao: 'creditos_comprados',
          recurso: 'credito',
          createdAt: new Date(Date.now() + 4000),
        },
      ],
    });
    const stats = await vi.waitFor(async () => {
      const now = await read(tenant.tokens.admin);
      expect(now.totalItens - before.totalItens).toBe(1500);
      return now;
    }, 20_000);
    expect(stats.totalEmpresas - before.totalEmpresas).toBe(1);
    expect(stats.totalProjetos - before.totalProjetos).toBe(1);
    expect(stats.totalUsuarios - before.totalUsuarios).toBe(1);
    expect(stats.maioresEmpresas[0]).toEqual({
      id: tenant.empresa.id,
      nome: 'Painel Grande',
      itens: 1501,
      creditosUsados: 7,
      saldo: 33,
    });
    expect(stats.maioresEmpresas.length).toBeLessThanOrEqual(5);
    expect(stats.atividadeRecente[0]).toMatchObject({
      acao: 'creditos_comprados',
      empresa: company.empresa.nome,
    });
    expect(stats.atividadeRecente.map(({ acao }) => acao)).not.toContain('login');
    expect(stats.atividadeRecente.map(({ acao }) => acao)).toContain('empresa_criada');
    const now = stats.volumeMensal.at(-1)!;
    expect(now.mes).toBe(monthOf(new Date()));
    expect(now.concluido - before.volumeMensal.at(-1)!.concluido).toBe(1500);
    expect(stats.novosPorMes.at(-1)!.empresas - before.novosPorMes.at(-1)!.empresas).toBe(2);
    expect(stats.novosPorMes).toHaveLength(6);
  });

  it('is for administrators only', async () => {
    const tenant = await createTenant(test.deps);
    for (const token of [
      tenant.tokens.gerente,
      tenant.tokens.usuario,
      await createApiKey(test.deps, tenant.empresa),
    ]) {
      const response = await test.app.inject({ url: '/api/v1/admin/stats', headers: bearer(token) });
      expect(response.statusCode).toBe(403);
    }
    expect((await test.app.inject({ url: `/api/v1/admin/stats?x=${randomUUID()}` })).statusCode).toBe(401);
  });
});
