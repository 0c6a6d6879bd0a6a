/** Source of a call's agent: the extension's holder at that time, a name in a sheet, or a person. */
export const ORIGENS_AGENTE = ['ramal', 'nome', 'pessoa'] as const;
export type OrigemAgente = (typeof ORIGENS_AGENTE)[number];
export const ORIGEM_AGENTE_LABEL: Record<OrigemAgente, string> = {
  ramal: 'Pelo ramal',
  nome: 'Pelo nome na planilha',
  pessoa: 'Informado por uma pessoa',
};
