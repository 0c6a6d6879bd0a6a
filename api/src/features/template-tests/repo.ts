// SQL: a lock serialises counting and inserting tests; partial indices find calls to test.

import type { Db } from '@escuta/prisma/db';
import type { RascunhoTemplate } from '@escuta/shared/contracts/insights/template-tests';
import type { PrecisaoInicio } from '@escuta/shared/domain/interview/device/start';
import type { Falante } from '@escuta/shared/domain/profiles/roles';
import { companyScope, empresaIdOf, type Scope, whereScope } from '@escuta/shared/domain/scope';
import { ITEM_START_PRECISION } from '@escuta/shared/platform/database/conditions/start';
import { newId } from '@escuta/shared/platform/database/ids';
import { escapeLike } from '@escuta/shared/platform/database/like';
import { lock } from '@escuta/shared/platform/database/locks';
import { inScope } from '@escuta/shared/platform/database/sql';

export type TestableItem = {
  empresaId: string;
  projetoId: string;
  /** Result of the item's latest concluded run; null without such a run or without transcript. */
  resultadoId: string | null;
};

/** An item with the transcript to test on; null outside the scope. */
export async function findTestableItem(db: Db, scope: Scope, itemId: string): Promise<TestableItem | null> {
  const { rows } = await db.query<TestableItem>(
    `select i.empresa_id as "empresaId", i.projeto_id as "projetoId", r.id as "resultadoId"
     from auditoria_itens i
     left join item_qualidade q on q.item_id = i.id
     left join auditoria_resultados r on r.execucao_id = q.execucao_id
       and exists (select 1 from transcricoes t where t.resultado_id = r.id)
     where i.id = $1 and ${inScope('$2', 'i.empresa_id')}`,
    [itemId, empresaIdOf(scope)],
  );
  return rows[0] ?? null;
}

/** The version in force of a company's template; null: none. */
export async function findSavedVersion(
  db: Db,
  scope: Scope,
  template: { id: string; empresaId: string },
): Promise<number | null> {
  const row = await db.within(scope).insightTemplate.findFirst({
    where: { id: template.id, empresaId: template.empresaId, excluidoEm: null, AND: whereScope(scope) },
    select: { versao: true },
  });
  return row?.versao ?? null;
}

