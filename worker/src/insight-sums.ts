import { int, join, type Sql, sql } from '@escuta/shared/node/sql';
import type { Queryable } from '@escuta/shared/node/transaction';

/** Rows of a project's day that are left as they came: to add up fewer costs more than it saves. */
const ROWS_A_DAY = 100;
/** Days that one sweep adds up. */
const DAYS_PER_SWEEP = 200;

type Table = { name: Sql; keys: readonly Sql[]; figures: readonly Sql[] };

const INSIGHTS: Table = {
  name: sql`insight_dia`,
  keys: [sql`empresa_id`, sql`projeto_id`, sql`auditoria_id`, sql`categoria`, sql`dia`],
  figures: [
    ...[
      sql`n`,
      sql`pendente`,
      sql`processando`,
      sql`concluido`,
      sql`erro`,
      sql`alta`,
      sql`media`,
      sql`baixa`,
      sql`atencao`,
      sql`na_fila`,
    ],
    ...[
      sql`validados`,
      sql`aprovados`,
      sql`rejeitados`,
      sql`n_pontuacao`,
      sql`n_confianca`,
      sql`soma_revisao`,
      sql`n_revisao`,
    ],
    ...[sql`alertas`, sql`com_alertas`, sql`soma_pontuacao`, sql`soma_confianca`],
  ],
};
const VERDICTS: Table = {
  name: sql`concordancia_dia`,
  keys: [sql`empresa_id`, sql`projeto_id`, sql`template_id`, sql`criterio`, sql`dia`],
  figures: [
    ...[sql`n`, sql`aprovados`, sql`rejeitados`, sql`sim_sim`, sql`sim_nao`, sql`nao_sim`, sql`nao_nao`],
  ],
};

/** The same figures by the days of the call and of its entry. */
const byCall = (name: Sql, { keys, figures }: Table): Table => ({
  name,
  keys: [...keys, sql`dia_entrada`],
  figures,
});

/**
 * Adds up what triggers counted one by one of insights and verdicts, project by project and day by day, where that has become much. Whoever reads
 * meanwhile sees one or the other; another worker takes other rows.
 */
export async function addUpInsights(db: Queryable): Promise<void> {
  for (const { name, keys, figures } of [
    INSIGHTS,
    VERDICTS,
    byCall(sql`insight_chamada_dia`, INSIGHTS),
    byCall(sql`concordancia_chamada_dia`, VERDICTS),
  ]) {
    const [key, figure] = [join(keys, ', '), join(figures, ', ')];
    const sums = join(
      figures.map((one) => sql`sum(${one})`),
      ', ',
    );
    const something = join(
      figures.map((one) => sql`sum(${one}) <> 0`),
      ' or ',
    );
    await db.query(
      sql`with muitos as (
          select projeto_id, dia from ${name} where not somada group by 1, 2 having count(*) > ${int(ROWS_A_DAY)} limit ${int(DAYS_PER_SWEEP)}
        ), idas as (
          delete from ${name} where id in (
            select d.id from ${name} d join muitos using (projeto_id, dia) for update of d skip locked)
          returning ${key}, ${figure}
        )
        insert into ${name} (${key}, ${figure}, somada)
        select ${key}, ${sums}, true from idas group by ${key} having ${something}`.statement(),
    );
  }
}
