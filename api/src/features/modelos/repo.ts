// SQL: labels and prices change under locks, with ON CONFLICT. Lists use the Prisma client.

import type { Db } from '@escuta/prisma/db';
import type { UnidadePreco } from '@escuta/shared/domain/runs/costs';
import type {
  AlvoModelo,
  CapacidadesCatalogo,
  ModeloPadrao,
} from '@escuta/shared/domain/runs/default-models';
import { INSTALACAO } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { lock } from '@escuta/shared/platform/database/locks';
import { readCapabilities } from '@escuta/shared/services/runs/model-catalog';

// The catalogue belongs to the installation: no function takes a scope; only administrators write.

export type ModeloRow = Required<ModeloPadrao> & { id: string; ativo: boolean; updatedAt: Date };

export type PrecoRow = AlvoModelo & {
  id: string;
  unidade: UnidadePreco;
  precoUsd: string;
  vigenteDe: Date;
  vigenteAte: Date | null;
};

const COLUMNS = `id, rotulo, provedor, modelo, finalidade, capacidades, ativo,
  to_char(desativado_em at time zone 'UTC', 'YYYY-MM-DD') as "desativadoEm", updated_at as "updatedAt"`;
const PRICE = `id, provedor, modelo, unidade::text as unidade, trim_scale(preco_usd)::text as "precoUsd",
  vigente_de as "vigenteDe", vigente_ate as "vigenteAte"`;

/** Greatest number of labels in the catalogue, and of listed prices. */
export const MAX_MODELOS = 200;
const MAX_PRECOS = 2000;

const readable = (row: ModeloRow): ModeloRow => ({ ...row, capacidades: readCapabilities(row.capacidades) });

export async function listRows(db: Db): Promise<ModeloRow[]> {
  const rows = await db.within(INSTALACAO).modeloCatalogo.findMany({
    omit: { createdAt: true },
    orderBy: [{ finalidade: 'asc' }, { rotulo: 'asc' }],
    take: MAX_MODELOS,
  });
  // The cast is safe, because these columns were checked when written.
  return rows.map((row) => ({
    ...(row as typeof row & Pick<ModeloRow, 'provedor' | 'finalidade'>),
    capacidades: readCapabilities(row.capacidades),
    desativadoEm: row.desativadoEm?.toISOString().slice(0, 10) ?? null,
  }));
}

/** Locks and reads a label of the catalogue; null if the label does not exist. */
export async function lockRow(db: Db, id: string): Promise<ModeloRow | null> {
  const { rows } = await db.query<ModeloRow>(
    `select ${COLUMNS} from modelos_catalogo where id = $1 for update`,
    [id],
  );
  return rows[0] ? readable(rows[0]) : null;
}

export async function listPrices(db: Db): Promise<PrecoRow[]> {
  const rows = await db.within(INSTALACAO).precoCatalogo.findMany({
    orderBy: [{ vigenteDe: 'desc' }, { unidade: 'asc' }],
    take: MAX_PRECOS,
  });
  return rows.map((row) => ({
    ...(row as typeof row & Pick<PrecoRow, 'provedor'>),
    precoUsd: row.precoUsd.toFixed(),
  }));
}

/**
 * Adds a label.
 * @returns its id; null if the label exists, or the catalogue is full
 */
export async function insertRow(
  db: Db,
  row: Required<ModeloPadrao> & { ativo: boolean },
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `insert into modelos_catalogo (id, rotulo, provedor, modelo, finalidade, capacidades, ativo, desativado_em,
      updated_at)
     select $1, $2, $3, $4, $5, $6, $7, $8::date::timestamp at time zone 'UTC', now()
     where (select count(*) from modelos_catalogo) < ${MAX_MODELOS}
     on conflict (rotulo) do nothing returning id`,
    [
      newId(),
      row.rotulo,
      row.provedor,
      row.modelo,
      row.finalidade,
      JSON.stringify(row.capacidades),
      row.ativo,
      row.desativadoEm,
    ],
  );
  return rows[0]?.id ?? null;
}

/** Changes of a label's capabilities: null removes a capability, an absent capability stays. */
export type CapacidadesMudadas = {
  [Nome in keyof CapacidadesCatalogo]?: CapacidadesCatalogo[Nome] | null | undefined;
};

