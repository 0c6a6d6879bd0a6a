// Sends the payloads of the specifications' section 7 in both spellings, and each record as its GET route returned it.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureCatalogue } from '../../prisma/seed/catalogue.ts';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import { createFullTenant, type FullTenant } from '../support/contract-requests.ts';
import { bearer, createProjeto, newCnpj, SENHA } from '../support/factories.ts';

let test: TestApp;
let tenant: FullTenant;
beforeAll(async () => {
  test = await createTestApp();
  await ensureCatalogue(test.deps.db);
  tenant = await createFullTenant(test.deps);
  await test.deps.prisma.usuario.update({ where: { id: tenant.admin.usuarioId }, data: { nome: 'Ana' } });
});
afterAll(() => test.close());

const call = (method: Method, path: string, body?: object) =>
  callApi(test, tenant.tokens.admin, method, path, body);

/** Routes that read and change a record. `id`: set if `get` lists records. `isAnswer`: the record is not in `data`. */
type Place = { get: string; put: `${'PUT' | 'PATCH'} ${string}`; id?: string; isAnswer?: true };
const places = (t: FullTenant): Place[] => [
  { get: '/users/profile', put: 'PUT /users/profile' },
  { get: '/users?limit=100', put: `PATCH /users/${t.colega.id}`, id: t.colega.id },
  { get: `/empresas/${t.empresa.id}`, put: `PUT /empresas/${t.empresa.id}` },
  { get: `/empresas/${t.empresa.id}`, put: 'PUT /empresa' },
  {
    get: `/empresas/${t.empresa.id}/asterisk-configs`,
    put: `PATCH /asterisk-configs/${t.asteriskConfig.id}`,
    id: t.asteriskConfig.id,
  },
  { get: `/projetos/${t.projeto.id}`, put: `PATCH /projetos/${t.projeto.id}` },
  { get: '/projetos?limit=100', put: `PATCH /projetos/${t.projeto.id}`, id: t.projeto.id },
  { get: `/pesquisas/${t.pesquisa.id}`, put: `PATCH /pesquisas/${t.pesquisa.id}` },
  { get: `/questionarios/${t.questionario.id}`, put: `PUT /questionarios/${t.questionario.id}` },
  { get: `/perguntas/${t.pergunta.id}`, put: `PUT /perguntas/${t.pergunta.id}` },
  {
    get: `/pesquisas/${t.pesquisaAuditada.id}/verificacao`,
    put: `PUT /pesquisas/${t.pesquisaAuditada.id}/verificacao`,
  },
  { get: `/auditoria-item/${t.item.id}`, put: `PUT /auditoria-item/${t.item.id}` },
  { get: `/auditoria-item/${t.item.id}`, put: `PATCH /auditoria-item/${t.item.id}/contato` },
  { get: `/insight-templates/${t.template.id}`, put: `PATCH /insight-templates/${t.template.id}` },
  {
    get: `/projetos/${t.projeto.id}/insight-templates`,
    put: `PATCH /projetos/${t.projeto.id}/insight-templates/${t.template.id}`,
  },
  { get: `/suporte/tickets/${t.ticket.id}`, put: `PATCH /suporte/tickets/${t.ticket.id}` },
  { get: `/suporte/tickets/${t.ticket.id}`, put: `PATCH /suporte/tickets/${t.ticket.id}`, isAnswer: true },
  { get: '/agentes?limit=100', put: `PATCH /agentes/${t.agente.id}`, id: t.agente.id },
  { get: '/filtros', put: `PATCH /filtros/${t.filtro.id}`, id: t.filtro.id },
  { get: '/admin/leads?limit=100', put: `PATCH /admin/leads/${t.lead.id}`, id: t.lead.id },
  { get: '/admin/modelos', put: `PATCH /admin/modelos/${t.modelo.id}`, id: t.modelo.id },
  { get: '/creditos/pacotes', put: `PATCH /creditos/pacotes/${t.pacote.id}`, id: t.pacote.id },
  { get: `/processing-config/${t.empresa.id}`, put: 'PUT /processing-config/advanced' },
];

