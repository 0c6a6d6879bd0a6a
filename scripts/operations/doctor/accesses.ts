// The log of accesses: checks that each sealed day still holds its rows, and each seal its predecessor.
import type pg from 'pg';
import { type Check, count, type Report } from './check.ts';
import { withDatabase } from './database.ts';

/** Time for recounting days, ms: the two newest months first, then others at random. */
const RECOUNT_MS = 15_000;
/** PostgreSQL's code for a statement timeout. */
const TOO_LONG = '57014';
/** Most days that a finding names. */
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
const FIRST_MONTH = `(SELECT min(right(c.relname, 6)) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'acessos'::regclass AND c.relname ~ '^acessos_\\d{6}$')`;

/**
 * Finds changed seals, and seals without their predecessor. Before the first kept month only one seal remains, without
 * rows.
 */
async function brokenChain(db: pg.Client): Promise<Day[]> {
  const { rows } = await db.query<Day>(
    `SELECT s.empresa_id AS "empresaId", s.dia::text AS dia,
       CASE WHEN s.selo <> escuta_acessos_selo(s.anterior, s.empresa_id, s.dia, s.linhas, s.resumo) THEN 'o selo do dia foi alterado'
         ELSE 'falta o dia selado antes deste, ou ele foi alterado' END AS falta
     FROM (SELECT t.*, lag(t.selo) OVER w AS antes, row_number() OVER w AS n FROM acessos_selos t
       WINDOW w AS (PARTITION BY t.empresa_id ORDER BY t.dia)) s
     WHERE s.selo <> escuta_acessos_selo(s.anterior, s.empresa_id, s.dia, s.linhas, s.resumo)
       OR CASE WHEN s.n > 1 THEN s.anterior IS DISTINCT FROM s.antes
         ELSE s.anterior IS NOT NULL AND to_char(s.dia, 'YYYYMM') >= ${FIRST_MONTH} END
     ORDER BY s.dia DESC, s.empresa_id LIMIT 200`,
  );
  return rows;
}

/** Finds days of a month whose rows differ from the seal. @param mes its first day */
async function changedDays(db: pg.Client, mes: string): Promise<Day[]> {
  const { rows } = await db.query<Day>(
    `SELECT coalesce(r.empresa_id, s.empresa_id) AS "empresaId", coalesce(r.dia, s.dia)::text AS dia,
       CASE WHEN s.dia IS NULL THEN 'há acessos, e o selo falta'
         WHEN r.dia IS NULL THEN 'faltam todos os ' || s.linhas || ' acessos selados'
         WHEN r.linhas <> s.linhas THEN 'há ' || r.linhas || ' acessos, e ' || s.linhas || ' foram selados'
         ELSE 'um acesso foi alterado' END AS falta
     FROM (SELECT * FROM escuta_acessos_resumo($1::date, ($1::date + interval '1 month')::date - 1)
         WHERE dia <= (SELECT max(dia) FROM acessos_selos)) r
     FULL JOIN (SELECT * FROM acessos_selos WHERE dia >= $1::date AND dia < $1::date + interval '1 month') s
       ON s.empresa_id = r.empresa_id AND s.dia = r.dia
     WHERE r.resumo IS DISTINCT FROM s.resumo ORDER BY 2 DESC, 1 LIMIT 200`,
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
      `SELECT to_char(m, 'YYYY-MM-DD') AS mes, EXISTS (SELECT FROM acessos a
           WHERE a.primeiro_em >= coalesce((SELECT max(dia) + 1 FROM acessos_selos)::timestamp AT TIME ZONE 'America/Sao_Paulo', '-infinity')
             AND a.primeiro_em < now() - interval '3 days') AS atrasado
       FROM generate_series(date_trunc('month', least((SELECT min(primeiro_em) AT TIME ZONE 'America/Sao_Paulo' FROM acessos),
           (SELECT min(dia)::timestamp FROM acessos_selos WHERE to_char(dia, 'YYYYMM') >= ${FIRST_MONTH}))),
         date_trunc('month', now() AT TIME ZONE 'America/Sao_Paulo'), interval '1 month') m
       ORDER BY greatest(m, date_trunc('month', now() AT TIME ZONE 'America/Sao_Paulo') - interval '2 months') DESC, random()`,
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
