import { z } from 'zod';
import {
  ARQUIVOS_DO_PORTAL,
  colunaDoPreparo,
  ESTADOS_PREPARO,
  ORIGENS_GRAVACAO,
  PAPEIS_ARQUIVO,
} from '../../domain/audit-preparation.ts';
import { OPCOES_ESPECIAIS, TIPOS_PERGUNTA } from '../../domain/interview/comparison/compare-answer.ts';
import { TIPOS_PROJETO } from '../../domain/runs/status.ts';
import { PAPEIS_COLUNA } from '../../domain/survey-file/columns/columns.ts';
import { questionarioLido } from '../../domain/survey-file/documents/read-questionnaire.ts';
import { REGRAS_PAR } from '../../domain/survey-file/pairing/pairing.ts';
import { alerta } from '../../domain/survey-file/rows/warnings.ts';
import {
  audioUrl,
  daAssinatura,
  dateTime,
  givenDateTime,
  idParams,
  ok,
  okPage,
  optionalText,
  pageQuery,
  searchText,
  text,
} from '../common.ts';
import { defineContract } from '../contract.ts';
import { LIMITES_QUESTIONARIO } from './questionarios.ts';

const tag = 'Auditorias';
/** Lower case as in the database, because ids are compared as text. */
const id = z.uuid({ error: 'Identificador inválido.' }).toLowerCase();
const contagem = z.number().int().min(0);

const read = { who: 'user', can: ['audit', 'read'], apiKey: true } as const;
const write = { who: 'user', can: ['audit', 'create'], apiKey: true } as const;
const spend = { who: 'user', can: ['result', 'process'], apiKey: true } as const;

const NOME = 255;

const arquivo = z.object({
  papel: z.enum(PAPEIS_ARQUIVO),
  nome: z.string(),
  /** Bytes announced by the client, and bytes received so far. */
  tamanho: z.number().int(),
  recebido: z.number().int(),
  /** Id of the upload that receives the file's parts; null before POST /envios, and after the file's deletion. */
  envio_id: z.uuid().nullable(),
  completo: z.boolean(),
  lido: z.boolean(),
});

const resumo = z.object({
  perguntas: contagem,
  linhas: contagem,
  gravacoes: contagem,
  pares: contagem,
  a_auditar: contagem,
  /** Recordings that may belong to several rows, unless a person excluded them. */
  ambiguas: contagem,
  /** Unmatched recordings and rows, unless a person excluded them. */
  gravacoes_sem_linha: contagem,
  linhas_sem_gravacao: contagem,
  nao_auditar: contagem,
  /** Excluded recordings without a row; `nao_auditar` counts them too. */
  gravacoes_fora: contagem,
  recusadas: contagem,
  /** Recordings with the same bytes as another of the prepared audit. */
  repetidas: contagem,
  /** Sums over recordings to audit: decoded length, ms; credits; price, BRL cents (null without a credit package). */
  duracao_ms: contagem,
  creditos: contagem,
  centavos: contagem.nullable(),
  saldo: z.number().int(),
});
export type ResumoPreparo = z.infer<typeof resumo>;

export const preparo = z.object({
  id: z.uuid(),
  projeto: z.object({ id: z.uuid(), nome: z.string(), tipo_projeto: z.enum(TIPOS_PROJETO) }),
  autor: z.object({ id: z.uuid(), nome: z.string().nullable() }).nullable(),
  observacoes: z.string().nullable(),
  estado: z.enum(ESTADOS_PREPARO),
  /** `motivo`: reason of the failure, for people; `motivo_papel`: role of the faulty file. */
  motivo: z.string().nullable(),
  motivo_papel: z.enum(PAPEIS_ARQUIVO).nullable(),
  /** True to confirm the audit automatically if rows and recordings pair one to one. */
  automatico: z.boolean(),
  /** Incremented by each correction. */
  versao: z.number().int(),
  arquivos: z.array(arquivo),
  tarefa: z.object({ id: z.uuid(), feito: contagem, total: contagem.nullable() }).nullable(),
  /** Null before and during reading, and in lists of finished audits. */
  resumo: resumo.nullable(),
  auditoria_id: z.uuid().nullable(),
  pesquisa_id: z.uuid().nullable(),
  created_at: dateTime,
  /** Time of the files' deletion if nobody continues; null after confirmation. */
  expira_em: dateTime.nullable(),
});
export type PreparoWire = z.infer<typeof preparo>;

