// Builds requests from the contracts' schemas, for the tests that walk every route.

import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type Contract, isDeclared } from '@escuta/shared/contracts/contract';
import { z } from 'zod';
import type { TestDeps } from './app.ts';
import { addAudited, createSurvey } from './audited-survey.ts';
import { createDeadLetter } from './dead-letters.ts';
import {
  createAparelho,
  createApiKey,
  createAsteriskConfig,
  createMembro,
  createPacote,
  createPedido,
  createProjeto,
  createTenant,
  newCnpj,
} from './factories.ts';
import { createPreparo } from './preparos.ts';
import { createSinal, markSignalsComputed } from './signals.ts';
import { createTarefa } from './tasks.ts';

function createTemplate(deps: TestDeps, empresaId: string) {
  const text = { nome: 'Template de teste', categoria: 'performance' };
  return deps.prisma.insightTemplate.create({
    data: {
      empresaId,
      ...text,
      versoes: { create: { empresaId, versao: 1, ...text, promptTemplate: 'Analise.' } },
    },
    include: { versoes: true },
  });
}

/** Assigns the company's call to the company's usuario. @returns the id of the assignment's batch (`loteId`) */
async function giveCall(deps: TestDeps, tenant: Awaited<ReturnType<typeof createTenant>>) {
  const { usuarioId } = tenant.usuario;
  const given = await deps.prisma.itemAtribuicao.create({
    data: {
      itemId: tenant.item.id,
      empresaId: tenant.empresa.id,
      usuarioId,
      atribuidoPor: usuarioId,
      loteId: randomUUID(),
    },
  });
  return { id: given.loteId as string };
}

/** Creates a finished run of an item, with an insight. */
async function createInsight(
  deps: TestDeps,
  item: { id: string; empresaId: string; projetoId: string; auditoriaId: string },
  template: Awaited<ReturnType<typeof createTemplate>>,
) {
  const { id: itemId, empresaId, projetoId, auditoriaId } = item;
  const execucao = await deps.prisma.execucao.create({
    data: {
      empresaId,
      projetoId,
      itemId,
      origem: 'manual',
      status: 'concluida',
      terminadaEm: new Date(),
      configuracao: {},
    },
  });
  return deps.prisma.insight.create({
    data: {
      empresaId,
      projetoId,
      auditoriaId,
      itemId,
      execucaoId: execucao.id,
      templateVersaoId: template.versoes[0]?.id as string,
      statusProcessamento: 'concluido',
      categoria: template.categoria,
    },
  });
}

/** Creates the row of a former recording of an item; no sound is stored. */
const createFormerRecording = (
  deps: TestDeps,
  { id, empresaId, projetoId }: { id: string; empresaId: string; projetoId: string },
) =>
  deps.prisma.gravacaoAnterior.create({
    data: {
      ...{
        empresaId,
        projetoId,
        itemId: id,
        nome: 'anterior.wav',
        tipo: 'audio/wav',
        tamanho: 10,
        sha256: 'd'.repeat(64),
      },
      ...{ chaveObjeto: `${empresaId}/${id}/${randomUUID()}`, saida: 'trocada', via: 'pessoa' },
      ate: new Date(Date.now() + 86_400_000),
    },
  });

/** Creates a link to a moment of an item. */
const createMoment = (
  deps: TestDeps,
  { id, empresaId }: { id: string; empresaId: string },
  { usuarioId }: { usuarioId: string },
) =>
  deps.prisma.momento.create({
    data: {
      ...{ empresaId, itemId: id, inicioMs: 0, fimMs: 5000, comFrase: false, usuarioId },
      ...{ tokenHash: randomUUID(), chaveOriginal: `${empresaId}/${id}/${randomUUID()}`, situacao: 'falhou' },
      expiraEm: new Date(Date.now() + 86_400_000),
    },
  });

/** Merges another agent into this one; the merge can still be undone. */
async function createMerge(
  deps: TestDeps,
  { id: fundidoEmId, empresaId }: { id: string; empresaId: string },
) {
  const { id: outroId } = await deps.prisma.agente.create({
    data: { empresaId, nome: 'Fundido', fundidoEmId },
  });
  const ate = new Date(Date.now() + 86_400_000);
  return deps.prisma.agenteFusao.create({
    data: { empresaId, agenteId: fundidoEmId, outroId, ativoAntes: true, ate },
  });
}

