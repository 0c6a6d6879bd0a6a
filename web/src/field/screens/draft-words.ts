export const RASCUNHO = 'Rascunho, ainda não publicado.';
