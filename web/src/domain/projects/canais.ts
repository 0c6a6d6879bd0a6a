import { type Canal, CANAIS as LADOS } from '@escuta/shared/domain/profiles/roles';

/** The side of a stereo recording on which the agent speaks, for people. */
export const CANAL_LABEL: Record<Canal, string> = { left: 'Esquerdo', right: 'Direito' };

/** As choices of a form. */
export const CANAIS = LADOS.map((value) => ({ value, label: CANAL_LABEL[value] }));