/** Creates a company with its API key and one of everything that a path or body can name. */
export async function createFullTenant(deps: TestDeps) {
  const tenant = await createTenant(deps, { creditos: 1000 });
  const { empresa, gerente } = tenant;
  const template = await createTemplate(deps, empresa.id);
  const pacote = await createPacote(deps);
  const ticket = await deps.prisma.ticket.create({
    data: {
      empresaId: empresa.id,
      titulo: 'Ticket de teste',
      descricao: 'Texto de teste',
      criadoPor: gerente.usuarioId,
    },
  });
  return {
    ...tenant,
    /** A person whose account others manage. */
    colega: await createMembro(deps, empresa),
    asteriskConfig: await createAsteriskConfig(deps, empresa),
    ticket,
    // The attachment belongs to the usuario, because its author may delete it in any role.
    anexo: await createAttachment(deps, ticket, tenant.usuario.usuarioId),
    template,
    /** An image of a questionnaire; its bytes are not stored. */
    imagem: await createImage(deps, tenant.questionario),
    anterior: await createFormerRecording(deps, tenant.item),
    momento: await createMoment(deps, tenant.item, gerente),
    insight: await createInsight(deps, tenant.item, template),
    teste: await deps.prisma.testeTemplate.create({
      data: {
        empresaId: empresa.id,
        itemId: tenant.item.id,
        resultadoId: randomUUID(),
        rascunho: { promptTemplate: 'Analise.' },
        status: 'erro',
        motivo: 'Teste de acesso.',
        terminadoEm: new Date(),
      },
    }),
    sugestao: await deps.prisma.testeTemplate.create({
      data: {
        tipo: 'sugestao',
        empresaId: empresa.id,
        itemId: tenant.item.id,
        resultadoId: randomUUID(),
        rascunho: {},
        status: 'erro',
        motivo: 'Teste de acesso.',
        terminadoEm: new Date(),
      },
    }),
    modelo: await deps.prisma.modeloCatalogo.create({
      data: { rotulo: `modelo-${randomUUID()}`, provedor: 'openai', modelo: 'teste', finalidade: 'texto' },
    }),
    preco: await deps.prisma.precoCatalogo.create({
      data: {
        provedor: 'openai',
        modelo: `teste-${randomUUID()}`,
        unidade: 'token_entrada',
        precoUsd: 1,
        vigenteDe: new Date('2026-01-01T12:00:00Z'),
      },
    }),
    pacote,
    pedido: await createPedido(deps, empresa, pacote),
    lead: await deps.prisma.lead.create({
      data: { nome: 'Lead', email: 'lead@exemplo.com.br', telefone: '11' },
    }),
    falha: (await createDeadLetter(deps, tenant.auditoria)).letra,
    // The task belongs to the usuario, because its author may stop it in any role.
    tarefa: await createTarefa(deps, tenant.projeto, tenant.usuario.usuarioId),
    ramal: await deps.prisma.agenteRamal.create({
      data: {
        empresaId: empresa.id,
        agenteId: tenant.agente.id,
        ramal: '7001',
        ate: new Date('2020-01-01T03:00:00Z'),
      },
    }),
    fusao: await createMerge(deps, tenant.agente),
    retorno: await deps.prisma.agenteRetorno.create({
      data: {
        ...{ empresaId: empresa.id, agenteId: tenant.agente.id, texto: 'Retorno de teste.' },
        autorId: gerente.usuarioId,
      },
    }),
    sorteio: await deps.prisma.amostra.create({
      data: {
        ...{
          empresaId: empresa.id,
          projetoId: tenant.projeto.id,
          nome: 'Sorteio de teste',
          filtro: { todas: [] },
        },
        ...{ de: new Date('2026-01-01'), ate: new Date('2026-01-31'), metodo: 'total', quantidade: 1 },
        ...{ estrato: 'nenhum', semente: 'a', universo: 1, sorteadas: 1, autorId: gerente.usuarioId },
      },
    }),
    regra: await deps.prisma.regra.findFirstOrThrow({ where: { empresaId: empresa.id } }),
    filtro: await deps.prisma.filtroSalvo.create({
      data: {
        empresaId: empresa.id,
        autorId: tenant.usuario.usuarioId,
        nome: 'Filtro de teste',
        filtro: { todas: [] },
        daEmpresa: true,
      },
    }),
    atribuicao: await giveCall(deps, tenant),
    chave: await createApiKey(deps, empresa),
    preparo: await createInPortal(deps, empresa, tenant.usuario),
    lote: await createBatch(deps, empresa, tenant.usuario),
    importacao: await createImported(deps, tenant.projeto, tenant.usuario),
    documento: await createDocument(deps, tenant.auditoria),
    ...(await createInField(deps, tenant)),
    ...(await createAudited(deps, tenant)),
  };
}