export type ColunaDoPreparo = z.infer<typeof colunaDoPreparo>;

export const preparoDetalhe = preparo.extend({
  /** The read questionnaire, without its lines (`getDocumentoDoPreparo`); null before reading. */
  questionario: questionarioLido.omit({ linhas: true }).nullable(),
  aba: z.string().nullable(),
  colunas: z.array(colunaDoPreparo),
  avisos: z.array(z.string()),
  /** Probable misreadings and repeated recordings. An 'impede' blocks confirmation; an 'aviso' must be acknowledged. */
  alertas: z.array(alerta),
  /** The new survey's default title, unique in the project; null after confirmation. */
  titulo_proposto: z.string().nullable(),
  incluir_linhas_sem_gravacao: z.boolean(),
  /** Progress; null until processing is requested for all recordings. `a_espera`: recordings that wait for credits. */
  andamento: z
    .object({ concluidas: contagem, falhas: contagem, em_andamento: contagem, a_espera: contagem })
    .nullable(),
});
export type PreparoDetalhe = z.infer<typeof preparoDetalhe>;

const gravacao = z.object({
  id: z.uuid(),
  origem: z.enum(ORIGENS_GRAVACAO),
  nome: z.string(),
  tamanho: z.number().int().nullable(),
  duracao_ms: z.number().int().nullable(),
  motivo: z.string().nullable(),
  /** The recording's row, and the rule that chose the row. */
  linha: z.number().int().nullable(),
  regra: z.enum(REGRAS_PAR).nullable(),
  candidatas: z.array(z.object({ linha: z.number().int(), nome: z.string() })),
  nao_auditar: z.boolean(),
  /** Another recording with the same bytes. */
  repetida_de: z.string().nullable(),
  creditos: contagem.nullable(),
});
export type GravacaoDoPreparo = z.infer<typeof gravacao>;

const linha = z.object({
  /** Row number in spreadsheet programs. */
  n: z.number().int(),
  /** Texts of the row's cells, each from the column of this meaning; null if column or text is missing. */
  identificador: z.string().nullable(),
  nome: z.string().nullable(),
  telefone: z.string().nullable(),
  data: z.string().nullable(),
  entrevistador: z.string().nullable(),
  nao_auditar: z.boolean(),
  gravacao: gravacao
    .pick({
      id: true,
      nome: true,
      duracao_ms: true,
      regra: true,
      nao_auditar: true,
      motivo: true,
      creditos: true,
    })
    .nullable(),
});
export type LinhaDoPreparo = z.infer<typeof linha>;

export const SITUACOES_LINHA = ['com_gravacao', 'sem_gravacao', 'nao_auditar', 'par_proposto'] as const;
export type SituacaoLinha = (typeof SITUACOES_LINHA)[number];
export const SITUACOES_GRAVACAO = ['com_linha', 'sem_linha', 'ambigua', 'recusada', 'nao_auditar'] as const;
export type SituacaoGravacao = (typeof SITUACOES_GRAVACAO)[number];

const novoArquivo = z.object({
  nome: text(NOME).min(1, { error: 'Informe o nome do arquivo.' }),
  /** Bytes. */
  tamanho: z
    .number()
    .int()
    .min(1, { error: 'O arquivo está vazio.' })
    .max(10 * 1024 ** 4),
});

/** Form fields that precede the four files. */
export const camposAuditoria = z.object({
  projeto_id: z
    .uuid({
      error: (issue) => (issue.input === undefined ? 'Informe o projeto.' : 'Identificador inválido.'),
    })
    .toLowerCase(),
  observacoes: optionalText(4000),
  timestamp: givenDateTime.optional(),
  /** Sender. A session may send only the caller's own id; with an API key the field is ignored. */
  id: id.optional(),
  /** automatico: confirms the audit without a person if rows and recordings pair one to one. */
  confirmar: z.enum(['automatico', 'manual'], { error: 'Use automatico ou manual.' }).default('manual'),
});
export type CamposAuditoria = z.infer<typeof camposAuditoria>;

