import { z } from 'zod';
import { DATAS_DE_INSIGHTS, DATAS_DE_VEREDITOS } from '../../domain/filters/filtro-campos.ts';
import { filterFields } from '../../domain/filters/filtro-valor-schema.ts';
import { FILTROS_FILA, FILTROS_INSIGHT } from '../../domain/filters/lists/insights.ts';
import { ORDENS_FILA } from '../../domain/filters/lists/orders.ts';
import { criterioSchema } from '../../domain/insights/insight-criteria.ts';
import { CANAIS } from '../../domain/profiles/roles.ts';
import { GRAVIDADES } from '../../domain/rules/rules.ts';
import { STATUS_PROCESSAMENTO } from '../../domain/runs/status.ts';
import { storableText } from '../../domain/text/storable-text.ts';
import {
  creditosConfirmados,
  dateTime,
  day,
  diasDasLigacoes,
  givenDateTime,
  idParams,
  inicioPrecisao,
  ok,
  okPage,
  pageQuery,
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
const VERDICT: readonly Touched[] = ['itens', 'insights', 'revisao', 'disparos', 'regras', 'resumos'];
const uuid = z.uuid({ error: 'Identificador inválido.' });
const contagem = z.number().int();
const categoria = searchText.optional();
/** Longest review time, ms; in a longer review the page was only left open. */
export const REVISAO_MAX_MS = 3_600_000;
export const LOTE_MAX = 500;
export const INTERVALOS_MAX = 60;

export const PERIODOS = ['7d', '30d', '90d', '6m', '12m'] as const;
export type Periodo = (typeof PERIODOS)[number];
const periodo = z.enum(PERIODOS, { error: 'Período inválido: use 7d, 30d, 90d, 6m ou 12m.' });
/** The time by which insights are chosen: that of the analysis, or a time of the call (`dataDe`). */
const dataDeInsights = z
  .enum(DATAS_DE_INSIGHTS, { error: 'Data inválida: use analise, ligacao ou entrada.' })
  .default('analise');

export const atencaoInsight = z.object({
  precisa: z.boolean(),
  prioridade: z.enum(['alta', 'media', 'baixa']),
  motivos: z.array(z.string()),
});

export const insightWire = z.object({
  id: z.uuid(),
  itemId: z.uuid(),
  auditoriaId: z.uuid(),
  projetoId: z.uuid(),
  execucaoId: z.uuid(),
  vigente: z.boolean(),
  statusProcessamento: z.enum(STATUS_PROCESSAMENTO),
  categoria: z.string(),
  tags: z.array(z.string()),
  /** The model's confidence, 0 to 1; null if none was stated. */
  scoreConfianca: z.number().nullable(),
  nivelConfianca: z.enum(['alta', 'media', 'baixa']).nullable(),
  /** Score with people's corrections, 0 to 1; null without a score or for a rejected insight. */
  pontuacao: z.number().nullable(),
  /** The AI's score, 0 to 1, from proven criteria only. */
  pontuacao_ia: z.number().nullable(),
  resumo: z.string().nullable(),
  motivo: z.string().nullable(),
  alertasIdentificados: z.array(alertaInsight),
  resultado: z
    .object({
      pontuacaoIa: z.number(),
      criterios: z.array(criterioInsight),
    })
    .nullable(),
  semEvidencia: z.boolean(),
  validadoHumano: z.boolean(),
  observacoes: z.string().nullable(),
  feedback: z.string().nullable(),
  /** Oldest first. */
  comentarios: z.array(comentarioInsight),
  validacao: validacaoInsight.nullable(),
  atencao: atencaoInsight,
  modelo: z.string().nullable(),
  parametrosOmitidos: z.array(z.string()),
  template: z.object({ id: z.uuid(), nome: z.string(), versao: z.number().int() }),
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
  de: dateTime,
  ate: dateTime,
  total: contagem,
  porStatus: z.object({ pendente: contagem, processando: contagem, concluido: contagem, erro: contagem }),
  porCategoria: z.array(z.object({ categoria: z.string(), n: contagem })),
  porConfianca: z.object({ alta: contagem, media: contagem, baixa: contagem, semConfianca: contagem }),
  porPrioridade: z.object({ alta: contagem, media: contagem, baixa: contagem }),
  /** Insights that need a person, reviewed or not. */
  precisamAtencao: contagem,
  /** The review queue: insights that need a person and are not yet validated. */
  naFila: contagem,
  validados: contagem,
  aprovados: contagem,
  rejeitados: contagem,
  /** Share of insights decided by a person, and share of these that were approved (`reviewShares`); 0 to 1. */
  partes: z.object({ validadas: z.number().nullable(), corretas: z.number().nullable() }),
  /** 0 to 1; null if no insight has a score. */
  pontuacaoMedia: z.number().nullable(),
  confiancaMedia: z.number().nullable(),
  /** Mean duration of the reviews in force, seconds. */
  tempoMedioRevisaoS: z.number().nullable(),
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
    /** Insights with any of these tags: repeat the parameter, or separate tags by commas. */
    tags: tags.optional(),
    orderBy: z
      .enum(['createdAt', 'processedAt', 'scoreConfianca', 'pontuacao', 'categoria', 'statusProcessamento'])
      .default('createdAt'),
    orderDirection: z.enum(['asc', 'desc']).default('desc'),
    /** Adds figures of the last 12 months. */
    includeStats: z.stringbool().default(false),
    data: dataDeInsights,
    includeTemplateInfo: z.stringbool().default(false),
    /** Includes insights that newer analyses replaced. */
    todas: z.stringbool().default(false),
  }),
  response: okPage(insightWire).extend({
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
      /** Items to queue; a lower bound if `parcial`. */
      itens: contagem,
      comTranscricao: contagem,
      /** True if there are too many items for the preview, which then covers only the oldest and the newest items. */
      parcial: z.boolean(),
      ignorados,
      /** Maximum credits used; items outside the sample use none. */
      creditos: contagem,
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
      /** Credits to which the caller agrees; for several items, the maximum in all. The answer names items left out. */
      creditos_confirmados: creditosConfirmados,
    })
    .nullish(),
  response: ok(
    z.object({
      alvo: z.enum(['item', 'auditoria', 'projeto']),
      /** Items queued so far; 0 for an audit or project, whose items a task queues. */
      enfileirados: contagem,
      ignorados,
      /** The remaining balance; null if nothing was queued. */
      saldo: contagem.nullable(),
      /** The task that queues an audit's or project's items; null for an item. */
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
    veredito: z.enum(VEREDITOS, { error: 'Selecione aprovado ou rejeitado.' }).default('aprovado'),
    /** Required for a rejection. */
    motivo: text(1000).nullish(),
    /** The person's answers; other criteria keep the AI's answers. A rejection without answers inverts every answer. */
    criterios: z
      .array(z.object({ id: storableText().min(1).max(100), atendido }))
      .max(100)
      .optional(),
    revisaoMs: z.int().min(0).max(REVISAO_MAX_MS).nullish(),
    /** Id of another person's verdict to replace. Without this id, another person's verdict is kept: 409. */
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

export const giveInsightFeedback = defineContract({
  id: 'giveInsightFeedback',
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
        /** Share of insights that need a person, 0 to 1. */
        atencao: z.number().nullable(),
      }),
    ),
  ),
});

