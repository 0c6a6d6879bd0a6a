import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import {
  bearer,
  createApiKey,
  createAuditoria,
  createEmpresa,
  createItem,
  createMembro,
  createPesquisa,
  createProjeto,
  createTenant,
  signToken,
} from '../support/factories.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let projeto: { id: string; empresaId: string };

beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps);
  projeto = await createProjeto(test.deps, mine.empresa, { nome: 'Ação de campo', tipoProjeto: 'pesquisa' });
});
afterAll(() => test.close());

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const call = (method: Method, url: string, payload?: object, token = mine.tokens.usuario) =>
  test.app.inject({ method, url: `/api/v1${url}`, headers: bearer(token), ...(payload ? { payload } : {}) });

const created = async (titulo: string, projeto_id = projeto.id) => {
  const answer = await call('POST', '/pesquisas', { titulo, projeto_id });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data as { id: string };
};

describe('creating a survey', () => {
  it('name and title are one field, and the title is required', async () => {
    const byName = await call('POST', '/pesquisas', {
      nome: '  Saúde  ',
      descricao: '',
      projeto_id: projeto.id,
    });
    expect(byName.statusCode, byName.body).toBe(201);
    expect(byName.json().data).toMatchObject({
      nome: 'Saúde',
      titulo: 'Saúde',
      descricao: null,
      ativo: true,
      projeto_id: projeto.id,
      projeto: { id: projeto.id, nome: 'Ação de campo' },
    });
    const without = await call('POST', '/pesquisas', { titulo: '   ', projeto_id: projeto.id });
    expect([without.statusCode, without.json().message]).toEqual([400, 'O título é obrigatório.']);
    const nowhere = await call('POST', '/pesquisas', { titulo: 'Saúde' });
    expect([nowhere.statusCode, nowhere.json().message]).toEqual([400, 'Selecione o projeto da pesquisa.']);
  });

  it('only in a project of the kind pesquisa', async () => {
    for (const tipoProjeto of ['call_center', 'auditoria'] as const) {
      const other = await createProjeto(test.deps, mine.empresa, { tipoProjeto });
      const answer = await call('POST', '/pesquisas', { titulo: 'Saúde', projeto_id: other.id });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().message).toContain('projetos do tipo Pesquisa');
      expect(await test.deps.prisma.pesquisa.count({ where: { projetoId: other.id } })).toBe(0);
    }
  });

  it('the project then names the newest of the active ones', async () => {
    const campo = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'pesquisa' });
    const idOf = async () => (await call('GET', `/projetos/${campo.id}`)).json().data;
    expect(await idOf()).toMatchObject({ pesquisa_id: null, pesquisas: [] });
    const first = await created('Primeira', campo.id);
    const second = await created('Segunda', campo.id);
    expect(await idOf()).toMatchObject({
      pesquisa_id: second.id,
      pesquisas: [{ id: second.id }, { id: first.id }],
    });
    await call('PATCH', `/pesquisas/${second.id}`, { ativo: false }, mine.tokens.gerente);
    expect((await idOf()).pesquisa_id).toBe(first.id);
    const list = await call('GET', '/projetos?tipo=pesquisa');
    expect(list.json().data.find((one: { id: string }) => one.id === campo.id).pesquisa_id).toBe(first.id);
  });
});