/** Writes the names in a body in their other spelling (snake_case, camelCase), but not in `metadata`, `parametros`. */
function otherSpelling(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(otherSpelling);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, part]) => {
    const other = name.includes('_')
      ? name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
      : name.replace(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`);
    return [other, name === 'metadata' || name === 'parametros' ? part : otherSpelling(part)];
  });
  return Object.fromEntries(entries);
}

describe('whole records, as GET gives them', () => {
  it('return to their PUT and PATCH, in any spelling, and nothing changes', async () => {
    await call('POST', `/projetos/${tenant.projeto.id}/insight-templates/${tenant.template.id}`, {
      projetoId: tenant.projeto.id,
    });
    const refused: string[] = [];
    for (const { get, put, id, isAnswer } of places(tenant)) {
      const read = async () => {
        const { body, status } = await call('GET', get);
        expect([get, status]).toEqual([get, 200]);
        if (isAnswer) return body;
        return Array.isArray(body.data)
          ? body.data.find((row: { id: string }) => id === undefined || row.id === id)
          : body.data;
      };
      const found = (await read()) as object;
      expect(found, get).toBeTruthy();
      const [method, path] = put.split(' ') as [Method, string];
      const also = path.startsWith('/processing-config') ? { empresaId: tenant.empresa.id } : {};
      for (const record of [found, otherSpelling(found) as object]) {
        const answer = await call(method, path, { ...record, ...also });
        if (answer.status !== 200) refused.push(`${put}: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
      const again = await read();
      const moved = (name: string) => /^(updated_?at|versao|ultim)/i.test(name);
      const same = (record: object) =>
        Object.fromEntries(Object.entries(record).filter(([name]) => !moved(name)));
      expect(same(again), put).toEqual(same(found));
    }
    expect(refused).toEqual([]);
  });
});

const SENHA_NOVA = 'Outra-senha-de-teste-1';

type Call = readonly [Method, string, object, number];
/**
 * The requests of section 7 of both specifications, in an order in which each can succeed. Requests with a failing
 * status are valid too: they fail only because mail, a recording, a survey project or a valid insight is missing here.
 */
