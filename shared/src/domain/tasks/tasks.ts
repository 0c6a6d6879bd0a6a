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

/** What became of dead letters that were to be run again. */
const reprocessadas = z.object({
  /** Open letters that match beyond those that the task takes: for another one. */
  restantes: contagem,
  /** Open letters that match whose item was processed since: none of the batch's, which would pay for it again. */
  processadasDepois: contagem,
  reprocessadas: contagem,
  /** Handled by somebody else meanwhile. */
  jaTratadas: contagem,
  /** Not run again, because something stood in the way. */
  recusadas: contagem,
  /** Left open for want of credits. */
  semCredito: contagem,
  /** Why, for each refused one; for want of credits the first of each company. At most 50. */
  problemas: z.array(z.object({ falhaId: id, itemId: id, codigo: z.string(), mensagem: z.string() })),
  /** Companies whose balance ran out: their other letters stay open. */
  empresasSemCredito: z.array(z.object({ id, nome: z.string() })),
});

/** What generating insights in bulk has queued. */
const geradas = z.object({
  enfileirados: contagem,
  /** Items that were not queued, by reason. */
  ignorados: z.array(z.object({ codigo: z.string(), motivo: z.string(), n: contagem })),
  /** Credits left; null when nothing was queued. */
  saldo: contagem.nullable(),
  /** Credits that the queued ones took; absent in results of before this was kept. */
  creditos: contagem.optional(),
});

/** What a bulk run has come to. */
const processadas = z.object({
  /** Runs that it asked for, less those withdrawn; and the credits that those took. */
  pedidas: contagem,
  creditos: contagem,
  /** Of them: under way or waiting; ended in erro; ended without a result, their credits given back. */
  abertas: contagem,
  falharam: contagem,
  semResultado: contagem,
  /** Withdrawn before anybody had begun them, because the task was cancelled. */
  retiradas: contagem,
  /** Calls that were to be taken and were not, by reason. */
  puladas: z.array(z.object({ codigo: z.string(), motivo: z.string(), n: contagem })),
  /** Calls of the target that it did not take, by reason, as they were counted when it was asked for. */
  fora: z.array(z.object({ codigo: z.string(), motivo: z.string(), n: contagem })),
  /** Runs finished a minute, of late; null: not known. */
  porMinuto: z.number().nullable(),
  /** When it is over at that rate. */
  terminaEm: z.iso.datetime({ offset: true }).nullable(),
});

