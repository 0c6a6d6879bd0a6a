import { type Canal, CANAIS as LADOS } from '@escuta/shared/domain/profiles/roles';

/** Labels of the side of a stereo recording on which the agent speaks. */
export const CANAL_LABEL: Record<Canal, string> = { left: 'Esquerdo', right: 'Direito' };

/** The sides as choices of a form. */
export const CANAIS = LADOS.map((value) => ({ value, label: CANAL_LABEL[value] }));
