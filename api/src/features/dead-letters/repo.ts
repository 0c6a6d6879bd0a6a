import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import type { Etapa, StatusLetraMorta, StatusProcessamento } from '@escuta/shared/domain/status';
import type { StatusTarefa } from '@escuta/shared/domain/tasks';
import type { Queryable } from '@escuta/shared/node/transaction';

export type FalhaRow = {
  id: string;
  status: StatusLetraMorta;
  etapa: Etapa;
  codigo: string | null;
  motivo: string;
  tentativas: number;
  empresa_id: string;
  empresa_nome: string;
  projeto_id: string;
  projeto_nome: string;
  item_id: string;
  item_status: StatusProcessamento;
  numero_destino: string | null;
  arquivo_nome: string | null;
  created_at: Date;
  tratada_em: Date | null;
  tratada_por: string | null;
  /** Null once the person is gone. */
  tratada_por_nome: string | null;
  motivo_descarte: string | null;
};

export type FalhaFilter = {
  etapa?: Etapa | undefined;
  codigo?: string | undefined;
  empresaId?: string | undefined;
  projetoId?: string | undefined;
  /** Days of America/Sao_Paulo, inclusive: yyyy-MM-dd. */
  de?: string | undefined;
  ate?: string | undefined;
};

/** The conditions that were given, and no others: PostgreSQL takes the index that fits each combination. */
function conditionsOf(scope: Scope, filter: FalhaFilter & { status?: StatusLetraMorta | undefined }) {
  const values: unknown[] = [];
  const parts: string[] = [];
  const add = (value: unknown, condition: (parameter: string) => string) => {
    if (value === undefined || value === null) return;
    values.push(value);
    parts.push(condition(`$${values.length}`));
  };
  add(empresaIdOf(scope), (p) => `l.empresa_id = ${p}::uuid`);
  add(filter.empresaId, (p) => `l.empresa_id = ${p}::uuid`);
  add(filter.projetoId, (p) => `l.projeto_id = ${p}::uuid`);
  add(filter.status, (p) => `l.status = ${p}::status_letra_morta`);
  add(filter.etapa, (p) => `l.etapa = ${p}::etapa`);
  add(
    filter.codigo,
    (p) => `exists (select from execucoes x where x.id = l.execucao_id and x.codigo_motivo = ${p})`,
  );
  add(filter.de, (p) => `l.created_at >= (${p}::date)::timestamp at time zone 'America/Sao_Paulo'`);
  add(filter.ate, (p) => `l.created_at < (${p}::date + 1)::timestamp at time zone 'America/Sao_Paulo'`);
  return { where: parts.length > 0 ? parts.join(' and ') : 'true', values };
}

/** A page of the dead letters within the scope, newest first, and how many match, counted up to `countLimit` + 1. */
export async function listFalhas(
  db: Queryable,
  scope: Scope,
  filter: FalhaFilter & { status?: StatusLetraMorta | undefined; page: number; limit: number },
  countLimit: number,
): Promise<{ rows: FalhaRow[]; counted: number }> {
  const { where, values } = conditionsOf(scope, filter);
  const n = values.length;
  const page = await db.query<FalhaRow>(
    `with pagina as (
       select * from letras_mortas l where ${where}
       order by l.created_at desc, l.id desc limit $${n + 1} offset $${n + 2}
     )
     select l.id, l.status::text as status, l.etapa::text as etapa, x.codigo_motivo as codigo, l.motivo,
       coalesce(s.tentativa, 0) as tentativas, l.empresa_id, e.nome as empresa_nome, l.projeto_id,
       p.nome as projeto_nome, l.item_id, i.status::text as item_status, i.numero_destino, i.arquivo_nome,
       l.created_at, l.tratada_em, l.tratada_por, coalesce(u.nome, u.email) as tratada_por_nome, l.motivo_descarte
     from pagina l
     join auditoria_itens i on i.id = l.item_id
     join empresas e on e.id = l.empresa_id
     join projetos p on p.id = l.projeto_id
     left join execucoes x on x.id = l.execucao_id
     left join execucao_etapas s on s.execucao_id = l.execucao_id and s.etapa = l.etapa
     left join usuarios u on u.id = l.tratada_por
     order by l.created_at desc, l.id desc`,
    [...values, filter.limit, (filter.page - 1) * filter.limit],
  );
  const count = await db.query<{ n: number }>(
    `select count(*)::int as n from (select from letras_mortas l where ${where} limit $${n + 1}) achadas`,
    [...values, countLimit + 1],
  );
  return { rows: page.rows, counted: count.rows[0]?.n ?? 0 };
}