/** Creates an image that no question's card uses. */
async function createImage(
  deps: TestDeps,
  { id: questionarioId, empresaId }: { id: string; empresaId: string },
) {
  const chaveObjeto = `${empresaId}/imagens/${randomUUID()}`;
  const { size } = await deps.store.put(chaveObjeto, Readable.from([Buffer.from('imagem de teste')]), {
    contentType: 'image/png',
  });
  return deps.prisma.questionarioImagem.create({
    data: { empresaId, questionarioId, nome: 'cartao.png', tipo: 'image/png', tamanho: size, chaveObjeto },
  });
}

/** Attaches a stored picture to a ticket. */
async function createAttachment(
  deps: TestDeps,
  { id: ticketId, empresaId }: { id: string; empresaId: string },
  usuarioId: string,
) {
  const chaveObjeto = `${empresaId}/tickets/${randomUUID()}`;
  const { size } = await deps.store.put(chaveObjeto, Readable.from([Buffer.from('imagem de teste')]), {
    contentType: 'image/png',
  });
  return deps.prisma.ticketAnexo.create({
    data: {
      id: randomUUID(),
      ...{ empresaId, ticketId, usuarioId, nome: 'tela.png', tipo: 'image/png', tamanho: size, chaveObjeto },
    },
  });
}

/** Stores a document with questions, as a file of an audit. */
async function createDocument(deps: TestDeps, { id, empresaId }: { id: string; empresaId: string }) {
  const chaveObjeto = `${empresaId}/preparos/${randomUUID()}`;
  const { size } = await deps.store.put(chaveObjeto, Readable.from([Buffer.from('P1. Mora aqui?')]), {
    contentType: 'text/plain',
  });
  return deps.prisma.auditoriaArquivo.create({
    data: {
      empresaId,
      auditoriaId: id,
      papel: 'perguntas',
      nome: 'questionario.txt',
      tipo: 'text/plain',
      tamanho: size,
      sha256: 'a'.repeat(64),
      chaveObjeto,
      status: 'concluido',
    },
  });
}

/** Creates a batch of recordings that waits for a person. */
async function createBatch(deps: TestDeps, empresa: { id: string }, usuario: { usuarioId: string }) {
  const projeto = await createProjeto(deps, empresa, { tipoProjeto: 'call_center' });
  const [id, gravacao] = [randomUUID(), randomUUID()];
  const chaveObjeto = `${empresa.id}/lotes/${id}/${randomUUID()}`;
  await deps.store.put(chaveObjeto, Readable.from([Buffer.from('som de teste')]), {
    contentType: 'audio/mpeg',
  });
  await deps.prisma.loteGravacao.create({
    data: {
      ...{ id, empresaId: empresa.id, projetoId: projeto.id, autorId: usuario.usuarioId, origem: 'pasta' },
      ...{ nome: 'gravacoes', tamanho: 12n, arquivos: 1, estado: 'pronto' },
      expiraEm: new Date(Date.now() + 7 * 86_400_000),
      gravacoes: {
        create: {
          ...{
            id: gravacao,
            empresaId: empresa.id,
            indice: 0,
            nome: 'a.mp3',
            tamanho: 12n,
            situacao: 'orfa',
          },
          ...{ tipo: 'audio/mpeg', sha256: 'a'.repeat(64), chaveObjeto, duracaoMs: 1000 },
        },
      },
    },
  });
  return { id, gravacao: { id: gravacao } };
}

