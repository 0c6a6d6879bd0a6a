// Signals of a survey as the worker leaves them.
import { randomUUID } from 'node:crypto';
import type { Database } from '@escuta/prisma/db';
import {
  type CalculoSinal,
  type TipoSinal,
  VERSAO_REGRA,
} from '@escuta/shared/domain/interview/signals/kinds';
import { newId } from '@escuta/shared/platform/database/ids';
import { expect } from 'vitest';
import { Loop } from '../../worker/src/background/loop.ts';
import { signalling } from '../../worker/src/signals/signals.ts';
import type { TestDeps } from './app.ts';

export type SinalDeTeste = {
  tipo?: TipoSinal;
  alvo?: 'entrevista' | 'entrevistador' | 'par';
  agenteId?: string | null;
  nota?: boolean;
  lista?: boolean;
  trechos?: object[];
  fatos?: object;
  medida?: number;
  limite?: number;
  base?: { n: number; d: number };
};

/** Creates a signal of a survey about these interviews. @returns its id */
export async function createSinal(
  pool: Database,
  survey: { empresaId: string; pesquisaId: string },
  entrevistas: readonly string[],
  {
    tipo = 'digitada_antes',
    alvo = 'entrevista',
    agenteId = null,
    nota = false,
    lista = false,
    trechos = [],
    fatos = {},
    medida = 0.3,
    limite = 0.1,
    base = { n: 1, d: 20 },
  }: SinalDeTeste = {},
): Promise<string> {
  const { empresaId, pesquisaId } = survey;
  const id = newId();
  await pool.query(
    `insert into sinais (id, empresa_id, pesquisa_id, chave, tipo, alvo, agente_id, entrevista_id, versao_regra, medida,
      limite, base_n,
       base_d, nota, lista, prova, evidencia)
     values ($1, $2, $3, $4, $5, $6, $7, $8, ${VERSAO_REGRA}, $9, $10, $11, $12, $13, $14, $15, repeat('a', 64))`,
    [
      ...[id, empresaId, pesquisaId, randomUUID(), tipo, alvo, agenteId],
      alvo === 'entrevistador' ? null : (entrevistas.at(-1) ?? null),
      ...[medida, limite, base.n, base.d, nota, lista, JSON.stringify({ entrevistas, trechos, fatos })],
    ],
  );
  await pool.query(
    `insert into sinal_entrevistas (sinal_id, entrevista_id, empresa_id) select $1, e.id, $2
      from unnest($3::uuid[]) as e (id)`,
    [id, empresaId, [...entrevistas]],
  );
  return id;
}

/** Marks a survey's signals as computed, so that workers keep a test's signals. */
export async function markSignalsComputed(
  pool: Database,
  { empresaId, pesquisaId }: { empresaId: string; pesquisaId: string },
  calculos: readonly CalculoSinal[] = [],
  entrevistas = 0,
): Promise<void> {
  await pool.query(
    `insert into sinal_calculos (pesquisa_id, empresa_id, calculos, entrevistas, calculado_em, dono, ate)
     values ($1, $2, $3, $4, now(), gen_random_uuid(), now() + interval '1 day')
     on conflict (pesquisa_id) do update set calculos = excluded.calculos, entrevistas = excluded.entrevistas,
     dono = excluded.dono,
       ate = excluded.ate`,
    [pesquisaId, empresaId, JSON.stringify(calculos), entrevistas],
  );
  await pool.query('delete from sinal_pedidos where pesquisa_id = $1', [pesquisaId]);
}

/** Runs a worker until no computation of the survey's signals is due, without waiting until the survey is quiet. */
export async function computeSignals(
  deps: Pick<TestDeps, 'db' | 'log'>,
  { pesquisaId }: { pesquisaId: string },
): Promise<void> {
  const signals = new Loop(signalling({ db: deps.db, quietMs: 0, rest: 0 }), deps);
  signals.start();
  try {
    await expect
      .poll(async () => {
        signals.wake();
        const { rows } = await deps.db.query<{ n: number }>(
          `select (select count(*)::int from sinal_pedidos where pesquisa_id = $1)
             + (select count(*)::int from sinal_calculos where pesquisa_id = $1
               and (dono is not null or calculado_em is null)) as n`,
          [pesquisaId],
        );
        return rows[0]?.n;
      })
      .toBe(0);
  } finally {
    await signals.stop();
  }
}
