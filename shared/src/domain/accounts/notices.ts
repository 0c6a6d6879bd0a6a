import type { Papel } from './permissions.ts';

/** Channels of a notice: the product's bell, an immediate mail, Monday's mail. Without a channel no notice is sent. */
export const CANAIS_AVISO = ['produto', 'email', 'segunda'] as const;
export type CanalAviso = (typeof CANAIS_AVISO)[number];

/** Kinds of notices with their possible channels. */
export const AVISOS = {
  disparo_alta: ['produto', 'email', 'segunda'],
  disparo_media: ['produto', 'email', 'segunda'],
  disparo_baixa: ['produto', 'email', 'segunda'],
  tarefa: ['produto', 'email'],
  falha: ['produto', 'email'],
  /** Feedback to the person as an agent, and an agent's answer to the person's feedback. */
  retorno: ['produto'],
  /** The sheet of a day, sent to its interviewer. */
  folha: ['produto', 'email'],
  /** A signal to judge, or interviews to verify, that a gerente gave to the person. */
  indicacao: ['produto', 'email'],
  semana: ['segunda'],
} as const satisfies Record<string, readonly CanalAviso[]>;
export type Aviso = keyof typeof AVISOS;
export const TIPOS_AVISO = Object.keys(AVISOS) as [Aviso, ...Aviso[]];

type AvisoPorEmail = {
  [A in Aviso]: 'email' extends (typeof AVISOS)[A][number] ? A : never;
}[Aviso];
/** A kind of mail that people can stop by a link in it: Monday's mail, or immediate mails of one kind of notice. */
export type EmailDeAviso = 'segunda' | AvisoPorEmail;
/** True for a kind of notice that can be mailed immediately. */
export const isMailed = (aviso: Aviso): aviso is AvisoPorEmail =>
  (AVISOS[aviso] as readonly CanalAviso[]).includes('email');
export const EMAILS_DE_AVISO = ['segunda', ...TIPOS_AVISO.filter(isMailed)] as [
  EmailDeAviso,
  ...EmailDeAviso[],
];

export type CanaisPorAviso = Record<Aviso, readonly CanalAviso[]>;

/**
 * By default only gerentes get mails, because they are responsible for the week's results. But every role gets mails
 * about assigned work and about the person's own day sheet.
 */
const DO_GERENTE: CanaisPorAviso = {
  disparo_alta: ['produto', 'email', 'segunda'],
  disparo_media: ['produto', 'segunda'],
  disparo_baixa: ['segunda'],
  tarefa: ['produto'],
  falha: ['produto'],
  retorno: ['produto'],
  folha: ['produto', 'email'],
  indicacao: ['produto', 'email'],
  semana: ['segunda'],
};
const DOS_OUTROS: CanaisPorAviso = {
  disparo_alta: ['produto'],
  disparo_media: ['produto'],
  disparo_baixa: [],
  tarefa: ['produto'],
  falha: ['produto'],
  retorno: ['produto'],
  folha: ['produto', 'email'],
  indicacao: ['produto', 'email'],
  semana: [],
};

/** Default channels of a role. */
export const canaisPadrao = (papel: Papel): CanaisPorAviso => (papel === 'gerente' ? DO_GERENTE : DOS_OUTROS);

/** The stored channels of a kind of notice; null if no channels are stored, or a stored channel is unknown. */
function chosen(aviso: Aviso, escolhidos: unknown): readonly CanalAviso[] | null {
  const own: unknown = (escolhidos as Record<string, unknown> | null | undefined)?.[aviso];
  const known: readonly unknown[] = AVISOS[aviso];
  return Array.isArray(own) && own.every((canal) => known.includes(canal)) ? own : null;
}

/** A person's channels in a company. `escolhidos`: stored choice; kinds without valid channels get role defaults. */
export function canaisDaPessoa(papel: Papel, escolhidos: unknown): CanaisPorAviso {
  const padrao = canaisPadrao(papel);
  return Object.fromEntries(
    TIPOS_AVISO.map((aviso) => [aviso, chosen(aviso, escolhidos) ?? padrao[aviso]]),
  ) as CanaisPorAviso;
}

/** Kinds of notices that change when a person stops a mail, with the channels left; null: the mail was off already. */
export function withoutEmail(
  papel: Papel,
  escolhidos: unknown,
  email: EmailDeAviso,
): Partial<CanaisPorAviso> | null {
  const canais = canaisDaPessoa(papel, escolhidos);
  const canal: CanalAviso = email === 'segunda' ? 'segunda' : 'email';
  const stopped = TIPOS_AVISO.filter(
    (aviso) => (email === 'segunda' || aviso === email) && canais[aviso].includes(canal),
  );
  if (stopped.length === 0) return null;
  return Object.fromEntries(
    stopped.map((aviso) => [aviso, canais[aviso].filter((one) => one !== canal)]),
  ) as Partial<CanaisPorAviso>;
}
