import type { QueryOf } from '@escuta/shared/contracts/contract';
import type {
  EstatisticasInsights,
  getInsightAgreement,
  getInsightStats,
  getInsightTrends,
  Periodo,
} from '@escuta/shared/contracts/insights/insights';
import { reviewShares } from '@escuta/shared/domain/exports/figures';
import { agreement } from '@escuta/shared/domain/insights/agreement';
import type { Julgamentos } from '@escuta/shared/domain/intervals/kappa';
import type { Scope } from '@escuta/shared/domain/scope';
import type { AppDeps } from '../../deps.ts';
import { listScope } from '../../reads/list-scope.ts';
import type { Session } from '../../sign-in/session.ts';
import { readAgreement, readStats, readTrends, type Window } from './analytics-repo.ts';

const DAY_MS = 86_400_000;
const DIAS: Record<Periodo, number> = { '7d': 7, '30d': 30, '90d': 90, '6m': 183, '12m': 365 };

function spanOf(periodo: Periodo): { de: Date; ate: Date } {
  const ate = new Date();
  return { de: new Date(ate.getTime() - DIAS[periodo] * DAY_MS), ate };
}

const digits = (value: number, decimals = 4) => Math.round(value * 10 ** decimals) / 10 ** decimals;
const round = (value: number | null, decimals = 4) => (value === null ? null : digits(value, decimals));

/** Figures of the insights that match a window. `usuarioId`: the caller, whose own interviews are left out. */
export async function statsOf(
  deps: AppDeps,
  scope: Scope,
  window: Window,
  usuarioId: string | null,
): Promise<EstatisticasInsights> {
  const row = await readStats(deps.db, scope, window, usuarioId);
  return {
    de: window.de.toISOString(),
    ate: window.ate.toISOString(),
    total: row.total,
    porStatus: {
      pendente: row.pendente,
      processando: row.processando,
      concluido: row.concluido,
      erro: row.erro,
    },
    porCategoria: row.porCategoria,
    porConfianca: { alta: row.alta, media: row.media, baixa: row.baixa, semConfianca: row.semConfianca },
    // Priorities by the attention rule. 'alta': failed insights; 'media': insights that need a person for another
    // reason; 'baixa': all others.
    porPrioridade: { alta: row.erro, media: row.atencao - row.erro, baixa: row.total - row.atencao },
    precisamAtencao: row.atencao,
    naFila: row.naFila,
    validados: row.validados,
    aprovados: row.aprovados,
    rejeitados: row.rejeitados,
    partes: reviewShares({
      insights: row.concluido,
      decididos: row.validados,
      aprovados: row.aprovados,
    }),
    pontuacaoMedia: round(row.pontuacaoMedia),
    confiancaMedia: round(row.confiancaMedia),
    tempoMedioRevisaoS: row.tempoMedioMs === null ? null : round(row.tempoMedioMs / 1000, 1),
    alertas: row.alertas,
    comAlertas: row.comAlertas,
  };
}

/** Figures of the last 12 months of a single target, for the list's `includeStats`. */
export function statsOfTarget(
  deps: AppDeps,
  { scope, usuarioId }: Session,
  target: Pick<Window, 'data' | 'itemId' | 'auditoriaId' | 'projetoId'>,
): Promise<EstatisticasInsights> {
  return statsOf(deps, scope, { ...spanOf('12m'), ...target }, usuarioId);
}

/** Figures of the requested period for the caller. @throws AppError nao_encontrado for another company's data */
export function statsOfPeriod(deps: AppDeps, session: Session, query: QueryOf<typeof getInsightStats>) {
  const { data, projetoId, categoria } = query;
  const window = { ...spanOf(query.periodo), data, projetoId, categoria };
  return statsOf(deps, listScope(session, query.empresaId), window, session.usuarioId);
}

/**
 * Figures of a period by equal intervals, with empty intervals.
 * @throws AppError nao_encontrado
 */
export async function trendsOf(deps: AppDeps, session: Session, query: QueryOf<typeof getInsightTrends>) {
  const { de, ate } = spanOf(query.periodo);
  const { data, projetoId, categoria, intervalos } = query;
  const scope = listScope(session, query.empresaId);
  const step = (ate.getTime() - de.getTime()) / intervalos;
  const starts = Array.from({ length: intervalos }, (_, index) => new Date(de.getTime() + index * step));
  const rows = await readTrends(deps.db, scope, { data, de, ate, projetoId, categoria }, starts);
  return starts.map((start, index) => {
    const row = rows.find(({ intervalo }) => intervalo === index + 1);
    return {
      de: start.toISOString(),
      ate: (starts[index + 1] ?? ate).toISOString(),
      n: row?.n ?? 0,
      pontuacaoMedia: round(row?.pontuacaoMedia ?? null),
      confiancaMedia: round(row?.confiancaMedia ?? null),
      atencao: round(row?.atencao ?? null),
    };
  });
}

/** Rounds agreement to four decimals; the rest is floating-point noise (a kappa of -0.0000…1). */
function figuresOf(table: Julgamentos) {
  const { n, concordancia, kappa, kappaIntervalo, taxaFalsaReprovacao } = agreement(table);
  return {
    n,
    concordancia: round(concordancia),
    kappa: round(kappa),
    kappaIntervalo: kappaIntervalo && { de: digits(kappaIntervalo.de), ate: digits(kappaIntervalo.ate) },
    taxaFalsaReprovacao: round(taxaFalsaReprovacao),
  };
}

const add = (a: Julgamentos, b: Julgamentos): Julgamentos => ({
  simSim: a.simSim + b.simSim,
  simNao: a.simNao + b.simNao,
  naoSim: a.naoSim + b.naoSim,
  naoNao: a.naoNao + b.naoNao,
});

/**
 * Agreement of people with the AI, by template and criterion.
 * @throws AppError nao_encontrado
 */
export async function agreementOf(
  deps: AppDeps,
  session: Session,
  query: QueryOf<typeof getInsightAgreement>,
) {
  const { de, ate } = spanOf(query.periodo);
  const rows = await readAgreement(deps.db, listScope(session, query.empresaId), { ...query, de, ate });
  return {
    de: de.toISOString(),
    ate: ate.toISOString(),
    templates: rows.map(({ criterios, ...template }) => ({
      ...template,
      // A person judges an insight's criteria together, so a pooled kappa would overstate its certainty.
      geral: {
        ...figuresOf(criterios.reduce(add, { simSim: 0, simNao: 0, naoSim: 0, naoNao: 0 })),
        kappa: null,
        kappaIntervalo: null,
      },
      criterios: criterios.map(({ id, descricao, ...counts }) => ({ id, descricao, ...figuresOf(counts) })),
    })),
  };
}
