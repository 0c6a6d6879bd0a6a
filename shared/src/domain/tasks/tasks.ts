import { z } from 'zod';
import { pedidoExportacao } from '../exports/export-request.ts';
import { TIPOS_EXPORTACAO } from '../exports/exports.ts';
import { selecaoSchema } from '../filters/filtro.ts';
import { MODOS_LOTE } from '../runs/bulk-estimate.ts';
import { ETAPAS } from '../runs/status.ts';
import { questionarioLido } from '../survey-file/documents/read-questionnaire.ts';
import type { TipoTarefa } from './task-names.ts';

const id = z.uuid();
const contagem = z.number().int().min(0);

const reprocessadas = z.object({
  restantes: contagem,
  /** Open failures left out because their item was processed later. */
  processadasDepois: contagem,
  reprocessadas: contagem,
  jaTratadas: contagem,
  recusadas: contagem,
  semCredito: contagem,
  /** Reasons of refusals, at most 50; lack of credits appears once per company. */
  problemas: z.array(z.object({ falhaId: id, itemId: id, codigo: z.string(), mensagem: z.string() })),
  /** Companies without enough credits; their other failures stay open. */
  empresasSemCredito: z.array(z.object({ id, nome: z.string() })),
});

const geradas = z.object({
  enfileirados: contagem,
  ignorados: z.array(z.object({ codigo: z.string(), motivo: z.string(), n: contagem })),
  /** The company's remaining credits; null: nothing was queued. */
  saldo: contagem.nullable(),
  /** Absent in older results. */
  creditos: contagem.optional(),
  /** Analysed calls that only got further insights; each ten, or part of ten, cost one credit. */
  adicionais: contagem.optional(),
});

const processadas = z.object({
  /** Requested runs, except withdrawn ones, and the credits that they cost. */
  pedidas: contagem,
  creditos: contagem,
  /** Runs that only add insights to analysed calls; each ten, or part of ten, cost one credit. */
  adicionais: contagem.optional(),
  /** Open runs, failed runs, and runs refunded without a result. */
  abertas: contagem,
  falharam: contagem,
  semResultado: contagem,
  /** Runs that the task's cancellation withdrew before they began. */
  retiradas: contagem,
  /** Planned calls left out, by reason. */
  puladas: z.array(z.object({ codigo: z.string(), motivo: z.string(), n: contagem })),
  /** Calls that were left out when the task was requested, by reason. */
  fora: z.array(z.object({ codigo: z.string(), motivo: z.string(), n: contagem })),
  /** Recently finished runs per minute. */
  porMinuto: z.number().nullable(),
  terminaEm: z.iso.datetime({ offset: true }).nullable(),
});

/**
 * Request (`parametros`), position (`cursor`) and result (`resultado`) per kind of task, without personal data;
 * `cursor` and `resultado` are null before the start.
 */