/** Creates an imported sheet whose columns wait for a person. */
function createImported(
  deps: TestDeps,
  projeto: { id: string; empresaId: string },
  { usuarioId }: { usuarioId: string },
) {
  const coluna = { exemplos: [], preenchidas: 1, certa: true, ordem: null };
  return deps.prisma.importacao.create({
    data: {
      id: randomUUID(),
      empresaId: projeto.empresaId,
      projetoId: projeto.id,
      autorId: usuarioId,
      estado: 'mapear',
      nome: 'ligacoes.csv',
      tamanho: 100,
      linhas: 1,
      colunas: [
        { ...coluna, titulo: 'Início', sugestao: 'inicio' },
        { ...coluna, titulo: 'Telefone', sugestao: 'numero' },
      ],
      mapeamento: { colunas: ['inicio', 'numero'] },
      expiraEm: new Date(Date.now() + 86_400_000),
    },
  });
}

/** Creates an audit of the portal that waits for a person. */
async function createInPortal(deps: TestDeps, empresa: { id: string }, usuario: { usuarioId: string }) {
  const projeto = await createProjeto(deps, empresa, { tipoProjeto: 'auditoria' });
  const preparo = await createPreparo(deps, projeto, {
    autorId: usuario.usuarioId,
    gravacoes: [{ nome: 'Q002.mp3', linha: 2, som: Buffer.from('som de teste') }],
  });
  return { ...preparo, gravacao: preparo.gravacoes[0] as { id: string } };
}

/** Creates an interview in progress on a device, with an open upload. */
async function createInField(
  deps: TestDeps,
  { empresa, projeto, pesquisa, questionario, versao, usuario }: Awaited<ReturnType<typeof createTenant>>,
) {
  const aparelho = await createAparelho(deps, usuario);
  const emCampo = await deps.prisma.entrevista.create({
    data: {
      empresaId: empresa.id,
      projetoId: projeto.id,
      pesquisaId: pesquisa.id,
      questionarioId: questionario.id,
      questionarioVersaoId: versao.id,
      usuarioId: usuario.usuarioId,
      nomeEntrevistado: 'Pessoa Entrevistada',
      aparelhoId: aparelho.id,
      sincronia: 'parcial',
      consentimento: 'aceito',
    },
  });
  const envio = await deps.prisma.envio.create({
    data: {
      id: randomUUID(),
      empresaId: empresa.id,
      dono: 'entrevista',
      donoId: emCampo.id,
      papel: 'gravacao',
      tipo: 'audio/webm',
      expiraEm: new Date(Date.now() + 86_400_000),
    },
  });
  return { aparelho, emCampo, envio };
}

/** Creates an audited interview with one question, for the routes of the heat map. */
async function createAudited(
  deps: TestDeps,
  { projeto, auditoria }: Awaited<ReturnType<typeof createTenant>>,
) {
  const place = { empresaId: projeto.empresaId, projetoId: projeto.id, auditoriaId: auditoria.id };
  const survey = await createSurvey(deps.db, place, 1);
  const [ids] = await addAudited(deps.db, survey, [{ letras: 'D' }]);
  const { rows } = await deps.db.query<{ id: string }>('select id from confrontos where entrevista_id = $1', [
    ids?.entrevistaId,
  ]);
  const verificacao = { id: randomUUID() };
  await deps.db.query(
    `insert into verificacoes (id, empresa_id, pesquisa_id, entrevista_id, semente) values ($1, $2, $3, $4, 1)`,
    [verificacao.id, place.empresaId, survey.pesquisaId, ids?.entrevistaId],
  );
  // Marks the signals as computed; a worker would otherwise compute them again and end this signal.
  await markSignalsComputed(deps.db, survey);
  return {
    verificacao,
    pesquisaAuditada: { id: survey.pesquisaId },
    auditada: { id: ids?.entrevistaId as string },
    perguntaAuditada: { id: survey.perguntas[0]?.id as string },
    confronto: { id: rows[0]?.id as string },
    sinal: {
      id: await createSinal(deps.db, survey, [ids?.entrevistaId as string]),
    },
    itemAuditado: { id: ids?.itemId as string },
  };
}
export type FullTenant = Awaited<ReturnType<typeof createFullTenant>>;

