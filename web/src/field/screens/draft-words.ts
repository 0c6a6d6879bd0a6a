/** Says that nobody published a questionnaire. */
export const RASCUNHO = 'Rascunho, ainda não publicado.';
