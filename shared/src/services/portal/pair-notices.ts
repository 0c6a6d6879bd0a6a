// SQL: reads and counts proposed pairs in one statement, by an index, because only few rows of an audit are such pairs.

import type { Db } from '@escuta/prisma/db';
import { REGRA_PROPOSTA } from '../../domain/survey-file/pairing/pairing.ts';
import type { Alerta } from '../../domain/survey-file/rows/warnings.ts';
import { sql } from '../../platform/database/sql.ts';
import { A_AUDITAR } from './preparo-figures.ts';
import { repeatsOf } from './preparo-repeats.ts';

const NOMEADAS = 200;

/** Warns about proposed pairs that nobody has looked at. */
async function proposalsOf(db: Db, preparoId: string): Promise<Alerta[]> {
  const { rows } = await db.sql<{ linha: number; texto: string; total: number }>(
    sql`select g.linha_n as linha, regexp_replace(g.nome, '^.*/', '') as texto, count(*) over ()::int as total
        from preparo_gravacoes g left join preparo_linhas l on l.preparo_id = g.preparo_id and l.n = g.linha_n
        where g.preparo_id = ${preparoId}::uuid and g.regra = ${REGRA_PROPOSTA} and ${A_AUDITAR}
        order by g.linha_n limit ${NOMEADAS}::int`,
    'preparo_propostas',
  );
  const total = rows[0]?.total ?? 0;
  if (total === 0) return [];
  const texto =
    total === 1
      ? '1 par é só uma proposta: para a gravação, só uma linha é possível. Ouça a gravação e confirme ou desfaça o par.'
      : `${total} pares são só propostas: para cada gravação, só uma linha é possível. Ouça as gravações e confirme ou desfaça cada par.`;
  return [
    {
      ...{ tipo: 'pares_propostos', gravidade: 'aviso', pergunta: null, codigo: null, coluna: null },
      texto,
      celulas: rows.map(({ linha, texto }) => ({ linha, texto })),
    },
  ];
}

/** Warns of proposed pairs, and of recordings audited before. */
export async function pairNoticesOf(db: Db, preparoId: string): Promise<Alerta[]> {
  return [...(await proposalsOf(db, preparoId)), ...(await repeatsOf(db, preparoId))];
}
