// The people of the demonstration's call centre, and how they work.
import type { Db } from '@escuta/prisma/db';
import { newId } from '@escuta/shared/platform/database/ids';
import { insertRows } from '@escuta/shared/platform/database/insert-rows';

/** Things that an agent may do well in a call. */
export type Acerto =
  | 'gravacao'
  | 'nome'
  | 'cortesia'
  | 'dados'
  | 'empatia'
  | 'espera'
  | 'solucao'
  | 'prazo'
  | 'protocolo'
  | 'maisAjuda';

export type AgenteDemo = { nome: string; ramal: string; projeto: string };

export const RETENCAO = 'Retenção Lumavia';
export const TELEVENDAS = 'Televendas Lumavia';

/** Agents; one who speaks in a sample recording has that recording's telephone extension. */
export const AGENTES: readonly AgenteDemo[] = [
  { nome: 'Camila Torres', ramal: '2001', projeto: RETENCAO },
  { nome: 'Ana Prado', ramal: '2002', projeto: RETENCAO },
  { nome: 'Bruno Leal', ramal: '2003', projeto: RETENCAO },
  { nome: 'Fábio Reis', ramal: '2004', projeto: RETENCAO },
  { nome: 'Carla Dias', ramal: '2005', projeto: RETENCAO },
  { nome: 'Davi Rocha', ramal: '2006', projeto: RETENCAO },
  { nome: 'Patrícia Souza', ramal: '2010', projeto: RETENCAO },
  { nome: 'Diego Martins', ramal: '2007', projeto: TELEVENDAS },
  { nome: 'Elisa Nunes', ramal: '2008', projeto: TELEVENDAS },
  { nome: 'Gilda Melo', ramal: '2009', projeto: TELEVENDAS },
  { nome: 'Hugo Sá', ramal: '2011', projeto: TELEVENDAS },
  { nome: 'Íris Campos', ramal: '2012', projeto: TELEVENDAS },
];

const USUAL: Record<Acerto, number> = {
  gravacao: 0.96,
  nome: 0.9,
  cortesia: 0.93,
  dados: 0.88,
  empatia: 0.78,
  espera: 0.82,
  solucao: 0.74,
  prazo: 0.4,
  protocolo: 0.92,
  maisAjuda: 0.72,
};
/** Weeks since agents began a training to tell the deadline (`prazo`), and since one agent's empathy declined. */
const SEMANAS_DE_TREINO = 9;
const SEMANAS_DE_QUEDA = 4;

/** Probability that an agent does something well, `weeksAgo` weeks before the history's end. */
export function chanceOf(acerto: Acerto, { nome }: AgenteDemo, weeksAgo: number): number {
  // Two agents often omit the protocol number.
  if (acerto === 'protocolo' && (nome === 'Fábio Reis' || nome === 'Gilda Melo')) return 0.3;
  if (acerto === 'empatia' && nome === 'Hugo Sá' && weeksAgo < SEMANAS_DE_QUEDA) return 0.25;
  if (acerto === 'prazo') return 0.4 + 0.5 * Math.max(0, 1 - weeksAgo / SEMANAS_DE_TREINO);
  const better = nome === 'Elisa Nunes' ? 0.6 : 0;
  return USUAL[acerto] + better * (1 - USUAL[acerto]);
}

/** Creates the agents with their extensions, by which calls are assigned to them. */
export async function addAgents(tx: Db, empresaId: string, at: Date): Promise<void> {
  const rows = AGENTES.map((agente) => ({ ...agente, id: newId() }));
  await insertRows(
    tx,
    'agentes',
    rows.map(({ id, nome, ramal }) => ({
      id,
      empresa_id: empresaId,
      nome,
      matricula: `L${ramal}`,
      created_at: at,
      updated_at: at,
    })),
  );
  await insertRows(
    tx,
    'agente_ramais',
    rows.map(({ id, ramal }) => ({
      id: newId(),
      empresa_id: empresaId,
      agente_id: id,
      ramal,
      created_at: at,
    })),
  );
}
