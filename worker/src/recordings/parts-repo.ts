import type { Db } from '@escuta/prisma/db';

/** The parts that a file came in, in their order. */
export async function partsOf(
  db: Db,
  envioId: string,
): Promise<{ partes: { chave: string; tamanho: number }[]; tamanho: number }> {
  const { rows } = await db.query<{ chave: string; tamanho: number }>({
    name: 'upload-parts',
    text: `SELECT p.chave_objeto AS chave, p.tamanho FROM envio_partes p JOIN envios v ON v.id = p.envio_id
           WHERE v.id = $1 AND v.estado = 'concluido' ORDER BY p.n`,
    values: [envioId],
  });
  return {
    partes: rows,
    tamanho: rows.reduce((sum, { tamanho }) => sum + tamanho, 0),
  };
}
