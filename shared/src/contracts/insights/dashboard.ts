import { z } from 'zod';
import { dataDe } from '../../domain/filters/filtro.ts';
import { DATAS } from '../../domain/filters/filtro-campos.ts';
import { STATUS_PROCESSAMENTO, TIPOS_PROJETO } from '../../domain/runs/status.ts';
import { dateTime, day, givenDay, ok } from '../common.ts';
import { defineContract } from '../contract.ts';

export const MESES_DO_PAINEL = 6;
export const DIAS_DE_ALERTA = 30;
export const DIAS_DE_PALAVRAS = 90;
/** Number of days that the shares of audible recordings and of validated insights cover. */
export const DIAS_DE_CONFERENCIA = 30;
export const ALERTAS_LIMITE = 1000;
/** Maximum projects that `getItensPorProjeto` names; the figures of the others are summed. */
export const PROJETOS_LIMITE = 100;
export const AUDITORIAS_LIMITE = 20;

/** A month in America/Sao_Paulo: yyyy-MM. */
const mes = z.string().regex(/^\d{4}-\d{2}$/);
const contagem = z.number().int();
/** A share, 0 to 1; null if the denominator is 0. */
const parte = z.number().nullable();

/** Mean of `n` values, 0 to 1; `valor` is null if `n` is 0. */
const mediaDe = z.object({ valor: parte, n: contagem });

/** A month's items by present state; `data` chooses the day that decides the month. */
export const volumeDoMes = z.object({
  mes,
  pendente: contagem,
  processando: contagem,
  concluido: contagem,
  erro: contagem,
});

/** `itens`: number of calls with a score. */
const notaDoMes = z.object({ mes, pontuacao: z.number().nullable(), itens: contagem });

const alertas = z.object({
  /** Unresolved firings, as 'Alertas' lists them, counted up to TOTAL_LIMITE. */
  total: contagem,
  /** False if more firings exist than `total`. */
  exato: z.boolean(),
  alta: contagem,
  insights: z.object({
    n: contagem,
    exato: z.boolean(),
    /** The latest calls of the review queue, at most 5. */
    ligacoes: z.array(
      z.object({
        itemId: z.uuid(),
        rotulo: z.string().nullable(),
        projeto: z.string(),
        template: z.string(),
        motivos: z.array(z.string()),
      }),
    ),
  }),
  erros: z.object({
    n: contagem,
    /** First day counted; the project's report, opened from here, filters by the same first day. */
    desde: day,
    /** The 5 projects with most errors. */
    projetos: z.array(
      z.object({ id: z.uuid(), nome: z.string(), tipo_projeto: z.enum(TIPOS_PROJETO), n: contagem }),
    ),
  }),
  saldoBaixo: z.boolean(),
  ticketsCriticos: contagem,
});

export const ATIVIDADES = ['ligacao_concluida', 'ligacao_erro', 'ticket', 'compra', 'projeto'] as const;

const atividade = z.object({
  tipo: z.enum(ATIVIDADES),
  quando: dateTime,
  /** Id of the item, ticket, ledger entry or project. */
  id: z.uuid(),
  /** A call's number or name, ticket's title, purchase's description, or project's name. */
  titulo: z.string(),
  entrevista: z.boolean(),
  /** A call's project, or an error's reason. */
  detalhe: z.string().nullable(),
  quantidade: contagem.nullable(),
});

/**
 * A company's home (specification 1, §2.6); a part that cannot be read is null. Alerts: unresolved firings, the review
 * queue (specification 2, §4), open critical tickets, low balance, failed calls of the last 30 days. `data` does not
 * affect `conferencia` and recent activity.
 */