/**
 * What each kind is asked for (`parametros`), where it goes on (`cursor`, null until it began) and what it has to say
 * (`resultado`, null until it began). Ids, counts and reasons only: nothing that names a person.
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
    /** The letters, chosen when it was asked for, oldest first; the first `feito` are done. */
    cursor: z.object({ falhas: z.array(z.object({ id, itemId: id, empresaId: id })) }),
    resultado: reprocessadas,
  },
  gerar_insights: {
    parametros: z.object({
      alvo: z.object({ tipo: z.enum(['auditoria', 'projeto']), id }),
      /** Most items that it queues. */
      limite: z.number().int().min(1),
      /** Credits that whoever asked agreed to; absent: whatever they take. */
      creditosMax: contagem.optional(),
    }),
    /**
     * The items found, oldest first; the first `feito` are done. `transcrito`: their transcript stands. `procura`: how far
     * the target was looked through; absent once that is done.
     */
    cursor: z.object({
      itens: z.array(z.object({ id, transcrito: z.boolean() })),
      /** The last `n` of them were put off: the balance did not cover them, which cost so many credits. */
      adiados: z.object({ n: contagem, creditos: contagem }).optional(),
      procura: z
        .object({
          /** The item looked at last; null before the first. `createdAt` as PostgreSQL writes it, to the microsecond. */
          apos: z.object({ createdAt: z.string(), id }).nullable(),
          janelas: contagem,
          /** Found beyond the limit. */
          alem: contagem,
          /** Items left out, by reason. */
          ignorados: z.record(z.string(), contagem),
        })
        .optional(),
    }),
    resultado: geradas,
  },
  ler_questionario: {
    parametros: z.object({
      questionarioId: id,
      /** The object that holds the file, deleted when the task ends; and its ending ('.pdf'), without the name. */
      chave: z.string(),
      extensao: z.string(),
    }),
    cursor: z.object({}),
    resultado: z.object({
      perguntas: contagem,
      avisos: contagem,
      /** Absent in lists of tasks. */
      lido: questionarioLido.optional(),
    }),
  },
  ler_auditoria: {
    parametros: z.object({ preparoId: id }),
    /** What is done stands in the files themselves (preparo_arquivos.lido_em) and, of an archive, in its recordings. */
    cursor: z.object({}),
    resultado: z.object({ perguntas: contagem, linhas: contagem, gravacoes: contagem, pares: contagem }),
  },
  criar_auditoria: {
    parametros: z.object({ preparoId: id }),
    /**
     * `linha`: the row of the sheet that was taken last. `itens`: whether all rows are, and credits are being taken. `gastos`: credits that
     * earlier tasks of the same audit took.
     */
    cursor: z.object({ linha: contagem, itens: z.boolean(), gastos: contagem }),
    resultado: z.object({
      entrevistas: contagem,
      /** Recordings whose audit was asked for, and what they took. */
      enfileiradas: contagem,
      creditos: contagem,
      /** Left for want of credits. */
      semCredito: contagem,
      /** What else stood in the way, by reason. */
      recusadas: z.array(z.object({ motivo: z.string(), n: contagem })),
    }),
  },
  reindexar: {
    parametros: z.object({}),
    /** The item that was indexed last; null before the first. */
    cursor: z.object({ apos: id.nullable() }),
    resultado: z.object({ conversas: contagem }),
  },
  lote: {
    parametros: z.object({
      projetoId: id,
      selecao: selecaoSchema,
      modo: z.enum(MODOS_LOTE),
      /** Calls that came later are not taken: a moment as PostgreSQL writes it, to the microsecond. */
      ate: z.string(),
      /** Most calls that it takes, and credits that whoever asked agreed to. */
      maximo: z.number().int().min(1),
      creditosMax: contagem,
    }),
    /** The call looked at last (null before the first), those that come next, and whether there are none after them. */
    cursor: z.object({
      apos: z.object({ createdAt: z.string(), id }).nullable(),
      ids: z.array(id),
      fim: z.boolean(),
    }),
    resultado: processadas,
  },
  ler_gravacoes: {
    parametros: z.object({ loteId: id }),
    /** What is read stands in the recordings themselves. */
    cursor: z.object({}),
    resultado: z.object({ gravacoes: contagem, pareadas: contagem, aDecidir: contagem }),
  },
  anexar_gravacoes: {
    parametros: z.object({ loteId: id }),
    /** What is attached stands in the recordings themselves. */
    cursor: z.object({}),
    resultado: z.object({ anexadas: contagem, criadas: contagem, recusadas: contagem }),
  },
  desfazer_gravacoes: {
    parametros: z.object({ loteId: id }),
    /** The recording that was looked at last. */
    cursor: z.object({ indice: z.number().int() }),
    resultado: z.object({ desfeitas: contagem, ficaram: contagem }),
  },
  importar_ligacoes: {
    parametros: z.object({ importacaoId: id }),
    /** How far it is stands in the import itself (importacoes.linha), with what it does: reading, dry run, writing. */
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
    /** The item that was looked at last; null before the first. */
    cursor: z.object({ apos: id.nullable() }),
    resultado: z.object({ apagadas: contagem, mantidas: contagem }),
  },
  reler_planilhas: {
    parametros: z.object({}),
    /** How far an interview is stands in itself (entrevistas.celulas_planilha). */
    cursor: z.object({}),
    resultado: z.object({
      /** Sheets read again, and those that are gone. */
      planilhas: contagem,
      perdidas: contagem,
      /**
       * Interviews gone through. Kept of them: cells not understood, cells of lost sheets, answers that can be read
       * now.
       */
      entrevistas: contagem,
      naoReconhecidas: contagem,
      indisponiveis: contagem,
      respostas: contagem,
      /** Of these, those by which the AI accused somebody before. */
      acusavam: contagem,
    }),
  },
  recontar_notas: {
    parametros: z.object({}),
    /** Which insights are still to be counted stands in themselves (insights.pontuacao_revisada_em). */
    cursor: z.object({}),
    /** Insights gone through; those whose score is now another than the AI's, and of these, those that have none now. */
    resultado: z.object({ insights: contagem, alteradas: contagem, semNota: contagem }),
  },
  ler_com_ia: {
    /** Whose document: of a preparation, or the one that a questionnaire was read from. */
    parametros: z.object({ alvo: z.object({ tipo: z.enum(['preparo', 'questionario']), id }) }),
    /** Which pages were read stands in the readings themselves (leituras_ia). */
    cursor: z.object({}),
    /** Pages asked about; proposals for people; parts of answers that do not stand in the document; answers that could not be used. */
    resultado: z.object({
      paginas: contagem,
      propostas: contagem,
      recusadas: contagem,
      ilegiveis: contagem,
    }),
  },
  exportar: {
    /** `alvo`: of a project or an audit, to be named in lists. */
    parametros: z.object({
      alvo: z.object({ tipo: z.enum(['projeto', 'auditoria']), id }).optional(),
      pedido: pedidoExportacao,
      /** What the file is called. */
      nome: z.string(),
    }),
    /** A file is a snapshot: what a killed worker had written is written anew. */
    cursor: z.object({}),
    resultado: z.object({
      tipo: z.enum(TIPOS_EXPORTACAO),
      linhas: contagem,
      bytes: contagem,
      nome: z.string(),
      /** Which try wrote the object (`exportKey`). */
      versao: contagem,
      /** Until when it can be downloaded. */
      ate: z.iso.datetime(),
    }),
  },
  resolver_agentes: {
    /** Extensions and the times (null: open) of which the periods changed. */
    parametros: z.object({
      trechos: z.array(
        z.object({ ramal: z.string(), de: z.iso.datetime().nullable(), ate: z.iso.datetime().nullable() }),
      ),
    }),
    /** The stretch that it is at, and the call looked at last in it. */
    cursor: z.object({ trecho: contagem, apos: z.object({ momento: z.string(), id }).nullable() }),
    resultado: z.object({ ligacoes: contagem, mudadas: contagem }),
  },
} as const satisfies Record<TipoTarefa, Record<'parametros' | 'cursor' | 'resultado', z.ZodType>>;

export type ParametrosTarefa<T extends TipoTarefa> = z.output<(typeof TAREFAS)[T]['parametros']>;
export type CursorTarefa<T extends TipoTarefa> = z.output<(typeof TAREFAS)[T]['cursor']>;
export type ResultadoTarefa<T extends TipoTarefa> = z.output<(typeof TAREFAS)[T]['resultado']>;

/** The result of a batch of dead letters of which nothing is done yet. */
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

/** The result of a bulk run of which nothing is done yet. */
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
