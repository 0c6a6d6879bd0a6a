import { z } from 'zod';
import { idOuNenhum } from '../../domain/filters/filtro-valor-schema.ts';
import {
  COLUNAS_DE_CRITERIOS,
  MAIS_DESCUMPRIDOS_MAX,
  SITUACOES_DA_REDACAO,
} from '../../domain/reports/criteria-table.ts';
import { AMOSTRAS } from '../../domain/reports/drawn-apart.ts';
import { storableText } from '../../domain/text/storable-text.ts';
import { dateTime, day, givenDay, ok, okPage, pageQuery } from '../common.ts';
import { defineContract } from '../contract.ts';
import { evidenciaInsight } from './insight-parts.ts';

const tag = 'Relatórios';
const id = z.uuid({ error: 'Identificador inválido.' });
const contagem = z.number().int();
const access = { who: 'user', can: ['audit_item', 'read'] } as const;

/** Filters of calls; the days are those of the calls, not of their registration. */
const recorte = {
  /** Inclusive; default: the last 30 days. At most 24 months. */
  de: givenDay.optional(),
  ate: givenDay.optional(),
  projeto_id: id.optional(),
  agente_id: idOuNenhum.optional(),
  template_id: id.optional(),
  /** Randomly drawn calls, or all others; default: both. */
  amostra: z.enum(AMOSTRAS).optional(),
  empresaId: id.optional(),
};

const periodo = z.object({ de: day, ate: day });

const cumprimento = z.object({
  /** Number of answers 'sim' and 'nao' that count towards scores, and number of 'nao' among these answers. */
  n: contagem,
  falhas: contagem,
  /** Share of 'sim', 0 to 1; null for too few answers. */
  parte: z.number().nullable(),
  /** 95 % confidence interval; null without a share. */
  intervalo: z.object({ de: z.number(), ate: z.number() }).nullable(),
});

/** Parameters of `listLigacoesDoCriterio`. */
const filtro = z.record(z.string(), z.string());

const criterio = {
  template: z.object({ id: z.uuid(), nome: z.string() }).nullable(),
  criterio: z.string().nullable(),
  /** Id of the wording; answers to another wording are another series. */
  serie: z.string(),
  descricao: z.string(),
  critico: z.boolean(),
};

/** A cell's calls match the `filtro` of report, row and column, and the cell's `criterio`, combined. */
export const tabelaDeCriterios = z.object({
  colunas: z.array(z.object({ id: z.string().nullable(), nome: z.string(), total: cumprimento, filtro })),
  linhas: z.array(
    z.object({
      chave: z.string(),
      ...criterio,
      redacao: z.object({
        situacao: z.enum(SITUACOES_DA_REDACAO),
        /** Time at which this wording replaced another. */
        mudou_em: dateTime.nullable(),
        /** Time at which another wording replaced this one, or the criterion was removed. */
        ate: dateTime.nullable(),
      }),
      total: cumprimento,
      anterior: cumprimento,
      filtro,
      /** In the order of the columns; null without answers. `criterio`: present if columns are templates. */
      celulas: z.array(cumprimento.extend({ criterio: z.string().optional() }).nullable()),
    }),
  ),
  /** Numbers of criteria and columns left out because of the table's limits. */
  fora: z.object({ criterios: contagem, colunas: contagem }),
});
export type TabelaDeCriteriosWire = z.infer<typeof tabelaDeCriterios>;

export const relatorioDeCriterios = tabelaDeCriterios.extend({
  periodo,
  /** Earlier period for comparison: as many days, on the same weekdays. */
  anterior: periodo,
  por: z.enum(COLUNAS_DE_CRITERIOS),
  filtro,
  /** Portuguese sentences about the limits of this report. */
  avisos: z.array(z.string()),
});
export type RelatorioDeCriteriosWire = z.infer<typeof relatorioDeCriterios>;

const colunas = z
  .enum(COLUNAS_DE_CRITERIOS, { error: 'Use agentes, semanas, meses, templates ou projetos.' })
  .default('semanas');

export const getRelatorioCriterios = defineContract({
  id: 'getRelatorioCriterios',
  method: 'GET',
  path: '/relatorios/criterios',
  access,
  summary:
    'Relatório de critérios: quanto cada critério foi cumprido, por agente (para quem lidera), semana, mês, template ou projeto, os mais descumpridos primeiro; outra redação é outra série',
  tag,
  topic: 'relatorios',
  query: z.object({ ...recorte, colunas }),
  response: ok(relatorioDeCriterios),
});

export const getCriteriosMaisDescumpridos = defineContract({
  id: 'getCriteriosMaisDescumpridos',
  method: 'GET',
  path: '/relatorios/criterios/mais-descumpridos',
  access,
  summary: 'Os critérios mais descumpridos do período, pela redação atual',
  tag,
  topic: 'relatorios',
  query: z.object({
    de: recorte.de,
    ate: recorte.ate,
    projeto_id: recorte.projeto_id,
    limit: z.coerce.number().int().min(1).max(MAIS_DESCUMPRIDOS_MAX).default(5),
    empresaId: id.optional(),
  }),
  response: ok(
    z.object({
      periodo,
      criterios: z.array(
        cumprimento.extend({
          ...criterio,
          filtro,
          /** Figures of the randomly drawn calls and of all others; null if no drawn call answers the criterion. */
          amostra: z.object({ sorteadas: cumprimento, outras: cumprimento }).nullable(),
        }),
      ),
    }),
  ),
});

export const listLigacoesDoCriterio = defineContract({
  id: 'listLigacoesDoCriterio',
  method: 'GET',
  path: '/relatorios/criterios/ligacoes',
  access,
  summary:
    'As ligações de uma célula: as que descumpriram (ou cumpriram) um critério, da mais nova à mais antiga, com as falas que o comprovam e o seu segundo',
  tag,
  topic: 'relatorios',
  query: pageQuery.extend({
    ...recorte,
    template_id: id,
    criterio: storableText().min(1, { error: 'Informe o critério.' }).max(100),
    serie: z.string().regex(/^[0-9a-f]{8}$/, { error: 'Série inválida.' }),
    atendido: z.enum(['sim', 'nao'], { error: 'Use sim ou nao.' }).default('nao'),
  }),
  response: okPage(
    z.object({
      item_id: z.uuid(),
      projeto: z.object({ id: z.uuid(), nome: z.string() }),
      agente: z.object({ id: z.uuid(), nome: z.string() }).nullable(),
      nome_entrevistado: z.string().nullable(),
      numero_destino: z.string().nullable(),
      ramal: z.string().nullable(),
      momento: dateTime,
      duracao_s: contagem.nullable(),
      /** 0 to 100. */
      nota: z.number().nullable(),
      gravacao: z.boolean(),
      corrigido: z.boolean(),
      justificativa: z.string(),
      evidencias: z.array(evidenciaInsight),
    }),
  ),
});

export const exportCriterios = defineContract({
  id: 'exportCriterios',
  method: 'POST',
  path: '/relatorios/criterios/arquivo',
  access: {
    who: 'user',
    can: ['result', 'export'],
    denied: 'Para exportar, você precisa da permissão “Exportar dados”: peça a um gerente.',
  },
  summary: 'O relatório de critérios como arquivo, em Excel ou CSV (do Excel brasileiro)',
  tag,
  touches: [],
  kind: 'binary',
  rateLimit: 30,
  body: z.object({
    ...recorte,
    colunas,
    formato: z.enum(['xlsx', 'csv'], { error: 'Selecione o formato.' }).default('xlsx'),
  }),
  response: z.string(),
});
