// Checks the log of accesses: each sealed day must have its sealed rows, and each seal must fit the seal before it.
import type pg from 'pg';
import { type Check, count, type Report } from './check.ts';
import { withDatabase } from './database.ts';

/** Time for recounting days, ms: the two newest months first, then others at random. */
const RECOUNT_MS = 15_000;
/** PostgreSQL's code for a statement timeout. */
const TOO_LONG = '57014';
/** Greatest number of days that a finding names. */
const NAMED = 5;

type Day = { empresaId: string; dia: string; falta: string };

const ADVICE =
  'Alguém mexeu no banco por fora da Escuta, ou ele foi restaurado em partes: compare com o último backup e com as linhas "Acessos do dia selados" do log do worker.';

function tell(report: Report, days: readonly Day[]): void {
  for (const { empresaId, dia, falta } of days.slice(0, NAMED)) {
    report.falha(`Registro de acessos de ${dia}, empresa ${empresaId}: ${falta}.`, ADVICE);
  }
  if (days.length > NAMED) {
    report.falha(
      `Há mais ${count(days.length - NAMED, 'dia alterado', 'dias alterados')} no registro de acessos.`,
      ADVICE,
    );
  }
}

/** The first month that is kept, 'YYYYMM'. */
const FIRST_MONTH = `(select min(right(c.relname, 6)) from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'acessos'::regclass and c.relname ~ '^acessos_\\d{6}$')`;

/**
 * Finds changed seals, and seals without their predecessor. Before the first kept month only a single seal remains,
 * without rows.
 */
async function brokenChain(db: pg.Client): Promise<Day[]> {
  const { rows } = await db.query<Day>(
    `select s.empresa_id as "empresaId", s.dia::text as dia,
       case when s.selo <> escuta_acessos_selo(s.anterior, s.empresa_id, s.dia, s.linhas,
         s.resumo) then 'o selo do dia foi alterado'
         else 'falta o dia selado antes deste, ou ele foi alterado' end as falta
     from (select t.*, lag(t.selo) over w as antes, row_number() over w as n from acessos_selos t
       window w as (partition by t.empresa_id order by t.dia)) s
     where s.selo <> escuta_acessos_selo(s.anterior, s.empresa_id, s.dia, s.linhas, s.resumo)
       or case when s.n > 1 then s.anterior is distinct from s.antes
         else s.anterior is not null and to_char(s.dia, 'YYYYMM') >= ${FIRST_MONTH} end
     order by s.dia desc, s.empresa_id limit 200`,
  );
  return rows;
}

/**
 * Finds days of a month whose rows differ from the seal.
 * @param mes the month's first day
 */
async function changedDays(db: pg.Client, mes: string): Promise<Day[]> {
  const { rows } = await db.query<Day>(
    `select coalesce(r.empresa_id, s.empresa_id) as "empresaId", coalesce(r.dia, s.dia)::text as dia,
       case when s.dia is null then 'há acessos, e o selo falta'
         when r.dia is null then 'faltam todos os ' || s.linhas || ' acessos selados'
         when r.linhas <> s.linhas then 'há ' || r.linhas || ' acessos, e ' || s.linhas || ' foram selados'
         else 'um acesso foi alterado' end as falta
     from (select * from escuta_acessos_resumo($1::date, ($1::date + interval '1 month')::date - 1)
         where dia <= (select max(dia) from acessos_selos)) r
     full join (select * from acessos_selos where dia >= $1::date and dia < $1::date + interval '1 month') s
       on s.empresa_id = r.empresa_id and s.dia = r.dia
     where r.resumo is distinct from s.resumo order by 2 desc, 1 limit 200`,
    [mes],
  );
  return rows;
}

export const accesses: Check = {
  area: 'Acessos',
  limitMs: 30_000,
  needs: ['DATABASE_URL'],
  run: withDatabase(async (db, report) => {
    const { rows } = await db.query<{ mes: string; atrasado: boolean }>(
      `select to_char(m, 'YYYY-MM-DD') as mes, exists (select from acessos a
           where a.primeiro_em >= coalesce((select max(dia) + 1
             from acessos_selos)::timestamp at time zone 'America/Sao_Paulo', '-infinity')
             and a.primeiro_em < now() - interval '3 days') as atrasado
       from generate_series(date_trunc('month', least((select min(primeiro_em) at time zone 'America/Sao_Paulo'
         from acessos),
           (select min(dia)::timestamp from acessos_selos where to_char(dia, 'YYYYMM') >= ${FIRST_MONTH}))),
         date_trunc('month', now() at time zone 'America/Sao_Paulo'), interval '1 month') m
       order by greatest(m, date_trunc('month', now() at time zone 'America/Sao_Paulo') - interval '2 months') desc,
       random()`,
    );
    const found = await brokenChain(db);
    const deadline = performance.now() + RECOUNT_MS;
    let counted = 0;
    for (const { mes } of rows) {
      if (performance.now() > deadline) break;
      const changed = await changedDays(db, mes).catch((error: { code?: string }) => {
        if (error.code === TOO_LONG) return null;
        throw error;
      });
      if (changed === null) break;
      found.push(...changed);
      counted += 1;
    }
    tell(report, found);
    if (rows[0]?.atrasado) {
      report.aviso(
        'Há dias do registro de acessos que ninguém selou.',
        'O worker os sela depois da meia-noite: confira se há um no ar e o que o log dele diz.',
      );
    }
    if (counted === 0 && rows.length > 0) {
      report.aviso(
        'O registro de acessos não foi conferido: a conta passou do tempo.',
        'Repita com o sistema mais tranquilo.',
      );
    } else if (found.length === 0) {
      const all = counted === rows.length;
      report.ok(
        `O registro de acessos confere com os selos de cada dia${all ? '' : ` (${counted} de ${rows.length} meses contados de novo, os outros em outra vez)`}.`,
      );
    }
  }),
};