describe('changing a survey', () => {
  it('title and description by all; activation and deactivation by managers and administrators only', async () => {
    const { id } = await created('Antes');
    const renamed = await call('PATCH', `/pesquisas/${id}`, { nome: 'Depois', descricao: 'Texto' });
    expect(renamed.json().data).toMatchObject({ titulo: 'Depois', nome: 'Depois', descricao: 'Texto' });
    const blank = await call('PATCH', `/pesquisas/${id}`, { titulo: ' ' });
    expect([blank.statusCode, blank.json().message]).toEqual([400, 'O título é obrigatório.']);
    const refused = await call('PATCH', `/pesquisas/${id}`, { titulo: 'Outro', ativo: false });
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'Só gerentes e administradores podem ativar ou inativar pesquisas.',
    ]);
    expect((await call('GET', `/pesquisas/${id}`)).json().data).toMatchObject({
      titulo: 'Depois',
      ativo: true,
    });
    // A request with unchanged values succeeds, and is not logged as a change.
    expect((await call('PATCH', `/pesquisas/${id}`, { ativo: true, descricao: null })).statusCode).toBe(200);
    const off = await call('PATCH', `/pesquisas/${id}`, { ativo: false }, mine.tokens.gerente);
    expect(off.json().data).toMatchObject({ ativo: false, descricao: null });
    const actions = await test.deps.prisma.registroAcesso.findMany({
      where: { recursoId: id },
      orderBy: { createdAt: 'asc' },
    });
    expect(actions.map(({ acao }) => acao)).toEqual([
      'pesquisa_criada',
      'pesquisa_alterada',
      'pesquisa_alterada',
      'pesquisa_inativada',
    ]);
  });

  it('two people at the same survey: the later one sees what the other saved', async () => {
    const { id } = await created('Original');
    const antes = { titulo: 'Original', descricao: null };
    expect((await call('PATCH', `/pesquisas/${id}`, { titulo: 'De uma', antes })).statusCode).toBe(200);
    const late = await call('PATCH', `/pesquisas/${id}`, { titulo: 'De outra', antes });
    expect(late.statusCode).toBe(409);
    expect(late.json().errors).toEqual([
      { campo: 'titulo', mensagem: expect.stringContaining('Outra pessoa'), atual: 'De uma' },
    ]);
    expect((await call('GET', `/pesquisas/${id}`)).json().data.titulo).toBe('De uma');
  });
});

describe('deleting a survey', () => {
  it('is for managers and administrators, and takes questionnaires and questions along', async () => {
    const { prisma } = test.deps;
    const { pesquisa, questionario, pergunta, entrevista } = await createPesquisa(test.deps, projeto);
    const asUser = await call('DELETE', `/pesquisas/${pesquisa.id}`);
    expect([asUser.statusCode, asUser.json().message]).toEqual([
      403,
      'Só gerentes e administradores podem excluir pesquisas.',
    ]);
    const held = await call('DELETE', `/pesquisas/${pesquisa.id}`, undefined, mine.tokens.gerente);
    expect(held.statusCode).toBe(409);
    expect(held.json().message).toContain('tem entrevistas');
    await prisma.entrevista.delete({ where: { id: entrevista.id } });
    const auditoria = await createAuditoria(test.deps, projeto);
    const item = await createItem(test.deps, auditoria, { tipoItem: 'pesquisa', pesquisaId: pesquisa.id });
    const byItem = await call('DELETE', `/pesquisas/${pesquisa.id}`, undefined, mine.tokens.gerente);
    expect(byItem.json().message).toContain('tem itens de auditoria');
    await prisma.auditoriaItem.delete({ where: { id: item.id } });
    const gone = await call('DELETE', `/pesquisas/${pesquisa.id}`, undefined, mine.tokens.gerente);
    expect(gone.statusCode, gone.body).toBe(200);
    expect((await call('GET', `/pesquisas/${pesquisa.id}`)).statusCode).toBe(404);
    expect(await prisma.questionario.count({ where: { id: questionario.id } })).toBe(0);
    expect(await prisma.pergunta.count({ where: { id: pergunta.id } })).toBe(0);
    expect(
      await prisma.registroAcesso.count({ where: { acao: 'pesquisa_excluida', recursoId: pesquisa.id } }),
    ).toBe(1);
  });

  it('a project and a company with surveys stay; without, they go with the interviewers', async () => {
    const campo = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'pesquisa' });
    const { id } = await created('Segura', campo.id);
    const held = await call('DELETE', `/projetos/${campo.id}`, undefined, mine.tokens.gerente);
    expect([held.statusCode, held.json().message]).toEqual([409, expect.stringContaining('tem pesquisas')]);
    await call('DELETE', `/pesquisas/${id}`, undefined, mine.tokens.gerente);
    expect((await call('DELETE', `/projetos/${campo.id}`, undefined, mine.tokens.gerente)).statusCode).toBe(
      200,
    );

    const vazia = await createEmpresa(test.deps);
    await test.deps.prisma.agente.create({
      data: {
        empresaId: vazia.id,
        nome: 'Ana',
        apelidos: { create: { empresaId: vazia.id, apelido: 'aninha' } },
      },
    });
    const gone = await call('DELETE', `/empresas/${vazia.id}`, undefined, mine.tokens.admin);
    expect(gone.statusCode, gone.body).toBe(200);
    expect(await test.deps.prisma.agente.count({ where: { empresaId: vazia.id } })).toBe(0);
  });
});

