// SQL: a single statement renumbers the packages; the database's clock gives the times of change.

import type { Db } from '@escuta/prisma/db';
import type { CreditoPacote } from '@escuta/prisma/generated/client';
import { INSTALACAO } from '@escuta/shared/domain/scope';
import { lock } from '@escuta/shared/platform/database/locks';

// Packages belong to the installation: no function takes a scope; only administrators write.

export type PacoteRow = CreditoPacote;

/** Packages in order; `ativos`: only packages for sale. */
export function listPacotes(db: Db, filter: { ativos: boolean; limit: number }): Promise<PacoteRow[]> {
  return db.within(INSTALACAO).creditoPacote.findMany({
    where: filter.ativos ? { ativo: true } : {},
    orderBy: [{ ordem: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
    take: filter.limit,
  });
}

export function findPacote(db: Db, id: string): Promise<PacoteRow | null> {
  return db.within(INSTALACAO).creditoPacote.findFirst({ where: { id } });
}

/**
 * Locks all packages until the transaction ends.
 * @returns number of packages
 */
export async function lockPacotes(db: Db): Promise<number> {
  await lock(db, 'pacotes');
  return db.within(INSTALACAO).creditoPacote.count();
}

export type DadosPacote = {
  nome: string;
  descricao: string;
  quantidadeCreditos: number;
  precoCentavos: number | null;
  ativo: boolean;
};

/** Inserts a package at a position. Call under `lockPacotes`. */
export async function insertPacote(db: Db, id: string, dados: DadosPacote, ordem: number): Promise<void> {
  await db.within(INSTALACAO).creditoPacote.create({ data: { id, ...dados, ordem }, select: { id: true } });
}

/** Writes all fields of a package except its position. Call under `lockPacotes`. */
export async function writePacote(db: Db, id: string, dados: DadosPacote): Promise<void> {
  await db.query(
    `update credito_pacotes set nome = $2, descricao = $3, quantidade_creditos = $4, preco_centavos = $5, ativo = $6,
       updated_at = now() where id = $1`,
    [id, dados.nome, dados.descricao, dados.quantidadeCreditos, dados.precoCentavos, dados.ativo],
  );
}

/**
 * Moves a package to a position (from 1; beyond the end: the last) and renumbers all without gaps. Call under
 * `lockPacotes`.
 */
export async function movePacote(db: Db, id: string, ordem: number): Promise<void> {
  await db.query(
    `with outros as (
       select id, row_number() over (order by ordem, created_at, id)::int as n from credito_pacotes where id <> $1
     ), alvo as (
       select least($2::int, (select count(*)::int from outros) + 1) as ordem
     ), lugares as (
       select o.id, case when o.n < alvo.ordem then o.n else o.n + 1 end as ordem from outros o, alvo
       union all select $1::uuid, alvo.ordem from alvo
     )
     update credito_pacotes p set ordem = l.ordem from lugares l where p.id = l.id and p.ordem <> l.ordem`,
    [id, ordem],
  );
}
