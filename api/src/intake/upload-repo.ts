// SQL: an upload is written where nothing has its id or its place; whoever writes it holds its owner.

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
  /** Of a recording its number in its interview; of all others 1. */
  numero: number;
  tipo: string;
  estado: EnvioWire['estado'];
  partes: number | null;
  expira_em: Date;
};
/** Columns of an upload `v`. */
export const COLUMNS = sql`v.id, v.empresa_id, v.dono, v.dono_id, v.papel, v.numero, v.tipo, v.estado, v.partes, v.expira_em`;

export type NovoEnvio = Pick<EnvioRow, 'id' | 'empresa_id' | 'dono' | 'dono_id' | 'papel'> & {
  numero?: number;
  tipo?: string;
  criadoPor: string | null;
  /** Of a file that is here in one piece: its length, bytes. */
  inteiro?: number;
};

/** Opens an upload. @returns null where its id, or its place at its owner, is taken: nothing was written */
export async function insertEnvio(db: Db, novo: NovoEnvio): Promise<EnvioRow | null> {
  const { id, empresa_id, dono, dono_id, papel, criadoPor, inteiro } = novo;
  const { numero = 1, tipo = 'application/octet-stream' } = novo;
  const isHere = inteiro !== undefined;
  const { rows } = await db.sql<EnvioRow>(
    sql`insert into envios as v (id, empresa_id, dono, dono_id, papel, numero, tipo, criado_por, estado, partes, tamanho, expira_em)
      values (${id}, ${empresa_id}, ${dono}, ${dono_id}, ${papel}, ${numero}, ${tipo}, ${criadoPor},
        ${isHere ? 'concluido' : 'aberto'}, ${isHere ? 1 : null}, ${inteiro ?? 0}, now() + make_interval(hours => ${INTAKES[dono].guardaHoras}))
      on conflict do nothing returning ${COLUMNS}`,
    'envio_abre',
  );
  return rows[0] ?? null;
}

type Named = Pick<EnvioRow, 'id' | 'empresa_id' | 'dono_id' | 'papel'>;

/** How a kind's own row says in which upload its file comes in; null: it does not. */
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

/** Says at its owner in which upload a file comes in. */
export async function nameUpload(db: Db, envio: Named & Pick<EnvioRow, 'dono'>): Promise<void> {
  await NAMES[envio.dono]?.(db, envio);
}
