import type { Db } from '@escuta/prisma/db';
import { PERTO_DA_COTA } from '@escuta/shared/domain/company-bytes';
import type { Etapa } from '@escuta/shared/domain/runs/status';
import { sql } from '@escuta/shared/platform/database/sql';
import type { WorkerEnv } from '@escuta/shared/platform/process/env';
import { type GrupoTrabalhos, readRunsUnderWay } from '@escuta/shared/platform/redis/queue-state';
import { quotaOf } from '@escuta/shared/services/accounts/company-bytes';

/** Companies named in the metrics; few, to limit the series. */
export const TOP_COMPANIES = 10;
export const OTHER_COMPANIES = 'outras';
const COUNT_LIMIT = 100_000;

export type Trabalhos = { empresa: string; etapa: Etapa | 'admissao'; estado: string; n: number };

export type SituacaoCota = 'perto' | 'atingida';

export type Figures = {
  /**
   * Numbers of runs by company (the busiest by id, others as 'outras'), stage and state. In state `admissao`, a run
   * waits for its company's turn.
   */
  trabalhos: Trabalhos[];
  /** Wait of each stage's oldest due run, s. */
  esperas: { etapa: Etapa; esperaS: number }[];
  falhas: { etapa: string; n: number }[];
  /** Today's ledger entries by kind: number, credits received and spent. */
  creditos: { tipo: string; n: number; entrada: number; saida: number }[];
  /** `mes`: credits to invoice, bought this month; `pedidos`: waiting requests; `esperaS`: oldest request's age, s. */
  compras: { mes: number; pedidos: number; esperaS: number };
  emails: { pendentes: number; atrasados: number };
  /** Open tasks by kind and state. `esperaS`: time since the oldest task without a worker was due, s; null: none. */
  tarefas: { tipo: string; status: string; n: number; esperaS: number | null }[];
};

export type StoredBytes = {
  empresas: { empresa: string; bytes: number }[];
  cotas: Record<SituacaoCota, number>;
};

export async function readStoredBytes(
  db: Db,
  settings: Pick<WorkerEnv, 'COMPANY_MAX_GB'>,
): Promise<StoredBytes> {
  const { rows } = await db.sql<{ empresa: string; bytes: number; parte: number | null }>(
    sql`select e.id as empresa, b.bytes::float8 as bytes, (b.bytes / ${quotaOf(settings, sql`e`)})::float8 as parte
      from (select empresa_id, sum(bytes) as bytes from empresa_bytes group by 1) b
        join empresas e on e.id = b.empresa_id
      order by b.bytes desc, e.id`,
    'metrica_bytes',
  );
  const rest = rows.slice(TOP_COMPANIES).reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    empresas: [
      ...rows.slice(0, TOP_COMPANIES).map(({ empresa, bytes }) => ({ empresa, bytes })),
      { empresa: OTHER_COMPANIES, bytes: rest },
    ],
    cotas: {
      perto: rows.filter(({ parte }) => parte !== null && parte >= PERTO_DA_COTA && parte < 1).length,
      atingida: rows.filter(({ parte }) => parte !== null && parte >= 1).length,
    },
  };
}

export function boundCompanies(
  groups: readonly (Omit<GrupoTrabalhos, 'etapa' | 'estado'> & {
    etapa: Trabalhos['etapa'];
    estado: string;
  })[],
  top: number = TOP_COMPANIES,
): Trabalhos[] {
  const totals = new Map<string, number>();
  for (const { empresaId, n } of groups) totals.set(empresaId, (totals.get(empresaId) ?? 0) + n);
  const named = new Set(
    [...totals]
      .sort(([a, x], [b, y]) => y - x || a.localeCompare(b))
      .slice(0, top)
      .map(([id]) => id),
  );
  const sums = new Map<string, Trabalhos>();
  for (const { empresaId, etapa, estado, n } of groups) {
    const empresa = named.has(empresaId) ? empresaId : OTHER_COMPANIES;
    const key = `${empresa} ${etapa} ${estado}`;
    const sum = sums.get(key);
    if (sum) sum.n += n;
    else sums.set(key, { empresa, etapa, estado, n });
  }
  return [...sums.values()];
}

/** Reads the metrics' figures, with seven statements over limited numbers of rows. */
export async function readFigures(db: Db): Promise<Figures> {
  const { grupos, esperas } = await readRunsUnderWay(db);
  const { rows: waiting } = await db.query<{ empresaId: string; n: number }>(
    `select empresa_id as "empresaId", count(*)::int as n from (
       select empresa_id from execucoes where status = 'na_fila' and admitida_em is null limit ${COUNT_LIMIT}) w
     group by 1`,
  );
  const { rows: falhas } = await db.query<{ etapa: string; n: number }>(
    `select etapa::text as etapa, count(*)::int as n from (
       select etapa from letras_mortas where status = 'aberta' limit ${COUNT_LIMIT}) l group by 1`,
  );
  const { rows: creditos } = await db.query<Figures['creditos'][number]>(
    `select tipo::text as tipo, sum(n)::float8 as n, sum(entrada)::float8 as entrada, sum(saida)::float8 as saida
     from credito_rollup_dia where dia = escuta_dia(now()) group by 1`,
  );
  const { rows: compras } = await db.query<Figures['compras']>(
    `select (select coalesce(sum(entrada), 0)::float8 from credito_rollup_dia
        where dia >= date_trunc('month', escuta_dia(now())) and tipo = 'compra') as mes, count(*)::int as pedidos,
       coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "esperaS"
     from (select created_at from credito_pedidos where status = 'pendente'
       order by created_at limit ${COUNT_LIMIT}) p`,
  );
  const { rows: emails } = await db.query<Figures['emails']>(
    `select count(*)::int as pendentes, count(*) filter (where proxima_em < now() - interval '5 minutes')::int
      as atrasados
     from (select proxima_em from emails where status = 'pendente' limit ${COUNT_LIMIT}) m`,
  );
  const { rows: tarefas } = await db.query<Figures['tarefas'][number]>(
    `select tipo, status, count(*)::int as n, extract(epoch from now() - min(case status when 'pendente'
         then greatest(vez_em, proxima_em) else lease_ate end) filter (where status = 'pendente' and proxima_em <= now()
           or lease_ate < now()))::float8 as "esperaS"
     from tarefas where status in ('pendente', 'executando') group by 1, 2`,
  );
  return {
    trabalhos: boundCompanies([
      ...grupos,
      ...waiting.map(({ empresaId, n }) => ({ empresaId, etapa: 'admissao' as const, estado: 'na_fila', n })),
    ]),
    esperas,
    falhas,
    creditos,
    compras: compras[0] ?? { mes: 0, pedidos: 0, esperaS: 0 },
    tarefas,
    emails: emails[0] ?? { pendentes: 0, atrasados: 0 },
  };
}

/** Number of companies whose balance differs from their ledger's sum: must be 0. */
export async function countBalanceMismatches(db: Db): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::int as n from empresas e
     left join (select empresa_id, sum(entrada - saida) as soma from credito_rollup_dia
       group by 1) r on r.empresa_id = e.id
     where e.saldo_creditos <> coalesce(r.soma, 0)`,
  );
  return rows[0]?.n ?? 0;
}