const payloads = (t: FullTenant, projetoPesquisa: string): Call[] => [
  ['POST', '/auth/login', { email: t.gerente.email, password: SENHA, cnpj: t.empresa.cnpj }, 200],
  [
    'POST',
    '/auth/register',
    { email: `${randomUUID()}@exemplo.com.br`, password: SENHA, cnpj: newCnpj(), empresa: 'Empresa' },
    201,
  ],
  ['POST', '/auth/reset-password', { email: t.gerente.email, cnpj: t.empresa.cnpj }, 503],
  ['PUT', '/users/profile', { nome: 'Nome Novo' }, 200],
  ['POST', '/creditos/comprar', { empresaId: t.empresa.id, pacoteId: t.pacote.id }, 200],
  ['POST', '/empresas', { nome: 'Empresa Nova', cnpj: newCnpj() }, 201],
  ['PUT', `/empresas/${t.empresa.id}`, { ...{ nome: 'Empresa', cidade: 'Recife', estado: 'PE' } }, 200],
  [
    'PUT',
    '/empresa',
    { nome: 'Empresa', segmento: 'Varejo', saldo_creditos: 9, volume_auditorias_mensal: 10 },
    200,
  ],
  [
    'POST',
    `/empresas/${t.empresa.id}/asterisk-configs`,
    {
      ...{
        name: 'Central',
        asterisk_url: 'http://central.exemplo.com.br:8088',
        username: 'u',
        password: 's',
      },
      ...{ timeout: 30_000, is_active: false },
    },
    201,
  ],
  [
    'PATCH',
    `/asterisk-configs/${t.asteriskConfig.id}`,
    {
      ...{ name: 'Central', asterisk_url: 'http://central.exemplo.com.br:8088', username: 'u' },
      ...{ password: 's', timeout: 30_000, is_active: true },
    },
    200,
  ],
  ['POST', '/leads/demo', { nome: 'Ana', email: 'ana@exemplo.com.br', telefone: '11 98765-4321' }, 200],
  [
    'POST',
    '/suporte/tickets',
    {
      ...{ titulo: 'Um título', descricao: 'Uma descrição longa', tipo: 'duvida', severidade: 'media' },
      ...{
        origem: 'web',
        empresaId: t.empresa.id,
        projetoId: null,
        auditoriaId: null,
        auditoriaItemId: null,
      },
    },
    201,
  ],
  ['PATCH', `/suporte/tickets/${t.ticket.id}`, { status: 'em_andamento', atribuidoPara: null }, 200],
  [
    'POST',
    '/projetos',
    {
      ...{ nome: 'Projeto', descricao: '', tipo_projeto: 'pesquisa', pesquisa_id: null },
      empresa_id: t.empresa.id,
    },
    201,
  ],
  ['PATCH', `/projetos/${t.projeto.id}`, { nome: 'Outro nome', isActive: true }, 200],
  [
    'POST',
    '/auditoria/call-center-default/items/ligacao',
    {
      ...{
        projeto_id: t.projeto.id,
        call_start_time: '2026-03-02T12:00:00Z',
        numero_destino: '11 98765-4321',
      },
      ...{ ramal: '201', asterisk_filename: 'a.wav', metadata: { nome_entrevistado: 'Ana', minhaChave: 1 } },
    },
    201,
  ],
  ['PUT', `/auditoria-item/${t.item.id}`, { ramal: '202', call_duration: 61 }, 200],
  ['PATCH', `/auditoria-item/${t.item.id}/contato`, { nome_entrevistado: 'Bia', observacoes: null }, 200],
  ...(['ligacao', 'arquivo', 'call_data'] as const).map(
    (tipo_item): Call => [
      'POST',
      `/auditoria/${t.auditoria.id}/items`,
      { ...{ projeto_id: t.projeto.id, tipo_item, numero_destino: '11 98765-4321' }, metadata: {} },
      201,
    ],
  ),
  ['POST', `/auditoria/${t.auditoria.id}/items/arquivo`, { projeto_id: t.projeto.id, metadata: {} }, 201],
  [
    'POST',
    `/auditoria/${t.auditoria.id}/items/pesquisa`,
    { projeto_id: t.projeto.id, pesquisa_id: t.pesquisa.id, questionario_id: t.questionario.id },
    422,
  ],
  [
    'POST',
    `/auditoria/${t.auditoria.id}/items/entrevista`,
    { projeto_id: t.projeto.id, entrevista_id: t.entrevista.id },
    422,
  ],
  ['POST', '/auditoria-resultado/processar', { auditoriaItemId: t.item.id, userId: t.admin.usuarioId }, 409],
  ['POST', `/auditoria-item/${t.item.id}/regenerar-analise`, {}, 409],
  ['POST', `/insights/${t.item.id}/generate`, { options: {} }, 409],
  ['POST', `/insights/${t.insight.id}/reprocess`, {}, 409],
  ['POST', '/pesquisas', { nome: 'Pesquisa', descricao: '', projeto_id: projetoPesquisa }, 201],
  [
    'POST',
    '/questionarios',
    { nome: 'Questionário', descricao: '', pesquisa_id: t.pesquisa.id, ativo: true },
    201,
  ],
  [
    'POST',
    '/perguntas',
    {
      ...{ texto_pergunta: 'Mora aqui?', multipla_escolha: true, campo_texto: true, ordem: 2, ativo: true },
      questionario_id: t.questionario.id,
      respostas_definidas: [
        { texto_resposta: 'Sim', valor: 1, ordem: 1 },
        { texto_resposta: 'Não', valor: 2, ordem: 2 },
      ],
    },
    201,
  ],
  [
    'PUT',
    '/processing-config/transcription-sampling',
    { empresaId: t.empresa.id, projetoId: null, samplingPercentage: 50 },
    200,
  ],
  [
    'PUT',
    '/processing-config/toggle-processing',
    { empresaId: t.empresa.id, projetoId: null, processingType: 'text_analysis', enabled: true },
    200,
  ],
  ['POST', '/processing-config/clear-cache', { empresaId: t.empresa.id }, 200],
  [
    'POST',
    '/insight-templates',
    {
      ...{ empresaId: t.empresa.id, nome: 'Template', descricao: '', categoria: 'performance' },
      ...{ promptTemplate: 'Avalie.', parametrosObrigatorios: [], parametrosOpcionais: [] },
      ...{ modeloLLM: 'gpt-4', maxTokens: 1000, temperature: 0.7, thresholdConfianca: 0.7 },
      ...{ formatoSaida: 'estruturado', metadata: {} },
    },
    201,
  ],
  ['POST', `/projetos/${t.projeto.id}/insight-templates/${t.template.id}`, { projetoId: t.projeto.id }, 201],
  ['PATCH', `/projetos/${t.projeto.id}/insight-templates/${t.template.id}`, { active: false }, 200],
  [
    'POST',
    '/entrevistas/iniciar',
    {
      ...{ questionario_id: t.questionario.id, user_id: t.admin.usuarioId, nome_entrevistado: 'Caio' },
      telefone_entrevistado: '',
    },
    422,
  ],
  [
    'POST',
    '/entrevistas/respostas',
    {
      ...{ entrevista_id: t.entrevista.id, pergunta_id: t.pergunta.id, resposta_definida_id: t.opcao.id },
      texto_resposta: null,
    },
    200,
  ],
  ['PATCH', `/entrevistas/${t.entrevista.id}/finalizar`, {}, 200],
  ['POST', `/insights/validate/${t.insight.id}`, { observacoes: 'Certo.' }, 409],
  ['POST', `/insights/${t.insight.id}/feedback`, { feedback: 'Bom.' }, 200],
  // This request comes last, because it ends its own session.
  ['PUT', '/users/password', { currentPassword: SENHA, newPassword: SENHA_NOVA }, 200],
];

