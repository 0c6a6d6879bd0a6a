import { z } from 'zod';
import { DATAS_DE_INSIGHTS, DATAS_DE_VEREDITOS } from '../../domain/filters/filtro-campos.ts';
import { filterFields } from '../../domain/filters/filtro-valor-schema.ts';
import { FILTROS_FILA, FILTROS_INSIGHT } from '../../domain/filters/lists/insights.ts';
import { criterioSchema } from '../../domain/insights/insight-criteria.ts';
import { CANAIS } from '../../domain/profiles/roles.ts';
import { STATUS_PROCESSAMENTO } from '../../domain/runs/status.ts';
import { storableText } from '../../domain/text/storable-text.ts';
import {
  creditosConfirmados,
  dateTime,
  diasDasLigacoes,
  givenDateTime,
  idParams,
  inicioPrecisao,
  ok,
  okPage,
  searchText,
  text,
} from '../common.ts';
import { defineContract } from '../contract.ts';
import { RUN, type Touched } from '../topics.ts';
import {
  alertaInsight,
  atendido,
  comentarioInsight,
  criterioInsight,
  VEREDITOS,
  validacaoInsight,
} from './insight-parts.ts';

const tag = 'Insights';
const VERDICT: readonly Touched[] = ['itens', 'insights', 'revisao', 'resumos'];
const uuid = z.uuid({ error: 'Identificador inválido.' });
const contagem = z.number().int();
const categoria = searchText.optional();
/** The longest that a review is taken to last, ms: beyond it somebody left the page open. */
export const REVISAO_MAX_MS = 3_600_000;
/** Items that one batch queues at most. */
export const LOTE_MAX = 500;
/** Intervals of a trend at most. */
export const INTERVALOS_MAX = 60;

export const PERIODOS = ['7d', '30d', '90d', '6m', '12m'] as const;
export type Periodo = (typeof PERIODOS)[number];
const periodo = z.enum(PERIODOS, { error: 'Período inválido: use 7d, 30d, 90d, 6m ou 12m.' });
/** By which moment an insight lies in a period: that of its analysis, or one of its call's (`dataDe`). */
const dataDeInsights = z
  .enum(DATAS_DE_INSIGHTS, { error: 'Data inválida: use analise, ligacao ou entrada.' })
  .default('analise');

export const atencaoInsight = z.object({
  precisa: z.boolean(),
  prioridade: z.enum(['alta', 'media', 'baixa']),
  motivos: z.array(z.string()),
});

/** An insight with what the AI says, on which words it rests, and what a person says of it. */
export const insightWire = z.object({
  id: z.uuid(),
  itemId: z.uuid(),
  auditoriaId: z.uuid(),
  projetoId: z.uuid(),
  execucaoId: z.uuid(),
  /** False: a newer analysis of the item took its place. */
  vigente: z.boolean(),
  statusProcessamento: z.enum(STATUS_PROCESSAMENTO),
  categoria: z.string(),
  tags: z.array(z.string()),
  /** 0 to 1; null when the model gave none. */
  scoreConfianca: z.number().nullable(),
  nivelConfianca: z.enum(['alta', 'media', 'baixa']).nullable(),
  /** 0 to 1, from the criteria as people corrected them; null also where a person rejected the whole insight. */
  pontuacao: z.number().nullable(),
  /** 0 to 1, from the criteria that the AI proved. */
  pontuacao_ia: z.number().nullable(),
  resumo: z.string().nullable(),
  /** Why there is no result. */
  motivo: z.string().nullable(),
  alertasIdentificados: z.array(alertaInsight),
  /** Null without a result. */
  resultado: z
    .object({
      /** The model's own score, 0 to 1. */
      pontuacaoIa: z.number(),
      criterios: z.array(criterioInsight),
    })
    .nullable(),
  semEvidencia: z.boolean(),
  validadoHumano: z.boolean(),
  observacoes: z.string().nullable(),
  /** The newest comment's text. */
  feedback: z.string().nullable(),
  /** The oldest first. */
  comentarios: z.array(comentarioInsight),
  /** The verdict in force. */
  validacao: validacaoInsight.nullable(),
  atencao: atencaoInsight,
  modelo: z.string().nullable(),
  /** What the model does not take and was left out. */
  parametrosOmitidos: z.array(z.string()),
  /** The version of the template that it came from. */
  template: z.object({ id: z.uuid(), nome: z.string(), versao: z.number().int() }),
  /** With includeTemplateInfo. */
  templateInfo: z
    .object({
      descricao: z.string().nullable(),
      promptTemplate: z.string(),
      modeloLlm: z.string(),
      thresholdConfianca: z.number(),
      formatoSaida: z.string(),
      criterios: z.array(criterioSchema),
    })
    .optional(),
  processedAt: dateTime.nullable(),
  createdAt: dateTime,
});
export type InsightWire = z.infer<typeof insightWire>;

