/** Channels of a stereo recording. The speaker is stored in another field. */
export const CANAIS = ['left', 'right'] as const;
export type Canal = (typeof CANAIS)[number];

/** 0 is left (or the only channel), 1 is right. */
export function channelAt(index: number): Canal {
  return index === 0 ? 'left' : 'right';
}

export function indexOfChannel(canal: Canal): number {
  return CANAIS.indexOf(canal);
}

/** The leader (agent, interviewer) and the other party (client, respondent). */
export const LADOS = ['agente', 'cliente'] as const;
export type Lado = (typeof LADOS)[number];

export const PAPEIS = ['agente', 'cliente', 'entrevistador', 'entrevistado', 'desconhecido'] as const;
export type Papel = (typeof PAPEIS)[number];

/** The label of 'desconhecido' names the recording instead of a speaker. */
export const PAPEL_LABEL: Record<Papel, string> = {
  agente: 'Agente',
  cliente: 'Cliente',
  entrevistador: 'Entrevistador',
  entrevistado: 'Entrevistado',
  desconhecido: 'Gravação',
};

/** Voices of one channel without a role, in order of appearance; further voices are 'desconhecido'. */
export const VOZES = ['voz_1', 'voz_2', 'voz_3', 'voz_4', 'voz_5', 'voz_6', 'voz_7', 'voz_8'] as const;
export type Voz = (typeof VOZES)[number];

/** Speaker of a sentence (sentencas.falante, with a CHECK): a role, or an unnamed voice. */
export const FALANTES = [...PAPEIS, ...VOZES] as const;
export type Falante = (typeof FALANTES)[number];

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

/** The party of a speaker; null: unknown. */
export function sideOf(falante: Falante): Lado | null {
  return isPapel(falante) ? LADO_DO_PAPEL[falante] : null;
}

export function speakersOf(lado: Lado): Falante[] {
  return FALANTES.filter((falante) => sideOf(falante) === lado);
}

/** The role that speaks all sentences of a channel; null: several speakers, or an unnamed voice. */
export function roleOfAll(falantes: readonly Falante[]): Papel | null {
  const [first] = falantes;
  return first !== undefined && isPapel(first) && falantes.every((one) => one === first) ? first : null;
}