/** Copies a foreign tenant, with made-up ids for what no company owns: packages, leads, models and prices. */
export function asForeign(tenant: FullTenant): FullTenant {
  return {
    ...tenant,
    pacote: { ...tenant.pacote, id: randomUUID() },
    lead: { ...tenant.lead, id: randomUUID() },
    modelo: { ...tenant.modelo, id: randomUUID() },
    preco: { ...tenant.preco, id: randomUUID() },
  };
}

/** Finds the id for a parameter of a path: for `{id}` by the path before it, for other parameters by their name. */
function idFor(tenant: FullTenant, contract: Contract, name: string): string {
  const byName: Record<string, { id: string }> = {
    empresaId: tenant.empresa,
    empresa_id: tenant.empresa,
    projetoId: tenant.projeto,
    projectId: tenant.projeto,
    projeto_id: tenant.projeto,
    auditoriaId: tenant.auditoria,
    auditoria_id: tenant.auditoria,
    auditoriaItemId: tenant.item,
    pesquisa_id: tenant.pesquisa,
    questionario_id: tenant.questionario,
    questionario_versao_id: tenant.versao,
    entrevista_id: tenant.entrevista,
    agente_id: tenant.agente,
    ramalId: tenant.ramal,
    fusaoId: tenant.fusao,
    pergunta_id: tenant.pergunta,
    resposta_definida_id: tenant.opcao,
    user_id: { id: tenant.usuario.usuarioId },
    usuario_id: { id: tenant.colega.usuarioId },
    responsavel_id: { id: tenant.colega.usuarioId },
    opcao_id: tenant.opcao,
    pacoteId: tenant.pacote,
    templateId: tenant.template,
    template_id: tenant.template,
    substitui: tenant.insight,
    atribuidoPara: { id: tenant.colega.usuarioId },
    perguntaId: tenant.perguntaAuditada,
    gravacaoId: tenant.preparo.gravacao,
    arquivoId: tenant.documento,
    imagemId: tenant.imagem,
    anexoId: tenant.anexo,
    anteriorId: tenant.anterior,
    momentoId: tenant.momento,
    preparo_id: tenant.preparo,
    // The task that read a document.
    leitura: tenant.tarefa,
    loteId: tenant.atribuicao,
    revisado_por: { id: tenant.colega.usuarioId },
    responsavel: { id: tenant.usuario.usuarioId },
    lote_id: tenant.lote,
    ligacao_id: tenant.item,
    item_id: tenant.item,
  };
  const byPath: Record<string, { id: string }> = {
    '/users': tenant.colega,
    '/empresas': tenant.empresa,
    '/projetos': tenant.projeto,
    '/auditoria': tenant.auditoria,
    '/auditorias': tenant.auditoria,
    '/auditoria-item': tenant.item,
    '/auditoria-items': tenant.item,
    '/asterisk-configs': tenant.asteriskConfig,
    '/creditos/pacotes': tenant.pacote,
    '/creditos/pedidos': tenant.pedido,
    '/suporte/tickets': tenant.ticket,
    '/admin/leads': tenant.lead,
    '/insight-templates': tenant.template,
    '/insight-templates/testes': tenant.teste,
    '/insight-templates/sugestoes': tenant.sugestao,
    '/insights': tenant.insight,
    '/insights/validate': tenant.insight,
    '/admin/modelos': tenant.modelo,
    '/admin/precos': tenant.preco,
    '/falhas': tenant.falha,
    '/tarefas': tenant.tarefa,
    // The task is not an export, so that even permitted callers get 404.
    '/exportacoes': tenant.tarefa,
    '/exportacoes/modelos': tenant.tarefa,
    '/pesquisas': tenant.pesquisa,
    '/verificacoes': tenant.verificacao,
    '/confrontos': tenant.confronto,
    '/sinais': tenant.sinal,
    '/retornos': tenant.retorno,
    '/sorteios': tenant.sorteio,
    '/questionarios/pesquisa': tenant.pesquisa,
    '/questionarios': tenant.questionario,
    '/perguntas/questionario': tenant.questionario,
    '/perguntas': tenant.pergunta,
    '/entrevistas': tenant.entrevista,
    '/campo/aparelhos': tenant.aparelho,
    '/campo/questionarios': tenant.questionario,
    '/campo/imagens': tenant.imagem,
    '/envios': tenant.envio,
    '/auditorias/preparos': tenant.preparo,
    '/lotes-gravacao': tenant.lote,
    '/agentes': tenant.agente,
    '/importacoes': tenant.importacao,
    '/filtros': tenant.filtro,
    '/regras': tenant.regra,
    // This id is not of a bulk retry, so that even permitted callers get 404.
    '/falhas/lotes': tenant.falha,
  };
  // By contract id: ids for contracts whose paths begin alike.
  const byCall: Record<string, { id: string }> = {
    // The item has no result to export, so that even permitted callers get an error.
    exportResultado: tenant.item,
    // Microdata can be exported only from a survey with a concluded interview.
    exportMicrodados: tenant.pesquisaAuditada,
    listInsights: tenant.item,
    previewInsights: tenant.projeto,
    generateInsights: tenant.projeto,
    validateInsight: tenant.insight,
    undoInsightValidation: tenant.insight,
    giveInsightFeedback: tenant.insight,
    reprocessInsight: tenant.insight,
    registerAparelho: tenant.aparelho,
    createEnvio: tenant.envio,
    createPreparo: tenant.preparo,
    createLoteGravacoes: tenant.lote,
    getConfronto: tenant.auditada,
    listConfrontos: tenant.auditada,
    correctSentenca: tenant.itemAuditado,
    undoCorrecao: tenant.itemAuditado,
    swapVozes: tenant.itemAuditado,
  };
  const own = name === 'id' ? byCall[contract.id] : undefined;
  if (own) return own.id;
  const ofBatch = name === 'gravacaoId' && contract.path.startsWith('/lotes-gravacao');
  if (ofBatch) return tenant.lote.gravacao.id;
  const thing = name === 'id' ? byPath[contract.path.slice(0, contract.path.indexOf('/{'))] : byName[name];
  if (!thing) throw new Error(`${contract.id}: teach contract-requests.ts whose id '${name}' is`);
  return thing.id;
}