/** Changes a locked label's target. Stored capabilities not in `row` stay, even if only newer code reads them. */
export async function updateRow(
  db: Db,
  id: string,
  row: AlvoModelo & { capacidades: CapacidadesMudadas; ativo: boolean; desativadoEm: string | null },
): Promise<void> {
  const named = Object.entries(row.capacidades).filter(([, value]) => value !== undefined);
  await db.query(
    `update modelos_catalogo set provedor = $2, modelo = $3, ativo = $4,
       desativado_em = $5::date::timestamp at time zone 'UTC', updated_at = now(),
       capacidades = ((case when jsonb_typeof(capacidades) = 'object' then capacidades
         else '{}' end) - $6::text[]) || $7::jsonb
     where id = $1`,
    [
      id,
      row.provedor,
      row.modelo,
      row.ativo,
      row.desativadoEm,
      named.map(([nome]) => nome),
      JSON.stringify(Object.fromEntries(named.filter(([, value]) => value !== null))),
    ],
  );
}

/** Number of templates in use and processing configurations that name a label. */
export async function countUses(db: Db, rotulo: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select ((select count(*) from insight_templates t
        join insight_template_versoes v on v.template_id = t.id and v.versao = t.versao
        where t.ativo and t.excluido_em is null and v.modelo_llm = $1)
      + (select count(*) from configuracoes_processamento
         where transcription_config ->> 'modelo' = $1 or text_analysis_config ->> 'modelo' = $1
           or text_analysis_config ->> 'modelo_confronto' = $1))::int as n`,
    [rotulo],
  );
  return rows[0]?.n ?? 0;
}

/**
 * Inserts a price that begins at an instant: it ends the price then in force, and is valid until the next planned
 * price.
 * @returns null if another price begins at that instant
 */
export async function insertPrice(
  db: Db,
  price: AlvoModelo & { unidade: UnidadePreco; precoUsd: string; vigenteDe: Date },
): Promise<PrecoRow | null> {
  const key = [price.provedor, price.modelo, price.unidade];
  await lock(db, 'precos');
  const { rows } = await db.query<PrecoRow>(
    `insert into precos_catalogo (id, provedor, modelo, unidade, preco_usd, vigente_de, vigente_ate)
     select $1, $2, $3, $4::unidade_preco, $5, $6, (select min(vigente_de) from precos_catalogo
       where provedor = $2 and modelo = $3 and unidade = $4::unidade_preco and vigente_de > $6)
     on conflict (provedor, modelo, unidade, vigente_de) do nothing returning ${PRICE}`,
    [newId(), ...key, price.precoUsd, price.vigenteDe],
  );
  if (!rows[0]) return null;
  const { provedor, modelo, unidade, vigenteDe: begin } = price;
  const where = { provedor, modelo, unidade, vigenteDe: { lt: begin } };
  await db.within(INSTALACAO).precoCatalogo.updateMany({
    where: { ...where, OR: [{ vigenteAte: null }, { vigenteAte: { gt: begin } }] },
    data: { vigenteAte: begin },
  });
  return rows[0];
}

/** The units in which a model does not cost 0 at the instant `at`: the price in force is not 0, or is missing. */
export async function unitsThatCost(
  db: Db,
  alvo: AlvoModelo,
  unidades: readonly UnidadePreco[],
  at: Date,
): Promise<UnidadePreco[]> {
  const { rows } = await db.query<{ unidade: UnidadePreco }>(
    `select u.nome as unidade from unnest($3::text[]) as u (nome)
     where not exists (select from precos_catalogo p
       where p.provedor = $1 and p.modelo = $2 and p.unidade::text = u.nome and p.preco_usd = 0
         and p.vigente_de <= $4 and (p.vigente_ate is null or p.vigente_ate > $4))`,
    [alvo.provedor, alvo.modelo, [...unidades], at],
  );
  return rows.map(({ unidade }) => unidade);
}

/**
 * Deletes a planned price; the previous price continues.
 * @returns the deleted price; null if there is none; 'vigente' if the price has begun
 */
export async function deletePrice(db: Db, id: string): Promise<PrecoRow | 'vigente' | null> {
  await lock(db, 'precos');
  const { rows } = await db.query<PrecoRow & { futuro: boolean }>(
    `select ${PRICE}, vigente_de > now() as futuro from precos_catalogo where id = $1`,
    [id],
  );
  const row = rows[0];
  if (!row) return null;
  if (!row.futuro) return 'vigente';
  await db.within(INSTALACAO).precoCatalogo.deleteMany({ where: { id } });
  await db.query(
    `update precos_catalogo set vigente_ate = $5
     where provedor = $1 and modelo = $2 and unidade = $3::unidade_preco and vigente_ate = $4`,
    [row.provedor, row.modelo, row.unidade, row.vigenteDe, row.vigenteAte],
  );
  return row;
}