/** Items with the transcripts to read, in the requested order; those outside the scope are missing. */
export async function findReadableItems(
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<(TestableItem & { id: string })[]> {
  const { rows } = await db.query<TestableItem & { id: string }>(
    `select i.id, i.empresa_id as "empresaId", i.projeto_id as "projetoId", r.id as "resultadoId"
     from unnest($1::uuid[]) with ordinality as w (id, n) join auditoria_itens i on i.id = w.id
     left join item_qualidade q on q.item_id = i.id
     left join auditoria_resultados r on r.execucao_id = q.execucao_id
       and exists (select 1 from transcricoes t where t.resultado_id = r.id)
     where ${inScope('$2', 'i.empresa_id')} order by w.n`,
    [ids, empresaIdOf(scope)],
  );
  return rows;
}

/** Locks the company's tests for counting. */
export async function lockTests(db: Db, scope: Scope, empresaId: string): Promise<void> {
  await lock(db, 'testesDeTemplate', empresaIdOf(scope) ?? empresaId);
}

/** Number of a company's open tests, and number and oldest of those begun in the last 24 hours. */
export async function countTests(
  db: Db,
  scope: Scope,
  empresaId: string,
): Promise<{ abertos: number; recentes: number; primeiro: Date | null }> {
  const { rows } = await db.query<{ abertos: number; recentes: number; primeiro: Date | null }>(
    `select count(*) filter (where status in ('pendente', 'executando'))::int as abertos, count(*)::int as recentes,
       min(created_at) as primeiro
     from testes_template
     where empresa_id = $1 and ${inScope('$2', 'empresa_id')} and created_at > now() - interval '1 day'`,
    [empresaId, empresaIdOf(scope)],
  );
  return rows[0] ?? { abertos: 0, recentes: 0, primeiro: null };
}

/** Queues a test. @returns its id */
export async function insertTest(
  db: Db,
  test: {
    empresaId: string;
    itemId: string;
    resultadoId: string;
    templateId: string | null;
    versaoSalva: number | null;
    rascunho: RascunhoTemplate | Record<string, never>;
    parametros: Record<string, string>;
    criadoPor: string | null;
    tipo?: 'sugestao';
    outrosItens?: string[];
  },
): Promise<string> {
  const data = { id: newId(), ...test };
  await db.within(companyScope(test.empresaId)).testeTemplate.create({ data, select: { id: true } });
  return data.id;
}

export type TestRow = {
  id: string;
  auditoriaItemId: string;
  templateId: string | null;
  status: 'pendente' | 'executando' | 'concluido' | 'erro';
  motivo: string | null;
  resultado: unknown;
  /** Speakers by sentence number for an older result whose quotes lack them; else null. */
  falantes: Record<string, Falante> | null;
  uso: unknown;
  custoUsd: number;
  createdAt: Date;
  terminadoEm: Date | null;
};

/** A test; null outside the scope. */
export async function findTest(db: Db, scope: Scope, id: string): Promise<TestRow | null> {
  const { rows } = await db.query<TestRow>({
    name: 'template_test_find',
    text: `select id, item_id as "auditoriaItemId", template_id as "templateId", status, motivo, resultado, uso,
       custo_usd::float8 as "custoUsd", created_at as "createdAt", terminado_em as "terminadoEm",
       case when resultado is not null and not jsonb_path_exists(resultado, '$.**.falante') then (
         select jsonb_object_agg(s.ordem, s.falante) from transcricoes t
           join sentencas_vigentes s on s.transcricao_id = t.id
         where t.resultado_id = testes_template.resultado_id
           and to_jsonb(s.ordem) in (select jsonb_path_query(resultado, '$.**.sentencaOrdem'))) end as falantes
     from testes_template where id = $1 and tipo = 'rascunho' and ${inScope('$2', 'empresa_id')}`,
    values: [id, empresaIdOf(scope)],
  });
  return rows[0] ?? null;
}

/** A suggestion of criteria; null outside the scope. */
export async function findSuggestion(db: Db, scope: Scope, id: string) {
  return db.within(scope).testeTemplate.findFirst({
    where: { id, tipo: 'sugestao', AND: whereScope(scope) },
    select: {
      id: true,
      itemId: true,
      outrosItens: true,
      status: true,
      motivo: true,
      resultado: true,
      uso: true,
      custoUsd: true,
      createdAt: true,
      terminadoEm: true,
    },
  });
}
export type SuggestionRow = NonNullable<Awaited<ReturnType<typeof findSuggestion>>>;

/** A test or suggestion with its company, call and state; null outside the scope. */
export async function findAnyTest(db: Db, scope: Scope, id: string) {
  return db.within(scope).testeTemplate.findFirst({
    where: { id, AND: whereScope(scope) },
    select: { empresaId: true, itemId: true },
  });
}

/**
 * Ends an open test; its worker loses the lease and sends no more requests.
 * @returns false if the test had ended
 */
export async function cancelTest(
  db: Db,
  { id, empresaId }: { id: string; empresaId: string },
  motivo: string,
): Promise<boolean> {
  const { count } = await db.within(companyScope(empresaId)).testeTemplate.updateMany({
    where: { id, empresaId, status: { in: ['pendente', 'executando'] } },
    data: { status: 'erro', motivo, leaseAte: null, terminadoEm: new Date() },
  });
  return count > 0;
}

export type CallRow = {
  id: string;
  projetoId: string;
  projetoNome: string;
  numeroDestino: string | null;
  nomeEntrevistado: string | null;
  ramal: string | null;
  quando: Date;
  inicioPrecisao: PrecisaoInicio | null;
  callDuration: number | null;
};

/** Number of newest concluded items searched for a transcript, and number of calls shown. */
const CANDIDATES = 300;
const SHOWN = 20;

/** Items to examine without a search, by the company's index, newest first. */
const NEWEST = `select i.id, i.created_at from auditoria_itens i
  where ${inScope('$1', 'i.empresa_id')} and $2::text is null and i.status = 'concluido'
  order by i.created_at desc, i.id desc limit ${CANDIDATES}`;

/**
 * Items to examine for a search: the newest items of projects whose name matches, and items whose search column
 * matches, project by project.
 */
const FOUND = `select a.id, a.created_at from projetos p cross join lateral (
    (select i.id, i.created_at from auditoria_itens i
     where i.projeto_id = p.id and i.status = 'concluido'
       and escuta_normaliza(p.nome) like '%' || escuta_normaliza($2) || '%'
     order by i.created_at desc, i.id desc limit ${CANDIDATES})
    union
    (select i.id, i.created_at from auditoria_itens i
     where i.projeto_id = p.id and i.status = 'concluido' and i.busca like '%' || escuta_normaliza($2) || '%'
     limit ${CANDIDATES})
  ) a where ${inScope('$1', 'p.empresa_id')} order by a.created_at desc, a.id desc limit ${CANDIDATES}`;

/** The newest concluded calls with a transcript. `q`: part of number, name, extension or the project's name. */
export async function listCalls(db: Db, scope: Scope, q: string | undefined): Promise<CallRow[]> {
  const { rows } = await db.query<CallRow>(
    `with achados as materialized (${q ? FOUND : NEWEST})
     select i.id, i.projeto_id as "projetoId", p.nome as "projetoNome", i.numero_destino as "numeroDestino",
       i.nome_entrevistado as "nomeEntrevistado", i.ramal, coalesce(i.call_start_time, i.created_at) as quando,
       ${ITEM_START_PRECISION} as "inicioPrecisao",
       i.call_duration as "callDuration"
     from achados a join auditoria_itens i on i.id = a.id join projetos p on p.id = i.projeto_id
     where exists (select 1 from item_qualidade q join auditoria_resultados r on r.execucao_id = q.execucao_id
       join transcricoes t on t.resultado_id = r.id where q.item_id = a.id)
     order by a.created_at desc, a.id desc limit ${SHOWN}`,
    [empresaIdOf(scope), q ? escapeLike(q) : null],
  );
  return rows;
}
