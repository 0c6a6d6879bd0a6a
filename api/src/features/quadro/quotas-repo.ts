// SQL: triggers count the chosen options; goals are replaced under their questionnaire's lock.

import type { Database, Db } from '@escuta/prisma/db';
import { companyScope, type Scope } from '@escuta/shared/domain/scope';
import { inScope, int, sql } from '@escuta/shared/platform/database/sql';

export type CotaRow = {
  questionario: { id: string; nome: string };
  pergunta: { id: string; codigo: string; texto: string };
  opcao: { id: string; texto: string; na_lista: boolean };
  meta: number;
  feitas: number;
};

/** Greatest number of goals shown for a survey. */
const COTAS_DA_PESQUISA = 2000;

/**
 * A survey's goals with the number of concluded interviews per option; null outside the scope. `aprovadas`: only
 * approved interviews.
 */
export async function countQuotas(
  db: Database,
  scope: Scope,
  pesquisaId: string,
  { aprovadas }: { aprovadas: boolean },
): Promise<CotaRow[] | null> {
  const feitas = aprovadas ? sql`sum(k.aprovadas)` : sql`sum(k.n)`;
  const { rows } = await db.sql<{ cotas: CotaRow[] }>(
    sql`with c as materialized (
        select c.*, q.nome from cotas c join questionarios q on q.id = c.questionario_id
        where q.pesquisa_id = ${pesquisaId}::uuid
      ), feitas as (
        select k.opcao_id as id, ${feitas}::int as n from cota_contagens k
        where k.pergunta_id in (select pergunta_id from c) group by 1
      )
      select coalesce((select json_agg(json_build_object(
          'questionario', json_build_object('id', c.questionario_id, 'nome', c.nome),
          'pergunta', json_build_object('id', p.id, 'codigo', p.codigo, 'texto', p.texto_pergunta),
          'opcao', json_build_object('id', c.opcao_id, 'texto', coalesce(d.texto_resposta, c.texto),
            'na_lista', d.id is not null and p.excluida_em is null and p.ativo),
          'meta', c.meta, 'feitas', coalesce(f.n, 0)) order by c.nome, c.questionario_id, p.ordem, p.id, c.ordem)
        from (select * from c order by questionario_id, ordem limit ${int(COTAS_DA_PESQUISA)}) c
          join perguntas p on p.id = c.pergunta_id
          left join respostas_definidas d on d.id = c.opcao_id left join feitas f on f.id = c.opcao_id), '[]') as cotas
      from pesquisas s where s.id = ${pesquisaId}::uuid and ${inScope(scope, sql`s.empresa_id`)}`,
    aprovadas ? 'cotas-aprovadas' : 'cotas',
  );
  return rows[0]?.cotas ?? null;
}

/** Locks a questionnaire; null outside the scope. */
export async function lockQuestionario(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ id: string; empresaId: string } | null> {
  const { rows } = await db.sql<{ id: string; empresaId: string }>(
    sql`select id, empresa_id as "empresaId" from questionarios
      where id = ${id}::uuid and ${inScope(scope, sql`empresa_id`)} for no key update`,
  );
  return rows[0] ?? null;
}

export type Meta = { opcao_id: string; meta: number };

export async function listMetas(
  db: Db,
  { id: questionarioId, empresaId }: { id: string; empresaId: string },
): Promise<Meta[]> {
  const rows = await db.within(companyScope(empresaId)).cota.findMany({
    where: { questionarioId, empresaId },
    select: { opcaoId: true, meta: true },
    orderBy: { ordem: 'asc' },
  });
  return rows.map(({ opcaoId, meta }) => ({ opcao_id: opcaoId, meta }));
}

/**
 * Replaces the goals of a locked questionnaire; a goal may stay although its option was removed.
 * @returns number of given options that belong to the questionnaire; if fewer than given, the caller rolls back
 */
export async function replaceMetas(
  db: Db,
  questionario: { id: string; empresaId: string },
  metas: readonly Meta[],
): Promise<number> {
  const { rowCount } = await db.sql(
    sql`with novas as materialized (
        select n.opcao_id, n.meta, n.ordem, coalesce(d.pergunta_id, c.pergunta_id) as pergunta_id,
          coalesce(d.texto_resposta, c.texto) as texto
        from unnest(${metas.map(({ opcao_id }) => opcao_id)}::uuid[], ${metas.map(({ meta }) => meta)}::int[])
          with ordinality as n (opcao_id, meta, ordem)
        left join (select d.id, d.pergunta_id, d.texto_resposta from respostas_definidas d
          join perguntas p on p.id = d.pergunta_id
          where p.questionario_id = ${questionario.id}::uuid) d on d.id = n.opcao_id
        left join cotas c on c.opcao_id = n.opcao_id and c.questionario_id = ${questionario.id}::uuid
        where d.id is not null or c.opcao_id is not null
      ), velhas as (
        delete from cotas c where c.questionario_id = ${questionario.id}::uuid
          and not exists (select from novas n where n.opcao_id = c.opcao_id)
      )
      insert into cotas (opcao_id, empresa_id, questionario_id, pergunta_id, texto, meta, ordem)
      select opcao_id, ${questionario.empresaId}::uuid, ${questionario.id}::uuid, pergunta_id, texto, meta, ordem
        from novas
      on conflict (opcao_id) do update set meta = excluded.meta, texto = excluded.texto, ordem = excluded.ordem`,
  );
  return rowCount ?? 0;
}
