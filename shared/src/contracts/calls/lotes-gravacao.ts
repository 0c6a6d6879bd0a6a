import { z } from 'zod';
import { LIMITES_PADRAO } from '../../domain/recordings/name-pattern.ts';
import {
  ESTADOS_LOTE,
  LIMITES_LOTE,
  ORIGENS_LOTE,
  REGRAS_GRAVACAO,
  SITUACOES_A_DECIDIR,
  SITUACOES_GRAVACAO_LOTE,
} from '../../domain/recordings/recording-batch.ts';
import { STATUS_PROCESSAMENTO } from '../../domain/runs/status.ts';
import {
  audioUrl,
  daAssinatura,
  dateTime,
  day,
  givenDateTime,
  idParams,
  ok,
  okPage,
  pageQuery,
  searchText,
  text,
} from '../common.ts';
import { defineContract } from '../contract.ts';

const tag = 'Gravações em lote';
/** Lower case as in the database, because ids are compared as text. */
const id = z.uuid({ error: 'Identificador inválido.' }).toLowerCase();
const contagem = z.number().int().min(0);

/** For people only: API keys use POST /auditoria-item/{id}/upload. */
const read = { who: 'user', can: ['audit_item', 'read'] } as const;
const write = { who: 'user', can: ['audit_item', 'create'] } as const;

/** Longest path of a file, characters; maximum files per request. */
const NOME = 1000;
export const ARQUIVOS_POR_PEDIDO = 1000;

const contagens = z.object(
  Object.fromEntries(SITUACOES_GRAVACAO_LOTE.map((situacao) => [situacao, contagem])) as Record<
    (typeof SITUACOES_GRAVACAO_LOTE)[number],
    typeof contagem
  >,
);

const lote = z.object({
  id: z.uuid(),
  projeto: z.object({ id: z.uuid(), nome: z.string() }),
  autor: z.object({ id: z.uuid(), nome: z.string().nullable() }).nullable(),
  origem: z.enum(ORIGENS_LOTE),
  nome: z.string(),
  /** Bytes, and number of files in the folder (0 for an archive), as the client announced them. */
  tamanho: contagem,
  arquivos: contagem,
  /** Bytes received so far, and number of the folder's files announced so far. */
  recebido: contagem,
  anunciados: contagem,
  /** Id of the upload that receives the parts; null before the client opens it (POST /envios), and after reading. */
  envio_id: z.uuid().nullable(),
  envio_completo: z.boolean(),
  estado: z.enum(ESTADOS_LOTE),
  motivo: z.string().nullable(),
  /** Incremented by each correction. */
  versao: z.number().int(),
  tarefa: z.object({ id: z.uuid(), feito: contagem, total: contagem.nullable() }).nullable(),
  situacoes: contagens,
  /** Sums over recordings that are or will be attached: decoded length, ms, and bytes. */
  duracao_ms: contagem,
  bytes: contagem,
  created_at: dateTime,
  confirmado_em: dateTime.nullable(),
  /** Expiry of an abandoned batch; once confirmed, deadline for undoing it. */
  expira_em: dateTime,
});
export type LoteGravacao = z.infer<typeof lote>;

const detalhe = lote.extend({
  /** Recordings that could not be attached; attaching is retried until the batch is deleted. */
  a_repetir: contagem,
  /** `n`: number of calls of the same days without a recording, counted up to 1001. Null before any match. */
  sem_gravacao: z.object({ n: contagem, de: day, ate: day }).nullable(),
});
export type LoteGravacaoDetalhe = z.infer<typeof detalhe>;

const ligacao = z.object({
  id: z.uuid(),
  momento: dateTime.nullable(),
  numero: z.string().nullable(),
  ramal: z.string().nullable(),
  agente: z.string().nullable(),
  nome: z.string().nullable(),
  status: z.enum(STATUS_PROCESSAMENTO),
  gravacao: z.object({ nome: z.string().nullable(), segundos: z.number().int().nullable() }).nullable(),
});
export type LigacaoDoLote = z.infer<typeof ligacao>;

