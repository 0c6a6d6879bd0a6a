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
/** In one case, as the database answers it: it is compared with what is there. */
const id = z.uuid({ error: 'Identificador inválido.' }).toLowerCase();
const contagem = z.number().int().min(0);

/** People only: a key sends the recording of a call that it knows (POST /auditoria-item/{id}/upload); here somebody looks at a table. */
const read = { who: 'user', can: ['audit_item', 'read'] } as const;
const write = { who: 'user', can: ['audit_item', 'create'] } as const;

/** Most characters of a file's name with its folders, and files that one request announces. */
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
  /** Of the folder, or of the archive. */
  nome: z.string(),
  /** As announced: bytes; of a folder also files, of an archive 0. */
  tamanho: contagem,
  arquivos: contagem,
  /** Of that, bytes that came in, and files of the folder that were announced by name. */
  recebido: contagem,
  anunciados: contagem,
  /** The upload that takes its parts; null before whoever sends opened one (POST /envios, with an id of their own), and once it was read. */
  envio_id: z.uuid().nullable(),
  envio_completo: z.boolean(),
  estado: z.enum(ESTADOS_LOTE),
  motivo: z.string().nullable(),
  /** Grows with each correction. */
  versao: z.number().int(),
  /** The task that works on it: how far it is. */
  tarefa: z.object({ id: z.uuid(), feito: contagem, total: contagem.nullable() }).nullable(),
  /** Recordings by what stands of them. */
  situacoes: contagens,
  /** Of those that are attached, or will be: decoded length, ms, and bytes. */
  duracao_ms: contagem,
  bytes: contagem,
  created_at: dateTime,
  confirmado_em: dateTime.nullable(),
  /** When it is given up unless somebody goes on; once confirmed, until when it may be undone. */
  expira_em: dateTime,
});
export type LoteGravacao = z.infer<typeof lote>;

const detalhe = lote.extend({
  /** Recordings that could not be attached and are kept until the batch is forgotten: attaching them can be tried again. */
  a_repetir: contagem,
  /** Calls of the same days that have no recording, and get none here (counted up to 1001); null while nothing is matched. */
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
  /** Name and length (seconds) of the recording that it has; null: none. */
  gravacao: z.object({ nome: z.string().nullable(), segundos: z.number().int().nullable() }).nullable(),
});
export type LigacaoDoLote = z.infer<typeof ligacao>;

const gravacao = z.object({
  id: z.uuid(),
  /** With its folders. */
  nome: z.string(),
  tamanho: contagem.nullable(),
  duracao_ms: contagem.nullable(),
  situacao: z.enum(SITUACOES_GRAVACAO_LOTE),
  /** Why it cannot be used, was not attached, or was not taken back. */
  motivo: z.string().nullable(),
  regra: z.enum(REGRAS_GRAVACAO).nullable(),
  ligacao: ligacao.nullable(),
  /** Calls that could be meant, up to 20. */
  candidatas: z.array(ligacao),
  /** What its name says, where it does so without doubt: a call can be made of it. */
  lido: z.object({
    numero: z.string().nullable(),
    ramal: z.string().nullable(),
    agente: z.string().nullable(),
    momento: dateTime.nullable(),
  }),
  /** The same bytes: another of the batch, or the call that has them. */
  repetida_de: z.string().nullable(),
  repetida_ligacao: z.uuid().nullable(),
  /** It can be heard here. */
  audivel: z.boolean(),
});
export type GravacaoDoLote = z.infer<typeof gravacao>;

export const criarLoteGravacoes = defineContract({
  id: 'criarLoteGravacoes',
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
        error: 'As gravações passam de 10 GB. Envie-as em mais de um lote.',
      }),
      arquivos: contagem.min(1, { error: 'A pasta não tem gravações.' }).max(LIMITES_LOTE.arquivos, {
        error: 'Mais de 20.000 gravações. Envie-as em mais de um lote.',
      }),
    }),
    z.object({
      id,
      projeto_id: id,
      origem: z.literal('arquivo'),
      nome: text(255).regex(/\.(?:zip|rar)$/iu, { error: 'Envie um arquivo .zip ou .rar.' }),
      tamanho: contagem.min(1, { error: 'O arquivo está vazio.' }).max(LIMITES_LOTE.bytes, {
        error: 'O arquivo passa de 10 GB. Divida-o em partes, cada uma um .zip.',
      }),
    }),
  ]),
  response: ok(detalhe),
});

export const anunciarGravacoesDoLote = defineContract({
  id: 'anunciarGravacoesDoLote',
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
    estado: z.enum(['abertos', ...ESTADOS_LOTE], { error: 'Estado inválido.' }).optional(),
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
  summary: 'Gravações de um lote com as suas ligações, na ordem em que vieram',
  tag,
  topic: 'lotesGravacao',
  params: idParams,
  query: pageQuery.extend({
    q: searchText.optional(),
    situacao: z.enum(['a_decidir', ...SITUACOES_GRAVACAO_LOTE], { error: 'Situação inválida.' }).optional(),
  }),
  response: okPage(gravacao),
});

export const lerLoteGravacoes = defineContract({
  id: 'lerLoteGravacoes',
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

export const decidirGravacao = defineContract({
  id: 'decidirGravacao',
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

export const decidirGravacoes = defineContract({
  id: 'decidirGravacoes',
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

export const ouvirGravacaoDoLote = defineContract({
  id: 'ouvirGravacaoDoLote',
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

export const confirmarLoteGravacoes = defineContract({
  id: 'confirmarLoteGravacoes',
  method: 'POST',
  path: '/lotes-gravacao/{id}/confirmar',
  access: write,
  summary: 'Anexar o que foi conferido, sem cobrar nada; de um lote que parou, continuar. De novo, nada muda',
  tag,
  touches: ['lotesGravacao', 'tarefas'],
  status: 202,
  params: idParams,
  body: z.object({
    /** The version that whoever confirms saw: where it is another by now, nothing happens (409). */
    versao: contagem,
  }),
  response: ok(detalhe),
});

export const repetirLoteGravacoes = defineContract({
  id: 'repetirLoteGravacoes',
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

export const cancelarLoteGravacoes = defineContract({
  id: 'cancelarLoteGravacoes',
  method: 'POST',
  path: '/lotes-gravacao/{id}/cancelar',
  access: write,
  summary: 'Desistir antes de confirmar: os arquivos são apagados',
  tag,
  touches: ['lotesGravacao', 'tarefas'],
  params: idParams,
  response: ok(detalhe),
});

export const desfazerLoteGravacoes = defineContract({
  id: 'desfazerLoteGravacoes',
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
  /** Null: the company has none. */
  padrao: z.string().nullable(),
});
const lido = z.object({
  nome: z.string(),
  /** Whether the pattern fits. */
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

export const testarPadraoGravacao = defineContract({
  id: 'testarPadraoGravacao',
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
