import type { QueryOf } from '@escuta/shared/contracts/contract';
import type {
  getRelatorioVolume,
  listLigacoes,
  listLinhasDeCusto,
  RelatorioWire,
} from '@escuta/shared/contracts/insights/relatorios';
import { AppError } from '@escuta/shared/domain/errors';
import { listFilter } from '@escuta/shared/domain/filters/filtro-endereco';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import type { AppDeps } from '../../deps.ts';
import { paginationOf, presentPage } from '../../http/answers.ts';
import { listScope } from '../../reads/list-scope.ts';
import { reportPeriod } from '../../reads/report-period.ts';
import { findProject } from '../../reads/scoped-repo.ts';
import type { Session } from '../../sign-in/session.ts';
import { listCalls } from './calls-repo.ts';
import { type Comum, numbersOf } from './numbers.ts';
import { type Alvo, listLinhas } from './repo.ts';
import { type Comparacao, layOut } from './reports/compare.ts';

export type Query = QueryOf<typeof getRelatorioVolume>;

/** Default number of days of a report. */
const DIAS = 30;

/** @throws AppError nao_encontrado for a project of another company */
async function requireProjeto({ db }: AppDeps, scope: Scope, projetoId: string | undefined): Promise<void> {
  if (projetoId && !(await findProject(db, scope, projetoId))) {
    throw new AppError('nao_encontrado', 'Projeto não encontrado.');
  }
}

export type Pedido = {
  deps: AppDeps;
  alvo: Alvo;
  laid: Comparacao;
  numbers: ReturnType<typeof numbersOf>;
  head: Pick<RelatorioWire, 'periodo' | 'anterior' | 'data' | 'passo' | 'series' | 'grupos' | 'avisos'>;
};

/**
 * Reads a report's scope, days and steps.
 * @throws AppError nao_encontrado, regra_violada (days in the wrong order, too long, an agent by day of entry)
 */
export async function prepareReport(deps: AppDeps, session: Session, query: Query): Promise<Pedido> {
  const scope = listScope(session, query.empresaId);
  const periodo = reportPeriod(query, DIAS);
  const { data, projeto_id: projetoId, agente_id: agenteId } = query;
  if (agenteId && data === 'entrada') {
    throw new AppError(
      'regra_violada',
      'Por agente, os números são contados pela data da ligação: selecione “Data da ligação”.',
    );
  }
  await requireProjeto(deps, scope, projetoId);
  const laid = layOut(periodo);
  const empresa = query.empresaId ? { empresaId: query.empresaId } : {};
  const projeto = projetoId ? { projeto_id: projetoId } : {};
  const comum: Comum = {
    ligacoes: { data, ...projeto, ...(agenteId ? { agente_id: agenteId } : {}), ...empresa },
    custos: { ...projeto, ...empresa },
    extrato: { empresaId: empresaIdOf(scope) ?? '' },
  };
  return {
    deps,
    alvo: { scope, data, periodo, anterior: laid.anterior, projetoId, agenteId },
    laid,
    numbers: numbersOf(comum),
    head: {
      periodo,
      anterior: laid.anterior,
      data,
      passo: laid.passo,
      series: [],
      grupos: [],
      avisos: [],
    },
  };
}

/**
 * A page of the calls that a number counts, or that any filter finds.
 * @throws AppError nao_encontrado
 */
export async function pageOfCalls(deps: AppDeps, session: Session, query: QueryOf<typeof listLigacoes>) {
  const scope = listScope(session, query.empresaId);
  await requireProjeto(deps, scope, query.projeto_id);
  const found = await listCalls(deps.db, scope, {
    filtro: listFilter(query),
    projetoId: query.projeto_id,
    exato: query.total === 'exato',
    page: query.page,
    limit: query.limit,
  });
  return { data: JSON.parse(found.linhas), pagination: paginationOf(query, found.total, found.exato) };
}

/**
 * The cost lines that a cost sums up.
 * @throws AppError nao_encontrado
 */
export async function pageOfCostLines(
  deps: AppDeps,
  session: Session,
  query: QueryOf<typeof listLinhasDeCusto>,
) {
  const scope = listScope(session, query.empresaId);
  await requireProjeto(deps, scope, query.projeto_id);
  return presentPage(query, await listLinhas(deps.db, scope, query), ({ quando, ...linha }) => ({
    ...linha,
    quando: quando.toISOString(),
  }));
}
