import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import {
  bearer,
  createAuditoria,
  createEmpresa,
  createItem,
  createMembro,
  createProjeto,
  createTenant,
  signToken,
} from '../support/factories.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;

beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps);
});
afterAll(() => test.close());

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const call = (method: Method, url: string, payload?: object, token = mine.tokens.gerente) =>
  test.app.inject({ method, url: `/api/v1${url}`, headers: bearer(token), ...(payload ? { payload } : {}) });

describe('projects', () => {
  it('creates with the default audit, and the first call enters it', async () => {
    const created = await call('POST', '/projetos', { nome: '  Retenção  ', descricao: '' });
    expect(created.statusCode).toBe(201);
    const projeto = created.json().data;
    expect(projeto).toMatchObject({
      nome: 'Retenção',
      descricao: null,
      tipo_projeto: 'call_center',
      empresa_id: mine.empresa.id,
      canal_agente: 'left',
      isActive: true,
    });
    const item = await call('POST', '/auditoria/call-center-default/items/ligacao', {
      projeto_id: projeto.id,
      numero_destino: '1133334444',
      call_start_time: '2026-03-01T10:00:00-03:00',
    });
    expect(item.statusCode, item.body).toBe(201);
    const audits = await test.deps.prisma.auditoria.findMany({ where: { projetoId: projeto.id } });
    expect(audits.map((a) => a.id)).toEqual([item.json().data.auditoria_id]);
  });

  it('the default audit is named after what the project keeps', async () => {
    const nameOf = async (tipo_projeto: string) => {
      const { id } = (await call('POST', '/projetos', { nome: `De ${tipo_projeto}`, tipo_projeto })).json()
        .data;
      return (await test.deps.prisma.auditoria.findFirstOrThrow({ where: { projetoId: id, padrao: true } }))
        .nome;
    };
    expect([await nameOf('call_center'), await nameOf('pesquisa'), await nameOf('auditoria')]).toEqual([
      'Ligações',
      'Entrevistas',
      'Arquivos',
    ]);
  });

  it('asks for a name and a company that exists in the scope', async () => {
    const semNome = await call('POST', '/projetos', { nome: '   ' });
    expect([semNome.statusCode, semNome.json().message]).toEqual([400, 'Nome é obrigatório.']);
    const outra = await createEmpresa(test.deps);
    const alheia = await call('POST', '/projetos', { nome: 'X', empresa_id: outra.id });
    expect([alheia.statusCode, alheia.json().message]).toEqual([404, 'ID da empresa não encontrado.']);
    const admin = await call('POST', '/projetos', { nome: 'X', empresa_id: outra.id }, mine.tokens.admin);
    expect(admin.json().data.empresa_id).toBe(outra.id);
  });

  it('lists those of the company; those of all only for the administrator who asks', async () => {
    const tenant = await createTenant(test.deps);
    await createProjeto(test.deps, tenant.empresa, { nome: 'Ação Única', tipoProjeto: 'auditoria' });
    const ids = (body: { data: { empresa_id: string }[] }) => new Set(body.data.map((p) => p.empresa_id));
    const own = await call('GET', '/projetos?todas=true', undefined, tenant.tokens.gerente);
    expect(ids(own.json())).toEqual(new Set([tenant.empresa.id]));
    expect(own.json().pagination.total).toBe(2);
    expect(own.json().data[1]).toMatchObject({ empresa: { nome: tenant.empresa.nome }, totalAuditorias: 1 });
    const admin = await call('GET', '/projetos', undefined, tenant.tokens.admin);
    expect(ids(admin.json())).toEqual(new Set([tenant.empresa.id]));
    const all = await call('GET', '/projetos?todas=true&limit=100', undefined, tenant.tokens.admin);
    expect(ids(all.json()).size).toBeGreaterThan(1);
    const found = await call('GET', '/projetos?q=acao&tipo=auditoria', undefined, tenant.tokens.usuario);
    expect(found.json().data.map((p: { nome: string }) => p.nome)).toEqual(['Ação Única']);
    const beyond = await call('GET', '/projetos?page=9', undefined, tenant.tokens.usuario);
    expect(beyond.json()).toMatchObject({ data: [], pagination: { total: 2, totalPages: 1 } });
  });

  it('counts in a call center what was registered, completed and scored, and when', async () => {
    const { prisma } = test.deps;
    const tenant = await createTenant(test.deps);
    const empresaId = tenant.empresa.id;
    const vazio = await createProjeto(test.deps, tenant.empresa, { nome: 'Vazio' });
    const projeto = await createProjeto(test.deps, tenant.empresa, { nome: 'Cheio' });
    const auditoria = await createAuditoria(test.deps, projeto);
    const quando = new Date('2026-02-03T12:00:00.000Z');
    const items = await Promise.all(
      (['concluido', 'concluido', 'erro'] as const).map((status) =>
        createItem(test.deps, auditoria, { status }),
      ),
    );
    const grade = async (index: number, pontuacao: number, meses: number) => {
      const dia = new Date();
      dia.setUTCDate(15);
      dia.setUTCMonth(dia.getUTCMonth() - meses);
      await prisma.itemQualidade.create({
        data: {
          itemId: items[index]!.id,
          empresaId,
          projetoId: projeto.id,
          execucaoId: items[index]!.id,
          dia,
          pontuacao,
        },
      });
    };
    await grade(0, 0.9, 0);
    await grade(1, 0.5, 1);
    // This call is too old to count in the mean of the last 6 months.
    await grade(2, 0, 8);
    const terminadaEm = new Date(Date.now() + 60_000);
    await prisma.execucao.create({
      data: {
        empresaId,
        projetoId: projeto.id,
        itemId: items[0]!.id,
        status: 'concluida',
        origem: 'manual',
        configuracao: {},
        iniciadaEm: quando,
        terminadaEm,
      },
    });
    for (const [nome, fields] of [
      ['Vale', {}],
      ['Template inativo', { ativo: false }],
      ['Excluído', { excluidoEm: quando }],
    ] as const) {
      const template = await prisma.insightTemplate.create({
        data: { empresaId, nome, categoria: 'quality', ...fields },
      });
      await prisma.projetoInsightTemplate.create({
        data: { empresaId, projetoId: projeto.id, insightTemplateId: template.id },
      });
    }
    const answer = await call('GET', '/projetos?tipo=call_center', undefined, tenant.tokens.usuario);
    const row = (id: string) => answer.json().data.find((one: { id: string }) => one.id === id);
    expect(row(projeto.id)).toMatchObject({
      totalAuditorias: 3,
      concluidos: 2,
      pontuacaoMedia: 0.7,
      ultimaAtividade: terminadaEm.toISOString(),
      templatesVinculados: 1,
    });
    expect(row(vazio.id)).toMatchObject({
      totalAuditorias: 0,
      concluidos: 0,
      pontuacaoMedia: null,
      ultimaAtividade: null,
      templatesVinculados: 0,
    });
  });

  it('says in the list which surveys the project has, and which one takes interviews: the newest active one', async () => {
    const { prisma } = test.deps;
    const empresaId = mine.empresa.id;
    const projeto = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'pesquisa' });
    const sem = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'pesquisa' });
    const survey = (titulo: string, dia: number, ativo: boolean) =>
      prisma.pesquisa.create({
        data: {
          empresaId,
          projetoId: projeto.id,
          titulo,
          ativo,
          createdAt: new Date(Date.UTC(2026, 4, dia)),
        },
      });
    const velha = await survey('Velha', 1, true);
    const nova = await survey('Nova', 2, true);
    const inativa = await survey('Inativa', 3, false);
    const { data } = (await call('GET', '/projetos?tipo=pesquisa')).json();
    const row = (id: string) => data.find((one: { id: string }) => one.id === id);
    expect(row(projeto.id)).toMatchObject({
      pesquisa_id: nova.id,
      pesquisas: [
        { id: nova.id, titulo: 'Nova', ativo: true },
        { id: velha.id, titulo: 'Velha', ativo: true },
        { id: inativa.id, titulo: 'Inativa', ativo: false },
      ],
    });
    expect(row(sem.id)).toMatchObject({ pesquisa_id: null, pesquisas: [] });
    const detail = async () => (await call('GET', `/projetos/${projeto.id}`)).json().data.pesquisa_id;
    expect(await detail()).toBe(nova.id);
    await prisma.pesquisa.updateMany({ where: { projetoId: projeto.id }, data: { ativo: false } });
    expect(await detail()).toBeNull();
  });

  it('takes in pesquisa_id a survey that nobody used, and refuses with a reason one that may not come', async () => {
    const project = async (nome: string, more: object = {}) =>
      call('POST', '/projetos', { nome, tipo_projeto: 'pesquisa', ...more });
    const origem = (await project('Origem')).json().data;
    const { id } = (await call('POST', '/pesquisas', { titulo: 'Vem junto', projeto_id: origem.id })).json()
      .data;
    const made = await project('Destino', { pesquisa_id: id });
    expect([made.statusCode, made.json().data.pesquisa_id]).toEqual([201, id]);
    const destino = made.json().data;
    expect((await call('GET', `/projetos/${origem.id}`)).json().data).toMatchObject({
      pesquisa_id: null,
      pesquisas: [],
    });
    // The same request again succeeds without a change, and another request moves the survey back.
    const again = await call('PATCH', `/projetos/${destino.id}`, { pesquisa_id: id });
    expect([again.statusCode, again.json().data.pesquisa_id]).toEqual([200, id]);
    const back = await call('PATCH', `/projetos/${origem.id}`, { pesquisaId: id });
    expect([back.statusCode, back.json().data.pesquisa_id]).toEqual([200, id]);
    expect(Date.parse(back.json().data.updated_at)).toBeGreaterThan(Date.parse(origem.updated_at));

    const refusals: [string, object, number, string][] = [
      [origem.id, { pesquisa_id: null }, 422, 'Uma pesquisa pertence sempre a um projeto.'],
      [destino.id, { pesquisa_id: mine.pesquisa.id }, 422, 'Esta pesquisa já tem entrevistas'],
      [mine.projeto.id, { pesquisa_id: id }, 422, 'Só projetos do tipo Pesquisa têm pesquisas'],
      [destino.id, { pesquisa_id: randomUUID() }, 404, 'Pesquisa não encontrada.'],
    ];
    for (const [projeto, body, status, reason] of refusals) {
      const answer = await call('PATCH', `/projetos/${projeto}`, { ...body, nome: 'Não muda' });
      expect([answer.statusCode, answer.json().message]).toEqual([status, expect.stringContaining(reason)]);
    }
    const names = (await call('GET', '/projetos?limit=100')).json().data;
    expect(names.filter(({ nome }: { nome: string }) => nome === 'Não muda')).toEqual([]);
    const refused = await project('Não nasce', { pesquisa_id: mine.pesquisa.id });
    expect(refused.statusCode).toBe(422);
    expect(await test.deps.prisma.projeto.count({ where: { nome: 'Não nasce' } })).toBe(0);
  });

  it('shows statistics, linked insights and surveys in one query', async () => {
    const { prisma } = test.deps;
    const empresaId = mine.empresa.id;
    const projeto = await createProjeto(test.deps, mine.empresa);
    const auditoria = await createAuditoria(test.deps, projeto);
    const items = [];
    for (const status of ['concluido', 'concluido', 'erro'] as const) {
      items.push(await createItem(test.deps, auditoria, { status }));
    }
    for (const [index, minutes] of [1, 4].entries()) {
      await prisma.execucao.create({
        data: {
          empresaId,
          projetoId: projeto.id,
          itemId: items[index]!.id,
          status: 'concluida',
          origem: 'manual',
          configuracao: {},
          iniciadaEm: new Date(0),
          terminadaEm: new Date(minutes * 60_000),
        },
      });
    }
    const link = async (nome: string, ativo: boolean) => {
      const template = await prisma.insightTemplate.create({
        data: { empresaId, nome, categoria: 'quality' },
      });
      await prisma.projetoInsightTemplate.create({
        data: { empresaId, projetoId: projeto.id, insightTemplateId: template.id, ativo },
      });
    };
    await link('Cortesia', true);
    await link('Desligado', false);
    const pesquisa = await prisma.pesquisa.create({
      data: { empresaId, projetoId: projeto.id, titulo: 'NPS' },
    });

    const { data } = (await call('GET', `/projetos/${projeto.id}`)).json();
    expect(data.estatisticas).toEqual({
      totalAuditorias: 3,
      auditoriasConcluidas: 2,
      tempoMedioProcessamento: 2.5,
    });
    expect(data.insightsVinculados).toEqual([
      { id: expect.any(String), nome: 'Cortesia', descricao: null, categoria: 'quality' },
    ]);
    expect(data.pesquisas).toEqual([{ id: pesquisa.id, titulo: 'NPS' }]);
    expect(data.empresa).toEqual({ nome: mine.empresa.nome });
  });

  it('the automatic audit is for surveys, and for managers; it is in the log of actions', async () => {
    const projeto = await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'pesquisa' });
    const url = `/projetos/${projeto.id}`;
    const before = (await call('GET', url)).json().data;
    expect(before).toMatchObject({ auditoria_automatica: false, minutos_por_credito: 20 });
    const body = { auditoria_automatica: true, antes: { auditoria_automatica: false } };
    const refused = await call('PATCH', url, body, mine.tokens.usuario);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'sem_permissao']);
    expect((await call('PATCH', url, { nome: 'Do usuário' }, mine.tokens.usuario)).statusCode).toBe(200);
    expect((await call('PATCH', url, body)).json().data).toMatchObject({ auditoria_automatica: true });
    expect((await call('PATCH', url, body)).json().code).toBe('conflito');
    const log = await test.deps.prisma.registroAcesso.findMany({
      where: { recursoId: projeto.id },
      orderBy: { id: 'asc' },
    });
    expect(log.map(({ acao, detalhes }) => [acao, detalhes])).toEqual([
      ['projeto_alterado', { antes: { nome: expect.any(String) }, depois: { nome: 'Do usuário' } }],
      ['auditoria_automatica', { ligada: true }],
    ]);
    const ligacoes = await createProjeto(test.deps, mine.empresa);
    const other = await call('PATCH', `/projetos/${ligacoes.id}`, { auditoria_automatica: true });
    expect([other.statusCode, other.json().code]).toEqual([422, 'regra_violada']);
  });

  it('changes only what is given', async () => {
    const projeto = await createProjeto(test.deps, mine.empresa, { nome: 'Antes' });
    const changed = await call('PATCH', `/projetos/${projeto.id}`, { descricao: 'Texto', isActive: false });
    expect(changed.json().data).toMatchObject({ nome: 'Antes', descricao: 'Texto', isActive: false });
    const cleared = await call('PATCH', `/projetos/${projeto.id}`, {
      descricao: null,
      canal_agente: 'right',
    });
    expect(cleared.json().data).toMatchObject({ descricao: null, canal_agente: 'right', isActive: false });
    const item = await call('POST', '/auditoria/call-center-default/items/arquivo', {
      projeto_id: projeto.id,
    });
    expect([item.statusCode, item.json().code]).toEqual([422, 'regra_violada']);
  });

  it('does not let a person overwrite unseen what another changed in the same field', async () => {
    const projeto = await createProjeto(test.deps, mine.empresa, { nome: 'Antes' });
    const url = `/projetos/${projeto.id}`;
    const ana = await call('PATCH', url, { nome: 'De Ana', antes: { nome: 'Antes' } });
    expect(ana.statusCode).toBe(200);
    // Bia opened the form before Ana saved. The field that Ana did not change is refused too, because a save succeeds
    // as a whole or not at all.
    const bia = { nome: 'De Bia', isActive: false, antes: { nome: 'Antes', isActive: true } };
    const refused = await call('PATCH', url, bia);
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'conflito',
        message: expect.stringContaining('alterado por outra pessoa'),
        errors: [expect.objectContaining({ campo: 'nome', atual: 'De Ana' })],
      }),
    ]);
    expect((await call('GET', url)).json().data).toMatchObject({ nome: 'De Ana', isActive: true });
    // Another save changes a field that Bia left alone. Her repeated save with the present `nome` in `antes` succeeds.
    expect((await call('PATCH', url, { descricao: 'D', antes: { descricao: '' } })).statusCode).toBe(200);
    const seen = await call('PATCH', url, { ...bia, antes: { nome: 'De Ana', isActive: true } });
    expect(seen.json().data).toMatchObject({ nome: 'De Bia', descricao: 'D', isActive: false });
    // Two saves from the same state at once: one is refused.
    const both = await Promise.all(
      ['X', 'Y'].map((nome) => call('PATCH', url, { nome, antes: { nome: 'De Bia' } })),
    );
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await call('PATCH', `/projetos/${randomUUID()}`, bia)).statusCode).toBe(404);
  });

  it('deletes only an empty one', async () => {
    const projeto = await createProjeto(test.deps, mine.empresa);
    const item = await createItem(test.deps, await createAuditoria(test.deps, projeto));
    const refused = await call('DELETE', `/projetos/${projeto.id}`);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Este projeto tem itens de auditoria. Exclua-os antes, ou desative o projeto para tirá-lo de uso.',
    ]);
    expect((await call('DELETE', `/auditoria-item/${item.id}`)).statusCode).toBe(200);
    expect((await call('DELETE', `/projetos/${projeto.id}`)).json()).toEqual({
      success: true,
      message: 'Projeto excluído com sucesso.',
    });
    expect((await call('GET', `/projetos/${projeto.id}`)).statusCode).toBe(404);
    const usuario = await call('DELETE', `/projetos/${mine.projeto.id}`, undefined, mine.tokens.usuario);
    expect(usuario.statusCode).toBe(403);
  });

  it('does not lose a call that arrives while the project is deleted', async () => {
    for (let round = 0; round < 8; round++) {
      const projeto = (await call('POST', '/projetos', { nome: `Corrida ${round}` })).json().data;
      const [removed, added] = await Promise.all([
        call('DELETE', `/projetos/${projeto.id}`),
        call('POST', '/auditoria/call-center-default/items/arquivo', { projeto_id: projeto.id }),
      ]);
      expect([
        [200, 404],
        [409, 201],
      ]).toContainEqual([removed.statusCode, added.statusCode]);
    }
  });
});

