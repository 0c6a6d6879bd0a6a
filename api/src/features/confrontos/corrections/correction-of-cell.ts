import { sql } from '@escuta/shared/platform/database/sql';

/** Name shown instead of a person whose account was deleted. */
export const ALGUEM = 'Conta excluída';

const day = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});

/** Condition on a cell `c`: a corrected transcript changed the AI's verdict. */
export const CHANGED_BY_CORRECTION = sql`(c.veredito_inicial is not null and c.veredito_inicial <> c.veredito)`;

/**
 * The correction {por, em} that caused the verdict on cell `c`: the newest in the cell's excerpt, else the newest in
 * the transcript; no row if no correction is in force.
 */
export const CORRECTION_OF_CELL = sql`select json_build_object('por', coalesce(ku.nome, ku.email), 'em', k.created_at)
  from auditoria_resultados kx join transcricoes kt on kt.resultado_id = kx.id
  join sentencas ks on ks.transcricao_id = kt.id
  join sentenca_correcoes k on k.sentenca_id = ks.id and k.em_vigor
  left join usuarios ku on ku.id = k.usuario_id
  where kx.execucao_id = c.execucao_id
  order by coalesce(ks.end_ms > c.ouvir_inicio_ms and ks.start_ms < c.ouvir_fim_ms, false) desc,
    k.created_at desc, k.id desc limit 1`;

/** The day of an instant in São Paulo, in Brazilian notation. */
export const correctionDay = (moment: string): string => day.format(new Date(moment));

export const correctionText = ({ por, em }: { por: string | null; em: string }): string =>
  `${por ?? ALGUEM} em ${correctionDay(em)}`;
