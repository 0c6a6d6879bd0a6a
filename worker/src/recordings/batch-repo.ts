// SQL instead of Prisma, because a batch is locked by its writers.

import type { Db } from '@escuta/prisma/db';
import type { EstadoLote, OrigemLote } from '@escuta/shared/domain/recordings/recording-batch';
import { companyScope } from '@escuta/shared/domain/scope';
import type { Worked } from '../intake/intake-repo.ts';
import type { ArquivoVindo } from './local-files.ts';

export type Lote = ArquivoVindo & {
  id: string;
  empresaId: string;
  projetoId: string;
  origem: OrigemLote;
  nome: string;
  confirmadoPor: string | null;
};

/** Recordings of all batches in the batch's company; `ofBatch` selects one batch. */
export const filesOf = (db: Db, { empresaId }: Lote) =>
  db.within(companyScope(empresaId)).loteGravacaoArquivo;
export const ofBatch = ({ id, empresaId }: Lote) => ({ loteId: id, empresaId });

/** Reads the batch of a task; null if its state differs or another task holds it. */
export async function readBatch(db: Db, task: Worked<'lote'>, estado: EstadoLote): Promise<Lote | null> {
  const { rows } = await db.query<Lote>({
    name: 'batch_read',
    text: `select l.id, l.empresa_id as "empresaId", l.projeto_id as "projetoId", l.origem, l.nome,
      l.tamanho::float8 as tamanho,
             v.id as "envioId", null::text as "chaveObjeto", l.confirmado_por as "confirmadoPor"
           from lotes_gravacao l left join envios v on v.dono = 'lote' and v.dono_id = l.id
           where l.id = $1 and l.estado = $2 and l.tarefa_id = $3`,
    values: [task.parametros.loteId, estado, task.id],
  });
  return rows[0] ?? null;
}

/** Number of recordings (`total`), and of those read (`feito`). */
export async function countFiles(db: Db, loteId: string): Promise<{ total: number; feito: number }> {
  const { rows } = await db.query<{ total: number; feito: number }>({
    name: 'batch_count',
    text: `select count(*)::int as total, (count(*) filter (where situacao <> 'a_ler'))::int as feito
           from lote_gravacoes where lote_id = $1`,
    values: [loteId],
  });
  return rows[0] ?? { total: 0, feito: 0 };
}
