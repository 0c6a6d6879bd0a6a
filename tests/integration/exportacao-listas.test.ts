// Lists exported as files: other programs can read every cell; a file has only rows that the person chose and may see,
// all from one snapshot of the database.
import { randomUUID } from 'node:crypto';
import { read, utils } from '@e965/xlsx';
import type { PedidoExportacao } from '@escuta/shared/domain/exports/export-request';
import { csvText } from '@escuta/shared/services/exports/csv';
import { HOSTILE } from '@escuta/shared/services/exports/hostile-cells';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { judgingRules } from '../../worker/src/rules/rules.ts';
import { callApi, createTestApp, type TestApp } from '../support/app.ts';
import { conclude } from '../support/conversations.ts';
import {
  bearer,
  createApiKey,
  createAuditoria,
  createItem,
  createProjeto,
  createTenant,
} from '../support/factories.ts';
import { createRunWithInsights, createTemplateVersion, judged } from '../support/insights.ts';
import { endOfTask, startTasks } from '../support/tasks.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let other: Awaited<ReturnType<typeof createTenant>>;
let projeto: Awaited<ReturnType<typeof createProjeto>>;
let auditoria: Awaited<ReturnType<typeof createAuditoria>>;

beforeAll(async () => {
  test = await createTestApp();
  [mine, other] = [await createTenant(test.deps), await createTenant(test.deps)];
});
afterAll(() => test.close());
beforeEach(async () => {
  projeto = await createProjeto(test.deps, mine.empresa);
  auditoria = await createAuditoria(test.deps, projeto);
});

let asked = 0;
const nextAddress = () => {
  asked += 1;
  return `10.0.0.${asked % 250}`;
};
type Pedido = Partial<PedidoExportacao> & { formato: 'csv' | 'xlsx' | 'json' };
const ask = (body: unknown, token = mine.tokens.gerente, path = 'arquivo') =>
  test.app.inject({
    method: 'POST',
    url: `/api/v1/exportacoes/${path}`,
    headers: bearer(token),
    // Every request uses a new IP address, because an address may export 30 times a minute.
    remoteAddress: nextAddress(),
    payload: body as object,
  });
async function file(pedido: Pedido, token = mine.tokens.gerente) {
  const answer = await ask({ tipo: 'ligacoes', alvo: { tipo: 'projeto', id: projeto.id }, ...pedido }, token);
  expect(answer.statusCode, answer.body.slice(0, 500)).toBe(200);
  return answer;
}
const csvOf = (body: string): string[][] =>
  parse(body, { bom: true, delimiter: ';', record_delimiter: '\r\n' });

