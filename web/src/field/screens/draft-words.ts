/** Label of an unpublished questionnaire. */
export const RASCUNHO = 'Rascunho, ainda não publicado.';
