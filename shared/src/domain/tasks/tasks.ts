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
  /** Reason of each refusal, at most 50; a lack of credits is stated once per company. */
  problemas: z.array(z.object({ falhaId: id, itemId: id, codigo: z.string(), mensagem: z.string() })),
  /** Companies without credits: their other failures stay open. */
  empresasSemCredito: z.array(z.object({ id, nome: z.string() })),
});

const geradas = z.object({
  enfileirados: contagem,
  ignorados: z.array(z.object({ codigo: z.string(), motivo: z.string(), n: contagem })),
  /** Credits left to the company; null: nothing was queued. */
  saldo: contagem.nullable(),
  /** Credits taken; absent in older results. */
  creditos: contagem.optional(),
  /** Number of already analysed calls that got only further insights; each ten, or part of ten, cost one credit. */
  adicionais: contagem.optional(),
});

const processadas = z.object({
  /** Requested runs without the withdrawn ones, and the credits of these runs. */
  pedidas: contagem,
  creditos: contagem,
  /** Runs for analysed calls that get only further insights; each ten, or part of ten, cost one credit. */
  adicionais: contagem.optional(),
  /** Numbers of the runs that are open, that failed, and that ended without a result and were refunded. */
  abertas: contagem,
  falharam: contagem,
  semResultado: contagem,
  /** Runs withdrawn before they began because the task was cancelled. */
  retiradas: contagem,
  /** Planned calls that were left out, by reason. */
  puladas: z.array(z.object({ codigo: z.string(), motivo: z.string(), n: contagem })),
  /** Calls left out when the run was requested, by reason. */
  fora: z.array(z.object({ codigo: z.string(), motivo: z.string(), n: contagem })),
  /** Recently finished runs per minute; null: unknown. */
  porMinuto: z.number().nullable(),
  terminaEm: z.iso.datetime({ offset: true }).nullable(),
});