describe('bodies of the specifications', () => {
  it.each([
    ['as written', (body: object) => body],
    ['in the other spelling', (body: object) => otherSpelling(body) as object],
  ])('are accepted %s', async (_how, spell) => {
    const t = await createFullTenant(test.deps);
    const survey = await createProjeto(test.deps, t.empresa, { tipoProjeto: 'pesquisa' });
    const refused: string[] = [];
    for (const [method, path, body, status] of payloads(t, survey.id)) {
      const answer = await callApi(test, t.tokens.admin, method, path, spell(body));
      if (answer.status !== status) refused.push(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    }
    expect(refused).toEqual([]);
  });

  it.each<[Method, string, object, string, string]>([
    ['POST', '/projetos', {}, 'nome', 'Nome é obrigatório.'],
    ['POST', '/perguntas', {}, 'texto_pergunta', 'Texto da pergunta é obrigatório.'],
    [
      ...(['POST', '/perguntas', { texto_pergunta: 'Mora aqui?' }] as const),
      ...(['questionario_id', 'Texto da pergunta é obrigatório.'] as const),
    ],
    ['POST', '/questionarios', {}, 'nome', 'Nome do questionário é obrigatório.'],
    [
      ...(['POST', '/auditoria/call-center-default/items/ligacao', { numero_destino: '11' }] as const),
      ...(['call_start_time', 'Preencha todos os campos obrigatórios.'] as const),
    ],
    ['POST', '/asterisk-configs/test', {}, 'url', 'Preencha URL, usuário e senha do Asterisk'],
    ['POST', '/insight-templates', { nome: 'a' }, 'promptTemplate', 'Template de prompt é obrigatório'],
    // The specifications have no sentence for these failures; the message names the faulty field, if any.
    ['POST', '/creditos/comprar', {}, 'empresaId', 'O campo “empresaId” é obrigatório.'],
    ['POST', '/projetos', { nome: 'a', tipo: 'pesquisa' }, 'tipo', 'Campo desconhecido: tipo.'],
    ['PATCH', '/empresa-que-nao-ha', {}, '', 'Endereço não encontrado.'],
  ])('%s %s %j: %s', async (method, path, body, campo, sentence) => {
    const { body: answer } = await call(method, path, body);
    expect(answer).toMatchObject({ message: sentence, error: sentence });
    expect((answer as { details?: unknown }).details).toContain(sentence);
    expect(answer.errors[0]?.campo ?? '').toBe(campo);
  });

  it('faults of several fields are separate sentences', async () => {
    const { body } = await call('POST', '/suporte/tickets', { titulo: 'a', descricao: 'b', tipo: '' });
    expect((body as { details?: unknown }).details).toBe(
      'Título deve ter pelo menos 5 caracteres. Descrição deve ter pelo menos 10 caracteres. Tipo é obrigatório. Severidade é obrigatória',
    );
  });

  it("an audit's items are filtered by the names that items have", async () => {
    const { auditoria, projeto } = tenant;
    const path = (tipo: string) =>
      `/auditoria/${auditoria.id}/items?projeto_id=${projeto.id}&tipo_item=${tipo}`;
    const [calls, files] = [await call('GET', path('ligacao')), await call('GET', path('arquivo'))];
    expect(calls.body.data.map(({ tipo_item }: { tipo_item: string }) => tipo_item)).toContain('ligacao');
    expect([files.status, files.body.data]).toEqual([200, []]);
  });

  it('an unknown name in the address is refused; one that only avoids the cache passes', async () => {
    const { status, body } = await call('GET', '/projetos?search=x');
    expect([status, body.message]).toEqual([400, 'Campo desconhecido: search.']);
    expect((await call('GET', '/projetos?_=1&empresa_id=')).status).toBe(400);
    expect((await call('GET', `/projetos?_=1&empresa_id=${tenant.empresa.id}`)).status).toBe(200);
  });

  it('a page of another version is asked to try again, and nothing that it brought is lost', async () => {
    const answer = await test.app.inject({
      method: 'PATCH',
      url: `/api/v1/projetos/${tenant.projeto.id}`,
      headers: { ...bearer(tenant.tokens.admin), 'x-escuta-versao': '99.0.0' },
      payload: { campo_de_amanha: 1 },
    });
    expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([
      ...[503, 'indisponivel', '5'],
    ]);
  });
});
