import { Readable } from 'node:stream';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/insights/relatorio-criterios';
import { AppError } from '@escuta/shared/domain/errors';
import { NENHUM } from '@escuta/shared/domain/filters/filtro-campos';
import { COLUNAS_DE_CRITERIOS_LABEL } from '@escuta/shared/domain/reports/criteria-table';
import type { Cell, Row } from '@escuta/shared/services/exports/cells';
import { writeCsv } from '@escuta/shared/services/exports/csv';
import { exportName, TIPO_DO_FORMATO } from '@escuta/shared/services/exports/file';
import { type Coluna, writeXlsx } from '@escuta/shared/services/exports/xlsx';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import type { Reader } from '../../../access/accesses-repo.ts';
import type { AppDeps } from '../../../deps.ts';
import { listScope } from '../../../reads/list-scope.ts';
import { isThere } from '../../../reads/scoped-repo.ts';
import type { Session } from '../../../sign-in/session.ts';
import { reportOfCriteria } from './service.ts';

type Report = contracts.RelatorioDeCriteriosWire;

const REDACAO: Readonly<Record<Report['linhas'][number]['redacao']['situacao'], string>> = {
  atual: 'Atual',
  anterior: 'Anterior',
  retirado: 'Retirado do template',
};

const brief = (day: string) => day.split('-').reverse().join('/');
/** A column's title: a week by its Monday, a month as '11/2026'. */
const columnTitle = (nome: string, por: Report['por']): string =>
  por === 'semanas' ? `Semana de ${brief(nome)}` : por === 'meses' ? `Mês de ${brief(nome).slice(3)}` : nome;
/** A share in percent, or the word for too few answers; null without answers. */
const percent = ({ n, parte }: { n: number; parte: number | null }): Cell =>
  n === 0 ? null : parte === null ? 'poucas' : { numero: parte * 100, casas: 1 };

/** A report of criteria as a sheet: a row per criterion, and two columns per column of the report. */
function sheetOf({ colunas, linhas, por }: Report): { colunas: Coluna[]; linhas: Row[] } {
  const names = colunas.map(({ nome }) => columnTitle(nome, por));
  return {
    colunas: [
      ...(por === 'templates' ? [] : [{ titulo: 'Template', largura: 28 }]),
      { titulo: 'Critério', largura: 60 },
      { titulo: 'Crítico' },
      ...(por === 'templates' ? [] : [{ titulo: 'Redação' }, { titulo: 'Redação desde' }]),
      { titulo: 'Cumprido (%)' },
      { titulo: 'De (%)' },
      { titulo: 'Até (%)' },
      { titulo: 'Respostas' },
      { titulo: 'Descumpridas' },
      { titulo: 'Cumprido antes (%)', largura: 18 },
      { titulo: 'Respostas antes', largura: 16 },
      ...names.flatMap((nome) => [
        { titulo: `${nome} (%)`, largura: 20 },
        { titulo: `${nome} (respostas)`, largura: 20 },
      ]),
    ],
    linhas: linhas.map((row): Row => {
      const { total, anterior, redacao } = row;
      const end = (of: number | undefined): Cell =>
        of === undefined ? null : { numero: of * 100, casas: 1 };
      return [
        ...(por === 'templates' ? [] : [row.template?.nome ?? '']),
        row.descricao,
        row.critico ? 'Sim' : 'Não',
        ...(por === 'templates'
          ? []
          : [REDACAO[redacao.situacao], redacao.mudou_em ? new Date(redacao.mudou_em) : null]),
        percent(total),
        end(total.intervalo?.de),
        end(total.intervalo?.ate),
        total.n,
        total.falhas,
        percent(anterior),
        anterior.n,
        ...row.celulas.flatMap((cell): Cell[] => (cell ? [percent(cell), cell.n] : [null, null])),
      ];
    }),
  };
}

/**
 * The report of criteria as a file; logs the reader before its first byte.
 * @throws AppError nao_encontrado, regra_violada, sem_permissao, indisponivel
 */
export async function fileOfCriteria(
  deps: AppDeps,
  session: Session,
  { actor, reader }: { actor: Actor; reader: Reader },
  { formato, ...query }: BodyOf<typeof contracts.exportCriterios>,
): Promise<{ nome: string; tipo: string; corpo: Readable }> {
  const scope = listScope(session, query.empresaId);
  const { agente_id: agenteId, template_id: templateId } = query;
  if (agenteId && agenteId !== NENHUM && !(await isThere(deps.db, scope, 'agente', agenteId))) {
    throw new AppError('nao_encontrado', 'Agente não encontrado.');
  }
  if (templateId && !(await isThere(deps.db, scope, 'insightTemplate', templateId))) {
    throw new AppError('nao_encontrado', 'Template não encontrado.');
  }
  const report = await reportOfCriteria(deps, session, query);
  const empresaId = query.empresaId ?? session.empresaId;
  const id = query.projeto_id ?? empresaId;
  await deps.accesses.write(reader, [
    { tipo: 'exportacao', alvo: query.projeto_id ? 'projeto' : 'empresa', id, empresaId },
  ]);
  const { filtro, por, linhas } = report;
  await recordAction(deps.db, {
    ...actor,
    empresaId,
    acao: 'lista_exportada',
    recurso: 'criterios',
    recursoId: id,
    detalhes: { formato, colunas: por, ...filtro, linhas: linhas.length },
  });
  const sheet = sheetOf(report);
  const title = COLUNAS_DE_CRITERIOS_LABEL[por];
  const corpo =
    formato === 'csv'
      ? writeCsv(
          sheet.colunas.map(({ titulo }) => titulo),
          [sheet.linhas],
        )
      : writeXlsx([
          {
            nome: `Critérios por ${title.toLowerCase()}`.slice(0, 31),
            colunas: sheet.colunas,
            linhas: [sheet.linhas],
          },
        ]);
  return {
    nome: exportName('criterios', title, formato),
    tipo: TIPO_DO_FORMATO[formato],
    corpo: Readable.from(corpo, { objectMode: false }),
  };
}
