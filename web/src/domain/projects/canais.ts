/** The side of a stereo recording on which the agent speaks, for people. */
export const CANAL_LABEL = { left: 'Esquerdo', right: 'Direito' } as const;

/** As choices of a form. */
export const CANAIS = (['left', 'right'] as const).map((value) => ({ value, label: CANAL_LABEL[value] }));
