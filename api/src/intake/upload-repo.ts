// SQL: one statement inserts an upload unless its id or its place (`papel`, `numero`) is taken; the caller holds the
// owner's lock.

import type { Db } from '@escuta/prisma/db';
import type { EnvioWire } from '@escuta/shared/contracts/operation/envios';
import { type Dono, INTAKES, type PapelEnvio } from '@escuta/shared/domain/intake/kinds';
import { companyScope } from '@escuta/shared/domain/scope';
import { sql } from '@escuta/shared/platform/database/sql';

export type EnvioRow = {
  id: string;
  empresa_id: string;
  dono: Dono;
  dono_id: string;
  papel: PapelEnvio;
  /** Number of the recording in its interview; for other owners 1. */
  numero: number;
  tipo: string;
  estado: EnvioWire['estado'];
  partes: number | null;
  expira_em: Date;
};
export const COLUMNS = sql`v.id, v.empresa_id, v.dono, v.dono_id, v.papel, v.numero, v.tipo, v.estado, v.partes,
  v.expira_em`;

export type NovoEnvio = Pick<EnvioRow, 'id' | 'empresa_id' | 'dono' | 'dono_id' | 'papel'> & {
  numero?: number;
  tipo?: string;
  criadoPor: string | null;
  /** Size of a file stored as a single part, bytes. */
  inteiro?: number;
};

/**
 * Inserts an upload.
 * @returns null if another upload has the same id, or the same owner, `papel` and `numero`
 */
export async function insertEnvio(db: Db, novo: NovoEnvio): Promise<EnvioRow | null> {
  const { id, empresa_id, dono, dono_id, papel, criadoPor, inteiro } = novo;
  const { numero = 1, tipo = 'application/octet-stream' } = novo;
  const isHere = inteiro !== undefined;
  const { rows } = await db.sql<EnvioRow>(
    sql`insert into envios as v (id, empresa_id, dono, dono_id, papel, numero, tipo, criado_por, estado, partes,
      tamanho, expira_em)
      values (${id}, ${empresa_id}, ${dono}, ${dono_id}, ${papel}, ${numero}, ${tipo}, ${criadoPor},
        ${isHere ? 'concluido' : 'aberto'}, ${isHere ? 1 : null}, ${inteiro ?? 0},
          now() + make_interval(hours => ${INTAKES[dono].guardaHoras}))
      on conflict do nothing returning ${COLUMNS}`,
    'envio_abre',
  );
  return rows[0] ?? null;
}

type Named = Pick<EnvioRow, 'id' | 'empresa_id' | 'dono_id' | 'papel'>;

/** By kind of owner, the function that saves the upload's id in the owner's row; null: no such column. */
const NAMES: Record<Dono, ((db: Db, envio: Named) => Promise<void>) | null> = {
  entrevista: null,
  lote: null,
  preparo: async (db, { id: envioId, empresa_id: empresaId, dono_id: preparoId, papel }) => {
    await db
      .within(companyScope(empresaId))
      .preparoArquivo.updateMany({ where: { preparoId, papel, empresaId }, data: { envioId } });
  },
  importacao: async (db, { id, dono_id }) => {
    await db.sql(
      sql`update importacoes set envio_id = ${id}, updated_at = now() where id = ${dono_id}`,
      'envio_da_importacao',
    );
  },
};

/** Saves the upload's id in its owner's row, if that kind of owner has a column for it. */
export async function nameUpload(db: Db, envio: Named & Pick<EnvioRow, 'dono'>): Promise<void> {
  await NAMES[envio.dono]?.(db, envio);
}