const gravacao = z.object({
  id: z.uuid(),
  nome: z.string(),
  tamanho: contagem.nullable(),
  duracao_ms: contagem.nullable(),
  situacao: z.enum(SITUACOES_GRAVACAO_LOTE),
  motivo: z.string().nullable(),
  regra: z.enum(REGRAS_GRAVACAO).nullable(),
  ligacao: ligacao.nullable(),
  candidatas: z.array(ligacao),
  /** Data read without doubt from the file's name, enough to create a call. */
  lido: z.object({
    numero: z.string().nullable(),
    ramal: z.string().nullable(),
    agente: z.string().nullable(),
    momento: dateTime.nullable(),
  }),
  /** Name of the batch's file, or id of the call, that has the same bytes; null if there is none. */
  repetida_de: z.string().nullable(),
  repetida_ligacao: z.uuid().nullable(),
  audivel: z.boolean(),
});
export type GravacaoDoLote = z.infer<typeof gravacao>;

export const createLoteGravacoes = defineContract({
  id: 'createLoteGravacoes',
  method: 'POST',
  path: '/lotes-gravacao',
  access: write,
  summary:
    'Começar um lote de gravações de um projeto, com o id de quem envia; de novo com o mesmo conteúdo, nada muda. De uma pasta, os nomes vêm depois (POST …/arquivos) e os bytes um arquivo atrás do outro em um só envio (POST /envios); de um .zip ou .rar, só o envio',
  tag,
  touches: ['lotesGravacao'],
  status: 201,
  body: z.discriminatedUnion('origem', [
    z.object({
      id,
      projeto_id: id,
      origem: z.literal('pasta'),
      nome: text(255),
      tamanho: contagem.min(1, { error: 'A pasta está vazia.' }).max(LIMITES_LOTE.bytes, {
        error: 'As gravações passam de 10 GB. Divida-as em mais de um envio.',
      }),
      arquivos: contagem.min(1, { error: 'A pasta não tem gravações.' }).max(LIMITES_LOTE.arquivos, {
        error: 'São mais de 20.000 gravações. Divida-as em mais de um envio.',
      }),
    }),
    z.object({
      id,
      projeto_id: id,
      origem: z.literal('arquivo'),
      nome: text(255).regex(/\.(?:zip|rar)$/iu, { error: 'Envie um arquivo .zip ou .rar.' }),
      tamanho: contagem.min(1, { error: 'O arquivo está vazio.' }).max(LIMITES_LOTE.bytes, {
        error: 'O arquivo passa de 10 GB. Divida o conteúdo em vários arquivos .zip.',
      }),
    }),
  ]),
  response: ok(detalhe),
});

export const announceGravacoesDoLote = defineContract({
  id: 'announceGravacoesDoLote',
  method: 'POST',
  path: '/lotes-gravacao/{id}/arquivos',
  access: write,
  summary:
    'Nomes e tamanhos dos arquivos de uma pasta, na ordem em que os bytes vêm, até 1.000 por pedido a partir de `de`; de novo, nada muda',
  tag,
  touches: ['lotesGravacao'],
  bodyKb: 5 * 1024,
  params: idParams,
  body: z.object({
    de: contagem.max(LIMITES_LOTE.arquivos),
    arquivos: z
      .array(z.object({ nome: text(NOME).min(1), tamanho: contagem.max(LIMITES_LOTE.bytes) }))
      .min(1)
      .max(ARQUIVOS_POR_PEDIDO),
  }),
  response: ok(z.object({ anunciados: contagem })),
});

export const listLotesGravacao = defineContract({
  id: 'listLotesGravacao',
  method: 'GET',
  path: '/lotes-gravacao',
  access: read,
  summary: 'Lotes de gravações da empresa, do mais novo ao mais antigo',
  tag,
  topic: 'lotesGravacao',
  query: pageQuery.extend({
    projeto_id: id.optional(),
    estado: z.enum(['abertos', ...ESTADOS_LOTE], { error: 'Situação inválida.' }).optional(),
  }),
  response: okPage(lote),
});