const estatisticas = z.object({
  /** First and last moment that count. */
  de: dateTime,
  ate: dateTime,
  total: contagem,
  porStatus: z.object({ pendente: contagem, processando: contagem, concluido: contagem, erro: contagem }),
  porCategoria: z.array(z.object({ categoria: z.string(), n: contagem })),
  porConfianca: z.object({ alta: contagem, media: contagem, baixa: contagem, semConfianca: contagem }),
  porPrioridade: z.object({ alta: contagem, media: contagem, baixa: contagem }),
  /** Insights that a person should look at, whether or not one did. */
  precisamAtencao: contagem,
  /** Of those, the ones that stand in the review queue: nobody has validated them. */
  naFila: contagem,
  validados: contagem,
  aprovados: contagem,
  rejeitados: contagem,
  /** Of the insights with a result, the share that a person decided on, and of those the approved (`reviewShares`); 0 to 1. */
  partes: z.object({ validadas: z.number().nullable(), corretas: z.number().nullable() }),
  /** 0 to 1; null without any. */
  pontuacaoMedia: z.number().nullable(),
  confiancaMedia: z.number().nullable(),
  /** Mean time of the reviews in force, seconds; null without any. */
  tempoMedioRevisaoS: z.number().nullable(),
  /** Alerts raised, and insights that raised one. */
  alertas: contagem,
  comAlertas: contagem,
});
export type EstatisticasInsights = z.infer<typeof estatisticas>;

const tags = z.union([text(500), z.array(text(100)).max(20)]).transform((given) =>
  (Array.isArray(given) ? given : [given])
    .flatMap((one) => one.split(','))
    .map((one) => one.trim())
    .filter(Boolean),
);

