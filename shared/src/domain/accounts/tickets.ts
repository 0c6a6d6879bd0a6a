/** Support tickets (specification 1, §2.9 and §3): wire values and labels. */

export const STATUS_TICKET = ['aberto', 'em_andamento', 'resolvido', 'fechado'] as const;
export type StatusTicket = (typeof STATUS_TICKET)[number];

/** From the least to the most urgent; pages call the severity 'Prioridade'. */
export const SEVERIDADES = ['baixa', 'media', 'alta', 'critica'] as const;
export type Severidade = (typeof SEVERIDADES)[number];

export const TIPOS_TICKET_FORMULARIO = ['pergunta', 'duvida', 'erro', 'sugestao'] as const;
/** Clients may also send `bug` and `melhoria`, which the form does not offer. */
export const TIPOS_TICKET = [...TIPOS_TICKET_FORMULARIO, 'bug', 'melhoria'] as const;
export type TipoTicket = (typeof TIPOS_TICKET)[number];

/** This application, a call center's tools, the browser extension. */
export const ORIGENS_TICKET = ['web', 'callcenter', 'chrome'] as const;
export type OrigemTicket = (typeof ORIGENS_TICKET)[number];

export const STATUS_TICKET_LABEL: Record<StatusTicket, string> = {
  aberto: 'Aberto',
  em_andamento: 'Em Andamento',
  resolvido: 'Resolvido',
  fechado: 'Fechado',
};

export const SEVERIDADE_LABEL: Record<Severidade, string> = {
  critica: 'Crítica',
  alta: 'Alta',
  media: 'Média',
  baixa: 'Baixa',
};

export const TIPO_TICKET_LABEL: Record<TipoTicket, string> = {
  pergunta: 'Pergunta',
  duvida: 'Dúvida',
  erro: 'Erro',
  sugestao: 'Sugestão',
  bug: 'Bug',
  melhoria: 'Melhoria',
};

export const ORIGEM_TICKET_LABEL: Record<OrigemTicket, string> = {
  web: 'Aplicação web',
  callcenter: 'Call center',
  chrome: 'Extensão do Chrome',
};

export function isTicketOpen(status: StatusTicket): boolean {
  return status === 'aberto' || status === 'em_andamento';
}