/** Creates an analysed call: sentences on both sides, one corrected by a person, an insight with a verdict. */
async function analysed() {
  const { deps } = test;
  const item = await createItem(deps, auditoria, {
    nomeEntrevistado: '=SOMA(1;1)',
    ramal: '2001',
    callDuration: 83,
    status: 'concluido',
  });
  const template = await createTemplateVersion(deps, mine.empresa.id, { nome: 'Atendimento' });
  const { execucaoId, ids } = await createRunWithInsights(deps, item, [
    {
      template,
      pontuacao: 0.755,
      criterios: [
        judged('saudacao', { critico: true, peso: 2 }),
        judged('protocolo', { atendido: 'nao', comprovado: false }),
      ],
      alertas: [{ titulo: 'Cliente irritado', descricao: 'Gritou.', gravidade: 'alta', comprovado: true }],
    },
  ]);
  const place = { empresaId: mine.empresa.id, itemId: item.id, projetoId: projeto.id };
  const resultado = await deps.prisma.auditoriaResultado.create({
    data: {
      ...place,
      auditoriaId: auditoria.id,
      execucaoId,
      statusProcessamento: 'concluido',
      processadoEm: new Date('2026-03-02T14:00:00Z'),
      analiseTexto: { resumo: 'O cliente pediu a segunda via.' },
    },
  });
  const [left, right] = [
    await deps.prisma.transcricao.create({
      data: { ...place, resultadoId: resultado.id, canal: 'left', modelo: 'stt-1', fullText: 'Bom dia' },
    }),
    await deps.prisma.transcricao.create({
      data: { ...place, resultadoId: resultado.id, canal: 'right', modelo: 'stt-1', fullText: 'Oi' },
    }),
  ];
  const sentence = (transcricaoId: string, ordem: number, texto: string, startMs: number, falante: string) =>
    deps.prisma.sentenca.create({
      data: {
        empresaId: mine.empresa.id,
        transcricaoId,
        ordem,
        texto,
        startMs,
        endMs: startMs + 900,
        confianca: 0.5,
        falante,
      },
    });
  await sentence(left.id, 1, 'Bom dia', 0, 'agente');
  const second = await sentence(right.id, 2, '+55 não funciona', 61_500, 'cliente');
  await deps.prisma.sentencaCorrecao.create({
    data: {
      ...{ empresaId: mine.empresa.id, itemId: item.id },
      sentencaId: second.id,
      texto: '+55 não funcionava',
      usuarioId: mine.gerente.usuarioId,
    },
  });
  await deps.prisma.evidencia.create({
    data: {
      empresaId: mine.empresa.id,
      insightId: ids[0] as string,
      ordem: 1,
      criterio: 'saudacao',
      citacao: 'Bom dia',
      verificada: true,
      sentencaOrdem: 1,
      canal: 'left',
      startMs: 0,
      endMs: 900,
    },
  });
  const judgedBy = await callApi(test, mine.tokens.gerente, 'POST', `/insights/validate/${ids[0]}`, {
    criterios: [{ id: 'protocolo', atendido: 'sim' }],
  });
  expect(judgedBy.status, JSON.stringify(judgedBy.body)).toBe(200);
  return { item, insightId: ids[0] as string };
}

