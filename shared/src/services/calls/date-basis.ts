/**
 * By which day calls are cut (docs/decisions/0023-daily-work.md): the only place that knows which column and which sums stand for
 * the day of the call, and which for that of its entry.
 */
import type { DataDe } from '../../domain/filters/filtro-campos.ts';
import { type Days, literal, onDays, type Sql, sql } from '../../platform/database/sql.ts';

/** Days, and whose they are. */
export type CallDays = Days & { data: DataDe };

/** The moment of a call `i` by which its day is told. */
export const momentOfCall = (data: DataDe): Sql =>
  data === 'ligacao' ? sql`i.momento_chamada` : sql`i.created_at`;

/** The day of a call `i`. */
export const dayOfCall = (data: DataDe): Sql =>
  data === 'ligacao' ? sql`i.dia_chamada` : sql`escuta_dia(i.created_at)`;

/** That a call `i` lies within days; null where neither end is said. */
export const callsOnDays = (data: DataDe, days: Days): Sql | null => onDays(momentOfCall(data), days);

/**
 * The sums by day (docs/decisions/0004-rollups.md), which have the same columns by either: `projeto_id`, `empresa_id`, `dia` and
 * what is counted, of all agents together.
 */
export const SOMAS = {
  entrada: {
    volume: 'projeto_rollup_dia',
    qualidade: 'projeto_qualidade_dia',
    palavras: 'projeto_palavra_dia',
  },
  ligacao: {
    volume: 'projeto_chamada_dia',
    qualidade: 'chamada_qualidade_soma',
    palavras: 'chamada_palavra_dia',
  },
} as const satisfies Record<DataDe, Record<string, string>>;

/** One of them, for a statement made at run time. */
export const sumsBy = (data: DataDe, of: keyof (typeof SOMAS)[DataDe]): Sql => literal(SOMAS[data][of]);

/** That a day of sums `r` lies within days. */
export const sumsOnDays = ({ de, ate }: Days): (Sql | null)[] => [
  de ? sql`r.dia >= ${de}::date` : null,
  ate ? sql`r.dia <= ${ate}::date` : null,
];
