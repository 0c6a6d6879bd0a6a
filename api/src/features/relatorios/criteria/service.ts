import type { QueryOf, ResponseOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/insights/relatorio-criterios';
import { can } from '@escuta/shared/domain/accounts/permissions';
import { AppError } from '@escuta/shared/domain/errors';
import {
  COLUNAS_DE_CRITERIOS_LABEL,
  COLUNAS_MAX,
  type ColunasDeCriterios,
  CRITERIOS_MAX,
} from '@escuta/shared/domain/reports/criteria-table';
import { criteriaTable, topFailedCriteria } from '@escuta/shared/services/insights/criteria-sums';
import type { AppDeps } from '../../../deps.ts';
import { presentPage } from '../../../http/answers.ts';
import type { Session } from '../../../sign-in/session.ts';
import { prepareReport } from '../service.ts';
import { presentTable } from './present.ts';
import { listCallsOfCell } from './repo.ts';

type Pedido = Omit<QueryOf<typeof contracts.getRelatorioCriterios>, 'colunas'>;

/**
 * Prepares a report of criteria: the calls that it counts, by day of call.
 * @throws AppError like `prepareReport`
 */
async function prepare(deps: AppDeps, session: Session, query: Pedido) {
  const { template_id: templateId, amostra, ...asked } = query;
  const { alvo } = await prepareReport(deps, session, { ...asked, data: 'ligacao' });
  const { scope, periodo, anterior, projetoId, agenteId } = alvo;
  return { scope, recorte: { periodo, anterior, projetoId, agenteId, templateId, amostra } };
}

/**
 * Requires the right to read people if the columns are agents, as the report of agents does.
 * @throws AppError sem_permissao
 */
function requireColumns({ papel, permissions }: Session, por: ColunasDeCriterios): void {
  if (por !== 'agentes' || can(papel, permissions, 'user', 'read')) return;
  throw new AppError(
    'sem_permissao',
    'Só gerentes e administradores podem ver o relatório por agente: selecione semanas, meses, templates ou projetos.',
  );
}

/**
 * The report of criteria for a period: each criterion by agent, week, month, template or project.
 * @throws AppError nao_encontrado, regra_violada, sem_permissao
 */
export async function reportOfCriteria(
  deps: AppDeps,
  session: Session,
  { colunas: por, ...query }: QueryOf<typeof contracts.getRelatorioCriterios>,
): Promise<contracts.RelatorioDeCriteriosWire> {
  requireColumns(session, por);
  const { scope, recorte } = await prepare(deps, session, query);
  const table = await criteriaTable(deps.db, scope, recorte, por);
  const { periodo, anterior, projetoId, agenteId, templateId, amostra } = recorte;
  return {
    periodo,
    anterior,
    por,
    filtro: {
      ...periodo,
      ...(projetoId ? { projeto_id: projetoId } : {}),
      ...(agenteId ? { agente_id: agenteId } : {}),
      ...(templateId ? { template_id: templateId } : {}),
      ...(amostra ? { amostra } : {}),
      ...(query.empresaId ? { empresaId: query.empresaId } : {}),
    },
    avisos: [
      ...(table.fora.criterios > 0
        ? [
            `A tabela tem os ${CRITERIOS_MAX} critérios mais descumpridos; ${leftOut(table.fora.criterios, 'ficou', 'ficaram')} de fora: selecione um template ou um projeto.`,
          ]
        : []),
      ...(table.fora.colunas > 0
        ? [
            por === 'semanas'
              ? `A tabela tem as ${COLUNAS_MAX} semanas mais recentes; ${leftOut(table.fora.colunas, 'ficou', 'ficaram')} de fora: selecione um período menor.`
              : `A tabela tem os ${COLUNAS_MAX} ${COLUNAS_DE_CRITERIOS_LABEL[por].toLowerCase()} com mais critérios avaliados; ${leftOut(table.fora.colunas, 'ficou', 'ficaram')} de fora: selecione um projeto.`,
          ]
        : []),
    ],
    ...presentTable(table, por, periodo),
  };
}

const leftOut = (n: number, one: string, many: string) =>
  `${n.toLocaleString('pt-BR')} ${n === 1 ? one : many}`;

/**
 * The criteria failed most in a period.
 * @throws AppError nao_encontrado, regra_violada
 */
export async function mostFailed(
  deps: AppDeps,
  session: Session,
  { limit, ...query }: QueryOf<typeof contracts.getCriteriosMaisDescumpridos>,
): Promise<ResponseOf<typeof contracts.getCriteriosMaisDescumpridos>['data']> {
  const { scope, recorte } = await prepare(deps, session, query);
  const { periodo, projetoId } = recorte;
  const found = await topFailedCriteria(deps.db, scope, {
    ...periodo,
    ...(projetoId ? { projetos: [projetoId] } : {}),
    n: limit,
  });
  return {
    periodo,
    criterios: found.map(({ templateId, template, ...one }) => ({
      ...one,
      template: { id: templateId, nome: template },
      filtro: {
        ...periodo,
        ...(projetoId ? { projeto_id: projetoId } : {}),
        ...(query.empresaId ? { empresaId: query.empresaId } : {}),
        template_id: templateId,
        criterio: one.criterio,
        serie: one.serie,
      },
    })),
  };
}

/**
 * A page of the calls that a cell of the report of criteria counts.
 * @throws AppError nao_encontrado, regra_violada
 */
export async function callsOfCell(
  deps: AppDeps,
  session: Session,
  query: QueryOf<typeof contracts.listLigacoesDoCriterio>,
): Promise<Omit<ResponseOf<typeof contracts.listLigacoesDoCriterio>, 'success'>> {
  const { criterio, serie, atendido, page, limit, ...rest } = query;
  const { scope, recorte } = await prepare(deps, session, rest);
  const { periodo, projetoId, agenteId, amostra } = recorte;
  const found = await listCallsOfCell(deps.db, scope, {
    ...{ periodo, projetoId, agenteId, amostra, templateId: query.template_id },
    ...{ criterio, serie, atendido, page, limit },
  });
  return presentPage(query, found, (row) => ({ ...row, momento: row.momento.toISOString() }));
}