describe('calls', () => {
  it('stand in a workbook cell by cell with their types, with sentences, criteria and costs on sheets of their own', async () => {
    const { item } = await analysed();
    const { rawPayload, headers } = await file({
      formato: 'xlsx',
      colunas: [
        'numero',
        'nome',
        'status',
        'inicio',
        'duracao_s',
        'nota',
        'alertas',
        'resumo',
        'transcricao',
      ],
      planilhas: ['falas', 'criterios', 'custos'],
    });
    expect(headers['content-disposition']).toMatch(/filename="ligacoes-.*\.xlsx"/);
    const book = read(rawPayload, { cellDates: true, cellFormula: true });
    expect(book.SheetNames).toEqual(['Ligações', 'Falas', 'Critérios', 'Custos']);
    const rows = (sheet: string) =>
      utils.sheet_to_json<unknown[]>(book.Sheets[sheet] as never, { header: 1, raw: true, UTC: true });
    const [head, row] = rows('Ligações');
    expect(head).toEqual([
      'Número',
      'Nome',
      'Status',
      'Início da chamada',
      'Duração (s)',
      'Pontuação',
      'Alertas da IA',
      'Resumo',
      'Transcrição com tempos e canais',
    ]);
    expect(row).toEqual([
      '11987654321',
      '=SOMA(1;1)',
      'Concluído',
      // São Paulo's clock time, because sheets have no time zone.
      new Date('2026-03-02T10:00:00.000Z'),
      83,
      100,
      1,
      'O cliente pediu a segunda via.',
      '[00:00:00] Agente: Bom dia\n[00:01:01] Cliente: +55 não funcionava',
    ]);
    // A text never becomes a formula, even if it begins like one.
    expect(
      Object.values(book.Sheets.Ligações ?? {}).filter(
        (cell) => cell && typeof cell === 'object' && 'f' in cell,
      ),
    ).toEqual([]);
    expect(rows('Falas').slice(1)).toEqual([
      [item.id, '11987654321', 1, 0, 0.9, 'Agente', 'Bom dia', 'Bom dia', 'Agente', 'Não', 50, 'stt-1'],
      [
        item.id,
        '11987654321',
        2,
        61.5,
        62.4,
        'Cliente',
        '+55 não funcionava',
        '+55 não funciona',
        'Cliente',
        'Sim',
        50,
        'stt-1',
      ],
    ]);
    const criteria = utils.sheet_to_json<Record<string, unknown>>(book.Sheets.Critérios as never);
    expect(criteria).toMatchObject([
      {
        'Critério (código)': 'saudacao',
        Peso: 2,
        Crítico: 'Sim',
        'Atendido (IA)': 'Sim',
        Citações: '[00:00:00] Bom dia',
        'Veredito do insight': 'Aprovado',
      },
      {
        'Critério (código)': 'protocolo',
        'Atendido (IA)': 'Não',
        'Comprovado por citação': 'Não',
        'Atendido (pessoa)': 'Sim',
      },
    ]);
    expect(rows('Custos')).toHaveLength(1);
  });

  it('stand in a CSV of the Brazilian Excel, with formulas inert whatever people typed', async () => {
    for (const [n, nomeEntrevistado] of HOSTILE.entries()) {
      if (nomeEntrevistado.includes('\u0000') || /\p{Cs}/u.test(nomeEntrevistado)) continue;
      await createItem(test.deps, auditoria, { nomeEntrevistado, callDuration: n });
    }
    const { body } = await file({ formato: 'csv', colunas: ['duracao_s', 'nome', 'criada_em'] });
    expect(body.startsWith('\ufeff')).toBe(true);
    const [head, ...lines] = csvOf(body);
    expect(head).toEqual(['Duração (s)', 'Nome', 'Criada em']);
    for (const [n, nome] of lines.entries()) {
      const [duracao, text, criada] = nome;
      expect(text, `line ${n}`).toBe(csvText(HOSTILE[Number(duracao)] as string));
      expect(text).not.toMatch(/^[=+\-@\t\r]/);
      expect(criada).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/);
    }
    expect(lines.length).toBeGreaterThan(20);
  });

  it('are JSON for programs: types as they are, tables by name', async () => {
    const { item } = await analysed();
    const { body } = await file({
      formato: 'json',
      colunas: ['id', 'inicio', 'nota', 'sentimento', 'agente'],
      planilhas: ['falas'],
    });
    expect(JSON.parse(body)).toEqual({
      ligacoes: [
        { id: item.id, inicio: '2026-03-02T13:00:00.000Z', nota: 100, sentimento: null, agente: null },
      ],
      falas: [expect.objectContaining({ ordem: 1 }), expect.objectContaining({ ordem: 2, corrigida: true })],
    });
  });

  it('are those that were chosen: as many as were counted, and no others', async () => {
    const items = [];
    for (let n = 0; n < 6; n += 1) {
      items.push(
        await createItem(test.deps, auditoria, { callDuration: n, status: n < 4 ? 'concluido' : 'pendente' }),
      );
    }
    const durations = async (selecao: unknown): Promise<number[]> => {
      const target = { tipo: 'ligacoes', alvo: { tipo: 'projeto', id: projeto.id }, selecao };
      const counted = await ask(target, undefined, 'contar');
      const { body } = await file({ formato: 'csv', colunas: ['duracao_s'], selecao: selecao as never });
      const found = csvOf(body)
        .slice(1)
        .map(([n]) => Number(n));
      expect(counted.json().data).toEqual({ linhas: found.length, naHora: true, demais: false });
      return found.sort();
    };
    const ids = items.map(({ id }) => id);
    expect(await durations(undefined)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await durations({ ids: [ids[1], ids[4], randomUUID()] })).toEqual([1, 4]);
    const filtro = { campo: 'status', op: 'um_de', valor: ['concluido'] };
    expect(await durations({ filtro, exceto: [ids[0], ids[5]] })).toEqual([1, 2, 3]);
    // Another company's call is not exported, even by its id.
    expect(await durations({ ids: [other.item.id] })).toEqual([]);
  });
});

