/** Labels of background work (docs/decisions/0032). Each kind has a line in worker/src/background/table.ts. */
export const TRABALHOS_DE_FUNDO = {
  relay: 'Admissão e envio às filas',
  varredura: 'Varredura',
  tarefas: 'Tarefas',
  emails: 'E-mails',
  eventos: 'Avisos',
  testes_template: 'Testes de template',
  montagem: 'Preparo de gravações',
  medicao: 'Medição de gravações',
  copias: 'Cópias para ouvir',
  momentos: 'Trechos compartilhados',
  auditoria_automatica: 'Auditoria automática',
  rejulgamento: 'Reavaliação',
  sinais: 'Sinais',
  portal: 'Conclusão de auditorias enviadas',
  regras: 'Alertas de ligações',
  janelas: 'Alertas de volume e médias',
  avisos: 'E-mails de avisos',
  resumos: 'Resumos de segunda-feira',
} as const;

export type TrabalhoDeFundo = keyof typeof TRABALHOS_DE_FUNDO;

/** Outcome of a piece of background work: done, postponed, given up, released, or lost to another worker. */
export type FimDeTrabalho = 'feito' | 'adiado' | 'desistiu' | 'devolvido' | 'perdido';
