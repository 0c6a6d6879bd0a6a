import { z } from 'zod';
import { dataDe } from '../../domain/filters/filtro.ts';
import { DATAS } from '../../domain/filters/filtro-campos.ts';
import { STATUS_PROCESSAMENTO, TIPOS_PROJETO } from '../../domain/runs/status.ts';
import { dateTime, day, givenDay, ok } from '../common.ts';
import { defineContract } from '../contract.ts';

/** Months of the charts, the present one included. */
export const MESES_DO_PAINEL = 6;
/** Days that alerts look back for calls in error. */
export const DIAS_DE_ALERTA = 30;
/** Days of the problematic words. */
export const DIAS_DE_PALAVRAS = 90;
/** Days of the shares of audible recordings and validated insights. */
export const DIAS_DE_CONFERENCIA = 30;
/** Where alerts stop being counted: '1.000+'. */
export const ALERTAS_LIMITE = 1000;
/** Projects that `getItensPorProjeto` names; what the others have is one sum. */
export const PROJETOS_LIMITE = 100;
/** Audits that it names of a project without a call report. */
export const AUDITORIAS_LIMITE = 20;

/** A month in America/Sao_Paulo: yyyy-MM. */
const mes = z.string().regex(/^\d{4}-\d{2}$/);
const contagem = z.number().int();
/** A share, 0 to 1; null without anything to divide by. */
const parte = z.number().nullable();

/** Items by month of the day that was asked for, and their state now. */
export const volumeDoMes = z.object({
  mes,
  pendente: contagem,
  processando: contagem,
  concluido: contagem,
  erro: contagem,
});

const alertas = z.object({
  /** Sum of the four kinds; a low balance counts as one. */
  total: contagem,
  /** False: there are more. */
  exato: z.boolean(),
  insights: z.object({
    n: contagem,
    exato: z.boolean(),
    /** The latest calls with such an insight, at most 5. */
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
    /** First day that counts, of the kind that was asked for: the same filter on a project's report lists these items. */
    desde: day,
    /** Where most of them are, at most 5 projects. */
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
  /** Of the thing that `tipo` names: item, ticket, ledger entry or project. */
  id: z.uuid(),
  /** Dialled number or name of a call, title of a ticket, description of a purchase, name of a project. */
  titulo: z.string(),
  /** A processed item is an interview, no call. */
  entrevista: z.boolean(),
  /** Project of a call, reason of an error. */
  detalhe: z.string().nullable(),
  /** Credits of a purchase. */
  quantidade: contagem.nullable(),
});

/**
 * All of a company's home in one request (specification 1, §2.6). Each part is read on its own: null when it could not
 * be read just now, so that one failure does not take the whole page away.
 *
 * Alerts: the insights of the review queue (specification 2, §4: failed, low confidence, with alerts, of middling
 * confidence, or with a claim that nothing proves, and validated by nobody), open critical tickets and a balance below
 * LOW_BALANCE_CREDITS, whatever their age; and calls of the last 30 days that ended in error.
 *
 * `data` says by which day months, errors, words and sentiment are counted. What was heard and decided lately (`conferencia`) and
 * what happened lately is told by its own time.
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
      /** By which day it was counted. */
      data: z.enum(DATAS),
      cartoes: z
        .object({
          /** Projects in use. */
          projetosAtivos: contagem,
          /** All projects. */
          projetos: contagem,
          /** Audits (batches) of all projects. */
          totalAuditorias: contagem,
          /** Items of these audits. */
          totalItens: contagem,
          creditos: contagem,
        })
        .nullable(),
      alertas: alertas.nullable(),
      /** Counts of the last 30 days, each recording and insight once, and the shares that `qualityShares` makes of them. */
      conferencia: z
        .object({
          /** Recordings that the audio stage came to a result about. */
          ouvidas: contagem,
          audiveis: contagem,
          insights: contagem,
          /** Insights that a person decided on. */
          decididos: contagem,
          aprovados: contagem,
          partes: z.object({ audiveis: parte, validadas: parte, corretas: parte }),
        })
        .nullable(),
      /** The last 6 months, oldest first. */
      volumeMensal: z.array(volumeDoMes).nullable(),
      statusAuditorias: z.record(z.enum(STATUS_PROCESSAMENTO), contagem).nullable(),
      qualidadeMedia: z
        .object({
          /** Mean score of all insights' calls in these months, 0 to 1; null without any. */
          media: z.number().nullable(),
          /** `itens`: how many calls have a score. */
          meses: z.array(z.object({ mes, pontuacao: z.number().nullable(), itens: contagem })),
        })
        .nullable(),
      /** The 10 offensive words said most in the last 90 days. */
      palavrasProblematicas: z
        .array(z.object({ termo: z.string(), ocorrencias: contagem, ligacoes: contagem }))
        .nullable(),
      /** The 6 projects with most analysed calls in these months. */
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
      /** The 8 active projects used last. */
      projetosAtivos: z
        .array(
          z.object({
            id: z.uuid(),
            nome: z.string(),
            tipo_projeto: z.enum(TIPOS_PROJETO),
            /** The example of 'Primeiros passos': counted nowhere above. */
            exemplo: z.boolean(),
            /** Last call registered or processed; the project's creation before the first. */
            ultimaAtividade: dateTime,
          }),
        )
        .nullable(),
      /** The 10 latest events, of them at most 6 of calls. */
      atividadeRecente: z.array(atividade).nullable(),
    }),
  ),
});

/**
 * Where the items behind a figure of the home are: the company's projects with their share of it. Counted from the roll-ups
 * that the home counts from, and the example project no more than there, so that the shares sum up to the figure.
 */
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
      /** Those with a score alone, of any state: what 'Qualidade Média' is the mean of. */
      nota: z.enum(['com']).optional(),
      /** Whose days they are. */
      data: dataDe('entrada'),
      /** First day, inclusive, in America/Sao_Paulo. */
      de: givenDay.optional(),
      /** Last day, inclusive. */
      ate: givenDay.optional(),
    })
    .refine(({ status, nota }) => !(status && nota), {
      path: ['nota'],
      error: 'Selecione o status ou a pontuação: com os dois, não há contagem.',
    }),
  response: ok(
    z.object({
      /** Items of all projects. */
      total: contagem,
      /** The projects with most of them, at most PROJETOS_LIMITE. */
      projetos: z.array(
        z.object({
          id: z.uuid(),
          nome: z.string(),
          tipo_projeto: z.enum(TIPOS_PROJETO),
          n: contagem,
          /**
           * Of a project without a call report: its audits with items of that state (of any day), newest first, at most
           * AUDITORIAS_LIMITE. Empty for a call center, whose report lists all of its items.
           */
          auditorias: z.array(z.object({ id: z.uuid(), nome: z.string() })),
        }),
      ),
      /** Projects with such items that are not named above, and their items. */
      outros: z.object({ projetos: contagem, n: contagem }),
    }),
  ),
});