/** Creates calls that fire the company's first rules: two failed calls, and one whose client spoke of Procon. */
async function fired() {
  const { deps } = test;
  const failed = async (ramal: string) => {
    const item = await createItem(deps, auditoria, {
      ramal,
      numeroDestino: `1190000${ramal}`,
      callDuration: 61,
    });
    const template = await createTemplateVersion(deps, mine.empresa.id);
    await createRunWithInsights(deps, item, [
      { template, pontuacao: 0.4, criterios: [judged('aviso', { critico: true, atendido: 'nao' })] },
    ]);
    return item;
  };
  const items = [await failed('2001'), await failed('2002')];
  const said = await createItem(deps, auditoria, { numeroDestino: '11900003003' });
  await conclude(deps.db, said, [
    { falante: 'agente', texto: 'Bom dia.' },
    { falante: 'cliente', texto: 'Vou reclamar no Procon.' },
  ]);
  await judgingRules({ ...{ db: deps.db, log: deps.log, restMs: 0 }, publish: () => undefined }).round({
    isStopped: () => false,
    moved: () => undefined,
  });
  return { items, said };
}

it('alerts stand in the order and with the filters of their list, with their reasons in words', async () => {
  await test.deps.db.query('delete from regra_disparos');
  const { items } = await fired();
  const list = async (query: string) =>
    (
      await callApi<{ id: string; item_id: string }[]>(
        test,
        mine.tokens.gerente,
        'GET',
        `/regras/disparos?${query}`,
      )
    ).body.data;
  const alerts = (filtros: PedidoExportacao['filtros'], colunas: string[]): Pedido => ({
    ...{ tipo: 'alertas', alvo: { tipo: 'empresa', id: mine.empresa.id }, formato: 'csv' },
    ...{ filtros, colunas },
  });
  const [first] = await list(`item_id=${items[0]?.id}`);
  const resolved = { ids: [first?.id], estado: 'resolvido', procedente: true, observacao: '=Conferido' };
  expect((await callApi(test, mine.tokens.gerente, 'PATCH', '/regras/disparos', resolved)).status).toBe(200);
  const ids = csvOf((await file(alerts({}, ['id']))).body)
    .slice(1)
    .flat();
  expect(ids).toEqual((await list('')).map(({ id }) => id));
  expect(ids).toHaveLength(3);
  const shown = ['gravidade', 'regra', 'estado', 'procede', 'motivos', 'numero', 'nota', 'resolvido_por'];
  const { body } = await file(alerts({ alerta: 'pendente' }, shown));
  expect(csvOf(body)).toEqual([
    ['Gravidade', 'Regra', 'Situação', 'Procede', 'Motivos', 'Número', 'Pontuação', 'Resolvido por'],
    [
      'Alta',
      'Critério crítico descumprido',
      'Aberto',
      '',
      'Descumpriu: Critério aviso',
      '11900002002',
      '40,0',
      '',
    ],
    [
      ...['Média', 'Cliente fala em Procon, Anatel ou processo', 'Aberto', ''],
      ...['O cliente disse: “Vou reclamar no Procon.” [0:04]', '11900003003', '', ''],
    ],
  ]);
  const closed = { ...alerts({ alerta: 'procedente' }, ['estado', 'procede', 'observacao', 'resolvido_em']) };
  const { rawPayload } = await file({ ...closed, formato: 'xlsx' });
  const book = read(rawPayload, { cellDates: true });
  const [, row] = utils.sheet_to_json<unknown[]>(book.Sheets.Alertas as never, { header: 1 });
  expect(row).toEqual(['Resolvido', 'Sim', '=Conferido', expect.any(Date)]);
  expect((await ask(alerts({}, ['id']), mine.tokens.usuario)).statusCode).toBe(403);
  expect((await ask(alerts({}, ['id']), other.tokens.gerente)).statusCode).toBe(404);
  const [entry] = await test.deps.prisma.registroAcesso.findMany({
    where: { acao: 'lista_exportada', recurso: 'alertas', empresaId: mine.empresa.id },
    orderBy: { createdAt: 'desc' },
    take: 1,
  });
  expect(entry?.detalhes).toMatchObject({ formato: 'xlsx', alerta: 'procedente', linhas: 1 });
});

