// SQL: the database function `escuta_acesso` inserts an access, or extends the row of the reader's last access.

import type { Db } from '@escuta/prisma/db';
import type { AlvoAcesso, TipoAcesso } from '@escuta/shared/domain/log/accesses';
import { newId } from '@escuta/shared/platform/database/ids';
import type { Actor } from '@escuta/shared/services/log/audit-log';

/** The person, API key, device or link to a moment that opens, plays or takes data, with the network address. */
export type Reader = Pick<Actor, 'via' | 'viaId' | 'usuarioId' | 'enderecoIp'> & {
  administrador: boolean;
};

export type Access = {
  tipo: TipoAcesso;
  alvo: AlvoAcesso;
  id: string;
  /** Absent for an item or interview, whose company the database finds. */
  empresaId?: string;
  /** Size of the whole object, bytes. */
  tamanho?: number;
};

/** Part of a recording from `start` to `end` (exclusive), in bytes if sent, in ms if played. */
export type Piece = { start: number; end: number };

/** An access with pieces to add. `row`: id of the row to extend; null: the database chooses the row. */
export type Written = { reader: Reader; access: Access; pieces: Piece[]; row: string | null };

/**
 * Key of a reader, as in `escuta_acesso`. A link's readers share its id, so only their network addresses tell them
 * apart.
 */
export const readerKey = ({ via, viaId, usuarioId, enderecoIp }: Reader): string =>
  `${via} ${viaId} ${usuarioId}${via === 'link' ? ` ${enderecoIp}` : ''}`;
export const placeOf = ({ tipo, alvo, id }: Access): string => `${id} ${alvo} ${tipo}`;
const multirange = (pieces: readonly Piece[]): string =>
  `{${pieces.map(({ start, end }) => `[${start},${end})`).join(',')}}`;

/**
 * Writes accesses, or extends their rows.
 * @param pieces column to which the pieces are added
 * @returns row ids by the key of `placeOf`
 */
export async function insertAccesses(
  db: Db,
  entries: readonly Written[],
  pieces: 'enviado' | 'ouvido',
): Promise<Map<string, string>> {
  // Each entry locks its row until the statement ends, so a fixed order prevents deadlocks.
  const sorted = [...entries].sort((a, b) =>
    `${placeOf(a.access)} ${readerKey(a.reader)}` < `${placeOf(b.access)} ${readerKey(b.reader)}` ? -1 : 1,
  );
  const of = <T>(value: (entry: Written) => T): T[] => sorted.map(value);
  const none = of(() => '{}');
  const ranges = of((entry) => multirange(entry.pieces));
  const { rows } = await db.query<{ lugar: string; id: string }>({
    name: 'acessos_escrever',
    text: `select concat_ws(' ', u.alvo_id, u.alvo_tipo, u.tipo) as lugar, escuta_acesso(u.novo, u.empresa, u.via,
      u.via_id, u.usuario, u.administrador, u.tipo,
        u.alvo_tipo, u.alvo_id, u.ip, u.tamanho, u.enviado::int8multirange, u.ouvido::int4multirange, u.linha) as id
      from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::boolean[], $7::text[], $8::text[],
        $9::uuid[], $10::text[],
        $11::bigint[], $12::text[], $13::text[], $14::uuid[])
      as u (novo, empresa, via, via_id, usuario, administrador, tipo, alvo_tipo, alvo_id, ip, tamanho, enviado, ouvido,
        linha)`,
    values: [
      of(() => newId()),
      of(({ access }) => access.empresaId ?? null),
      of(({ reader }) => reader.via),
      of(({ reader }) => reader.viaId),
      of(({ reader }) => reader.usuarioId),
      of(({ reader }) => reader.administrador),
      of(({ access }) => access.tipo),
      of(({ access }) => access.alvo),
      of(({ access }) => access.id),
      of(({ reader }) => reader.enderecoIp),
      of(({ access }) => access.tamanho ?? null),
      pieces === 'enviado' ? ranges : none,
      pieces === 'ouvido' ? ranges : none,
      of(({ row }) => row),
    ],
  });
  return new Map(rows.map(({ lugar, id }) => [lugar, id]));
}