describe('figures', () => {
  it('sum what a live count would', async () => {
    const empresa = await createEmpresa(test.deps);
    const token = signToken(test.deps, await createMembro(test.deps, empresa));
    const projeto = await createProjeto(test.deps, empresa);
    const empty = await call('GET', `/projetos/${projeto.id}/metricas`, undefined, token);
    expect(empty.json().data).toEqual({
      numerosUnicos: 0,
      totalLigacoes: 0,
      duracaoMediaS: null,
      duracaoTotalS: 0,
      porStatus: { pendente: 0, processando: 0, concluido: 0, erro: 0 },
    });
    const auditoria = await createAuditoria(test.deps, projeto);
    const day = (n: number) => new Date(Date.UTC(2026, 2, n, 15));
    await createItem(test.deps, auditoria, {
      numeroDestino: '1',
      callDuration: 100,
      status: 'concluido',
      createdAt: day(1),
    });
    await createItem(test.deps, auditoria, {
      numeroDestino: '1',
      callDuration: 51,
      status: 'concluido',
      createdAt: day(2),
    });
    await createItem(test.deps, auditoria, {
      numeroDestino: '2',
      callDuration: null,
      status: 'erro',
      createdAt: day(2),
    });
    const { data } = (await call('GET', `/projetos/${projeto.id}/metricas`, undefined, token)).json();
    expect(data).toEqual({
      numerosUnicos: 2,
      totalLigacoes: 3,
      duracaoMediaS: 75.5,
      duracaoTotalS: 151,
      porStatus: { pendente: 0, processando: 0, concluido: 2, erro: 1 },
    });
    // For some filters the figures come from daily sums, for the others from a count of calls.
    for (const [query, figures] of [
      ['status=concluido', { numerosUnicos: 1, totalLigacoes: 2, duracaoTotalS: 151 }],
      ['status=erro&de=2026-03-02', { numerosUnicos: 1, totalLigacoes: 1, duracaoMediaS: null }],
      ['q=2', { numerosUnicos: 1, totalLigacoes: 1, duracaoTotalS: 0 }],
      ['gravacao=com', { numerosUnicos: 0, totalLigacoes: 0, duracaoTotalS: 0 }],
    ] as const) {
      const cut = (await call('GET', `/projetos/${projeto.id}/metricas?${query}`, undefined, token)).json();
      expect(cut.data, query).toMatchObject(figures);
    }
  });
});