/**
 * Request (`parametros`), position (`cursor`) and result (`resultado`) of each kind of task; position and result are
 * null before the start. No personal data.
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
    /** The chosen failures, oldest first; the task's field `feito` counts those done. */
    cursor: z.object({ falhas: z.array(z.object({ id, itemId: id, empresaId: id })) }),
    resultado: reprocessadas,
  },
  gerar_insights: {
    parametros: z.object({
      alvo: z.object({ tipo: z.enum(['auditoria', 'projeto']), id }),
      limite: z.number().int().min(1),
      /** Credits that the task's author agreed to; absent: no limit. */
      creditosMax: contagem.optional(),
    }),
    /** The items found, oldest first; the task's field `feito` counts those done. `procura`: progress of the search. */
    cursor: z.object({
      itens: z.array(z.object({ id, transcrito: z.boolean() })),
      /** The last `n` items were postponed for lack of credits; together they cost `creditos` credits. */
      adiados: z.object({ n: contagem, creditos: contagem }).optional(),
      procura: z
        .object({
          /** The last item examined, with `createdAt` in microseconds; null before the first item. */
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
      /** Key of the file's object, deleted at the end of the task; and the file extension ('.pdf'). */
      chave: z.string(),
      extensao: z.string(),
    }),
    cursor: z.object({}),
    resultado: z.object({
      perguntas: contagem,
      avisos: contagem,
      /** The questionnaire as read; lists of tasks omit this field. */
      lido: questionarioLido.optional(),
    }),
  },
  ler_auditoria: {
    parametros: z.object({ preparoId: id }),
    /** Empty, because the progress is stored with each file or archived recording (preparo_arquivos.lido_em). */
    cursor: z.object({}),
    resultado: z.object({ perguntas: contagem, linhas: contagem, gravacoes: contagem, pares: contagem }),
  },
  criar_auditoria: {
    parametros: z.object({ preparoId: id }),
    /** `linha`: last row done. `itens`: true if all rows are done. `gastos`: credits of the audit's earlier tasks. */
    cursor: z.object({ linha: contagem, itens: z.boolean(), gastos: contagem }),
    resultado: z.object({
      entrevistas: contagem,
      /** Recordings queued for audit, and their credits. */
      enfileiradas: contagem,
      creditos: contagem,
      /** Recordings left out for lack of credits. */
      semCredito: contagem,
      recusadas: z.array(z.object({ motivo: z.string(), n: contagem })),
    }),
  },
  reindexar: {
    parametros: z.object({}),
    /** The last item indexed; null before the first. */
    cursor: z.object({ apos: id.nullable() }),
    resultado: z.object({ conversas: contagem }),
  },
  lote: {
    parametros: z.object({
      projetoId: id,
      selecao: selecaoSchema,
      modo: z.enum(MODOS_LOTE),
      /** Calls after this time are excluded; a time as PostgreSQL's text, with microseconds. */
      ate: z.string(),
      /** Greatest number of calls to process, and the credits that the author agreed to. */
      maximo: z.number().int().min(1),
      creditosMax: contagem,
    }),
    /** The last call examined (null: none), the next calls, and whether they are the last. */
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
    /** Empty, because the import records its progress (importacoes.linha) and phase: reading, dry run or writing. */
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
    /** Empty, because the progress is stored with each interview (entrevistas.celulas_planilha). */
    cursor: z.object({}),
    resultado: z.object({
      planilhas: contagem,
      perdidas: contagem,
      /** Interviews examined; cells not understood, cells of missing sheets, and answers that can be read again. */
      entrevistas: contagem,
      naoReconhecidas: contagem,
      indisponiveis: contagem,
      respostas: contagem,
      /** Changed cells that had an accusing verdict before. */
      acusavam: contagem,
    }),
  },
  recontar_notas: {
    parametros: z.object({}),
    /** Empty, because the progress is stored with each insight (insights.pontuacao_revisada_em). */
    cursor: z.object({}),
    /** Insights examined; insights whose score differs from the AI's; and those of them that have no score. */
    resultado: z.object({ insights: contagem, alteradas: contagem, semNota: contagem }),
  },
  recontar_criterios: {
    parametros: z.object({}),
    /** Empty, because the progress is stored with each phone call (item_qualidade.criterios_a_contar). */
    cursor: z.object({}),
    /** Calls examined, and those among them with criteria to count. */
    resultado: z.object({ ligacoes: contagem, comCriterios: contagem }),
  },
  ler_com_ia: {
    parametros: z.object({ alvo: z.object({ tipo: z.enum(['preparo', 'questionario']), id }) }),
    /** Empty, because the progress is stored with each reading (leituras_ia). */
    cursor: z.object({}),
    /** Pages sent to the AI; its proposals; parts of its answers that the pages do not back; its unusable answers. */
    resultado: z.object({
      paginas: contagem,
      propostas: contagem,
      recusadas: contagem,
      ilegiveis: contagem,
    }),
  },
  exportar: {
    /** `alvo`: the project or audit whose list is exported; absent for other exports. */
    parametros: z.object({
      alvo: z.object({ tipo: z.enum(['projeto', 'auditoria']), id }).optional(),
      pedido: pedidoExportacao,
      nome: z.string(),
    }),
    /** Empty, because after a crash the task writes the file again from a new snapshot. */
    cursor: z.object({}),
    resultado: z.object({
      tipo: z.enum(TIPOS_EXPORTACAO),
      linhas: contagem,
      bytes: contagem,
      nome: z.string(),
      /** Number of the attempt that wrote the file's object (`exportKey`). */
      versao: contagem,
      /** Time until which the file can be downloaded. */
      ate: z.iso.datetime(),
    }),
  },
  resolver_agentes: {
    /** Changed periods of phone extensions; `de` or `ate` is null if that end of the period is open. */
    parametros: z.object({
      trechos: z.array(
        z.object({ ramal: z.string(), de: z.iso.datetime().nullable(), ate: z.iso.datetime().nullable() }),
      ),
    }),
    /** The current period, and the last call examined in it. */
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
