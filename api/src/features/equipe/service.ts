import type { PessoaDaEquipe } from '@escuta/shared/contracts/team/equipe';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import { type PessoaRow, readTeamWork } from './repo.ts';

const iso = (at: Date | null) => at?.toISOString() ?? null;

const present = (row: PessoaRow): PessoaDaEquipe => ({
  id: row.id,
  nome: row.nome,
  ativo: row.ativo,
  ligacoes: { n: row.ligacoes, desde: iso(row.desde) },
  atrasadas: { n: row.atrasadas, prazo: row.vencido },
  prazo: row.prazo,
  exato: row.exato,
  sinais: { n: row.sinais, desde: iso(row.sinais_desde) },
  verificacoes: { n: row.verificacoes, desde: iso(row.verificacoes_desde) },
});

/** Work that waits for each person of the caller's company. */
export async function teamWork({ db }: AppDeps, { ownScope }: Session): Promise<PessoaDaEquipe[]> {
  return (await readTeamWork(db, ownScope)).map(present);
}
