import { sql } from '@escuta/shared/node/sql';

/** Whether people's corrections of the transcript changed the AI's verdict on cell `c`. A condition of a statement. */
export const CHANGED_BY_CORRECTION = sql`(c.veredito_inicial is not null and c.veredito_inicial <> c.veredito)`;

/**
 * The correction that the verdict on cell `c` follows from, as {por, em}: the newest in its excerpt, else the newest of
 * its transcript. No row where none is in force.
 */
export const CORRECTION_OF_CELL = sql`select json_build_object('por', coalesce(ku.nome, ku.email), 'em', k.created_at)
  from auditoria_resultados kx join transcricoes kt on kt.resultado_id = kx.id
  join sentencas ks on ks.transcricao_id = kt.id
  join sentenca_correcoes k on k.sentenca_id = ks.id and k.em_vigor
  left join usuarios ku on ku.id = k.usuario_id
  where kx.execucao_id = c.execucao_id
  order by coalesce(ks.end_ms > c.ouvir_inicio_ms and ks.start_ms < c.ouvir_fim_ms, false) desc,
    k.created_at desc, k.id desc limit 1`;
