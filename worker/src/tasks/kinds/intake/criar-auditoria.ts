import { AppError } from '@escuta/shared/domain/errors';
import { auditedPlaces } from '@escuta/shared/domain/survey-file/rows/warnings';
import type { ResultadoTarefa } from '@escuta/shared/domain/tasks/tasks';
import { lockIntake, settleStranded, unlessLost } from '../../../intake/intake-repo.ts';

import { closeMaking } from '../../../portal/finish.ts';
import { countRows, makeInterviews, nextRows } from '../../../portal/interviews.ts';
import { type PreparoLido, readPreparo } from '../../../portal/preparo-repo.ts';
import { requestNext, spent } from '../../../portal/requests.ts';
import { makeSurvey, readSurvey } from '../../../portal/survey.ts';
import type { TaskContext, TaskKind } from '../../task.ts';

type Context = TaskContext<'criar_auditoria'>;

/** Rows of the sheet per transaction. */
const ROWS = 50;
const NOTHING: ResultadoTarefa<'criar_auditoria'> = {
  entrevistas: 0,
  enfileiradas: 0,
  creditos: 0,
  semCredito: 0,
  recusadas: [],
};

/**
 * Creates a survey, then its interviews in batches, then requests the audits one by one. Each write commits with the
 * progress, so that another worker continues without duplicates.
 */
export const criarAuditoria: TaskKind<'criar_auditoria'> = {
  begin: async ({ db, task, save }) => {
    await db.transaction(async (tx) => {
      const preparo = await readPreparo(tx, task, 'criando');
      const begun = { cursor: { linha: 0, itens: false, gastos: 0 }, resultado: NOTHING };
      if (!preparo) return save(tx, { total: 0, ...begun });
      const { linhas, itens } = await countRows(tx, preparo);
      const gastos = await spent(tx, preparo.id);
      await save(tx, { total: linhas + itens, ...begun, cursor: { ...begun.cursor, gastos } });
      await lockIntake(tx, 'preparo', task, 'criando');
      if (preparo.pesquisaId === null) await makeSurvey(tx, preparo);
    });
  },
  step: async (context) => {
    const { db, task } = context;
    const preparo = await readPreparo(db, task, 'criando');
    if (!preparo || !task.cursor) return false;
    const { itens } = task.cursor;
    return unlessLost(async () => {
      if (!itens) await makeRows(context, preparo);
      else if (!(await requestNext(context, preparo))) await closeMaking(context, preparo);
      return true;
    });
  },
  ended: (db, { id }) => settleStranded(db, 'preparo', id),
};

/** Creates the next rows' interviews; after the last row, the requests begin at the first row. */
async function makeRows(context: Context, preparo: PreparoLido): Promise<void> {
  const { db, task, save } = context;
  const { cursor, resultado, feito } = task;
  const { pesquisaId, auditoriaId } = preparo;
  if (!cursor || !resultado) throw new Error('a task that was begun has a cursor');
  if (pesquisaId === null || auditoriaId === null)
    throw new AppError(
      'conflito',
      'A pesquisa desta auditoria não existe mais. Confirme de novo para criá-la.',
    );
  const linhas = await nextRows(db, preparo, cursor.linha, ROWS);
  const last = linhas.at(-1);
  if (!last) return save(db, { cursor: { ...cursor, linha: 0, itens: true } });
  const survey = {
    ...(await readSurvey(db, pesquisaId, auditedPlaces(preparo.colunas))),
    id: pesquisaId,
    auditoriaId,
  };
  await db.transaction(async (tx) => {
    const next = { ...cursor, linha: last.n };
    await save(tx, { feito: feito + linhas.length, cursor: next });
    await lockIntake(tx, 'preparo', task, 'criando');
    const made = await makeInterviews(tx, preparo, survey, linhas);
    await save(tx, {
      feito: feito + linhas.length,
      cursor: next,
      resultado: { ...resultado, entrevistas: resultado.entrevistas + made },
    });
  });
}