it('each kind has all of its columns in every format', async () => {
  await analysed();
  await fired();
  const { EXPORTACOES, TIPOS_EXPORTACAO } = await import('@escuta/shared/domain/exports/exports');
  const targets = {
    ligacoes: { alvo: { tipo: 'projeto', id: projeto.id } },
    resultados: { alvo: { tipo: 'auditoria', id: auditoria.id } },
    insights: { alvo: { tipo: 'projeto', id: projeto.id } },
    alertas: { alvo: { tipo: 'empresa', id: mine.empresa.id } },
    entrevistas: { alvo: { tipo: 'pesquisa', id: mine.pesquisa.id } },
    extrato: { alvo: { tipo: 'empresa', id: mine.empresa.id } },
    usuarios: { alvo: { tipo: 'empresa', id: mine.empresa.id } },
    registros: { alvo: { tipo: 'empresa', id: mine.empresa.id } },
    acessos: { alvo: { tipo: 'empresa', id: mine.empresa.id } },
  } as const;
  for (const tipo of TIPOS_EXPORTACAO) {
    const { colunas, planilhas } = EXPORTACOES[tipo];
    const keys = Object.keys(colunas);
    const { body } = await file({
      ...targets[tipo],
      ...{ tipo, formato: 'json', colunas: keys, planilhas: [...planilhas] },
    });
    const parsed = JSON.parse(body) as Record<string, object[]>;
    expect(Object.keys(parsed)).toEqual([tipo, ...planilhas]);
    const [row] = parsed[tipo] ?? [];
    if (tipo !== 'extrato') expect(Object.keys(row ?? {}), tipo).toEqual(keys);
    const { body: csv } = await file({
      ...targets[tipo],
      ...{ tipo, formato: 'csv', colunas: keys },
    });
    // An export adds its own entry to the log of actions.
    const more = tipo === 'registros' ? 2 : 1;
    expect(csvOf(csv)).toHaveLength((parsed[tipo]?.length ?? 0) + more);
  }
});

it('takes the right to it: of the company, of the kind, never a company key', async () => {
  const body = {
    tipo: 'ligacoes',
    alvo: { tipo: 'projeto', id: projeto.id },
    formato: 'csv',
    colunas: ['numero'],
  };
  expect((await ask(body, mine.tokens.usuario)).statusCode).toBe(403);
  expect((await ask(body, other.tokens.gerente)).statusCode).toBe(404);
  const key = await createApiKey(test.deps, mine.empresa);
  expect((await ask(body, key)).statusCode).toBe(403);
  // A person with the right may export calls, results and credits, but not accounts, which this role does not see.
  const granted = mine.tokens.usuario;
  await callApi(test, mine.tokens.gerente, 'PATCH', `/users/${mine.usuario.id}`, {
    direitos: { exportar: true },
  });
  expect((await ask(body, granted)).statusCode).toBe(200);
  const accounts = {
    tipo: 'usuarios',
    alvo: { tipo: 'empresa', id: mine.empresa.id },
    formato: 'csv',
    colunas: ['email'],
  };
  expect((await ask(accounts, granted)).statusCode).toBe(403);
  expect((await ask({ ...accounts, alvo: undefined }, mine.tokens.gerente)).body).not.toContain(
    other.gerente.email,
  );
});

