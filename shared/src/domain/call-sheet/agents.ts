import type { Contagens } from './fields.ts';
import { LIMITES_IMPORTACAO } from './limits.ts';

export const AGENTES_DEMAIS = `A planilha traz mais de ${LIMITES_IMPORTACAO.agentesNovos} nomes de agentes não cadastrados: confira se a coluna é a do agente, ou importe sem criar agentes.`;

/** An agent to be created, with the extensions that only this agent's rows have. */
export type AgenteNovo = { nome: string; ramais: string[] };

export const plainName = (nome: string): string =>
  nome.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/gu, ' ').trim();

/**
 * Returns the agents to be created: those named by rows, and one for each extension without a name, unless several
 * names share the extension.
 */
export function plannedAgents({
  agentes_novos,
  ramais_sem_agente = [],
}: Pick<Contagens, 'agentes_novos' | 'ramais_sem_agente'>): AgenteNovo[] {
  const ramaisOf = (nome: string) =>
    ramais_sem_agente.flatMap(({ ramal, nomes: [one, other] }) =>
      one !== undefined && other === undefined && plainName(one) === plainName(nome) ? [ramal] : [],
    );
  return [
    ...agentes_novos.map((nome) => ({ nome, ramais: ramaisOf(nome) })),
    ...ramais_sem_agente
      .filter(({ nomes }) => nomes.length === 0)
      .map(({ ramal }) => ({ nome: `Ramal ${ramal}`, ramais: [ramal] })),
  ];
}