/** Sum of the files' own limits, MB, which the server adds to UPLOAD_MAX_MB. */
const MB_ALEM_DO_AUDIO = PAPEIS_ARQUIVO.reduce((sum, papel) => sum + (ARQUIVOS_DO_PORTAL[papel].mb ?? 0), 0);

export const createAuditoriaPeloPortal = defineContract({
  id: 'createAuditoriaPeloPortal',
  method: 'POST',
  path: '/auditorias',
  access: write,
  summary:
    'Enviar uma auditoria com os quatro arquivos em um só multipart: audio, perguntas, planilha_respostas e zip_audios, com projeto_id, observacoes e timestamp antes deles. Nada é cobrado: a resposta diz onde conferir; com confirmar=automatico é confirmada sozinha se cada linha tem exatamente uma gravação',
  tag,
  touches: ['preparos', 'tarefas'],
  kind: 'multipart',
  status: 202,
  upload: { arquivos: PAPEIS_ARQUIVO, campos: camposAuditoria, maisMb: MB_ALEM_DO_AUDIO },
  response: ok(preparo.extend({ /** The page of the preparation. */ url: z.string() })),
});

export const createPreparo = defineContract({
  id: 'createPreparo',
  method: 'POST',
  path: '/auditorias/preparos',
  access: write,
  summary:
    'Preparar uma auditoria com o id de quem envia; de novo com o mesmo conteúdo, nada muda. Os arquivos vêm depois, em partes (POST /envios)',
  tag,
  touches: ['preparos'],
  status: 201,
  body: z.object({
    id,
    projeto_id: id,
    observacoes: optionalText(4000),
    timestamp: givenDateTime.optional(),
    arquivos: z
      .array(novoArquivo.extend({ papel: z.enum(PAPEIS_ARQUIVO) }))
      .length(PAPEIS_ARQUIVO.length, { error: 'Por favor, anexe todos os quatro arquivos obrigatórios.' })
      .refine((given) => new Set(given.map(({ papel }) => papel)).size === given.length, {
        error: 'Por favor, anexe todos os quatro arquivos obrigatórios.',
      }),
  }),
  response: ok(preparoDetalhe),
});

export const listPreparos = defineContract({
  id: 'listPreparos',
  method: 'GET',
  path: '/auditorias/preparos',
  access: read,
  summary: 'Auditorias em preparo da empresa, da mais nova à mais antiga',
  tag,
  topic: 'preparos',
  query: pageQuery.extend({
    projeto_id: id.optional(),
    estado: z.enum(['abertos', ...ESTADOS_PREPARO]).optional(),
  }),
  response: okPage(preparo),
});

export const getPreparo = defineContract({
  id: 'getPreparo',
  method: 'GET',
  path: '/auditorias/preparos/{id}',
  access: read,
  summary: 'Uma auditoria em preparo: o que chegou, o que foi lido, quanto custa',
  tag,
  topic: 'preparos',
  params: idParams,
  response: ok(preparoDetalhe),
});

export const replaceArquivoDoPreparo = defineContract({
  id: 'replaceArquivoDoPreparo',
  method: 'PUT',
  path: '/auditorias/preparos/{id}/arquivos/{papel}',
  access: write,
  summary: 'Trocar um dos quatro arquivos: o que veio dele é esquecido, o resto fica',
  tag,
  touches: ['preparos', 'documentos'],
  params: idParams.extend({ papel: z.enum(PAPEIS_ARQUIVO) }),
  body: novoArquivo,
  response: ok(preparoDetalhe),
});

export const analysePreparo = defineContract({
  id: 'analysePreparo',
  method: 'POST',
  path: '/auditorias/preparos/{id}/analisar',
  access: write,
  summary: 'Ler os arquivos, quando todos chegaram',
  tag,
  touches: ['preparos', 'tarefas'],
  status: 202,
  params: idParams,
  response: ok(preparoDetalhe),
});

