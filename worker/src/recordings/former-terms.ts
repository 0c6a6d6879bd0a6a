import type { Database } from '@escuta/prisma/db';

const AT_ONCE = 500;

/**
 * Deletes expired former recordings. Their rows stay, without the name, so that results still identify the recordings.
 */
export async function endFormerTerms(db: Database): Promise<void> {
  await db.query({
    name: 'former_terms',
    text: `with vencidas as (
             select id, empresa_id, chave_objeto from gravacoes_anteriores where chave_objeto is not null
               and ate <= now()
             order by ate limit ${AT_ONCE} for update skip locked
           ), esquecidas as (
             update gravacoes_anteriores g set chave_objeto = null, nome = null, mapa = null from vencidas v
               where g.id = v.id
           )
           insert into objetos_pendentes (id, empresa_id, chave, apagar_em)
           select gen_random_uuid(), empresa_id, chave_objeto, now() from vencidas on conflict (chave) do update
             set apagar_em = now()`,
  });
}
