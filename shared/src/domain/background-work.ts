/** Kinds of background work (docs/decisions/0032), as operators read them. One without its line in worker/src/background/table.ts does not compile. */
export const TRABALHOS_DE_FUNDO = {
  relay: 'Admissão e envio às filas',
  varredura: 'Varredura',
  tarefas: 'Tarefas',
  emails: 'E-mails',
  eventos: 'Avisos',
  testes_template: 'Testes de template',
  montagem: 'Montagem de gravações',
  medicao: 'Medição de gravações',
  copias: 'Cópias para ouvir',
  auditoria_automatica: 'Auditoria automática',
  rejulgamento: 'Reavaliação',
  sinais: 'Sinais',
  portal: 'Fim de auditorias enviadas',
} as const;

export type TrabalhoDeFundo = keyof typeof TRABALHOS_DE_FUNDO;

/** The end of a row's turn: done, tried again later, given up, given back by a worker that ends, or lost to another worker. */
export type FimDeTrabalho = 'feito' | 'adiado' | 'desistiu' | 'devolvido' | 'perdido';