/** By name of a field with a special format: a function that makes a valid text. */
const TEXT_BY_NAME: Record<string, () => string> = {
  proposta: () => '1.0',
  cep: () => '01310100',
  cnpj: newCnpj,
  email: () => `pessoa-${randomUUID()}@exemplo.com.br`,
};

type Property = {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Property[];
};
type ObjectSchema = { properties: Record<string, Property>; required: string[] };

/** Cached schemas by contract part. Each serves dozens of requests; to derive one costs more than a request. */
const schemas = new WeakMap<z.ZodType, ObjectSchema>();

function schemaOf(part: z.ZodType): ObjectSchema {
  const known = schemas.get(part);
  if (known) return known;
  const made = writeSchema(part);
  schemas.set(part, made);
  return made;
}

function writeSchema(part: z.ZodType): ObjectSchema {
  if (!isDeclared(part)) return { properties: {}, required: [] };
  const schema = z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' }) as Partial<ObjectSchema>;
  return { properties: schema.properties ?? {}, required: schema.required ?? [] };
}

const isId = (property: Property = {}): boolean =>
  property.format === 'uuid' || (property.anyOf ?? []).some(isId);

const idsAmong = ({ properties }: ObjectSchema) =>
  Object.keys(properties).filter((name) => isId(properties[name]));

/** Lists the names of the id parameters in a contract's path and body. */
export function idNames(contract: Contract): string[] {
  return [...idsAmong(schemaOf(contract.params)), ...idsAmong(schemaOf(contract.body))];
}

/** Lists the names of the id parameters among a contract's filters. */
export function filterIdNames(contract: Contract): string[] {
  return idsAmong(schemaOf(contract.query));
}

/** A random sample of one of January's calls. */
const SORTEIO = {
  ...{ filtro: { todas: [] }, de: '2026-01-01', ate: '2026-01-31' },
  ...{ metodo: 'total', quantidade: 1 },
};

