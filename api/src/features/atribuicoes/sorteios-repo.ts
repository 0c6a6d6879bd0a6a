// SQL: calls are drawn by the hash of a seed and the call's id, and samples' progress is counted by assignee.
import type { Database, Db } from '@escuta/prisma/db';
import type { MetodoAmostra } from '@escuta/shared/domain/calls/sampling';
import { ESTRATOS_MAX, type EstratoAmostra, UNIVERSO_MAX } from '@escuta/shared/domain/calls/sampling';
import type { Filtro } from '@escuta/shared/domain/filters/filtro-tabela';
import type { Scope } from '@escuta/shared/domain/scope';
import { filterSql } from '@escuta/shared/platform/database/conditions/filter';
import { lock } from '@escuta/shared/platform/database/locks';
import { all, inScope, int, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { type Page, type PageAsked, pageOf } from '../../reads/page-repo.ts';

/** The calls from which a sample is drawn, and their grouping. */
export type AlvoDaAmostra = {
  projetoId: string;
  filtro: Filtro;
  de: string;
  ate: string;
  metodo: MetodoAmostra;
  estrato: EstratoAmostra;
};

const AGENTE = sql`coalesce(a.fundido_em_id, a.id)::text`;
/** The sampling group of call `i`, whose agent is `a`. */
function stratumOf({ metodo, estrato }: AlvoDaAmostra): Sql {
  if (metodo === 'por_agente_semana')
    return sql`${AGENTE} || ' ' || date_trunc('week', i.dia_chamada)::date::text`;
  if (metodo === 'por_agente') return AGENTE;
  if (estrato === 'agente') return sql`coalesce(${AGENTE}, '')`;
  return estrato === 'direcao' ? sql`coalesce(i.direcao, '')` : sql`''`;
}

/** Selects the target's calls; a sample by agent takes only calls with a known agent. `nova`: not drawn before. */
function candidates(scope: Scope, alvo: AlvoDaAmostra, onlyNew: boolean): Sql {
  const byAgent = alvo.metodo === 'por_agente' || alvo.metodo === 'por_agente_semana';
  return sql`select i.id, ${stratumOf(alvo)} as chave, s.item_id is null as nova
    from auditoria_itens i left join agentes a on a.id = i.agente_id left join amostra_itens s on s.item_id = i.id
    where ${all([
      sql`i.projeto_id = ${alvo.projetoId}`,
      inScope(scope, sql`i.empresa_id`),
      sql`i.dados_apagados_em is null`,
      sql`i.dia_chamada between ${alvo.de}::date and ${alvo.ate}::date`,
      filterSql(alvo.filtro),
      byAgent ? sql`i.agente_id is not null` : null,
      onlyNew ? sql`s.item_id is null` : null,
    ])}`;
}

export type Contado = { estratos: { chave: string; n: number }[]; jaSorteadas: number; alem: boolean };

/**
 * Counts the target's calls by group, ordered by group name. `alem`: true for more calls or groups than a sample may
 * have.
 */
export async function countStrata(db: Db, scope: Scope, alvo: AlvoDaAmostra): Promise<Contado> {
  const { rows } = await db.sql<{ chave: string; n: number; antes: number }>(
    sql`select c.chave, count(*) filter (where c.nova)::int as n, count(*) filter (where not c.nova)::int as antes
      from (${candidates(scope, alvo, false)} limit ${int(UNIVERSO_MAX + 1)}) c group by c.chave order by c.chave
      limit ${int(ESTRATOS_MAX + 1)}`,
  );
  const jaSorteadas = rows.reduce((sum, { antes }) => sum + antes, 0);
  const universo = rows.reduce((sum, { n }) => sum + n, 0);
  return {
    estratos: rows.filter(({ n }) => n > 0).map(({ chave, n }) => ({ chave, n })),
    jaSorteadas,
    alem: universo + jaSorteadas > UNIVERSO_MAX || rows.length > ESTRATOS_MAX,
  };
}

/** Allows a single draw of a project at a time, because two concurrent draws would count the same calls as free. */
export const lockSamples = (db: Db, projetoId: string): Promise<void> => lock(db, 'amostras', projetoId);

/** Ids of the first calls of each group, in the order of the hash of seed and id. */
export async function drawCalls(
  db: Db,
  scope: Scope,
  alvo: AlvoDaAmostra,
  semente: string,
  quotas: readonly { chave: string; cota: number }[],
): Promise<string[]> {
  const { rows } = await db.sql<{ id: string }>(
    sql`select o.id from (
        select c.id, c.chave, md5(${semente} || c.id::text) as sorte,
          row_number() over (partition by c.chave order by md5(${semente} || c.id::text), c.id) as lugar
        from (${candidates(scope, alvo, true)}) c
      ) o join unnest(${quotas.map(({ chave }) => chave)}::text[], ${quotas.map(({ cota }) => cota)}::int[])
        as k (chave, cota)
        on k.chave = o.chave and o.lugar <= k.cota
      order by o.sorte, o.id`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Locks drawn calls until the transaction ends.
 * @returns ids of the calls that were not deleted or erased meanwhile, in the same order
 */
export async function lockDrawn(db: Db, scope: Scope, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.sql<{ id: string }>(
    sql`select i.id from auditoria_itens i where i.id = any(${ids}::uuid[]) and ${inScope(scope, sql`i.empresa_id`)}
      and i.dados_apagados_em is null order by i.id for key share`,
    'amostra_segura_ligacoes',
  );
  const held = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => held.has(id));
}

export type NewSample = {
  id: string;
  empresaId: string;
  projetoId: string;
  nome: string;
  filtro: Filtro;
  de: Date;
  ate: Date;
  metodo: MetodoAmostra;
  quantidade: number;
  estrato: EstratoAmostra;
  semente: string;
  universo: number;
  sorteadas: number;
  prazo: Date | null;
  pessoas: string[];
  autorId: string;
};

export async function insertSample(db: Db, scope: Scope, data: NewSample): Promise<void> {
  await db.within(scope).amostra.create({ data, select: { id: true } });
}

export async function insertDrawn(
  db: Db,
  { amostraId, empresaId, ids }: { amostraId: string; empresaId: string; ids: readonly string[] },
): Promise<void> {
  await db.sql(
    sql`insert into amostra_itens (item_id, amostra_id, empresa_id)
      select id, ${amostraId}::uuid, ${empresaId}::uuid from unnest(${ids}::uuid[]) as id order by id`,
    'amostra_itens_grava',
  );
}

export type AmostraRow = {
  id: string;
  empresa_id: string;
  projeto_id: string;
  projeto_nome: string;
  nome: string;
  de: string;
  ate: string;
  metodo: MetodoAmostra;
  quantidade: number;
  estrato: EstratoAmostra;
  semente: string;
  universo: number;
  sorteadas: number;
  prazo: string | null;
  autor_id: string | null;
  autor_nome: string | null;
  desfeita_em: Date | null;
  created_at: Date;
  total: number;
  revisadas: number;
  pessoas: { id: string | null; nome: string; total: number; revisadas: number }[];
};

/** Samples `a` with progress. A call counts as reviewed if a person judged one of its insights. */
const shown = (found: Sql): Sql => sql`with amostra as materialized (${found}),
    itens as materialized (
      select s.amostra_id, t.usuario_id, count(*)::int as total, count(q.revisado_por)::int as revisadas
      from amostra_itens s left join item_atribuicoes t on t.item_id = s.item_id
        left join item_qualidade q on q.item_id = s.item_id
      where s.amostra_id in (select id from amostra) group by 1, 2
    )
  select a.id, a.empresa_id, a.projeto_id, p.nome as projeto_nome, a.nome, a.de::text as de, a.ate::text as ate,
  a.metodo, a.quantidade,
    a.estrato, a.semente, a.universo, a.sorteadas, a.prazo::text as prazo, a.autor_id, coalesce(u.nome, u.email)
      as autor_nome,
    a.desfeita_em, a.created_at, coalesce(n.total, 0) as total, coalesce(n.revisadas, 0) as revisadas,
      coalesce(n.pessoas, '[]') as pessoas
  from amostra a join projetos p on p.id = a.projeto_id left join usuarios u on u.id = a.autor_id
    left join lateral (
      select sum(i.total)::int as total, sum(i.revisadas)::int as revisadas,
      json_agg(json_build_object('id', i.usuario_id,
        'nome', coalesce(r.nome, r.email, 'Sem responsável'), 'total', i.total, 'revisadas', i.revisadas)
        order by i.revisadas::float8 / i.total, r.nome) as pessoas
      from itens i left join usuarios r on r.id = i.usuario_id where i.amostra_id = a.id
    ) n on true
  order by a.created_at desc, a.id desc`;

/** A page of a project's samples, newest first. */
export function listSorteios(
  db: Database,
  scope: Scope,
  projetoId: string,
  page: PageAsked,
): Promise<Page<AmostraRow>> {
  const found = sql`amostras m where m.projeto_id = ${projetoId} and ${inScope(scope, sql`m.empresa_id`)}`;
  return pageOf<AmostraRow>(
    db,
    page,
    (window) => shown(sql`select m.* from ${found} order by m.created_at desc, m.id desc ${window}`),
    found,
  );
}

/** A sample in the scope. `held`: locked until the transaction ends. */
export async function findAmostra(
  db: Db,
  scope: Scope,
  id: string,
  held = false,
): Promise<AmostraRow | null> {
  if (held) {
    await db.sql(
      sql`select from amostras m where m.id = ${id} and ${inScope(scope, sql`m.empresa_id`)} for update`,
      'amostra_segura',
    );
  }
  const { rows } = await db.sql<AmostraRow>(
    shown(sql`select m.* from amostras m where m.id = ${id} and ${inScope(scope, sql`m.empresa_id`)}`),
    'amostra_uma',
  );
  return rows[0] ?? null;
}

export type MinhaRow = {
  id: string;
  nome: string;
  projeto_id: string;
  projeto_nome: string;
  prazo: string | null;
  total: number;
  revisadas: number;
  proxima: string | null;
};

/** Samples in which a person still has calls to review, by deadline. */
export async function samplesOf(
  db: Database,
  scope: Scope,
  usuarioId: string,
  limit: number,
): Promise<MinhaRow[]> {
  const { rows } = await db.sql<MinhaRow>(
    sql`select a.id, a.nome, p.id as projeto_id, p.nome as projeto_nome, a.prazo::text as prazo, count(*)::int as total,
        count(q.revisado_por)::int as revisadas, (array_agg(s.item_id
          order by s.item_id) filter (where q.revisado_por is null))[1] as proxima
      from item_atribuicoes t join amostra_itens s on s.item_id = t.item_id join amostras a on a.id = s.amostra_id
        join projetos p on p.id = a.projeto_id left join item_qualidade q on q.item_id = s.item_id
      where t.usuario_id = ${usuarioId} and ${inScope(scope, sql`t.empresa_id`)}
      group by a.id, p.id having count(*) > count(q.revisado_por)
      order by a.prazo nulls last, a.created_at limit ${int(limit)}`,
    'amostras_minhas',
  );
  return rows;
}

/** Ends a sample, so that its calls can be drawn again. */
export async function endSample(db: Db, id: string): Promise<void> {
  await db.sql(
    sql`with saem as (delete from amostra_itens where amostra_id = ${id})
      update amostras set desfeita_em = now() where id = ${id}`,
    'amostra_desfaz',
  );
}
