/**
 * SQL: on which channel whoever leads the conversation was heard in a result `r`, whatever its project says by now; null where
 * the recording does not keep the parties apart. From what the audio stage measured (shared/src/domain/audio/audio-facts.ts).
 */
export const CANAL_AGENTE_GRAVADO = `(case jsonb_path_query_first(r.fatos_audio, 'lax $.canais[*] ? (@.canal == "agente").index')
  when '0' then 'left' when '1' then 'right' end)::canal`;