export const getDashboard = defineContract({
  id: 'getDashboard',
  method: 'GET',
  path: '/dashboard',
  access: { who: 'user', can: ['project', 'read'] },
  summary: 'O painel inicial da empresa: cartões, alertas, gráficos, projetos e atividade recente',
  tag: 'Painel',
  topic: 'resumos',
  query: z.object({ data: dataDe('entrada') }),
  response: ok(
    z.object({
      data: z.enum(DATAS),
      cartoes: z
        .object({
          projetosAtivos: contagem,
          projetos: contagem,
          totalAuditorias: contagem,
          totalItens: contagem,
          creditos: contagem,
        })
        .nullable(),
      alertas: alertas.nullable(),
      /** Counts of the last 30 days, and the shares that `qualityShares` computes. */
      conferencia: z
        .object({
          ouvidas: contagem,
          audiveis: contagem,
          insights: contagem,
          decididos: contagem,
          aprovados: contagem,
          partes: z.object({ audiveis: parte, validadas: parte, corretas: parte }),
        })
        .nullable(),
      /** The last 6 months, oldest first. `anterior`: items of the month that is 6 months earlier. */
      volumeMensal: z.array(volumeDoMes.extend({ anterior: z.object({ mes, n: contagem }) })).nullable(),
      statusAuditorias: z.record(z.enum(STATUS_PROCESSAMENTO), contagem).nullable(),
      qualidadeMedia: z
        .object({
          /** Mean score of the last 6 months' insights, 0 to 1; null without scores. */
          media: z.number().nullable(),
          /** Means of randomly drawn calls, which represent all calls, and of the others; null if no call was drawn. */
          amostra: z.object({ sorteadas: mediaDe, outras: mediaDe }).nullable(),
          /** The last 6 months. `anterior`: the month that is 6 months earlier. */
          meses: z.array(notaDoMes.extend({ anterior: notaDoMes })),
        })
        .nullable(),
      /** The 10 most frequent offensive words of the last 90 days. */
      palavrasProblematicas: z
        .array(z.object({ termo: z.string(), ocorrencias: contagem, ligacoes: contagem }))
        .nullable(),
      /** The 6 projects with most calls analysed in the last 6 months. */
      sentimentoPorProjeto: z
        .array(
          z.object({
            id: z.uuid(),
            nome: z.string(),
            positivos: contagem,
            neutros: contagem,
            negativos: contagem,
          }),
        )
        .nullable(),
      /** The 8 most recently used active projects. */
      projetosAtivos: z
        .array(
          z.object({
            id: z.uuid(),
            nome: z.string(),
            tipo_projeto: z.enum(TIPOS_PROJETO),
            exemplo: z.boolean(),
            /** Time of the last registered or processed call, else of the creation. */
            ultimaAtividade: dateTime,
          }),
        )
        .nullable(),
      /** The 10 latest events, at most 6 of them calls. */
      atividadeRecente: z.array(atividade).nullable(),
    }),
  ),
});

/** Returns a figure of the home page by project, from the daily sums that the home page uses. */
export const getItensPorProjeto = defineContract({
  id: 'getItensPorProjeto',
  method: 'GET',
  path: '/dashboard/itens-por-projeto',
  access: { who: 'user', can: ['project', 'read'] },
  summary: 'Em quais projetos da empresa estão os itens de um estado e de um período',
  tag: 'Painel',
  topic: 'resumos',
  query: z
    .object({
      status: z.enum(STATUS_PROCESSAMENTO).optional(),
      /** 'com': items with a score, in any state, as 'Qualidade Média' counts them. */
      nota: z.enum(['com']).optional(),
      data: dataDe('entrada'),
      de: givenDay.optional(),
      ate: givenDay.optional(),
    })
    .refine(({ status, nota }) => !(status && nota), {
      path: ['nota'],
      error: 'Selecione o status ou a pontuação, não os dois.',
    }),
  response: ok(
    z.object({
      total: contagem,
      projetos: z.array(
        z.object({
          id: z.uuid(),
          nome: z.string(),
          tipo_projeto: z.enum(TIPOS_PROJETO),
          n: contagem,
          /**
           * Only for a project without a call report: audits with items in the requested state, newest first, at most
           * AUDITORIAS_LIMITE.
           */
          auditorias: z.array(z.object({ id: z.uuid(), nome: z.string() })),
        }),
      ),
      outros: z.object({ projetos: contagem, n: contagem }),
    }),
  ),
});
