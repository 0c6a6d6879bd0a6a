/**
 * Whether a result `r` is data of analysis, as a condition: an item that has one is never deleted. What a failed run left
 * behind before it had words is none.
 */
export const ANALISADO = `(r.status_processamento = 'concluido'
  or exists (select from transcricoes t where t.resultado_id = r.id))`;
