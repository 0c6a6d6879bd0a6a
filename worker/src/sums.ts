import type { Db } from '@escuta/prisma/db';
import { int, join, type Sql, sql } from '@escuta/shared/platform/database/sql';

/** Groups with fewer rows are not added up, because adding them up would save too little. */
const ROWS_LEFT = 100;
/** Groups (days of a project, or companies) per sweep. */
const SUMS_PER_SWEEP = 200;

/** A table of figures. `group`: the columns that select rows for adding up. */
type Table = { name: Sql; keys: readonly Sql[]; figures: readonly Sql[]; group: readonly Sql[] };

const DAY_OF_PROJECT = [sql`projeto_id`, sql`dia`];

const INSIGHTS: Table = {
  name: sql`insight_dia`,
  group: DAY_OF_PROJECT,
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
  group: DAY_OF_PROJECT,
  keys: [sql`empresa_id`, sql`projeto_id`, sql`template_id`, sql`criterio`, sql`dia`],
  figures: [
    ...[sql`n`, sql`aprovados`, sql`rejeitados`, sql`sim_sim`, sql`sim_nao`, sql`nao_sim`, sql`nao_nao`],
  ],
};

/** A table with the given table's figures by the call's day, divided further by the day when the call was entered. */
const byCall = (name: Sql, { keys, figures, group }: Table): Table => ({
  name,
  group,
  keys: [...keys, sql`dia_entrada`],
  figures,
});

const BYTES: Table = {
  name: sql`empresa_bytes`,
  group: [sql`empresa_id`],
  keys: [sql`empresa_id`, sql`tipo`],
  figures: [sql`n`, sql`bytes`],
};

/** Replaces the triggers' increments by their sum. Readers never see a mixture. */
async function addUp(db: Db, { name, keys, figures, group }: Table): Promise<void> {
  const [key, figure, groups] = [join(keys, ', '), join(figures, ', '), join(group, ', ')];
  const sums = join(
    figures.map((one) => sql`sum(${one})`),
    ', ',
  );
  const something = join(
    figures.map((one) => sql`sum(${one}) <> 0`),
    ' or ',
  );
  await db.sql(
    sql`with muitos as (
        select ${groups} from ${name} where not somada group by ${groups} having count(*) > ${int(ROWS_LEFT)}
          limit ${int(SUMS_PER_SWEEP)}
      ), idas as (
        delete from ${name} where id in (
          select d.id from ${name} d join muitos using (${groups}) for update of d skip locked)
        returning ${key}, ${figure}
      )
      insert into ${name} (${key}, ${figure}, somada)
      select ${key}, ${sums}, true from idas group by ${key} having ${something}`,
  );
}

export async function addUpInsights(db: Db): Promise<void> {
  for (const table of [
    INSIGHTS,
    VERDICTS,
    byCall(sql`insight_chamada_dia`, INSIGHTS),
    byCall(sql`concordancia_chamada_dia`, VERDICTS),
  ])
    await addUp(db, table);
}

export const addUpBytes = (db: Db): Promise<void> => addUp(db, BYTES);