export const getLoteGravacao = defineContract({
  id: 'getLoteGravacao',
  method: 'GET',
  path: '/lotes-gravacao/{id}',
  access: read,
  summary: 'Um lote de gravações: o que chegou, o que foi encontrado, o que falta decidir',
  tag,
  topic: 'lotesGravacao',
  params: idParams,
  response: ok(detalhe),
});

export const listGravacoesDoLote = defineContract({
  id: 'listGravacoesDoLote',
  method: 'GET',
  path: '/lotes-gravacao/{id}/gravacoes',
  access: read,
  summary:
    'Gravações de um lote com as suas ligações: as que esperam decisão primeiro, cada parte na ordem em que veio',
  tag,
  topic: 'lotesGravacao',
  params: idParams,
  query: pageQuery.extend({
    q: searchText.optional(),
    situacao: z.enum(['a_decidir', ...SITUACOES_GRAVACAO_LOTE], { error: 'Situação inválida.' }).optional(),
  }),
  response: okPage(gravacao),
});

export const readLoteGravacoes = defineContract({
  id: 'readLoteGravacoes',
  method: 'POST',
  path: '/lotes-gravacao/{id}/ler',
  access: write,
  summary:
    'Ler as gravações, quando todas chegaram; de um lote já lido, procurar de novo as ligações que ninguém escolheu',
  tag,
  touches: ['lotesGravacao', 'tarefas'],
  status: 202,
  params: idParams,
  response: ok(detalhe),
});

export const decideGravacao = defineContract({
  id: 'decideGravacao',
  method: 'PATCH',
  path: '/lotes-gravacao/{id}/gravacoes/{gravacaoId}',
  access: write,
  summary:
    'Dizer de que ligação é uma gravação (se ela já tem uma, só a substitui com `substituir`), criar a ligação, descartar, ou voltar atrás',
  tag,
  touches: ['lotesGravacao'],
  params: idParams.extend({ gravacaoId: id }),
  body: z.discriminatedUnion('acao', [
    z.object({ acao: z.literal('anexar'), ligacao_id: id, substituir: z.boolean().default(false) }),
    z.object({
      acao: z.literal('criar'),
      momento: givenDateTime.nullable(),
      numero: text(64).nullable(),
      ramal: text(64).nullable(),
    }),
    z.object({ acao: z.literal('descartar') }),
    z.object({ acao: z.literal('devolver') }),
  ]),
  response: ok(z.object({ gravacao, lote: detalhe })),
});

export const decideGravacoes = defineContract({
  id: 'decideGravacoes',
  method: 'POST',
  path: '/lotes-gravacao/{id}/decidir',
  access: write,
  summary:
    'O mesmo para todas as que esperam pela mesma decisão: descartar; criar as ligações que os nomes descrevem; substituir as gravações',
  tag,
  touches: ['lotesGravacao'],
  params: idParams,
  body: z.object({
    versao: contagem,
    situacao: z.enum(SITUACOES_A_DECIDIR),
    acao: z.enum(['descartar', 'criar', 'substituir'], { error: 'Ação inválida.' }),
  }),
  response: ok(z.object({ n: contagem, lote: detalhe })),
});

export const createAudioUrlDoLote = defineContract({
  id: 'createAudioUrlDoLote',
  method: 'POST',
  path: '/lotes-gravacao/{id}/gravacoes/{gravacaoId}/audio-url',
  access: read,
  summary: 'Endereço assinado de uma gravação do lote, por 15 minutos, para ouvi-la antes de decidir',
  tag,
  touches: [],
  params: idParams.extend({ gravacaoId: id }),
  response: ok(audioUrl),
});

