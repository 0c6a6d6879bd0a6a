// The report of criteria: its figures equal a manual count, each cell lists its calls, criteria that an earlier version
// did not count are counted later, and permissions apply.
import { randomUUID } from 'node:crypto';
import type { RelatorioDeCriteriosWire } from '@escuta/shared/contracts/insights/relatorio-criterios';
import { companyScope } from '@escuta/shared/domain/scope';
import { topFailedCriteria } from '@escuta/shared/services/insights/criteria-sums';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { requestCriteria } from '../../worker/src/tasks/kinds/recontar-criterios.ts';
import { callApi, createTestApp, type TestApp } from '../support/app.ts';
import {
  bearer,
  createAuditoria,
  createItem,
  createMembro,
  createProjeto,
  createTenant,
  signToken,
} from '../support/factories.ts';
import { createRunWithInsights, createTemplateVersion, judged } from '../support/insights.ts';
import { queriesBy } from '../support/statements.ts';
import { endOfTask, startTasks } from '../support/tasks.ts';

type Report = RelatorioDeCriteriosWire;
type Cell = NonNullable<Report['linhas'][number]['celulas'][number]>;

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let projeto: Awaited<ReturnType<typeof createProjeto>>;
let template: Awaited<ReturnType<typeof createTemplateVersion>>;
const agente = { ana: randomUUID(), anaAntiga: randomUUID(), bia: randomUUID() };

const PROTOCOLO = 'O agente informa o número do protocolo.';
const PROTOCOLO_ANTES = 'O agente diz o protocolo.';
const criterios = (protocolo: string) => [
  { id: 'protocolo', descricao: protocolo, peso: 1, critico: true },
  { id: 'saudacao', descricao: 'O agente saúda o cliente.', peso: 1 },
];
const PERIODO = 'de=2026-03-02&ate=2026-03-29';

/** Creates a judged call. The pair: whether it met 'protocolo' and 'saudacao'; null if 'saudacao' does not apply. */
async function call(
  day: string,
  agenteId: string | null,
  [protocolo, saudacao]: readonly [boolean, boolean | null],
  descricao = PROTOCOLO,
) {
  const item = await createItem(test.deps, auditoria, {
    status: 'concluido',
    callStartTime: new Date(`${day}T15:00:00Z`),
  });
  await test.deps.prisma.auditoriaItem.update({
    where: { id: item.id },
    data: { agenteId, arquivoPath: 'a/1', ...(agenteId ? { agenteOrigem: 'pessoa' as const } : {}) },
  });
  const answer = (met: boolean) => ({ atendido: met ? ('sim' as const) : ('nao' as const) });
  const run = await createRunWithInsights(test.deps, item, [
    {
      template,
      pontuacao: 0.5,
      criterios: [
        judged('protocolo', {
          descricao,
          critico: true,
          ...answer(protocolo),
          justificativa: 'Nada foi dito.',
        }),
        ...(saudacao === null
          ? [judged('saudacao', { descricao: 'O agente saúda o cliente.', atendido: 'nao_se_aplica' })]
          : [judged('saudacao', { descricao: 'O agente saúda o cliente.', ...answer(saudacao) })]),
      ],
    },
  ]);
  const { empresaId, projetoId, auditoriaId, id: itemId } = item;
  const { execucaoId } = run;
  await test.deps.prisma.auditoriaResultado.create({
    data: {
      ...{ empresaId, projetoId, auditoriaId, itemId, execucaoId },
      ...{ statusProcessamento: 'concluido', processadoEm: new Date() },
    },
  });
  await test.deps.prisma.execucaoEtapa.create({
    data: {
      ...{ empresaId, execucaoId, etapa: 'audio', ordem: 1, status: 'concluida' },
      saida: { arquivoPath: 'a/1' },
    },
  });
  return { item, insightId: run.ids[0] as string };
}
let auditoria: Awaited<ReturnType<typeof createAuditoria>>;
let corrigida: Awaited<ReturnType<typeof call>>;

beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps);
  projeto = await createProjeto(test.deps, mine.empresa, { nome: 'SAC' });
  auditoria = await createAuditoria(test.deps, projeto);
  template = await createTemplateVersion(test.deps, mine.empresa.id, { nome: 'Atendimento' });
  const { prisma } = test.deps;
  await prisma.insightTemplateVersao.update({
    where: { id: template.versaoId },
    data: { criterios: criterios(PROTOCOLO_ANTES), createdAt: new Date('2026-01-01T12:00:00Z') },
  });
  const { id: versaoId } = await prisma.insightTemplateVersao.create({
    data: {
      ...{ empresaId: mine.empresa.id, templateId: template.id, versao: 2, nome: template.nome },
      ...{ categoria: template.categoria, promptTemplate: 'Avalie.', criterios: criterios(PROTOCOLO) },
      createdAt: new Date('2026-03-10T12:00:00Z'),
    },
  });
  for (const [nome, id] of Object.entries(agente)) {
    await prisma.agente.create({ data: { id, empresaId: mine.empresa.id, nome } });
  }
  await prisma.agente.update({ where: { id: agente.anaAntiga }, data: { fundidoEmId: agente.ana } });
  // Creates two calls before the criterion's rewording, one in the previous period, twelve of Ana (two under the agent
  // that was merged into her), three of Bia, and one without an agent.
  await call('2026-03-03', agente.ana, [false, true], PROTOCOLO_ANTES);
  await call('2026-03-04', agente.bia, [true, true], PROTOCOLO_ANTES);
  await call('2026-02-10', agente.ana, [true, true], PROTOCOLO_ANTES);
  template = { ...template, versaoId };
  for (let n = 0; n < 12; n += 1) {
    await call(n < 6 ? '2026-03-12' : '2026-03-17', n < 2 ? agente.anaAntiga : agente.ana, [
      n >= 9,
      n > 0 ? true : null,
    ]);
  }
  for (const met of [true, true, false]) await call('2026-03-24', agente.bia, [met, true]);
  corrigida = await call('2026-03-25', null, [false, true]);
}, 60_000);
afterAll(() => test.close());

const get = async (path: string, token = mine.tokens.gerente) => {
  const { status, body } = await callApi(test, token, 'GET', `/relatorios/criterios${path}`);
  expect(status, `${path}: ${JSON.stringify(body).slice(0, 300)}`).toBe(200);
  return body;
};
const report = async (query: string): Promise<Report> => (await get(`?${PERIODO}&${query}`)).data;
const rowOf = ({ linhas }: Report, descricao: string) =>
  linhas.find((row) => row.descricao === descricao) as Report['linhas'][number];
const counts = (cell: Cell | null) => cell && [cell.n, cell.falhas];

it('counts criteria by agent, most failed first, and a changed wording as a series of its own', async () => {
  const found = await report('colunas=agentes');
  expect(
    found.linhas.map(({ descricao, redacao: { situacao, mudou_em } }) => [descricao, situacao, mudou_em]),
  ).toEqual([
    [PROTOCOLO, 'atual', '2026-03-10T12:00:00.000Z'],
    [PROTOCOLO_ANTES, 'anterior', null],
    ['O agente saúda o cliente.', 'atual', null],
  ]);
  expect(found.colunas.map(({ nome }) => nome)).toEqual(['ana', 'bia', 'Sem agente']);
  const protocolo = rowOf(found, PROTOCOLO);
  expect(protocolo).toMatchObject({ critico: true, template: { id: template.id, nome: 'Atendimento' } });
  expect(protocolo.celulas.map(counts)).toEqual([
    [12, 9],
    [3, 1],
    [1, 1],
  ]);
  expect([protocolo.celulas[0]?.parte, protocolo.celulas[1]?.parte]).toEqual([0.25, null]);
  const interval = protocolo.celulas[0]?.intervalo;
  expect(interval && interval.de < 0.25 && interval.ate > 0.25).toBe(true);
  expect([counts(protocolo.total), counts(protocolo.anterior)]).toEqual([
    [16, 11],
    [0, 0],
  ]);
  expect(counts(rowOf(found, PROTOCOLO_ANTES).anterior)).toEqual([1, 0]);
  // A call judged 'nao_se_aplica' counts neither as met nor as failed.
  expect(counts(rowOf(found, 'O agente saúda o cliente.').total)).toEqual([17, 0]);

  const semanas = await report(`colunas=semanas&agente_id=${agente.anaAntiga}`);
  expect(semanas.colunas.map(({ nome }) => nome)).toEqual(['2026-03-02', '2026-03-09', '2026-03-16']);
  expect(rowOf(semanas, PROTOCOLO).celulas.map(counts)).toEqual([null, [6, 6], [6, 3]]);
  const meses: Report = (await get('?de=2026-02-09&ate=2026-03-29&colunas=meses')).data;
  expect(meses.colunas.map(({ nome, filtro }) => [nome, filtro])).toEqual([
    ['2026-02-01', { de: '2026-02-09', ate: '2026-02-28' }],
    ['2026-03-01', { de: '2026-03-01', ate: '2026-03-29' }],
  ]);
  expect(rowOf(meses, PROTOCOLO).celulas.map(counts)).toEqual([null, [16, 11]]);
  const [projetos, templates] = [await report('colunas=projetos'), await report('colunas=templates')];
  expect([projetos.colunas[0]?.nome, templates.colunas[0]?.nome]).toEqual(['SAC', 'Atendimento']);
  expect(rowOf(templates, PROTOCOLO).celulas.map(counts)).toEqual([[16, 11]]);
  const { queries } = await queriesBy(test.deps.db.pool, () => report('colunas=agentes'));
  expect(queries.filter((text) => /criterio|template/.test(text))).toHaveLength(3);
});

