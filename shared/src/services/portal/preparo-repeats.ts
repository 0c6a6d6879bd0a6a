// SQL: finds recordings by SHA-256, which is indexed by project.

import type { Db } from '@escuta/prisma/db';
import type { Alerta } from '../../domain/survey-file/rows/warnings.ts';
import { localTime, sql } from '../../platform/database/sql.ts';
import { A_AUDITAR } from './preparo-figures.ts';

/** Maximum recordings named by a warning, and maximum warnings (one per survey and day). */
const NOMEADAS = 200;
const AVISOS = 20;

type Repetidas = {
  /** The earlier survey's title; null for a call. `em`: the displayed day; null: still running. */
  titulo: string | null;
  em: string | null;
  n: number;
  gravacoes: Alerta['celulas'];
};

/** Warns, per survey, of recordings that the project audited before, or that another confirmed audit contains. */
export async function repeatsOf(db: Db, preparoId: string): Promise<Alerta[]> {
  const { rows } = await db.sql<Repetidas>(
    sql`with p as (select id, projeto_id from auditoria_preparos where id = ${preparoId}::uuid),
        g as materialized (
          select g.nome, g.linha_n, g.sha256 from p join preparo_gravacoes g on g.preparo_id = p.id
            left join preparo_linhas l on l.preparo_id = g.preparo_id and l.n = g.linha_n
          where g.sha256 is not null and ${A_AUDITAR}
        ), antes as (
          select g.nome, g.linha_n, a.titulo, a.em from g cross join lateral (
            select s.titulo, to_char(${localTime(sql`max(x.created_at)`)}, 'DD/MM/YYYY') as em
            from p join auditoria_itens i on i.projeto_id = p.projeto_id and i.arquivo_sha256 = g.sha256
              join execucoes x on x.item_id = i.id and x.status <> 'ignorada'
                left join pesquisas s on s.id = i.pesquisa_id
            group by i.id, s.titulo
            union all
            select o.titulo, null from p join auditoria_preparos o on o.projeto_id = p.projeto_id and o.id <> p.id
              and o.estado = 'criando'
              join preparo_gravacoes h on h.preparo_id = o.id and h.sha256 = g.sha256 and h.item_id is null
                and h.linha_n is not null and h.motivo is null and not h.nao_auditar
            order by em desc nulls first limit 1) a
        ), numeradas as (
          select *, row_number() over (partition by titulo, em order by linha_n) as lugar,
          count(*) over (partition by titulo, em) as n from antes
        )
      select titulo, em, min(n)::int as n,
      json_agg(json_build_object('linha', linha_n, 'texto', regexp_replace(nome, '^.*/', ''))
          order by linha_n) filter (where lugar <= ${NOMEADAS}::int) as gravacoes
      from numeradas group by titulo, em order by min(n) desc, titulo limit ${AVISOS}::int`,
    'preparo_repetidas',
  );
  return rows.map(({ titulo, em, n, gravacoes }) => ({
    tipo: 'ja_auditadas',
    gravidade: 'aviso',
    pergunta: null,
    codigo: null,
    coluna: null,
    texto: inWords({ titulo, em, n }),
    celulas: gravacoes,
  }));
}

function inWords({ titulo, em, n }: Pick<Repetidas, 'titulo' | 'em' | 'n'>): string {
  const what = n === 1 ? '1 gravação deste envio já foi' : `${n} gravações deste envio já foram`;
  const done = `${em === null ? 'confirmada' : 'auditada'}${n === 1 ? '' : 's'}`;
  const where = titulo === null ? '' : `, na pesquisa “${titulo}”`;
  const when = em === null ? ', há pouco' : `, em ${em}`;
  return `${what} ${done} neste projeto${where}${when}. Auditar de novo usa créditos outra vez.`;
}