/**
 * Whose letters a filter is about: `empresaId` null for those of every company. Null where the company or the project that
 * it names is not in the scope.
 */
export async function companyOfFilter(
  db: Queryable,
  scope: Scope,
  filter: FalhaFilter,
): Promise<{ empresaId: string | null } | null> {
  const { rows } = await db.query<{ dentro: boolean; empresaId: string | null }>(
    `select ($1::uuid is null or exists (select from empresas where id = $1 and ($3::uuid is null or id = $3)))
        and ($2::uuid is null or p.id is not null) as dentro, coalesce($1::uuid, p.empresa_id) as "empresaId"
     from (select) um left join projetos p on p.id = $2::uuid and ($3::uuid is null or p.empresa_id = $3)`,
    [filter.empresaId ?? null, filter.projetoId ?? null, empresaIdOf(scope)],
  );
  const found = rows[0];
  return found?.dentro ? { empresaId: found.empresaId } : null;
}

/** Open letters that match whose item was processed since, counted up to `limit`: no batch takes them. */
export async function countProcessedSince(
  db: Queryable,
  scope: Scope,
  filter: FalhaFilter,
  limit: number,
): Promise<number> {
  const { where, values } = conditionsOf(scope, { ...filter, status: 'aberta' });
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::int as n from (select from letras_mortas l join auditoria_itens i on i.id = l.item_id
       where ${where} and i.status = 'concluido' limit $${values.length + 1}) achadas`,
    [...values, limit],
  );
  return rows[0]?.n ?? 0;
}

export type OpenFalha = { id: string; itemId: string; empresaId: string };

/**
 * The oldest open letters that match, at most `limit`, and how many more there are (counted up to `countLimit`). Left
 * out: those whose item is being processed or was since, which would be paid for twice.
 */
export async function findOpenFalhas(
  db: Queryable,
  scope: Scope,
  filter: FalhaFilter,
  limit: number,
  countLimit: number,
): Promise<{ rows: OpenFalha[]; more: number }> {
  const { where, values } = conditionsOf(scope, { ...filter, status: 'aberta' });
  const open = `from letras_mortas l join auditoria_itens i on i.id = l.item_id
    where ${where} and i.status in ('erro', 'pendente')`;
  const n = values.length;
  const { rows } = await db.query<OpenFalha>(
    `select l.id, l.item_id as "itemId", l.empresa_id as "empresaId" ${open}
     order by l.created_at, l.id limit $${n + 1}`,
    [...values, limit],
  );
  if (rows.length < limit) return { rows, more: 0 };
  const count = await db.query<{ n: number }>(
    `select count(*)::int as n from (select ${open} limit $${n + 1}) achadas`,
    [...values, countLimit],
  );
  return { rows, more: Math.max(0, (count.rows[0]?.n ?? 0) - rows.length) };
}

type BatchRow = { status: StatusTarefa; feito: number; total: number; resultado: unknown };

/** A batch of the person who asked for it, as its task stands. */
export async function findBatch(
  db: Queryable,
  scope: Scope,
  usuarioId: string | null,
  id: string,
): Promise<BatchRow | null> {
  const { rows } = await db.query<BatchRow>({
    name: 'falhas_lote',
    text: `select status, feito, coalesce(total, 0) as total, resultado from tarefas
           where id = $1 and tipo = 'reprocessar_falhas' and autor_id = $2 and ($3::uuid is null or empresa_id = $3)`,
    values: [id, usuarioId, empresaIdOf(scope)],
  });
  return rows[0] ?? null;
}

/** Locks letters in one order, so that two people who choose the same ones queue up. Absent: not in the scope. */
export async function lockFalhas(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
): Promise<{ id: string; status: StatusLetraMorta; empresaId: string; itemId: string; etapa: Etapa }[]> {
  const { rows } = await db.query(
    `select id, status::text as status, empresa_id as "empresaId", item_id as "itemId", etapa::text as etapa
     from letras_mortas where id = any ($1::uuid[]) and ($2::uuid is null or empresa_id = $2)
     order by id for update`,
    [ids, empresaIdOf(scope)],
  );
  return rows;
}

/** Gives up locked letters. */
export async function discardFalhas(
  db: Queryable,
  scope: Scope,
  change: { ids: readonly string[]; usuarioId: string | null; motivo: string },
): Promise<void> {
  await db.query(
    `update letras_mortas set status = 'descartada', tratada_por = $3, tratada_em = now(), motivo_descarte = $4
     where id = any ($1::uuid[]) and ($2::uuid is null or empresa_id = $2) and status = 'aberta'`,
    [change.ids, empresaIdOf(scope), change.usuarioId, change.motivo],
  );
}