const concordancia = z.object({
  n: contagem,
  concordancia: z.number().nullable(),
  /**
   * Cohen's kappa (shared/src/domain/intervals/kappa.ts); null for too few judgements, or for several criteria
   * together.
   */
  kappa: z.number().nullable(),
  /** 95 % confidence interval; null without kappa. */
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
    /** The time by which verdicts are chosen: that of the verdict, or a time of the call. */
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
    agente: z.object({ id: z.uuid(), nome: z.string() }).nullable(),
    responsavel: z.object({ id: z.uuid(), nome: z.string(), desde: dateTime }).nullable(),
    /** Last day for reviewing a randomly drawn call; null for other calls. */
    prazo: day.nullable(),
    atrasada: z.boolean(),
  }),
  projeto: z.object({ id: z.uuid(), nome: z.string(), canalAgente: z.enum(CANAIS) }),
  /** Signed path of the analysed recording; null if it was deleted. */
  audioUrl: z.string().nullable(),
  /** Start of the wait: time of the analysis, or of the firing that put the call into the queue. */
  desde: dateTime,
  /** Unresolved firings, the gravest first; each is also a reason in `atencao`. */
  disparos: z.array(
    z.object({
      id: z.uuid(),
      regraId: z.uuid(),
      regra: z.string(),
      gravidade: z.enum(GRAVIDADES),
      /** Cause of the firing. `insight`: criteria of this insight; `ligacao`: words or figures of the call. */
      alvo: z.enum(['insight', 'ligacao']),
    }),
  ),
});
export type InsightParaRevisar = z.infer<typeof insightParaRevisar>;

export const FILA_LIMITE = 1000;

export const listReviewSheet = defineContract({
  id: 'listReviewSheet',
  method: 'GET',
  path: '/insights/revisao/lista',
  access: { who: 'user', can: ['result', 'read'] },
  summary:
    'A fila de revisão como lista, em páginas e em outras ordens; até 1.000 insights, os mais urgentes',
  tag,
  topic: 'revisao',
  query: pageQuery.extend({
    limit: z.coerce.number().int().min(1).max(50).default(25),
    empresaId: filtroDeEmpresa.empresaId,
    ...filterFields(FILTROS_FILA),
    ...diasDasLigacoes('entrada'),
    ordem: z.enum(ORDENS_FILA).optional(),
  }),
  response: okPage(insightParaRevisar),
});

/** A template that the project's configuration makes unusable. */
export const erroDeConfiguracao = z.object({
  empresaId: z.uuid(),
  projeto: z.object({ id: z.uuid(), nome: z.string() }),
  template: z.object({ id: z.uuid(), nome: z.string() }),
  /** `parametros`: required parameters, named in `faltando`, lack a value. `criterios`: the criteria are unusable. */
  codigo: z.enum(['parametros', 'criterios']),
  faltando: z.array(z.string()),
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
    'A fila de revisão: insights que pedem uma pessoa, ou cuja ligação disparou uma regra, e que ninguém validou, os mais urgentes e antigos antes',
  tag,
  topic: 'revisao',
  query: z.object({
    empresaId: filtroDeEmpresa.empresaId,
    ...filterFields(FILTROS_FILA),
    ...diasDasLigacoes('entrada'),
    limit: z.coerce.number().int().min(1).max(50).default(20),
    cursor: storableText().max(200).optional(),
  }),
  response: ok(
    z.object({
      insights: z.array(insightParaRevisar),
      proximo: z.string().nullable(),
      total: contagem,
      totalExato: z.boolean(),
      /** Latest first; sent only with the first page, and not counted in `total`. */
      configuracao: z.array(erroDeConfiguracao),
      /** The caller's reviews of the last 30 days. `tempoMedioMs`: null without timed reviews. */
      minhasRevisoes: z.object({ n: contagem, tempoMedioMs: z.number().int().nullable() }),
    }),
  ),
});
