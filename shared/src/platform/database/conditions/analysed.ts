/** True if result `r` has analysis data, so that its item cannot be deleted. */
export const ANALISADO = `(r.status_processamento = 'concluido'
  or exists (select from transcricoes t where t.resultado_id = r.id))`;
