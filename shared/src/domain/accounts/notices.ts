import type { Papel } from './permissions.ts';

/** Ways in which a person is told: in the product's bell, by a mail now, in Monday's mail. None of them: never. */
export const CANAIS_AVISO = ['produto', 'email', 'segunda'] as const;
export type CanalAviso = (typeof CANAIS_AVISO)[number];

/** Kinds of notices, with the channels that each can take. */
export const AVISOS = {
  disparo_alta: ['produto', 'email', 'segunda'],
  disparo_media: ['produto', 'email', 'segunda'],
  disparo_baixa: ['produto', 'email', 'segunda'],
  tarefa: ['produto', 'email'],
  falha: ['produto', 'email'],
  /** Feedback to the person as an agent, and an agent's answer to theirs. */
  retorno: ['produto'],
  /** The sheet of a day, to its interviewer. */
  folha: ['produto', 'email'],
  /** A signal to judge, or interviews to verify, that a gerente gave to the person. */
  indicacao: ['produto', 'email'],
  semana: ['segunda'],
} as const satisfies Record<string, readonly CanalAviso[]>;
export type Aviso = keyof typeof AVISOS;
export const TIPOS_AVISO = Object.keys(AVISOS) as [Aviso, ...Aviso[]];

export type CanaisPorAviso = Record<Aviso, readonly CanalAviso[]>;

/**
 * A gerente answers for the week, so only that role gets mails unasked; what is meant for one person (work given, the
 * own sheet) is mailed to anybody.
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

/** Channels of a role before the person chooses. */
export const canaisPadrao = (papel: Papel): CanaisPorAviso => (papel === 'gerente' ? DO_GERENTE : DOS_OUTROS);

/** The stored channels of a kind; null where there are none, or one is unknown. */
function chosen(aviso: Aviso, escolhidos: unknown): readonly CanalAviso[] | null {
  const own: unknown = (escolhidos as Record<string, unknown> | null | undefined)?.[aviso];
  const known: readonly unknown[] = AVISOS[aviso];
  return Array.isArray(own) && own.every((canal) => known.includes(canal)) ? own : null;
}

/** Channels of a person in a company. `escolhidos`: stored, maybe by another version; unknown parts are left out. */
export function canaisDaPessoa(papel: Papel, escolhidos: unknown): CanaisPorAviso {
  const padrao = canaisPadrao(papel);
  return Object.fromEntries(
    TIPOS_AVISO.map((aviso) => [aviso, chosen(aviso, escolhidos) ?? padrao[aviso]]),
  ) as CanaisPorAviso;
}