/** Fields, by contract, without which a request is invalid or its ids do not fit together. */
const ALSO: Record<string, object> = {
  countExportacao: { tipo: 'usuarios' },
  createExportacao: { tipo: 'usuarios', formato: 'csv', colunas: ['email'] },
  createModeloExportacao: { tipo: 'usuarios', nome: 'Só e-mails', formato: 'csv', colunas: ['email'] },
  exportLista: { tipo: 'usuarios', formato: 'csv', colunas: ['email'] },
  createLoteGravacoes: { origem: 'arquivo', nome: 'a.zip', tamanho: 12 },
  createItem: { tipo_item: 'entrevista' },
  createPesquisa: { titulo: 'Pesquisa de teste' },
  updatePesquisa: { titulo: 'Pesquisa de teste' },
  correctSentenca: { falante: 'entrevistado' },
  createQuestionario: { nome: 'Questionário de teste' },
  updateQuestionario: { nome: 'Questionário de teste' },
  updateMetas: { versao: 0, total: null, passar: false, tabelas: [] },
  publishQuestionario: { rascunho: 'a'.repeat(64) },
  createMomento: { inicio_ms: 0, fim_ms: 5000 },
  estimateSorteio: SORTEIO,
  createSorteio: { ...SORTEIO, nome: 'Sorteio de teste', pessoas: [] },
  createRetorno: { texto: 'Retorno de teste.' },
  sendFolhas: { folhas: [{ agente_id: randomUUID() }] },
  readDescadastro: { token: 'nao-vale' },
  openMomento: { token: 'nao-vale' },
  downloadMomento: { token: 'nao-vale' },
  recordOuvido: { trechos: [{ inicioMs: 0, fimMs: 1000 }] },
  reorderPerguntas: { perguntas: [randomUUID()] },
  createPergunta: { texto_pergunta: 'Pergunta de teste?' },
  addPerguntas: {
    perguntas: [
      {
        texto_pergunta: 'Pergunta de teste?',
        tipo: 'texto',
        campo_texto: true,
        ler_opcoes: true,
        respostas_definidas: [],
      },
    ],
  },
  createPreparo: {
    arquivos: [
      { papel: 'audio', nome: 'a.mp3', tamanho: 1 },
      { papel: 'perguntas', nome: 'a.pdf', tamanho: 1 },
      { papel: 'planilha_respostas', nome: 'a.csv', tamanho: 1 },
      { papel: 'zip_audios', nome: 'a.zip', tamanho: 1 },
    ],
  },
  estimateLote: { selecao: { filtro: { todas: [] }, exceto: [] } },
  createLote: { selecao: { filtro: { todas: [] }, exceto: [] } },
  setTetos: { creditos: null, itens: null },
  simulateImportacao: { mapeamento: { colunas: ['inicio', 'numero'] } },
  correctGravacao: { linha: 2 },
  announceGravacoesDoLote: { de: 0, arquivos: [{ nome: 'a.mp3', tamanho: 12 }] },
  decideGravacao: { acao: 'descartar' },
  decideGravacoes: { versao: 0, situacao: 'orfa', acao: 'descartar' },
  testPadraoGravacao: { padrao: '(?<numero>1+)', amostras: [] },
  savePadraoGravacao: { padrao: null, amostras: [] },
  correctColunas: { colunas: [{ n: 5, papel: 'ignorar', pergunta: null, opcao: null }] },
  correctPerguntas: {
    apresentacao: null,
    perguntas: [
      {
        ...{
          de: 0,
          codigo: 'P1',
          texto: 'Pergunta de teste?',
          tipo: 'texto',
          obrigatoria: true,
          ler_opcoes: true,
        },
        ...{ instrucao: null, minimo: null, maximo: null, unidade: null, opcoes: [], mostrar_se: null },
      },
    ],
  },
  giveLinhasAPergunta: { linhas: [0] },
  updatePergunta: { texto_pergunta: 'Pergunta de teste?' },
  assignLigacoes: { selecao: { filtro: { todas: [] }, exceto: [] } },
  createFiltro: { filtro: { todas: [] } },
  createRegra: { filtro: { campo: 'falha_critica', op: 'igual', valor: true }, janela: null, espera_min: 60 },
  updateRegra: { versao: 1, nome: 'Regra de teste mudada' },
  testRegra: { filtro: { campo: 'falha_critica', op: 'igual', valor: true }, janela: null },
  updateDisparos: { estado: 'visto' },
  updateFiltro: { nome: 'Filtro de teste mudado' },
  updateRamal: { ramal: '7002' },
  updateAgente: { nome: 'Entrevistadora de teste' },
  reviewEntrevistas: { entrevistas: [{ id: randomUUID(), visto: 0 }] },
  assignVerificacoes: { verificacoes: [randomUUID()] },
  startEntrevista: { nome_entrevistado: 'Pessoa de teste' },
  closeEntrevista: { registro_sha256: 'a'.repeat(64) },
  sendEventos: {
    eventos: [
      {
        seq: 1,
        tipo: 'iniciada',
        pergunta_id: null,
        valor: null,
        valor_anterior: null,
        mono_ms: 0,
        relogio: 1,
        gravacao: null,
        audio_ms: null,
        motivo: null,
      },
    ],
  },
};

