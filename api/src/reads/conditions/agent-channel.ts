/**
 * SQL: the channel of the leading party in result `r`, whatever its project's present setting; null for mono. From
 * shared/src/domain/audio/audio-facts.ts.
 */
export const CANAL_AGENTE_GRAVADO = `(case jsonb_path_query_first(r.fatos_audio, 'lax $.canais[*] ? (@.canal == "agente").index')
  when '0' then 'left' when '1' then 'right' end)::canal`;