export const listLinhasDoPreparo = defineContract({
  id: 'listLinhasDoPreparo',
  method: 'GET',
  path: '/auditorias/preparos/{id}/linhas',
  access: read,
  summary: 'Linhas da planilha com as suas gravações, na ordem da planilha',
  tag,
  topic: 'preparos',
  params: idParams,
  query: pageQuery.extend({
    q: searchText.optional(),
    situacao: z.enum(SITUACOES_LINHA).optional(),
  }),
  response: okPage(linha),
});

export const listGravacoesDoPreparo = defineContract({
  id: 'listGravacoesDoPreparo',
  method: 'GET',
  path: '/auditorias/preparos/{id}/gravacoes',
  access: read,
  summary: 'Gravações recebidas, na ordem do arquivo',
  tag,
  topic: 'preparos',
  params: idParams,
  query: pageQuery.extend({
    q: searchText.optional(),
    situacao: z.enum(SITUACOES_GRAVACAO).optional(),
  }),
  response: okPage(gravacao),
});

export const correctGravacao = defineContract({
  id: 'correctGravacao',
  method: 'PATCH',
  path: '/auditorias/preparos/{id}/gravacoes/{gravacaoId}',
  access: write,
  summary:
    'Dizer de qual linha é uma gravação (a que estava nela fica sem linha), soltá-la (null), ou se deve ser auditada',
  tag,
  touches: ['preparos'],
  params: idParams.extend({ gravacaoId: id }),
  body: z
    .object({ linha: z.number().int().min(1).max(10_000_000).nullish(), nao_auditar: z.boolean().optional() })
    .refine((body) => body.linha !== undefined || body.nao_auditar !== undefined, {
      error: 'Informe a linha da gravação, ou se a gravação deve ser auditada.',
    }),
  response: ok(z.object({ gravacao, preparo: preparoDetalhe })),
});

export const correctLinha = defineContract({
  id: 'correctLinha',
  method: 'PATCH',
  path: '/auditorias/preparos/{id}/linhas/{n}',
  access: write,
  summary: 'Deixar uma linha de fora, ou não',
  tag,
  touches: ['preparos'],
  params: idParams.extend({ n: z.coerce.number().int().min(1).max(10_000_000) }),
  body: z.object({ nao_auditar: z.boolean() }),
  response: ok(z.object({ linha, preparo: preparoDetalhe })),
});

export const correctColunas = defineContract({
  id: 'correctColunas',
  method: 'PUT',
  path: '/auditorias/preparos/{id}/colunas',
  access: write,
  summary: 'Dizer o que são colunas da planilha; os pares que ninguém escolheu são procurados de novo',
  tag,
  touches: ['preparos', 'tarefas'],
  status: 202,
  params: idParams,
  body: z.object({
    versao: z.number().int().min(0),
    colunas: z
      .array(
        z.object({
          n: contagem.max(400),
          papel: z.enum(PAPEIS_COLUNA),
          pergunta: contagem.max(1000).nullable(),
          opcao: contagem.max(1000).nullable(),
        }),
      )
      .min(1)
      .max(400),
  }),
  response: ok(preparoDetalhe),
});

const lugar = contagem.max(LIMITES_QUESTIONARIO.perguntas);
const limite = z.number().min(-1_000_000_000_000).max(1_000_000_000_000).nullable();