it('refuses what it does not know, and says of each file who has it and of how many rows', async () => {
  const refused = async (fields: object) => {
    const answer = await ask({
      ...{ tipo: 'ligacoes', alvo: { tipo: 'projeto', id: projeto.id }, formato: 'csv', colunas: ['numero'] },
      ...fields,
    });
    expect(answer.statusCode).toBe(400);
    return answer.body;
  };
  expect(await refused({ colunas: ['senha_hash'] })).toContain('Coluna desconhecida');
  expect(await refused({ colunas: [] })).toContain('Selecione ao menos uma coluna');
  expect(await refused({ planilhas: ['falas'] })).toContain('O CSV tem uma só tabela');
  expect(await refused({ alvo: undefined })).toContain('Informe a origem dos dados');
  await createItem(test.deps, auditoria, {});
  await file({
    formato: 'csv',
    colunas: ['numero', 'nome'],
    selecao: { filtro: { campo: 'texto', op: 'contem', valor: '1198765' }, exceto: [] },
  });
  const [entry] = await test.deps.prisma.registroAcesso.findMany({
    where: { acao: 'lista_exportada', recursoId: projeto.id },
    orderBy: { createdAt: 'desc' },
    take: 1,
  });
  expect(entry).toMatchObject({
    usuarioId: mine.gerente.usuarioId,
    empresaId: mine.empresa.id,
    detalhes: { formato: 'csv', colunas: ['numero', 'nome'], linhas: 1 },
  });
  expect(JSON.stringify(entry?.detalhes)).not.toContain('1198765');
});

