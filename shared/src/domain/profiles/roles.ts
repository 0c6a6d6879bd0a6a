/** Where sound comes from in a stereo recording. Who speaks there is said by each sentence. */
export const CANAIS = ['left', 'right'] as const;
export type Canal = (typeof CANAIS)[number];

/** The channel at a position of a recording: 0 is left (or the only one), 1 is right. */
export function channelAt(index: number): Canal {
  return index === 0 ? 'left' : 'right';
}

/** Its position in the recording. */
export function indexOfChannel(canal: Canal): number {
  return CANAIS.indexOf(canal);
}

/**
 * The two parties of any conversation, by the names that calls have for them: who leads it (agent, interviewer) and who is
 * asked (client, respondent). Acoustic facts, criteria and a project's `canal_agente` are stored by these.
 */
export type Lado = 'agente' | 'cliente';

/** Whose a channel is, or a sentence, in any kind of audit; 'desconhecido' where nobody can tell. */
export const PAPEIS = ['agente', 'cliente', 'entrevistador', 'entrevistado', 'desconhecido'] as const;
export type Papel = (typeof PAPEIS)[number];

/** Names of the roles, for people. What nobody can be named for is the recording's. */
export const PAPEL_LABEL: Record<Papel, string> = {
  agente: 'Agente',
  cliente: 'Cliente',
  entrevistador: 'Entrevistador',
  entrevistado: 'Entrevistado',
  desconhecido: 'Gravação',
};

/**
 * Voices that a model tells apart in one channel without knowing whose they are, in the order in which they are first heard.
 * Whoever comes after the last one is 'desconhecido'.
 */
export const VOZES = ['voz_1', 'voz_2', 'voz_3', 'voz_4', 'voz_5', 'voz_6', 'voz_7', 'voz_8'] as const;
export type Voz = (typeof VOZES)[number];

/** Who speaks a sentence (sentencas.falante, held by a CHECK): a role, or a voice that nobody could name. */
export const FALANTES = [...PAPEIS, ...VOZES] as const;
export type Falante = (typeof FALANTES)[number];

/** Names of speakers, for people. */
export const FALANTE_LABEL: Record<Falante, string> = {
  ...PAPEL_LABEL,
  ...(Object.fromEntries(VOZES.map((voz, index) => [voz, `Voz ${index + 1}`])) as Record<Voz, string>),
};

const LADO_DO_PAPEL: Record<Papel, Lado | null> = {
  agente: 'agente',
  cliente: 'cliente',
  entrevistador: 'agente',
  entrevistado: 'cliente',
  desconhecido: null,
};

const isPapel = (falante: Falante): falante is Papel => Object.hasOwn(LADO_DO_PAPEL, falante);

/** Which party a speaker is; null where nobody can tell. */
export function sideOf(falante: Falante): Lado | null {
  return isPapel(falante) ? LADO_DO_PAPEL[falante] : null;
}

/** Every speaker that is this party, in any kind of audit. */
export function speakersOf(lado: Lado): Falante[] {
  return FALANTES.filter((falante) => sideOf(falante) === lado);
}

/** Whose a channel is by its sentences: the one role that speaks all of them; null without any, or with several. */
export function roleOfAll(falantes: readonly Falante[]): Papel | null {
  const [first] = falantes;
  return first !== undefined && isPapel(first) && falantes.every((one) => one === first) ? first : null;
}
