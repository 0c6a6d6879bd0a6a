/** How it is known who spoke in a call: by the extension's periods, by a name in a sheet, or because a person said so. */
export const ORIGENS_AGENTE = ['ramal', 'nome', 'pessoa'] as const;
export type OrigemAgente = (typeof ORIGENS_AGENTE)[number];
export const ORIGEM_AGENTE_LABEL: Record<OrigemAgente, string> = {
  ramal: 'Pelo ramal',
  nome: 'Pelo nome na planilha',
  pessoa: 'Informado por uma pessoa',
};
