// SQL: ends an interview in the transaction that erases its item's data.
import type { Db } from '@escuta/prisma/db';

/** Clears an interview's data and concludes it. A device's interview keeps its state, or is interrupted if open. */
export async function eraseInterview(db: Db, id: string): Promise<void> {
  await db.query(
    `update entrevistas set nome_entrevistado = '', telefone_entrevistado = null, codigo_externo = null, motivo = null,
       iniciada_em = null, relogio_desvio_ms = null, registro_sha256 = null, montagem = null, montagem_motivo = null,
       montagem_ate = null, quarentena = null, quarentena_tambem = '{}', sem_som_motivo = null, auditar_em = null,
       auditar_creditos = null,
       situacao = case when sincronia is not null and situacao = 'em_andamento' then 'interrompida'
         when sincronia is not null or desfecho is not null then situacao else 'concluida' end,
       concluida_em = case when (sincronia is not null or desfecho is not null)
         and situacao <> 'concluida' then concluida_em
         else coalesce(concluida_em, now()) end,
       sincronia = case when sincronia is not null then 'completa' end where id = $1`,
    [id],
  );
}