export const listInsights = defineContract({
  id: 'listInsights',
  method: 'GET',
  path: '/insights/{id}',
  access: { who: 'user', can: ['result', 'read'] },
  summary: 'Os insights vigentes de um item, de uma auditoria ou de um projeto',
  tag,
  topic: 'insights',
  params: idParams,
  query: z.object({
    page: z.coerce.number().int().min(1).max(1000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(20),
    ...filterFields(FILTROS_INSIGHT),
    /** Any of them. Repeated, or with commas. */
    tags: tags.optional(),
    orderBy: z
      .enum(['createdAt', 'processedAt', 'scoreConfianca', 'pontuacao', 'categoria', 'statusProcessamento'])
      .default('createdAt'),
    orderDirection: z.enum(['asc', 'desc']).default('desc'),
    /** Figures of the last 12 months beside the page. */
    includeStats: z.stringbool().default(false),
    /** By which moment those months are told. */
    data: dataDeInsights,
    includeTemplateInfo: z.stringbool().default(false),
    /** Also what newer analyses replaced. */
    todas: z.stringbool().default(false),
  }),
  response: okPage(insightWire).extend({
    /** What the id turned out to be. */
    alvo: z.enum(['item', 'auditoria', 'projeto']),
    estatisticas: estatisticas.optional(),
  }),
});

const ignorados = z.array(z.object({ codigo: z.string(), motivo: z.string(), n: contagem }));

export const previewInsights = defineContract({
  id: 'previewInsights',
  method: 'GET',
  path: '/insights/{id}/generate',
  access: { who: 'user', can: ['result', 'process'] },
  summary: 'O que gerar insights faria agora: quantos itens e créditos; nada é enfileirado',
  tag,
  topic: 'insights',
  params: idParams,
  response: ok(
    z.object({
      alvo: z.enum(['item', 'auditoria', 'projeto']),
      /** Items that would be queued; at least so many where `parcial`. */
      itens: contagem,
      /** Of them, those whose transcript is taken over: only what is missing is asked of the AI. */
      comTranscricao: contagem,
      /** There are more items than a preview looks at: the figures are of the oldest and the newest ones. */
      parcial: z.boolean(),
      /** Items that would not, by reason. */
      ignorados,
      /** Credits at most: what sampling leaves out costs none. */
      creditos: contagem,
      /** Credits of the company now. */
      saldo: contagem,
    }),
  ),
});

export const generateInsights = defineContract({
  id: 'generateInsights',
  method: 'POST',
  path: '/insights/{id}/generate',
  access: { who: 'user', can: ['result', 'process'] },
  summary:
    'Gerar insights: de um item, refazendo a análise; de uma auditoria ou projeto, em uma tarefa, só o que falta aos itens com gravação',
  tag,
  touches: [...RUN, 'tarefas'],
  status: 202,
  params: idParams,
  body: z
    .object({
      options: z
        .object({
          limite: z
            .int({ error: `O limite vai de 1 a ${LOTE_MAX}.` })
            .min(1, { error: `O limite vai de 1 a ${LOTE_MAX}.` })
            .max(LOTE_MAX, { error: `O limite vai de 1 a ${LOTE_MAX}.` })
            .optional(),
        })
        .optional(),
      /** Of a batch: its items take no more than this in all; those that would are left out and named. */
      creditos_confirmados: creditosConfirmados,
    })
    .nullish(),
  response: ok(
    z.object({
      alvo: z.enum(['item', 'auditoria', 'projeto']),
      /** Queued so far: of an item 1; of an audit or project 0, its task queues. */
      enfileirados: contagem,
      /** Items that were not queued, by reason. */
      ignorados,
      /** Credits left; null when nothing was queued. */
      saldo: contagem.nullable(),
      /** The task that queues what an audit or project lacks (GET /tarefas/{id}); null for an item. */
      tarefaId: z.uuid().nullable(),
    }),
  ),
});

export const validateInsight = defineContract({
  id: 'validateInsight',
  method: 'POST',
  path: '/insights/validate/{id}',
  access: { who: 'user', can: ['result', 'update'] },
  summary: 'Dar o veredito de uma pessoa sobre um insight, ao lado do da IA',
  tag,
  touches: VERDICT,
  params: idParams,
  body: z.object({
    observacoes: text(2000).nullish(),
    veredito: z.enum(VEREDITOS, { error: 'O veredito é aprovado ou rejeitado.' }).default('aprovado'),
    /** Required to reject. */
    motivo: text(1000).nullish(),
    /**
     * What the person says of a criterion where the AI says something else; of the others, the same. A rejection without
     * the list means the whole insight: the opposite of each answer.
     */
    criterios: z
      .array(z.object({ id: storableText().min(1).max(100), atendido }))
      .max(100)
      .optional(),
    /** Time the review took, ms. */
    revisaoMs: z.int().min(0).max(REVISAO_MAX_MS).nullish(),
    /** The verdict of somebody else that this one knowingly replaces; without it, theirs stands (409). */
    substitui: uuid.nullish(),
  }),
  response: ok(insightWire),
});

export const undoInsightValidation = defineContract({
  id: 'undoInsightValidation',
  method: 'DELETE',
  path: '/insights/validate/{id}',
  access: { who: 'user', can: ['result', 'update'] },
  summary:
    'Desfazer o próprio veredito em vigor; o anterior, se houve, volta a valer. Com `dado_em`, só o que foi dado nessa hora: já desfeito, nada muda',
  tag,
  touches: VERDICT,
  params: idParams,
  query: z.object({ dado_em: givenDateTime.optional() }),
  response: ok(insightWire),
});

export const insightFeedback = defineContract({
  id: 'insightFeedback',
  method: 'POST',
  path: '/insights/{id}/feedback',
  access: { who: 'user', can: ['result', 'update'] },
  summary: 'Acrescentar um comentário a um insight',
  tag,
  touches: VERDICT,
  params: idParams,
  body: z.object({ feedback: text(2000).min(1, { error: 'Escreva o comentário.' }) }),
  response: ok(insightWire),
});

export const reprocessInsight = defineContract({
  id: 'reprocessInsight',
  method: 'POST',
  path: '/insights/{id}/reprocess',
  access: { who: 'user', can: ['result', 'process'] },
  summary: 'Refazer a análise do item deste insight (reserva créditos; 402 sem saldo)',
  tag,
  touches: RUN,
  status: 202,
  params: idParams,
  body: z.object({ creditos_confirmados: creditosConfirmados }).nullish(),
  response: ok(z.object({ execucaoId: z.uuid(), status: z.string(), saldo: contagem })),
});

const filtroDeEmpresa = {
  /** Another company than one's own: administrators. */
  empresaId: uuid.optional(),
  projetoId: uuid.optional(),
};

export const getInsightStats = defineContract({
  id: 'getInsightStats',
  method: 'GET',
  path: '/insights/analytics/stats',
  access: { who: 'user', can: ['result', 'read'] },
  summary: 'Números dos insights vigentes de um período',
  tag,
  topic: 'insights',
  query: z.object({ ...filtroDeEmpresa, categoria, data: dataDeInsights, periodo: periodo.default('30d') }),
  response: ok(estatisticas),
});

export const getInsightTrends = defineContract({
  id: 'getInsightTrends',
  method: 'GET',
  path: '/insights/analytics/trends',
  access: { who: 'user', can: ['result', 'read'] },
  summary: 'Os insights vigentes de um período, por intervalos iguais',
  tag,
  topic: 'insights',
  query: z.object({
    ...filtroDeEmpresa,
    categoria,
    data: dataDeInsights,
    periodo: periodo.default('30d'),
    intervalos: z.coerce
      .number()
      .int({ error: `Use de 1 a ${INTERVALOS_MAX} intervalos.` })
      .min(1, { error: `Use de 1 a ${INTERVALOS_MAX} intervalos.` })
      .max(INTERVALOS_MAX, { error: `Use de 1 a ${INTERVALOS_MAX} intervalos.` })
      .default(12),
  }),
  response: ok(
    z.array(
      z.object({
        de: dateTime,
        ate: dateTime,
        n: contagem,
        pontuacaoMedia: z.number().nullable(),
        confiancaMedia: z.number().nullable(),
        /** Share that needs attention, 0 to 1; null without any. */
        atencao: z.number().nullable(),
      }),
    ),
  ),
});

const concordancia = z.object({
  n: contagem,
  concordancia: z.number().nullable(),
  /** Null with fewer than 30 judgements, where one word was hardly used, and of criteria pooled (shared/src/domain/intervals/kappa.ts). */
  kappa: z.number().nullable(),
  /** 95 %. */
  kappaIntervalo: z.object({ de: z.number(), ate: z.number() }).nullable(),
  taxaFalsaReprovacao: z.number().nullable(),
});

export const getInsightAgreement = defineContract({
  id: 'getInsightAgreement',
  method: 'GET',
  path: '/insights/analytics/concordancia',
  access: { who: 'user', can: ['result', 'read'] },
  summary: 'Quanto as pessoas concordam com a IA, por template e critério (no máximo 100 templates)',
  tag,
  topic: 'insights',
  query: z.object({
    ...filtroDeEmpresa,
    templateId: uuid.optional(),
    /** By which moment a verdict lies in the period: its own, or one of the call's. */
    data: z
      .enum(DATAS_DE_VEREDITOS, { error: 'Data inválida: use revisao, ligacao ou entrada.' })
      .default('revisao'),
    periodo: periodo.default('90d'),
  }),
  response: ok(
    z.object({
      de: dateTime,
      ate: dateTime,
      templates: z.array(
        z.object({
          templateId: z.uuid(),
          nome: z.string(),
          /** Verdicts in force. */
          revisados: contagem,
          aprovados: contagem,
          rejeitados: contagem,
          geral: concordancia,
          criterios: z.array(concordancia.extend({ id: z.string(), descricao: z.string() })),
        }),
      ),
    }),
  ),
});

/** An insight of the queue, with what is needed to judge it. */
export const insightParaRevisar = insightWire.omit({ templateInfo: true }).extend({
  item: z.object({
    numeroDestino: z.string().nullable(),
    nomeEntrevistado: z.string().nullable(),
    arquivoNome: z.string().nullable(),
    callStartTime: dateTime.nullable(),
    inicioPrecisao,
    /** Seconds. */
    callDuration: z.number().int().nullable(),
    createdAt: dateTime,
  }),
  projeto: z.object({ id: z.uuid(), nome: z.string(), canalAgente: z.enum(CANAIS) }),
  /** Signed path of the recording that was analysed; null when it is gone. */
  audioUrl: z.string().nullable(),
});
export type InsightParaRevisar = z.infer<typeof insightParaRevisar>;

/** Where the queue stops being counted. */
export const FILA_LIMITE = 1000;

/** A template that cannot be used in a project as it is configured there: one for all the runs that went without it. */
export const erroDeConfiguracao = z.object({
  empresaId: z.uuid(),
  projeto: z.object({ id: z.uuid(), nome: z.string() }),
  template: z.object({ id: z.uuid(), nome: z.string() }),
  /** `parametros`: required ones without a value, named in `faltando`. `criterios`: the template's criteria are unusable. */
  codigo: z.enum(['parametros', 'criterios']),
  faltando: z.array(z.string()),
  /** Runs that went without this template. */
  processamentos: contagem,
  desde: dateTime,
});
export type ErroDeConfiguracaoWire = z.infer<typeof erroDeConfiguracao>;

export const listReviewQueue = defineContract({
  id: 'listReviewQueue',
  method: 'GET',
  path: '/insights/revisao',
  access: { who: 'user', can: ['result', 'read'] },
  summary:
    'A fila de revisão: insights que pedem uma pessoa e que ninguém validou, os mais urgentes e antigos antes',
  tag,
  topic: 'revisao',
  query: z.object({
    empresaId: filtroDeEmpresa.empresaId,
    ...filterFields(FILTROS_FILA),
    ...diasDasLigacoes('entrada'),
    limit: z.coerce.number().int().min(1).max(50).default(20),
    /** `proximo` of the page before. */
    cursor: storableText().max(200).optional(),
  }),
  response: ok(
    z.object({
      insights: z.array(insightParaRevisar),
      /** Cursor of the next page; null on the last. */
      proximo: z.string().nullable(),
      /** How many wait, by these filters, at most FILA_LIMITE. */
      total: contagem,
      totalExato: z.boolean(),
      /** Errors of configuration, by project and category, the latest first; on the first page only, and not in `total`. */
      configuracao: z.array(erroDeConfiguracao),
      /** The caller's own reviews of the last 30 days. `tempoMedioMs` null without any. */
      minhasRevisoes: z.object({ n: contagem, tempoMedioMs: z.number().int().nullable() }),
    }),
  ),
});
