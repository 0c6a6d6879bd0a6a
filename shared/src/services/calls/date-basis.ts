/** Maps a call's own day and its day of arrival (docs/decisions/0023-daily-work.md) to columns and daily sums. */
import type { DataDe } from '../../domain/filters/filtro-campos.ts';
import { type Days, literal, onDays, type Sql, sql } from '../../platform/database/sql.ts';

export type CallDays = Days & { data: DataDe };

export const momentOfCall = (data: DataDe): Sql =>
  data === 'ligacao' ? sql`i.momento_chamada` : sql`i.created_at`;

export const dayOfCall = (data: DataDe): Sql =>
  data === 'ligacao' ? sql`i.dia_chamada` : sql`escuta_dia(i.created_at)`;

export const callsOnDays = (data: DataDe, days: Days): Sql | null => onDays(momentOfCall(data), days);

/** Daily sums over all agents (docs/decisions/0004-rollups.md), with equal columns for both kinds of day. */
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

export const sumsBy = (data: DataDe, of: keyof (typeof SOMAS)[DataDe]): Sql => literal(SOMAS[data][of]);

export const sumsOnDays = ({ de, ate }: Days): (Sql | null)[] => [
  de ? sql`r.dia >= ${de}::date` : null,
  ate ? sql`r.dia <= ${ate}::date` : null,
];
