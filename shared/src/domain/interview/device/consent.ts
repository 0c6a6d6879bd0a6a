export const CONSENTIMENTO_PADRAO =
  'Esta entrevista faz parte de uma pesquisa e é gravada para conferir a qualidade do trabalho. A gravação e as respostas são usadas só para isso, e o seu nome não aparece nos resultados. A participação é voluntária: o(a) senhor(a) pode não responder ou parar a qualquer momento. O(A) senhor(a) concorda em participar e que a entrevista seja gravada?';
