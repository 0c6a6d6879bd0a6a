// SQL: finds what was said in calls by positions in the search's index.

import type { Db } from '@escuta/prisma/db';
import type { Scope } from '../../domain/scope.ts';
import { inScope, sql } from '../../platform/database/sql.ts';

export type Criterio = {
  item_id: string;
  insight_id: string;
  /** The criterion's id, and the template's name. */
  criterio: string;
  template: string;
  /** Entry in item_qualidade.criterios. */
  entrada: string;
  critico: boolean;
  descricao: string;
  citacao: string | null;
  start_ms: number | null;
  end_ms: number | null;
};

/** Answers in force to failed critical criteria, and to the requested criteria. */
export async function criteriaOf(
  db: Db,
  scope: Scope,
  itens: readonly string[],
  entradas: readonly string[],
): Promise<Criterio[]> {
  const { rows } = await db.sql<Criterio>(
    sql`select q.item_id, s.id as insight_id, o.c ->> 'id' as criterio, v.nome as template, c.entrada, c.critico,
      c.descricao, e.citacao, e.start_ms, e.end_ms
      from item_qualidade q
        join insights s on s.execucao_id = q.execucao_id and s.status_processamento = 'concluido'
        join insight_template_versoes v on v.id = s.template_versao_id
        cross join lateral jsonb_array_elements(case when jsonb_typeof(s.resultado -> 'criterios') = 'array'
          then s.resultado -> 'criterios' else '[]' end) with ordinality as o (c, n)
        cross join unnest(array['s', 'n']) as r (resposta)
        cross join lateral (select v.template_id || ' ' || left(md5(o.c ->> 'descricao'),
          8) || ' ' || r.resposta || ' ' || (o.c ->> 'id') as entrada,
          coalesce((o.c ->> 'critico')::boolean, false) as critico, o.c ->> 'descricao' as descricao) c
        left join lateral (select e.citacao, e.start_ms, e.end_ms from evidencias e
          where e.insight_id = s.id and e.criterio = o.c ->> 'id' and e.verificada order by e.ordem limit 1) e on true
      where q.item_id = any(${itens}::uuid[]) and ${inScope(scope, sql`q.empresa_id`)} and c.entrada = any(q.criterios)
        and ((c.critico and r.resposta = 'n') or c.entrada = any(${entradas}::text[]))
      order by q.item_id, s.id, o.n`,
    'porque_criterios',
  );
  return rows;
}

export type Dita = { item_id: string; falante: string; texto: string; start_ms: number; end_ms: number };

/** Calls' sentences with offensive words, by the text analysis. */
export async function offencesOf(db: Db, scope: Scope, itens: readonly string[]): Promise<Dita[]> {
  const { rows } = await db.sql<Dita>(
    sql`select q.item_id, s.falante, s.texto, s.start_ms, s.end_ms
      from item_qualidade q
        join auditoria_resultados r on r.execucao_id = q.execucao_id
        join transcricoes t on t.resultado_id = r.id
        join sentencas_vigentes s on s.transcricao_id = t.id
      where q.item_id = any(${itens}::uuid[]) and ${inScope(scope, sql`q.empresa_id`)} and q.palavras <> '{}'
        and s.ordem in (select (o ->> 'ordem')::int from jsonb_array_elements(r.analise_texto -> 'ofensas') o)
      order by q.item_id, s.ordem`,
    'porque_ofensas',
  );
  return rows;
}

export type Bloco = {
  item_id: string;
  execucao_id: string;
  papel: string;
  marcos: number[];
  ordens: number[];
  lugares: Record<string, number[]> | null;
};

/** Finds index blocks that contain one of the phrases, with the positions of the phrases' words. */
export async function blocksOf(
  db: Db,
  scope: Scope,
  itens: readonly string[],
  {
    frases,
    radicais,
    papeis,
  }: { frases: readonly string[]; radicais: readonly string[]; papeis: readonly string[] | null },
): Promise<Bloco[]> {
  const { rows } = await db.sql<Bloco>(
    sql`select b.item_id, b.execucao_id, b.papel, b.marcos, b.ordens, (
        select json_object_agg(v.lexeme, v.positions) from unnest(ts_filter(setweight(b.vetor, 'A',
          ${radicais}::text[]), '{a}')) v
        where v.lexeme = any(${radicais}::text[]) and v.positions is not null) as lugares
      from busca_falas b
      where b.item_id = any(${itens}::uuid[]) and ${inScope(scope, sql`b.empresa_id`)}
        and (${papeis}::text[] is null or b.papel = any(${papeis}::text[]))
          and b.vetor @@ escuta_frases(${frases}::text[])
      order by b.item_id, b.papel, b.bloco`,
    'porque_blocos',
  );
  return rows;
}

/** Words' stems, as in the search's index. */
export async function stemsOf(db: Db, palavras: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await db.sql<{ palavra: string; radicais: string[] }>(
    sql`select p.palavra, escuta_radicais(p.palavra) as radicais from unnest(${palavras}::text[]) as p (palavra)`,
    'porque_radicais',
  );
  return new Map(rows.map(({ palavra, radicais }) => [palavra, radicais]));
}
