import type { Papel } from './permissions.ts';

/** Channels of a notice: the product's bell, an immediate mail, Monday's mail. None: never. */
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
  /** The sheet of a day, to its interviewer. */
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
/** A mail that a person can stop by a link in it: Monday's, or those at once of a kind of notice. */
export type EmailDeAviso = 'segunda' | AvisoPorEmail;
/** True for a kind of notice that can be mailed at once. */
export const isMailed = (aviso: Aviso): aviso is AvisoPorEmail =>
  (AVISOS[aviso] as readonly CanalAviso[]).includes('email');
export const EMAILS_DE_AVISO = ['segunda', ...TIPOS_AVISO.filter(isMailed)] as [
  EmailDeAviso,
  ...EmailDeAviso[],
];

export type CanaisPorAviso = Record<Aviso, readonly CanalAviso[]>;

/**
 * Only gerentes, who are responsible for the week, get mails by default; every role gets mails of assigned work and of
 * the own sheet.
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

/** The stored channels of a kind; null if there are none, or one is unknown. */
function chosen(aviso: Aviso, escolhidos: unknown): readonly CanalAviso[] | null {
  const own: unknown = (escolhidos as Record<string, unknown> | null | undefined)?.[aviso];
  const known: readonly unknown[] = AVISOS[aviso];
  return Array.isArray(own) && own.every((canal) => known.includes(canal)) ? own : null;
}

/** Channels of a person in a company. `escolhidos`: stored, possibly by another version; unknown parts are ignored. */
export function canaisDaPessoa(papel: Papel, escolhidos: unknown): CanaisPorAviso {
  const padrao = canaisPadrao(papel);
  return Object.fromEntries(
    TIPOS_AVISO.map((aviso) => [aviso, chosen(aviso, escolhidos) ?? padrao[aviso]]),
  ) as CanaisPorAviso;
}

/** The channels to change when a person stops a mail; null: the mail was off already. */
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