/** A corrected question, with the fields of the preparation's `questionario`. */
const perguntaCorrigida = z.object({
  /** Index before the correction, from 0; null for a new question. */
  de: lugar.nullable(),
  codigo: text(20).min(1, { error: 'Informe o código da pergunta.' }),
  texto: text(2000),
  tipo: z.enum(TIPOS_PERGUNTA),
  obrigatoria: z.boolean(),
  ler_opcoes: z.boolean(),
  observada: z.boolean().optional(),
  instrucao: text(1000).nullable(),
  minimo: limite,
  maximo: limite,
  unidade: text(40).nullable(),
  opcoes: z
    .array(
      z.object({
        texto: text(500),
        valor: z.number().int().min(-2_147_483_647).max(2_147_483_647),
        especial: z.enum(OPCOES_ESPECIAIS).nullable(),
      }),
    )
    .max(LIMITES_QUESTIONARIO.opcoes, { error: `Use no máximo ${LIMITES_QUESTIONARIO.opcoes} opções.` }),
  mostrar_se: z
    .object({
      pergunta: lugar,
      opcoes: z.array(contagem.max(LIMITES_QUESTIONARIO.opcoes)).min(1).max(LIMITES_QUESTIONARIO.opcoes),
    })
    .nullable(),
  /** Further document lines of the question: indices, from 0. */
  linhas: z.array(contagem.max(1_000_000)).max(500).optional(),
  /**
   * The reading's warnings, which the client sends back. Not stored; but without the warning about uncertain codes, the
   * question's codes count as checked by a person.
   */
  avisos: z.array(text(2000)).max(100).optional(),
});

export const correctPerguntas = defineContract({
  id: 'correctPerguntas',
  method: 'PUT',
  path: '/auditorias/preparos/{id}/perguntas',
  access: write,
  summary:
    'Corrigir o questionário lido: todas as perguntas, na ordem dada; as colunas são lidas de novo, os pares ficam',
  tag,
  touches: ['preparos', 'documentos', 'tarefas'],
  status: 202,
  bodyKb: 4096,
  params: idParams,
  body: z.object({
    versao: z.number().int().min(0),
    /** The document's opening words, which become the consent text; blank or null for none. */
    apresentacao: text(4000).nullable(),
    perguntas: z
      .array(perguntaCorrigida)
      .min(1, { error: 'O questionário precisa de ao menos uma pergunta.' })
      .max(LIMITES_QUESTIONARIO.perguntas, {
        error: `Use no máximo ${LIMITES_QUESTIONARIO.perguntas} perguntas.`,
      }),
  }),
  response: ok(preparoDetalhe),
});

export const createAudioUrlDoPreparo = defineContract({
  id: 'createAudioUrlDoPreparo',
  method: 'POST',
  path: '/auditorias/preparos/{id}/gravacoes/{gravacaoId}/audio-url',
  access: read,
  summary:
    'Endereço assinado de uma gravação em preparo, por 15 minutos, para ouvi-la antes de dizer de quem é',
  tag,
  touches: [],
  params: idParams.extend({ gravacaoId: id }),
  response: ok(audioUrl),
});

export const listenGravacaoDoPreparo = defineContract({
  id: 'listenGravacaoDoPreparo',
  method: 'GET',
  path: '/auditorias/preparos/{id}/gravacoes/{gravacaoId}/audio',
  access: { ...read, assinatura: true },
  summary: 'Uma gravação em preparo; aceita faixas de bytes (Range)',
  tag,
  topic: null,
  kind: 'binary',
  params: idParams.extend({ gravacaoId: id }),
  query: z.object(daAssinatura),
  response: z.string(),
});

export const approvePreparo = defineContract({
  id: 'approvePreparo',
  method: 'POST',
  path: '/auditorias/preparos/{id}/confirmar',
  access: spend,
  summary:
    'Confirmar o que foi conferido: a pesquisa é criada e os créditos são cobrados. De novo, nada muda',
  tag,
  touches: ['preparos', 'tarefas', 'creditos'],
  status: 202,
  params: idParams,
  body: z.object({
    /** Version and credits that the client saw; if either has changed: 409. */
    versao: z.number().int().min(0),
    creditos: contagem,
    /** Number of 'aviso' warnings that the client saw; if this number has changed: 409. */
    avisos: contagem.default(0),
    titulo: text(200).optional(),
    incluir_linhas_sem_gravacao: z.boolean().default(true),
  }),
  response: ok(preparoDetalhe),
});

export const cancelPreparo = defineContract({
  id: 'cancelPreparo',
  method: 'POST',
  path: '/auditorias/preparos/{id}/cancelar',
  access: write,
  summary: 'Desistir antes de confirmar: os arquivos são apagados',
  tag,
  touches: ['preparos', 'tarefas'],
  params: idParams,
  response: ok(preparoDetalhe),
});
