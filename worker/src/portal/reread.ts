import { join } from 'node:path';
import type { Db } from '@escuta/prisma/db';
import {
  answersOfRow,
  cellsOfLostSheet,
  columnsByQuestion,
  type RespostaDaLinha,
} from '@escuta/shared/domain/survey-file/rows/row-answers';
import { auditedPlaces } from '@escuta/shared/domain/survey-file/rows/warnings';
import type { ResultadoTarefa } from '@escuta/shared/domain/tasks/tasks';
import { insertRows } from '@escuta/shared/platform/database/insert-rows';
import { readSheet } from '../reading/read-file.ts';
import { UnreadableError } from '../reading/unreadable.ts';
import { fetchFileOf, inWorkDir } from '../recordings/local-files.ts';
import type { TaskContext } from '../tasks/task.ts';
import { answerRow } from './interviews.ts';
import {
  countAccusing,
  type EntrevistaARler,
  lockUnread,
  markKept,
  type Origem,
  readOrigin,
} from './reread-repo.ts';
import { type Pesquisa, readSurvey } from './survey.ts';

type Context = TaskContext<'reler_planilhas'>;

/** Number of interviews without a sheet that one transaction handles. */
const AT_ONCE = 100;

export const NADA_RELIDO: ResultadoTarefa<'reler_planilhas'> = {
  planilhas: 0,
  perdidas: 0,
  entrevistas: 0,
  naoReconhecidas: 0,
  indisponiveis: 0,
  respostas: 0,
  acusavam: 0,
};

/** A survey whose sheet is read again, with the task's committed progress. */
type Releitura = {
  context: Context;
  pesquisaId: string;
  origem: Origem | null;
  pesquisa: Pesquisa;
  feito: number;
  resultado: ResultadoTarefa<'reler_planilhas'>;
};

/**
 * Saves a survey's unread cells, which an earlier version of the program dropped: reads the stored sheet with the
 * audit's questionnaire and columns. Without the sheet, missing answers in suspect columns become unknown. Stored
 * answers stay unchanged.
 */
export async function rereadSurvey(context: Context, pesquisaId: string): Promise<void> {
  const { db, task } = context;
  const origem = await readOrigin(db, pesquisaId);
  const releitura: Releitura = {
    context,
    pesquisaId,
    origem,
    pesquisa: await readSurvey(db, pesquisaId, auditedPlaces(origem?.colunas ?? [])),
    feito: task.feito,
    resultado: task.resultado ?? NADA_RELIDO,
  };
  const wasRead = await rereadSheet(releitura);
  const { resultado } = releitura;
  releitura.resultado = wasRead
    ? { ...resultado, planilhas: resultado.planilhas + 1 }
    : { ...resultado, perdidas: resultado.perdidas + 1 };
  // Marks missing answers as unknown: of all interviews, or of those not in the sheet if the sheet was read.
  while ((await keepUnknown(releitura)) > 0) context.signal.throwIfAborted();
}

/** Reads the sheet again. @returns false if it is erased, or its tab or headings differ from the audit's */
async function rereadSheet(releitura: Releitura): Promise<boolean> {
  const { context, origem } = releitura;
  const { signal } = context;
  const { planilha, questionario, colunas = [] } = origem ?? {};
  if (!planilha || !questionario || colunas.length === 0) return false;
  const perguntas = columnsByQuestion(questionario.perguntas, colunas);
  return inWorkDir(async (folder) => {
    const file = { arquivo: join(folder, 'planilha'), nome: planilha.nome };
    try {
      await fetchFileOf(context, { ...planilha, envioId: null }, file.arquivo);
      const { aba, cabecalho } = await readSheet(file, async () => undefined, signal);
      if (!isSameSheet({ aba, cabecalho }, origem as Origem)) return false;
      await readSheet(
        file,
        async (linhas) => {
          const cells = new Map(linhas.map(({ n, celulas }) => [n, celulas]));
          await keep(releitura, { linhas: [...cells.keys()], limit: cells.size }, ({ linha, versaoId }) =>
            // The sheet's cells are answers only for the survey's first version.
            versaoId === releitura.pesquisa.versaoId
              ? answersOfRow(perguntas, releitura.pesquisa.perguntas, cells.get(linha ?? -1) ?? [])
              : [],
          );
        },
        signal,
      );
      return true;
    } catch (error) {
      if (error instanceof UnreadableError) return false;
      throw error;
    }
  });
}

