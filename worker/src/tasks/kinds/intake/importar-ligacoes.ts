import { AppError } from '@escuta/shared/domain/errors';
import { type Importacao, readImport } from '../../../imports/import-repo.ts';
import { readPhase } from '../../../imports/read-phase.ts';
import { closeRows } from '../../../imports/row-source.ts';
import { writePhase } from '../../../imports/write-phase.ts';
import { settleStranded } from '../../../intake/intake-repo.ts';
import { readUnit } from '../../../intake/reading.ts';
import type { TaskContext, TaskKind } from '../../task.ts';

type Context = TaskContext<'importar_ligacoes'>;

/** Reopens an interrupted import for its task's retry. */
async function takeUpAgain({ db, task }: Context, importacao: Importacao): Promise<Importacao | null> {
  if (importacao.estado !== 'interrompida') return null;
  await db.query(
    `update importacoes set estado = 'importando', motivo = null, updated_at = now()
     where id = $1 and estado = 'interrompida' and tarefa_id = $2
       and not exists (select from importacoes o where o.projeto_id = importacoes.projeto_id and o.id <> importacoes.id
         and o.estado in ('importando', 'desfazendo'))`,
    [importacao.id, task.id],
  );
  const again = await readImport(db, task);
  if (again?.estado === 'importando') return again;
  throw new AppError('conflito', 'Já há uma importação em andamento neste projeto. Aguarde o fim dela.');
}

/**
 * Runs an import's present phase: reading, dry run or writing. Each batch saves its progress, so that another worker
 * repeats nothing.
 */
export const importarLigacoes: TaskKind<'importar_ligacoes'> = {
  begin: ({ db, save }) => save(db, { cursor: {} }),
  step: async (context) => {
    const { db, task } = context;
    const found = await readImport(db, task);
    const importacao = found && ((await takeUpAgain(context, found)) ?? found);
    if (!importacao) return false;
    const { estado, aba } = importacao;
    // If the chosen sheet is unreadable, the import returns to `mapear`, where the previous sheet can be chosen.
    const reading = { estado, failed: aba === null ? 'falhou' : 'mapear' } as const;
    return readUnit(context, 'importacao', estado === 'lendo' ? reading : null, async () => {
      if (estado === 'simulando' || estado === 'importando') return writePhase(context, importacao);
      if (estado !== 'lendo') return false;
      await readPhase(context, importacao);
      return (await readImport(db, task))?.estado === 'importando';
    });
  },
  ended: async (db, { id }) => {
    await closeRows(id);
    await settleStranded(db, 'importacao', id);
  },
};