it('every cell opens as many calls as it counts, in the panel and in the list', async () => {
  for (const colunas of ['agentes', 'semanas', 'meses', 'templates']) {
    const found = await report(`colunas=${colunas}`);
    for (const row of found.linhas) {
      for (const [index, cell] of row.celulas.entries()) {
        if (!cell) continue;
        const { serie, criterio, ...where } = {
          ...found.filtro,
          ...row.filtro,
          ...found.colunas[index]?.filtro,
          ...(cell.criterio ? { criterio: cell.criterio } : {}),
        } as Record<string, string>;
        for (const [atendido, n] of [
          ['nao', cell.falhas],
          ['sim', cell.n - cell.falhas],
        ] as const) {
          const asked = new URLSearchParams({
            ...where,
            criterio: criterio ?? '',
            serie: serie ?? '',
            atendido,
          });
          const page = await get(`/ligacoes?${asked}&limit=5`);
          expect([page.pagination.total, page.data.length], `${asked}`).toEqual([n, Math.min(n, 5)]);
          if (atendido === 'sim') continue;
          const { template_id, ...list } = where;
          const entry = `${template_id} ${serie} n ${criterio}`;
          const listed = await callApi(
            test,
            mine.tokens.gerente,
            'GET',
            `/ligacoes?${new URLSearchParams({ ...list, data: 'ligacao', criterio: entry })}`,
          );
          expect(listed.body.pagination?.total, entry).toBe(n);
        }
      }
    }
  }
  // All pages together contain every call once, the newest first.
  const { filtro, linhas } = await report('colunas=projetos');
  const asked = new URLSearchParams({ ...filtro, ...linhas[0]?.filtro });
  const pages = await Promise.all([1, 2, 3].map((page) => get(`/ligacoes?${asked}&limit=4&page=${page}`)));
  const rows = pages.flatMap(({ data }) => data as { item_id: string; momento: string }[]);
  expect(new Set(rows.map(({ item_id }) => item_id)).size).toBe(11);
  expect(rows.map(({ momento }) => momento)).toEqual(
    rows
      .map(({ momento }) => momento)
      .sort()
      .reverse(),
  );
});

it('follows a correction, and lists the call at its quote', async () => {
  await test.deps.prisma.evidencia.create({
    data: {
      ...{ empresaId: mine.empresa.id, insightId: corrigida.insightId, ordem: 9, criterio: 'protocolo' },
      ...{
        citacao: 'Vou ver isso.',
        verificada: true,
        sentencaOrdem: 3,
        canal: 'left',
        startMs: 4200,
        endMs: 5100,
      },
    },
  });
  const asked = `/ligacoes?${PERIODO}&template_id=${template.id}&criterio=protocolo&agente_id=nenhum&serie=`;
  const { serie } = rowOf(await report('colunas=projetos'), PROTOCOLO);
  const [before] = (await get(asked + serie)).data;
  expect(before).toMatchObject({
    item_id: corrigida.item.id,
    justificativa: 'Nada foi dito.',
    corrigido: false,
    evidencias: [{ citacao: 'Vou ver isso.', startMs: 4200 }],
  });
  const read = { tipo: 'trecho', alvoId: corrigida.item.id, usuarioId: mine.gerente.usuarioId };
  expect(await test.deps.prisma.acesso.count({ where: read })).toBe(1);
  const given = await callApi(
    test,
    mine.tokens.gerente,
    'POST',
    `/insights/validate/${corrigida.insightId}`,
    {
      veredito: 'rejeitado',
      motivo: 'Foi dito.',
      criterios: [{ id: 'protocolo', atendido: 'sim' }],
    },
  );
  expect(given.status).toBe(200);
  expect((await get(asked + serie)).pagination.total).toBe(0);
  expect((await get(`${asked + serie}&atendido=sim`)).data[0]).toMatchObject({ corrigido: true });
  expect(counts(rowOf(await report('colunas=projetos'), PROTOCOLO).total)).toEqual([16, 10]);
  // The report of reviews lists criteria or templates as requested.
  const { body } = await callApi(test, mine.tokens.gerente, 'GET', `/relatorios/validacao?${PERIODO}`);
  type Group = { titulo: string; partes: { nome: string; valor: number }[] };
  expect(
    (body.data.grupos as Group[]).map(({ titulo, partes }) => [
      titulo,
      partes.map(({ nome, valor }) => [nome, valor]),
    ]),
  ).toEqual([
    ['Concordância por template', [['Atendimento', 0]]],
    [
      'Concordância por critério',
      [
        [PROTOCOLO, 0],
        ['O agente saúda o cliente.', 1],
      ],
    ],
  ]);
});