describe('lists and figures', () => {
  it('the list goes from newest to oldest, with search, project and state', async () => {
    const tenant = await createTenant(test.deps);
    const campo = await createProjeto(test.deps, tenant.empresa, { nome: 'Sertão', tipoProjeto: 'pesquisa' });
    for (const titulo of ['Água', 'Luz', '100% de esgoto']) {
      await call('POST', '/pesquisas', { titulo, projeto_id: campo.id }, tenant.tokens.usuario);
    }
    const titles = async (query: string) => {
      const { data, pagination } = (
        await call('GET', `/pesquisas?${query}`, undefined, tenant.tokens.usuario)
      ).json();
      return [data.map((one: { titulo: string }) => one.titulo), pagination.total];
    };
    expect(await titles(`projeto_id=${campo.id}`)).toEqual([['100% de esgoto', 'Luz', 'Água'], 3]);
    expect(await titles('q=agua')).toEqual([['Água'], 1]);
    expect(await titles('q=sertao&limit=1&page=2')).toEqual([['Luz'], 3]);
    expect(await titles('q=%25')).toEqual([['100% de esgoto'], 1]);
    expect(await titles('ativo=false')).toEqual([[], 0]);
  });

  it('counts the interviews by state, and shows the three newest', async () => {
    const { prisma } = test.deps;
    const { pesquisa, questionario, entrevista } = await createPesquisa(test.deps, projeto);
    const like = await prisma.entrevista.findUniqueOrThrow({ where: { id: entrevista.id } });
    const { empresaId, projetoId, pesquisaId, questionarioId, questionarioVersaoId } = like;
    const base = { empresaId, projetoId, pesquisaId, questionarioId, questionarioVersaoId };
    const at = (minute: number) => new Date(Date.now() - (60 - minute) * 60_000);
    await prisma.entrevista.createMany({
      data: [
        { ...base, nomeEntrevistado: 'A', situacao: 'concluida', createdAt: at(1) },
        { ...base, nomeEntrevistado: 'B', situacao: 'interrompida', createdAt: at(2) },
        // An interview that was screened out, which is counted separately.
        { ...base, nomeEntrevistado: 'D', situacao: 'interrompida', desfecho: 'filtro', createdAt: at(-1) },
        // A refusal to take part, which counts as no interview.
        {
          ...base,
          nomeEntrevistado: '',
          situacao: 'interrompida',
          consentimento: 'recusou',
          createdAt: at(-2),
        },
        // The device of this interview has been silent for an hour.
        { ...base, nomeEntrevistado: 'C', createdAt: at(3), ultimoContatoEm: at(0) },
      ],
    });
    const { estatisticas } = (await call('GET', `/pesquisas/${pesquisa.id}`)).json().data;
    expect(estatisticas).toMatchObject({
      total: 4,
      concluidas: 1,
      emAndamento: 2,
      interrompidas: 1,
      foraDoPerfil: 1,
      cotaPreenchida: 0,
      recusas: 1,
      questionarios: 1,
    });
    expect(
      estatisticas.recentes.map((one: { nome: string; status: string; aguardandoAparelho: boolean }) => [
        one.nome,
        one.status,
        one.aguardandoAparelho,
      ]),
    ).toEqual([
      ['Pessoa Entrevistada', 'em_andamento', false],
      ['C', 'em_andamento', true],
      ['B', 'interrompida', false],
    ]);
    expect(questionario.pesquisaId).toBe(pesquisa.id);
  });

  it('the interviews of a survey and of a project, with filters and what each has', async () => {
    const { prisma } = test.deps;
    const campo = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'pesquisa' });
    const one = await createPesquisa(test.deps, campo, { usuario: mine.usuario });
    const auditoria = await createAuditoria(test.deps, campo);
    const item = await createItem(test.deps, auditoria, {
      tipoItem: 'entrevista',
      pesquisaId: one.pesquisa.id,
      questionarioId: one.questionario.id,
      entrevistaId: one.entrevista.id,
      callDuration: 61,
    });
    const { empresaId, projetoId, questionarioVersaoId } = one.entrevista;
    await prisma.resposta.create({
      data: {
        empresaId,
        entrevistaId: one.entrevista.id,
        perguntaId: one.pergunta.id,
        opcoes: [one.opcao.id],
      },
    });
    await prisma.entrevistaMatriz.create({
      data: {
        entrevistaId: one.entrevista.id,
        empresaId,
        projetoId,
        pesquisaId: one.pesquisa.id,
        auditoriaId: auditoria.id,
        itemId: item.id,
        questionarioVersaoId,
        codigos: 'D',
        codigosIa: 'C',
        marcas: 'p',
        temFala: true,
      },
    });
    const other = await prisma.entrevista.create({
      data: {
        empresaId,
        projetoId,
        pesquisaId: one.pesquisa.id,
        questionarioId: one.questionario.id,
        questionarioVersaoId,
        nomeEntrevistado: 'José Conceição',
        telefoneEntrevistado: '(11) 98765-4321',
        situacao: 'concluida',
        createdAt: new Date('2026-03-02T12:00:00Z'),
        concluidaEm: new Date('2026-03-02T12:20:00Z'),
      },
    });
    const list = await call('GET', `/pesquisas/${one.pesquisa.id}/entrevistas`);
    expect(list.statusCode, list.body).toBe(200);
    expect(list.json().pagination).toMatchObject({ total: 2, totalExato: true });
    expect(list.json().data).toEqual([
      {
        id: one.entrevista.id,
        motivo: null,
        nome_entrevistado: 'Pessoa Entrevistada',
        telefone_entrevistado: null,
        concluida: false,
        situacao: 'em_andamento',
        desfecho: null,
        montagem: null,
        segunda_gravacao: null,
        motivo_sem_gravacao: null,
        quarentena: [],
        aguardando_aparelho: false,
        recebimento: null,
        gravacao: 'esperada',
        pesquisa_id: one.pesquisa.id,
        questionario_id: one.questionario.id,
        questionario_nome: 'Questionário',
        versao: 1,
        entrevistador: { id: one.agente.id, nome: 'Entrevistadora' },
        propria: true,
        respondidas: 1,
        perguntas: 1,
        item: {
          id: item.id,
          auditoria_id: auditoria.id,
          status: 'pendente',
          motivo: null,
          arquivo_nome: null,
          duracao_s: 61,
        },
        revisao: 'pendente',
        revisoes: 0,
        codigos: 'D',
        realizada_em: expect.any(String),
        inicio_precisao: 'instante',
        created_at: expect.any(String),
        concluida_em: null,
      },
      expect.objectContaining({
        id: other.id,
        concluida: true,
        situacao: 'concluida',
        entrevistador: null,
        item: null,
        codigos: null,
        concluida_em: '2026-03-02T12:20:00.000Z',
      }),
    ]);
    const names = async (url: string) => {
      const { data } = (await call('GET', url)).json();
      return data.map((row: { nome_entrevistado: string }) => row.nome_entrevistado);
    };
    const ofSurvey = `/pesquisas/${one.pesquisa.id}/entrevistas`;
    const [jose, pessoa] = ['José Conceição', 'Pessoa Entrevistada'];
    expect(await names(`/projetos/${campo.id}/entrevistas`)).toEqual([pessoa, jose]);
    expect(await names(`${ofSurvey}?q=jose%20conc`)).toEqual([jose]);
    expect(await names(`${ofSurvey}?q=jo`)).toEqual([jose]);
    expect(await names(`${ofSurvey}?q=11%2098765-43`)).toEqual([jose]);
    // The words of a search may be found in different fields, here the name and a part of the telephone number.
    expect(await names(`${ofSurvey}?q=jose%20765`)).toEqual([jose]);
    expect(await names(`${ofSurvey}?q=jose%20000`)).toEqual([]);
    expect(await names(`/projetos/${campo.id}/entrevistas?q=entrevistada`)).toEqual([pessoa]);
    expect(await names(`${ofSurvey}?q=%25`)).toEqual([]);
    expect(await names(`${ofSurvey}?situacao=concluida`)).toEqual([jose]);
    expect(await names(`${ofSurvey}?agente_id=${one.agente.id}`)).toEqual([pessoa]);
    expect(await names(`${ofSurvey}?ate=2026-03-02`)).toEqual([jose]);
    expect(await names(`${ofSurvey}?questionario_id=${randomUUID()}`)).toEqual([]);
    expect(await names(`${ofSurvey}?com_gravacao=true`)).toEqual([]);
    await prisma.auditoriaItem.update({ where: { id: item.id }, data: { arquivoNome: 'entrevista.mp3' } });
    expect(await names(`${ofSurvey}?com_gravacao=true`)).toEqual([pessoa]);
    expect(await names(`${ofSurvey}?com_gravacao=false`)).toEqual([jose]);
    expect(await names(`${ofSurvey}?limit=1&page=2`)).toEqual([jose]);
    expect(await names(`${ofSurvey}?limit=1&page=3`)).toEqual([]);
  });
});