export const TAREFAS = {
  reprocessar_falhas: {
    parametros: z.object({
      etapa: z.enum(ETAPAS).optional(),
      codigo: z.string().optional(),
      empresaId: id.optional(),
      projetoId: id.optional(),
      de: z.iso.date().optional(),
      ate: z.iso.date().optional(),
    }),
    /** The failures, oldest first; the task's `feito` counts those done. */
    cursor: z.object({ falhas: z.array(z.object({ id, itemId: id, empresaId: id })) }),
    resultado: reprocessadas,
  },
  gerar_insights: {
    parametros: z.object({
      alvo: z.object({ tipo: z.enum(['auditoria', 'projeto']), id }),
      limite: z.number().int().min(1),
      /** Credits that the author agreed to; absent: no limit. */
      creditosMax: contagem.optional(),
    }),
    /** The items, oldest first; the task's `feito` counts those done. `procura`: the search's progress. */
    cursor: z.object({
      itens: z.array(z.object({ id, transcrito: z.boolean() })),
      /** The last `n` items were postponed for lack of credits; they cost `creditos` credits. */
      adiados: z.object({ n: contagem, creditos: contagem }).optional(),
      procura: z
        .object({
          /** The last item examined (`createdAt` with microseconds); null before the first item. */
          apos: z.object({ createdAt: z.string(), id }).nullable(),
          janelas: contagem,
          alem: contagem,
          ignorados: z.record(z.string(), contagem),
        })
        .optional(),
    }),
    resultado: geradas,
  },
  ler_questionario: {
    parametros: z.object({
      questionarioId: id,
      /** Object key of the file, which the task deletes at its end, and the file's extension ('.pdf'). */
      chave: z.string(),
      extensao: z.string(),
    }),
    cursor: z.object({}),
    resultado: z.object({
      perguntas: contagem,
      avisos: contagem,
      /** The questionnaire as read; task lists omit this field. */
      lido: questionarioLido.optional(),
    }),
  },
  ler_auditoria: {
    parametros: z.object({ preparoId: id }),
    /** Empty, because each file or archived recording stores its progress (preparo_arquivos.lido_em). */
    cursor: z.object({}),
    resultado: z.object({ perguntas: contagem, linhas: contagem, gravacoes: contagem, pares: contagem }),
  },
  criar_auditoria: {
    parametros: z.object({ preparoId: id }),
    /** `linha`: last row done. `itens`: all rows are done. `gastos`: credits of earlier tasks. */
    cursor: z.object({ linha: contagem, itens: z.boolean(), gastos: contagem }),
    resultado: z.object({
      entrevistas: contagem,
      enfileiradas: contagem,
      creditos: contagem,
      semCredito: contagem,
      recusadas: z.array(z.object({ motivo: z.string(), n: contagem })),
    }),
  },
  reindexar: {
    parametros: z.object({}),
    cursor: z.object({ apos: id.nullable() }),
    resultado: z.object({ conversas: contagem }),
  },
  lote: {
    parametros: z.object({
      projetoId: id,
      selecao: selecaoSchema,
      modo: z.enum(MODOS_LOTE),
      /** Excludes calls after this time, which is PostgreSQL's text with microseconds. */
      ate: z.string(),
      /** Maximum calls to process, and credits that the author agreed to. */
      maximo: z.number().int().min(1),
      creditosMax: contagem,
    }),
    /** The last call examined, the next calls (`ids`), and whether no calls follow after `ids`. */
    cursor: z.object({
      apos: z.object({ createdAt: z.string(), id }).nullable(),
      ids: z.array(id),
      fim: z.boolean(),
    }),
    resultado: processadas,
  },
  ler_gravacoes: {
    parametros: z.object({ loteId: id }),
    cursor: z.object({}),
    resultado: z.object({ gravacoes: contagem, pareadas: contagem, aDecidir: contagem }),
  },
  anexar_gravacoes: {
    parametros: z.object({ loteId: id }),
    cursor: z.object({}),
    resultado: z.object({ anexadas: contagem, criadas: contagem, recusadas: contagem }),
  },
  desfazer_gravacoes: {
    parametros: z.object({ loteId: id }),
    cursor: z.object({ indice: z.number().int() }),
    resultado: z.object({ desfeitas: contagem, ficaram: contagem }),
  },
  importar_ligacoes: {
    parametros: z.object({ importacaoId: id }),
    /** Empty, because the import stores its progress (importacoes.linha) and phase. */
    cursor: z.object({}),
    resultado: z.object({
      criadas: contagem,
      duplicadas: contagem,
      recusadas: contagem,
      simulada: z.boolean(),
    }),
  },
  desfazer_importacao: {
    parametros: z.object({ importacaoId: id }),
    cursor: z.object({ apos: id.nullable() }),
    resultado: z.object({ apagadas: contagem, mantidas: contagem }),
  },
  reler_planilhas: {
    parametros: z.object({}),
    /** Empty, because each interview stores its progress (entrevistas.celulas_planilha). */
    cursor: z.object({}),
    resultado: z.object({
      planilhas: contagem,
      perdidas: contagem,
      /** Interviews examined; cells not understood, cells of missing sheets, and answers that are now understood. */
      entrevistas: contagem,
      naoReconhecidas: contagem,
      indisponiveis: contagem,
      respostas: contagem,
      /** Changed cells whose earlier verdict accused somebody. */
      acusavam: contagem,
    }),
  },
  recontar_notas: {
    parametros: z.object({}),
    /** Empty, because each insight stores its progress (insights.pontuacao_revisada_em). */
    cursor: z.object({}),
    /** Insights examined; insights whose score differs from the AI's; of these, insights without a score. */
    resultado: z.object({ insights: contagem, alteradas: contagem, semNota: contagem }),
  },
  recontar_criterios: {
    parametros: z.object({}),
    /** Empty, because each phone call stores its progress (item_qualidade.criterios_a_contar). */
    cursor: z.object({}),
    resultado: z.object({ ligacoes: contagem, comCriterios: contagem }),
  },
  ler_com_ia: {
    parametros: z.object({ alvo: z.object({ tipo: z.enum(['preparo', 'questionario']), id }) }),
    /** Empty, because each reading stores its progress (leituras_ia). */
    cursor: z.object({}),
    /** Pages sent to the AI; the AI's proposals; answer parts without backing in the pages; unusable answers. */
    resultado: z.object({
      paginas: contagem,
      propostas: contagem,
      recusadas: contagem,
      ilegiveis: contagem,
    }),
  },
  exportar: {
    /** `alvo`: project or audit whose list is exported, if any. */
    parametros: z.object({
      alvo: z.object({ tipo: z.enum(['projeto', 'auditoria']), id }).optional(),
      pedido: pedidoExportacao,
      nome: z.string(),
    }),
    /** Empty, because after a crash the task writes the whole file again. */
    cursor: z.object({}),
    resultado: z.object({
      tipo: z.enum(TIPOS_EXPORTACAO),
      linhas: contagem,
      bytes: contagem,
      nome: z.string(),
      /** The attempt that wrote the file's object (`exportKey`). */
      versao: contagem,
      ate: z.iso.datetime(),
    }),
  },
  resolver_agentes: {
    /** Changed periods of phone extensions; null as `de` or `ate`: open on that side. */
    parametros: z.object({
      trechos: z.array(
        z.object({ ramal: z.string(), de: z.iso.datetime().nullable(), ate: z.iso.datetime().nullable() }),
      ),
    }),
    /** The current period's index, and the last call examined in this period. */
    cursor: z.object({ trecho: contagem, apos: z.object({ momento: z.string(), id }).nullable() }),
    resultado: z.object({ ligacoes: contagem, mudadas: contagem }),
  },
} as const satisfies Record<TipoTarefa, Record<'parametros' | 'cursor' | 'resultado', z.ZodType>>;

export type ParametrosTarefa<T extends TipoTarefa> = z.output<(typeof TAREFAS)[T]['parametros']>;
export type CursorTarefa<T extends TipoTarefa> = z.output<(typeof TAREFAS)[T]['cursor']>;
export type ResultadoTarefa<T extends TipoTarefa> = z.output<(typeof TAREFAS)[T]['resultado']>;

export const LOTE_SEM_NADA: ResultadoTarefa<'reprocessar_falhas'> = {
  restantes: 0,
  processadasDepois: 0,
  reprocessadas: 0,
  jaTratadas: 0,
  recusadas: 0,
  semCredito: 0,
  problemas: [],
  empresasSemCredito: [],
};

export const LOTE_NAO_COMECADO: ResultadoTarefa<'lote'> = {
  pedidas: 0,
  creditos: 0,
  abertas: 0,
  falharam: 0,
  semResultado: 0,
  retiradas: 0,
  puladas: [],
  fora: [],
  porMinuto: null,
  terminaEm: null,
};
