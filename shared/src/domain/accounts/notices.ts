import type { Papel } from './permissions.ts';

/** Channels: the product's own list, an immediate mail, Monday's mail. A notice without a channel is not sent. */
export const CANAIS_AVISO = ['produto', 'email', 'segunda'] as const;
export type CanalAviso = (typeof CANAIS_AVISO)[number];

/** Possible channels of each kind of notice. */
export const AVISOS = {
  disparo_alta: ['produto', 'email', 'segunda'],
  disparo_media: ['produto', 'email', 'segunda'],
  disparo_baixa: ['produto', 'email', 'segunda'],
  tarefa: ['produto', 'email'],
  falha: ['produto', 'email'],
  retorno: ['produto'],
  folha: ['produto', 'email'],
  /** A signal to judge, or interviews to verify, assigned by a gerente. */
  indicacao: ['produto', 'email'],
  semana: ['segunda'],
} as const satisfies Record<string, readonly CanalAviso[]>;
export type Aviso = keyof typeof AVISOS;
export const TIPOS_AVISO = Object.keys(AVISOS) as [Aviso, ...Aviso[]];

type AvisoPorEmail = {
  [A in Aviso]: 'email' extends (typeof AVISOS)[A][number] ? A : never;
}[Aviso];
/** Mails with a link to stop them: Monday's mail, or immediate mails of one kind of notice. */
export type EmailDeAviso = 'segunda' | AvisoPorEmail;
/** True if the notice can be mailed immediately. */
export const isMailed = (aviso: Aviso): aviso is AvisoPorEmail =>
  (AVISOS[aviso] as readonly CanalAviso[]).includes('email');
export const EMAILS_DE_AVISO = ['segunda', ...TIPOS_AVISO.filter(isMailed)] as [
  EmailDeAviso,
  ...EmailDeAviso[],
];

export type CanaisPorAviso = Record<Aviso, readonly CanalAviso[]>;

/**
 * By default only gerentes, responsible for the week's results, get mails, except mails about assigned work and the
 * person's own day sheet, which every role gets.
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

export const canaisPadrao = (papel: Papel): CanaisPorAviso => (papel === 'gerente' ? DO_GERENTE : DOS_OUTROS);

/** Returns the stored channels of a kind; null if none are stored, or a channel is unknown. */
function chosen(aviso: Aviso, escolhidos: unknown): readonly CanalAviso[] | null {
  const own: unknown = (escolhidos as Record<string, unknown> | null | undefined)?.[aviso];
  const known: readonly unknown[] = AVISOS[aviso];
  return Array.isArray(own) && own.every((canal) => known.includes(canal)) ? own : null;
}

/** Returns a person's channels by kind of notice: the stored `escolhidos` if valid, else those of the role. */
export function canaisDaPessoa(papel: Papel, escolhidos: unknown): CanaisPorAviso {
  const padrao = canaisPadrao(papel);
  return Object.fromEntries(
    TIPOS_AVISO.map((aviso) => [aviso, chosen(aviso, escolhidos) ?? padrao[aviso]]),
  ) as CanaisPorAviso;
}

/** Returns the remaining channels of each kind of notice that stopping a mail changes; null if no kind changes. */
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