const isSameSheet = (
  { aba, cabecalho }: { aba: string | null; cabecalho: readonly string[] },
  { aba: then, colunas }: Origem,
): boolean =>
  aba === then &&
  cabecalho.length === colunas.length &&
  colunas.every((coluna) => cabecalho[coluna.n] === coluna.cabecalho);

/** Marks missing answers of some interviews as unknown. @returns number of interviews */
async function keepUnknown(releitura: Releitura): Promise<number> {
  const { origem, pesquisa } = releitura;
  const { conteudo, perguntas } = pesquisa;
  const columns = columnsByQuestion(origem?.questionario?.perguntas ?? [], origem?.colunas ?? []);
  // With unknown columns, a cell of any question may have been dropped.
  const suspects =
    columns.length === 0
      ? perguntas.flatMap((one) => one?.id ?? [])
      : columns.flatMap(({ place, colunas }) =>
          colunas.some(({ nao_reconhecidas: { n } }) => n > 0) ? (perguntas[place]?.id ?? []) : [],
        );
  return keep(releitura, { linhas: null, limit: AT_ONCE }, ({ dadas, versaoId }) =>
    versaoId === pesquisa.versaoId ? cellsOfLostSheet(conteudo.perguntas, new Set(suspects), dadas) : [],
  );
}

/**
 * Saves some interviews' cells, and the progress, in one transaction.
 * @returns number of interviews
 */
async function keep(
  releitura: Releitura,
  which: Parameters<typeof lockUnread>[2],
  cellsOf: (entrevista: EntrevistaARler) => RespostaDaLinha[],
): Promise<number> {
  const { context, pesquisaId } = releitura;
  const { db, task, save } = context;
  const { n, ...progress } = await db.transaction(async (tx) => {
    const entrevistas = await lockUnread(tx, { empresaId: task.empresaId, pesquisaId }, which);
    const lacking = entrevistas.map((entrevista) => ({
      entrevista,
      cells: cellsOf(entrevista).filter(({ perguntaId }) => !entrevista.dadas.has(perguntaId)),
    }));
    const added = await write(tx, context, lacking);
    const resultado = addUp(releitura.resultado, entrevistas.length, added);
    const feito = releitura.feito + entrevistas.length - added.aJulgar;
    await save(tx, { feito, resultado });
    return { n: entrevistas.length, feito, resultado };
  });
  Object.assign(releitura, progress);
  return n;
}

/** `acusavam`: number of accusing cells; `aJulgar`: number of interviews to rejudge. */
type Kept = { cells: RespostaDaLinha[]; acusavam: number; aJulgar: number };

async function write(
  tx: Db,
  { task }: Context,
  lacking: readonly { entrevista: EntrevistaARler; cells: RespostaDaLinha[] }[],
): Promise<Kept> {
  const now = new Date().toISOString();
  const rows = lacking.flatMap(({ entrevista, cells }) =>
    cells.map((cell) => ({ cell, entrevistaId: entrevista.id })),
  );
  const acusavam = await countAccusing(
    tx,
    rows.map(({ cell, entrevistaId }) => ({ entrevistaId, perguntaId: cell.perguntaId })),
  );
  await insertRows(
    tx,
    'respostas',
    rows.map(({ cell, entrevistaId }) =>
      answerRow(cell, { empresaId: task.empresaId as string, entrevistaId, now }),
    ),
  );
  const toJudge = lacking.filter(({ entrevista, cells }) => entrevista.auditada && cells.length > 0);
  const judged = new Set(toJudge.map(({ entrevista }) => entrevista.id));
  const others = lacking.flatMap(({ entrevista: { id } }) => (judged.has(id) ? [] : [id]));
  await markKept(tx, [...judged], 'a_julgar');
  await markKept(tx, others, 'guardadas');
  return { cells: rows.map(({ cell }) => cell), acusavam, aJulgar: judged.size };
}

function addUp(
  before: ResultadoTarefa<'reler_planilhas'>,
  entrevistas: number,
  { cells, acusavam }: Kept,
): ResultadoTarefa<'reler_planilhas'> {
  const n = (estado: RespostaDaLinha['estado']) => cells.filter((cell) => cell.estado === estado).length;
  return {
    ...before,
    entrevistas: before.entrevistas + entrevistas,
    naoReconhecidas: before.naoReconhecidas + n('nao_reconhecida'),
    indisponiveis: before.indisponiveis + n('planilha_indisponivel'),
    respostas: before.respostas + n(null),
    acusavam: before.acusavam + acusavam,
  };
}
