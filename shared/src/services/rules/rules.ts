// SQL: a rule's filter becomes a condition in SQL, because people choose the filter at run time.

import type { Db } from '@escuta/prisma/db';
import { janelaDaRegra } from '../../contracts/insights/regras.ts';
import { filtroSchema } from '../../domain/filters/filtro.ts';
import type { Filtro } from '../../domain/filters/filtro-tabela.ts';
import type { Agrupamento, Gravidade, JanelaDaRegra } from '../../domain/rules/rules.ts';
import { TIPOS_LIGACAO } from '../../domain/runs/status.ts';
import { companyScope } from '../../domain/scope.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';

export type ActiveRule = {
  id: string;
  empresaId: string;
  ativa: boolean;
  gravidade: Gravidade;
  agruparPor: Agrupamento;
  esperaMin: number;
  vigenteDesde: Date;
  /** The last change that made the rule judge other calls. */
  alvoEm: Date;
  /** Either `filtro` or `janela` is set; if neither, a newer version wrote the rule. */
  filtro: Filtro | null;
  janela: JanelaDaRegra | null;
};

/**
 * A company's active rules of one kind, REGRAS_MAX at most. `itens`: adds switched off rules with open firings of these
 * calls, which may no longer match.
 */
export async function activeRules(
  db: Db,
  empresaId: string,
  tipo: 'ligacao' | 'janela',
  itens: readonly string[] = [],
): Promise<ActiveRule[]> {
  const abertos = { itemId: { in: [...itens] }, estado: { in: ['aberto', 'visto'] } };
  const found = await db.within(companyScope(empresaId)).regra.findMany({
    where: {
      empresaId,
      tipo,
      OR: [{ ativa: true }, ...(itens.length > 0 ? [{ disparos: { some: abertos } }] : [])],
    },
    orderBy: { id: 'asc' },
  });
  return found.map(readRule);
}

/** Rules, also those switched off, with a firing of a call that a verdict on its insights may end or reopen. */
export async function rulesThatFired(db: Db, empresaId: string, itemId: string): Promise<ActiveRule[]> {
  const found = await db.within(companyScope(empresaId)).regra.findMany({
    where: {
      empresaId,
      tipo: 'ligacao',
      disparos: {
        some: { itemId, OR: [{ estado: { in: ['aberto', 'visto'] } }, { revisaoId: { not: null } }] },
      },
    },
    orderBy: { id: 'asc' },
  });
  return found.map(readRule);
}

type Stored = Pick<ActiveRule, 'id' | 'empresaId' | 'ativa' | 'esperaMin' | 'vigenteDesde' | 'alvoEm'> & {
  gravidade: string;
  agruparPor: string;
  filtro: unknown;
  janela: unknown;
};

const readRule = (row: Stored): ActiveRule => ({
  id: row.id,
  empresaId: row.empresaId,
  ativa: row.ativa,
  gravidade: row.gravidade as Gravidade,
  agruparPor: row.agruparPor as Agrupamento,
  esperaMin: row.esperaMin,
  vigenteDesde: row.vigenteDesde,
  alvoEm: row.alvoEm,
  filtro: filtroSchema.safeParse(row.filtro).data ?? null,
  janela: janelaDaRegra.safeParse(row.janela).data ?? null,
});

/** True if call `i` may fire rules. Interviews have signals instead; the example of 'Primeiros passos' never counts. */
export const JULGAVEL: Sql = sql`i.tipo_item = any(${[...TIPOS_LIGACAO]}::tipo_item[]) and i.dados_apagados_em is null
  and not exists (select from projetos p where p.exemplo_item_id = i.id)`;
