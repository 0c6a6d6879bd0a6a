/**
 * SQL: the agent's channel ('left', 'right') in result `r`, as recorded when the result was made, whatever the
 * project's present setting; null for mono. Reads the facts of shared/src/domain/audio/audio-facts.ts.
 */
export const CANAL_AGENTE_GRAVADO = `(case
  jsonb_path_query_first(r.fatos_audio, 'lax $.canais[*] ? (@.canal == "agente").index')
  when '0' then 'left' when '1' then 'right' end)::canal`;