it('another company neither sees nor changes anything; the administrator and the key read', async () => {
  const { id } = await created('Só minha');
  const other = await createTenant(test.deps);
  const theirs = other.tokens.gerente;
  for (const [method, url, body] of [
    ['GET', `/pesquisas/${id}`, undefined],
    ['PATCH', `/pesquisas/${id}`, { titulo: 'X' }],
    ['DELETE', `/pesquisas/${id}`, undefined],
    ['GET', `/pesquisas/${id}/entrevistas`, undefined],
    ['POST', '/pesquisas', { titulo: 'X', projeto_id: projeto.id }],
  ] as const) {
    expect((await call(method, url, body, theirs)).statusCode, url).toBe(404);
  }
  expect((await call('GET', `/pesquisas?projeto_id=${projeto.id}`, undefined, theirs)).json().data).toEqual(
    [],
  );
  expect((await call('GET', `/pesquisas/${id}`, undefined, other.tokens.admin)).statusCode).toBe(200);
  const chave = await createApiKey(test.deps, mine.empresa);
  expect((await call('GET', `/pesquisas/${id}`, undefined, chave)).json().data.titulo).toBe('Só minha');
  expect((await call('POST', '/pesquisas', { titulo: 'X', projeto_id: projeto.id }, chave)).statusCode).toBe(
    403,
  );
  const membro = await createMembro(test.deps, mine.empresa, { papel: 'gerente' });
  expect((await call('GET', '/pesquisas', undefined, signToken(test.deps, membro))).statusCode).toBe(200);
});