/** Values of fields that are objects with required fields of their own, by the field's name. */
const OBJECT_BY_NAME: Record<string, object> = { template: { promptTemplate: 'Analise.' } };

function fieldValue(name: string, property: Property): unknown {
  if (property.const !== undefined) return property.const;
  if (property.enum) return property.enum[0];
  if (property.format === 'uri') return 'http://127.0.0.1:8088';
  if (property.format === 'date') return '2026-03-02';
  if (property.format === 'date-time') return '2026-03-02T10:00:00-03:00';
  switch (property.type) {
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'object':
      return OBJECT_BY_NAME[name] ?? {};
    default:
      return TEXT_BY_NAME[name]?.() ?? 'texto de teste';
  }
}

export type ContractRequest = {
  method: Contract['method'];
  url: string;
  payload?: object | string;
  headers?: Record<string, string>;
};

/** Builds a valid request with the ids of `tenant`; `foreign`, if given, names one id to take from another tenant. */
export function requestFor(
  tenant: FullTenant,
  contract: Contract,
  headers: Record<string, string> = {},
  foreign: { name: string; tenant: FullTenant } | null = null,
): ContractRequest {
  const id = (name: string) => idFor(name === foreign?.name ? foreign.tenant : tenant, contract, name);
  const params = schemaOf(contract.params).properties;
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    isId(params[name]) ? id(name) : String(fieldValue(name, params[name] ?? {})),
  );
  const request: ContractRequest = {
    method: contract.method,
    url: `/api/v1${path}`,
    headers: { ...headers },
  };
  if (contract.kind === 'multipart') {
    const boundary = 'limite-de-teste';
    request.headers = { ...request.headers, 'content-type': `multipart/form-data; boundary=${boundary}` };
    // Only the form of importItens names a project, in a field before the file.
    const project = contract.id === 'importItens' ? ['projeto_id'] : [];
    request.payload = [
      ...project.flatMap((name) => [
        `--${boundary}`,
        `content-disposition: form-data; name="${name}"`,
        '',
        id(name),
      ]),
      `--${boundary}`,
      'content-disposition: form-data; name="file"; filename="a.mp3"',
      'content-type: audio/mpeg',
      '',
      'não é áudio',
      `--${boundary}--`,
      '',
    ].join('\r\n');
    return request;
  }
  if (contract.kind === 'bytes') {
    const bytes = Buffer.from('uma parte');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const type = { 'content-type': 'application/octet-stream', 'x-parte-sha256': sha256 };
    request.headers = { ...request.headers, ...type };
    request.payload = bytes;
    return request;
  }
  if (!isDeclared(contract.body)) return request;
  const { properties, required } = schemaOf(contract.body);
  // Optional ids are filled in as well, because a request with a foreign id must be refused.
  const names = Object.keys(properties).filter((name) => required.includes(name) || isId(properties[name]));
  const given = names.map((name) => {
    const property = properties[name] ?? {};
    return [name, isId(property) ? id(name) : fieldValue(name, property)];
  });
  request.payload = { ...Object.fromEntries(given), ...ALSO[contract.id] };
  return request;
}
