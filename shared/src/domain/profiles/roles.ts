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

/** Who speaks a sentence, in any kind of audit; 'desconhecido' where nobody can tell. */
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

const LADO_DO_PAPEL: Record<Papel, Lado | null> = {
  agente: 'agente',
  cliente: 'cliente',
  entrevistador: 'agente',
  entrevistado: 'cliente',
  desconhecido: null,
};

/** Which party a role is; null where nobody can tell. */
export function sideOf(papel: Papel): Lado | null {
  return LADO_DO_PAPEL[papel];
}
