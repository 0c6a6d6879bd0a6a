import type { Db } from '@escuta/prisma/db';

export async function partsOf(
  db: Db,
  envioId: string,
): Promise<{ partes: { chave: string; tamanho: number }[]; tamanho: number }> {
  const { rows } = await db.query<{ chave: string; tamanho: number }>({
    name: 'upload_parts',
    text: `select p.chave_objeto as chave, p.tamanho from envio_partes p join envios v on v.id = p.envio_id
           where v.id = $1 and v.estado = 'concluido' order by p.n`,
    values: [envioId],
  });
  return {
    partes: rows,
    tamanho: rows.reduce((sum, { tamanho }) => sum + tamanho, 0),
  };
}