describe('by a task', () => {
  const many = (n: number) =>
    test.deps.db.query(
      `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, numero_destino, nome_entrevistado,
        call_duration)
       select gen_random_uuid(), $1, $2, $3, '1190000' || i, 'Pessoa ' || i, i from generate_series(1, $4) i`,
      [mine.empresa.id, projeto.id, auditoria.id, n],
    );
  const pedido = () => ({
    tipo: 'ligacoes',
    alvo: { tipo: 'projeto', id: projeto.id },
    formato: 'csv',
    colunas: ['duracao_s', 'nome'],
  });
  const link = (id: string, token = mine.tokens.gerente) =>
    callApi<{ url: string; nome: string }>(test, token, 'POST', `/exportacoes/${id}/link`);
  const objects = () =>
    test.deps.prisma.objetoPendente.findMany({ where: { chave: { contains: '/exportacoes/' } } });

  it('more than come at once: kept for 7 days, given by a link to whoever may, which stands in the log', async () => {
    await many(5001);
    const counted = await ask({ tipo: 'ligacoes', alvo: pedido().alvo }, undefined, 'contar');
    expect(counted.json().data).toEqual({ linhas: 5001, naHora: false, demais: false });
    expect((await ask(pedido())).body).toContain('São mais de 5.000 ligações');
    const made = await callApi<{ tarefa_id: string }>(
      test,
      mine.tokens.gerente,
      'POST',
      '/exportacoes',
      pedido(),
    );
    expect(made.status).toBe(202);
    const id = made.body.data.tarefa_id;
    expect((await link(id)).status).toBe(409);
    const worker = startTasks(test.deps);
    const task = await endOfTask(test, mine.tokens.gerente, id).finally(() => worker.stop(5000));
    expect(task).toMatchObject({
      tipo: 'exportar',
      status: 'concluida',
      alvo: { id: projeto.id },
      progresso: { feito: 5001, total: 5001 },
      resultado: { linhas: 5001 },
    });
    const [stored] = await objects();
    const days = ((stored?.apagarEm.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect([Math.round(days), task.resultado && 'bytes' in task.resultado]).toEqual([7, true]);

    expect((await link(id, other.tokens.gerente)).status).toBe(404);
    const { url, nome } = (await link(id)).body.data;
    expect(nome).toMatch(/^ligacoes-.*\.csv$/);
    const file = await test.app.inject({ method: 'GET', url });
    expect([file.statusCode, file.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining(nome),
    ]);
    const lines = csvOf(file.body).slice(1);
    expect(lines).toHaveLength(5001);
    expect(new Set(lines.map(([n]) => n)).size).toBe(5001);
    // Only the unchanged link downloads the file: a session's token without the signature and a changed link fail.
    const plain = url.split('?', 1)[0] as string;
    const direct = await test.app.inject({ method: 'GET', url: plain, headers: bearer(mine.tokens.gerente) });
    expect(direct.statusCode).toBe(403);
    expect((await test.app.inject({ method: 'GET', url: `${url}x` })).statusCode).toBe(401);
    // A link also stops working when the person who exported the list loses the right to export.
    const grant = async (exportar: boolean) => {
      const path = `/users/${mine.usuario.id}`;
      const changed = await callApi(test, mine.tokens.gerente, 'PATCH', path, { direitos: { exportar } });
      expect(changed.status).toBe(200);
    };
    await grant(true);
    const granted = await callApi<{ tarefa_id: string }>(
      test,
      mine.tokens.usuario,
      'POST',
      '/exportacoes',
      pedido(),
    );
    expect(granted.status, JSON.stringify(granted.body)).toBe(202);
    const own = granted.body.data.tarefa_id;
    const once = startTasks(test.deps);
    await endOfTask(test, mine.tokens.usuario, own).finally(() => once.stop(5000));
    const theirs = (await link(own, mine.tokens.usuario)).body.data.url;
    expect((await test.app.inject({ method: 'GET', url: theirs })).statusCode).toBe(200);
    await grant(false);
    expect((await test.app.inject({ method: 'GET', url: theirs })).statusCode).toBe(403);
    const log = await test.deps.prisma.registroAcesso.findMany({
      where: { acao: 'exportacao_baixada', recursoId: id },
    });
    expect(log).toMatchObject([
      { usuarioId: mine.gerente.usuarioId, detalhes: { linhas: 5001, colunas: ['duracao_s', 'nome'] } },
    ]);
  });

  it('whose worker dies in the middle is written anew, and leaves nothing half', async () => {
    await many(1500);
    const before = new Set((await objects()).map(({ chave }) => chave));
    const { body } = await callApi<{ tarefa_id: string }>(test, mine.tokens.gerente, 'POST', '/exportacoes', {
      ...pedido(),
      selecao: { filtro: { campo: 'texto', op: 'contem', valor: 'Pessoa' }, exceto: [] },
    });
    const id = body.data.tarefa_id;
    // The first worker freezes while storing; its lease ends, and another takes over the task.
    let reached = () => {};
    const stands = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const { store } = test.deps;
    const stuck = {
      put: (_key: string, stream: NodeJS.ReadableStream) =>
        new Promise<{ size: number }>((_resolve, reject) => {
          stream.once('error', reject);
          reached();
        }),
    } as unknown as typeof store;
    const dying = startTasks(test.deps, { store: stuck, leaseMs: 600_000 });
    await stands;
    await test.deps.db.query(`update tarefas set lease_ate = now() - interval '1 second' where id = $1`, [
      id,
    ]);
    const worker = startTasks(test.deps);
    const task = await endOfTask(test, mine.tokens.gerente, id).finally(() => worker.stop(5000));
    expect(task).toMatchObject({ status: 'concluida', resultado: { linhas: 1500 } });
    const { url } = (await link(id)).body.data;
    expect(csvOf((await test.app.inject({ method: 'GET', url })).body)).toHaveLength(1501);
    // Both workers could use the typed search text, which is blanked when the task ends.
    const { parametros } = await test.deps.prisma.tarefa.findUniqueOrThrow({ where: { id } });
    expect(parametros).toMatchObject({ pedido: { selecao: { filtro: { campo: 'texto', valor: '…' } } } });
    // The first worker's announced object is deleted; the second worker's file stays for its seven days.
    const announced = (await objects()).filter(({ chave }) => !before.has(chave));
    expect(announced).toHaveLength(2);
    await expect
      .poll(async () => {
        const now = (await objects()).filter(({ chave }) => !before.has(chave));
        return now.filter(({ apagarEm }) => apagarEm.getTime() < Date.now() + 2 * 86_400_000).length;
      })
      .toBe(1);
    await dying.stop(100);
  });

  it('a file that holds a call goes when the call is erased, also one that is being written; others stay', async () => {
    const gone = await createItem(test.deps, auditoria, { nomeEntrevistado: 'Fulana Apagada' });
    const elsewhere = await createProjeto(test.deps, mine.empresa);
    const create = async (more: object = {}) =>
      (
        await callApi<{ tarefa_id: string }>(test, mine.tokens.gerente, 'POST', '/exportacoes', {
          ...pedido(),
          ...more,
        })
      ).body.data.tarefa_id;
    const worker = startTasks(test.deps);
    const [whole, other] = [await create(), await create({ alvo: { tipo: 'projeto', id: elsewhere.id } })];
    for (const id of [whole, other]) await endOfTask(test, mine.tokens.gerente, id);
    await worker.stop(5000);
    const { url } = (await link(whole)).body.data;
    expect((await test.app.inject({ method: 'GET', url })).body).toContain('Fulana Apagada');

    // Another worker freezes while it stores a file: its late result does not overwrite the newer result.
    const late = await create();
    let reached = () => {};
    const stands = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const { store } = test.deps;
    const slow = Object.assign(Object.create(store) as typeof store, {
      put: async (...[key, stream, options]: Parameters<typeof store.put>) => {
        const size = await store.put(key, stream, options);
        reached();
        await new Promise((resolve) => setTimeout(resolve, 500));
        return size;
      },
    });
    const writing = startTasks(test.deps, { store: slow });
    await stands;
    const erased = await callApi(
      test,
      mine.tokens.gerente,
      'POST',
      `/auditoria-item/${gone.id}/apagar-dados`,
      { motivo: 'pedido_do_titular' },
    );
    expect(erased.status, JSON.stringify(erased.body)).toBe(200);
    expect((await link(whole)).status).toBe(404);
    expect((await test.app.inject({ method: 'GET', url })).statusCode).toBe(404);
    expect((await link(other)).status).toBe(200);
    expect(await endOfTask(test, mine.tokens.gerente, late)).toMatchObject({ status: 'concluida' });
    await writing.stop(5000);
    const again = await test.app.inject({ method: 'GET', url: (await link(late)).body.data.url });
    expect([again.statusCode, again.body.includes('Fulana Apagada')]).toEqual([200, false]);
  });
});

it('choices of columns are kept for oneself or the company, and taken back by whoever may', async () => {
  const keep = (token: string, fields: object = {}) =>
    callApi(test, token, 'POST', '/exportacoes/modelos', {
      ...{ tipo: 'ligacoes', nome: 'Para o cliente', formato: 'csv', colunas: ['numero', 'nota'] },
      ...fields,
    });
  const list = async (token: string) =>
    (
      await callApi<{ nome: string; id: string; colunas: string[] }[]>(
        test,
        token,
        'GET',
        '/exportacoes/modelos?tipo=ligacoes',
      )
    ).body.data;
  await callApi(test, mine.tokens.gerente, 'PATCH', `/users/${mine.usuario.id}`, {
    direitos: { exportar: true },
  });
  expect((await keep(mine.tokens.gerente)).status).toBe(201);
  expect(await list(mine.tokens.usuario)).toEqual([]);
  // A choice of columns shared with the company replaces the personal choice of the same name.
  expect((await keep(mine.tokens.gerente, { da_empresa: true, colunas: ['nota'] })).status).toBe(201);
  const [seen] = await list(mine.tokens.usuario);
  expect(seen).toMatchObject({ nome: 'Para o cliente', colunas: ['nota'], pode_mudar: false });
  const remove = (token: string) => callApi(test, token, 'DELETE', `/exportacoes/modelos/${seen?.id}`);
  expect((await remove(mine.tokens.usuario)).status).toBe(403);
  expect((await remove(other.tokens.gerente)).status).toBe(404);
  expect((await remove(mine.tokens.gerente)).status).toBe(200);
  expect(await list(mine.tokens.gerente)).toEqual([]);
  expect((await keep(mine.tokens.gerente, { colunas: ['senha'] })).status).toBe(400);
});