export const listenGravacaoDoLote = defineContract({
  id: 'listenGravacaoDoLote',
  method: 'GET',
  path: '/lotes-gravacao/{id}/gravacoes/{gravacaoId}/audio',
  access: { ...read, assinatura: true },
  summary: 'Uma gravação do lote; aceita faixas de bytes (Range)',
  tag,
  topic: null,
  kind: 'binary',
  params: idParams.extend({ gravacaoId: id }),
  query: z.object(daAssinatura),
  response: z.string(),
});

export const confirmLoteGravacoes = defineContract({
  id: 'confirmLoteGravacoes',
  method: 'POST',
  path: '/lotes-gravacao/{id}/confirmar',
  access: write,
  summary: 'Anexar o que foi conferido, sem cobrar nada; de um lote que parou, continuar. De novo, nada muda',
  tag,
  touches: ['lotesGravacao', 'tarefas'],
  status: 202,
  params: idParams,
  body: z.object({
    /** The version that the client read; a newer stored version gives 409. */
    versao: contagem,
  }),
  response: ok(detalhe),
});

export const retryLoteGravacoes = defineContract({
  id: 'retryLoteGravacoes',
  method: 'POST',
  path: '/lotes-gravacao/{id}/repetir',
  access: write,
  summary:
    'Anexar de novo as gravações que não puderam ser anexadas e ainda estão guardadas. De novo, nada muda',
  tag,
  touches: ['lotesGravacao', 'tarefas'],
  status: 202,
  params: idParams,
  response: ok(detalhe),
});

export const cancelLoteGravacoes = defineContract({
  id: 'cancelLoteGravacoes',
  method: 'POST',
  path: '/lotes-gravacao/{id}/cancelar',
  access: write,
  summary: 'Desistir antes de confirmar: os arquivos são apagados',
  tag,
  touches: ['lotesGravacao', 'tarefas'],
  params: idParams,
  response: ok(detalhe),
});

export const undoLoteGravacoes = defineContract({
  id: 'undoLoteGravacoes',
  method: 'POST',
  path: '/lotes-gravacao/{id}/desfazer',
  access: write,
  summary: 'Desanexar, em até 30 dias, o que este lote anexou e não foi processado desde então',
  tag,
  touches: ['lotesGravacao', 'tarefas'],
  status: 202,
  params: idParams,
  response: ok(detalhe),
});

const padrao = z.object({
  padrao: z.string().nullable(),
});
const lido = z.object({
  nome: z.string(),
  serve: z.boolean(),
  numero: z.string().nullable(),
  ramal: z.string().nullable(),
  agente: z.string().nullable(),
  momento: dateTime.nullable(),
});
const dado = {
  padrao: text(2 * LIMITES_PADRAO.caracteres),
  amostras: z.array(text(NOME)).max(LIMITES_PADRAO.amostras, { error: 'Use até 20 nomes.' }),
};

export const getPadraoGravacao = defineContract({
  id: 'getPadraoGravacao',
  method: 'GET',
  path: '/padrao-gravacao',
  access: read,
  summary: 'Como a empresa nomeia as suas gravações: uma expressão regular com grupos nomeados',
  tag,
  topic: 'padraoGravacao',
  response: ok(padrao),
});

export const testPadraoGravacao = defineContract({
  id: 'testPadraoGravacao',
  method: 'POST',
  path: '/padrao-gravacao/testar',
  access: write,
  summary: 'O que um padrão lê de nomes de exemplo, antes de ser salvo',
  tag,
  touches: [],
  body: z.object(dado),
  response: ok(z.array(lido)),
});

export const savePadraoGravacao = defineContract({
  id: 'savePadraoGravacao',
  method: 'PUT',
  path: '/padrao-gravacao',
  access: {
    who: 'user',
    can: ['user', 'update'],
    denied: 'Só gerentes e administradores podem alterar o padrão de nomes da empresa.',
  },
  summary: 'Salvar o padrão de nomes da empresa, que tem de servir a pelo menos um exemplo; null o esquece',
  tag,
  touches: ['padraoGravacao'],
  body: z.object({ padrao: dado.padrao.nullable(), amostras: dado.amostras }),
  response: ok(padrao),
});