it('counts what was judged before criteria were kept, by a task that may be resumed', async () => {
  const { db } = test.deps;
  const tasks = startTasks(test.deps);
  const kept = async () =>
    (
      await db.query(
        `select item_id, criterios, falhas_criticas from item_qualidade where empresa_id = $1 order by 1`,
        [mine.empresa.id],
      )
    ).rows;
  const before = { rows: await kept(), table: await report('colunas=agentes') };
  await db.query(
    `update item_qualidade set criterios = '{}', falhas_criticas = 0, criterios_a_contar = true where empresa_id = $1`,
    [mine.empresa.id],
  );
  expect((await report('colunas=agentes')).linhas).toEqual([]);
  await requestCriteria(db);
  await requestCriteria(db);
  const found = await db.query<{ id: string }>(
    `select id from tarefas where tipo = 'recontar_criterios' and empresa_id = $1`,
    [mine.empresa.id],
  );
  expect(found.rows).toHaveLength(1);
  const end = await endOfTask(test, mine.tokens.gerente, found.rows[0]?.id as string);
  expect(end).toMatchObject({ status: 'concluida', resultado: { ligacoes: 19, comCriterios: 19 } });
  await tasks.stop();
  expect({ rows: await kept(), table: await report('colunas=agentes') }).toEqual(before);
});

it('names the criteria failed most, exports what the screen shows, and keeps to company and role', async () => {
  const scope = companyScope(mine.empresa.id);
  const top = await topFailedCriteria(test.deps.db, scope, { de: '2026-03-02', ate: '2026-03-29', n: 3 });
  // The list leaves out the criterion's former wording, and criteria that no call failed.
  expect(top.map(({ descricao, n, falhas }) => [descricao, n, falhas])).toEqual([[PROTOCOLO, 16, 10]]);
  const { criterios: listed } = (await get(`/mais-descumpridos?${PERIODO}`)).data;
  expect(listed).toMatchObject([{ descricao: PROTOCOLO, falhas: 10 }]);

  const csv = await test.app.inject({
    method: 'POST',
    url: '/api/v1/relatorios/criterios/arquivo',
    headers: bearer(mine.tokens.gerente),
    payload: { de: '2026-03-02', ate: '2026-03-29', colunas: 'agentes', formato: 'csv' },
  });
  expect(csv.statusCode).toBe(200);
  const [head, first] = csv.body.split('\r\n');
  expect(head).toContain('Critério;Crítico;Redação;');
  expect(first).toContain(`Atendimento;${PROTOCOLO};Sim;Atual;10/03/2026 09:00;37,5;`);
  const taken = { tipo: 'exportacao', alvoTipo: 'empresa', empresaId: mine.empresa.id };
  expect(await test.deps.prisma.acesso.count({ where: taken })).toBe(1);
  const logged = { where: { acao: 'lista_exportada', recurso: 'criterios', empresaId: mine.empresa.id } };
  expect(await test.deps.prisma.registroAcesso.count(logged)).toBe(1);

  const other = await createTenant(test.deps);
  expect(
    (await callApi(test, other.tokens.gerente, 'GET', `/relatorios/criterios?${PERIODO}`)).body.data.linhas,
  ).toEqual([]);
  const foreign = await callApi(
    test,
    other.tokens.gerente,
    'GET',
    `/relatorios/criterios?projeto_id=${projeto.id}`,
  );
  expect(foreign.status).toBe(404);
  const usuario = signToken(test.deps, await createMembro(test.deps, mine.empresa, { nome: 'Ouvinte' }));
  expect((await callApi(test, usuario, 'GET', '/relatorios/criterios?colunas=agentes')).status).toBe(403);
  expect((await callApi(test, usuario, 'GET', '/relatorios/criterios')).status).toBe(200);
});
