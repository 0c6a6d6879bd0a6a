import { Readable } from 'node:stream';
import type { QueryOf, ResponseOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/surveys/microdados';
import { AppError } from '@escuta/shared/domain/errors';
import { groupBy } from '@escuta/shared/domain/group-by';
import { readStoredVersion } from '@escuta/shared/domain/interview/questionnaire/stored-questionnaire';
import type { Scope } from '@escuta/shared/domain/scope';
import type { Row } from '@escuta/shared/services/exports/cells';
import { writeCsv } from '@escuta/shared/services/exports/csv';
import { exportName, TIPO_DO_FORMATO } from '@escuta/shared/services/exports/file';
import type { Snapshot } from '@escuta/shared/services/exports/snapshot';
import { COLUNAS_MAX, writeXlsx } from '@escuta/shared/services/exports/xlsx';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import type { Reader } from '../../../access/accesses-repo.ts';
import type { AppDeps } from '../../../deps.ts';
import type { Recorte } from '../../../field/target.ts';
import { streamOfSnapshot } from '../../../http/export-stream.ts';
import { type Desenho, designOf, rotates } from './microdata.ts';
import {
  findSurvey,
  interviewsOf,
  listVersions,
  type PesquisaExportada,
  readContents,
  type VersaoRow,
} from './microdata-repo.ts';
import { writeReport } from './microdata-report.ts';
import { answersTable, COLUNAS_DO_LIVRO, COLUNAS_RESERVADAS, codebookRows } from './microdata-table.ts';

const notFound = () => new AppError('nao_encontrado', 'Pesquisa não encontrada.');

/**
 * The questionnaires and versions of a survey, with numbers of interviews that match the filter.
 * @throws AppError nao_encontrado
 */
export async function exportableOf(
  { db }: AppDeps,
  scope: Scope,
  pesquisaId: string,
  recorte: Recorte,
): Promise<ResponseOf<typeof contracts.getMicrodados>['data']> {
  if (!(await findSurvey(db, scope, pesquisaId))) throw notFound();
  const byQuestionnaire = groupBy(
    await listVersions(db, pesquisaId, { ...recorte, questionario_id: undefined, versao_id: undefined }),
    ({ questionarioId }) => questionarioId,
  );
  const sum = (rows: readonly VersaoRow[], key: 'entrevistas' | 'concluidas') =>
    rows.reduce((n, row) => n + row[key], 0);
  return {
    questionarios: [...byQuestionnaire].map(([id, rows]) => ({
      id,
      nome: rows[0]?.questionario ?? '',
      entrevistas: sum(rows, 'entrevistas'),
      concluidas: sum(rows, 'concluidas'),
      versoes: rows.map(({ id: versaoId, numero, entrevistas, concluidas }) => ({
        id: versaoId,
        numero,
        entrevistas,
        concluidas,
      })),
    })),
  };
}

/**
 * Checks that there are versions and that all belong to a single questionnaire; returns the versions.
 * @throws AppError nao_encontrado, regra_violada
 */
function oneQuestionnaire(versoes: readonly VersaoRow[]): readonly [VersaoRow, ...VersaoRow[]] {
  const [first, ...others] = versoes;
  if (!first)
    throw new AppError(
      'regra_violada',
      'Nenhuma entrevista terminada corresponde à seleção. Altere a seleção.',
    );
  if (others.some(({ questionarioId }) => questionarioId !== first.questionarioId)) {
    throw new AppError(
      'regra_violada',
      'Selecione o questionário: cada arquivo tem as perguntas de um só questionário.',
    );
  }
  return [first, ...others];
}

async function readDesign(snapshot: Snapshot, versoes: readonly VersaoRow[]): Promise<Desenho> {
  const contents = await readContents(
    snapshot.db,
    versoes.map(({ id }) => id),
  );
  return designOf(
    versoes.map(({ id, numero }) => ({
      id,
      numero,
      perguntas: readStoredVersion(contents.get(id)).perguntas,
    })),
    COLUNAS_RESERVADAS,
  );
}

/** Makes a file name from letters that every system accepts. */
function fileName(query: QueryOf<typeof contracts.exportMicrodados>, titulo: string): string {
  const what =
    query.formato === 'pdf'
      ? 'relatorio'
      : query.formato === 'csv' && query.parte === 'codigos'
        ? 'livro-de-codigos'
        : 'microdados';
  return exportName(what, titulo, query.formato);
}

async function* rowsOf(
  snapshot: Snapshot,
  { pesquisaId, recorte }: { pesquisaId: string; recorte: Recorte },
  { toRow, comOrdem }: { toRow: ReturnType<typeof answersTable>['row']; comOrdem: boolean },
): AsyncGenerator<Row[]> {
  for await (const batch of interviewsOf(snapshot, pesquisaId, recorte, { comOrdem })) yield batch.map(toRow);
}

type Arquivo = { nome: string; tipo: string; corpo: Readable };
/** The person who exports: `actor` for the log of actions, `reader` for the log of accesses. */
type Who = { actor: Actor; reader: Reader };

/**
 * Streams a questionnaire's microdata, codebook or report from a single snapshot; logs the reader before the first
 * byte. `registrar`: false for a HEAD request, which is not logged.
 * @throws AppError nao_encontrado, regra_violada, muitas_tentativas
 */
export async function exportOf(
  deps: AppDeps,
  scope: Scope,
  who: Who,
  pesquisaId: string,
  { query, registrar }: { query: QueryOf<typeof contracts.exportMicrodados>; registrar: boolean },
): Promise<Arquivo> {
  const pesquisa = await findSurvey(deps.db, scope, pesquisaId);
  if (!pesquisa) throw notFound();
  const file = { nome: fileName(query, pesquisa.titulo), tipo: TIPO_DO_FORMATO[query.formato] };
  if (!registrar) return { ...file, corpo: Readable.from([]) };
  const corpo = await streamOfSnapshot(deps, pesquisa.empresaId, (snapshot) =>
    bodyOf(deps, snapshot, { scope, who, pesquisa, query }),
  );
  return { ...file, corpo };
}

async function bodyOf(
  deps: AppDeps,
  snapshot: Snapshot,
  {
    scope,
    who: { actor, reader },
    pesquisa,
    query: { formato, parte, identificacao, ...recorte },
  }: {
    scope: Scope;
    who: Who;
    pesquisa: PesquisaExportada;
    query: QueryOf<typeof contracts.exportMicrodados>;
  },
): Promise<Readable> {
  const versoes = oneQuestionnaire(await listVersions(snapshot.db, pesquisa.id, recorte));
  const questionario = { id: versoes[0].questionarioId, nome: versoes[0].questionario };
  const cut = { ...recorte, questionario_id: questionario.id };
  const record = async (linhas: number) => {
    const { id, empresaId } = pesquisa;
    await deps.accesses.write(reader, [{ tipo: 'exportacao', alvo: 'pesquisa', id, empresaId }]);
    await recordAction(deps.db, {
      ...actor,
      empresaId: pesquisa.empresaId,
      acao: 'microdados_exportados',
      recurso: 'pesquisa',
      recursoId: pesquisa.id,
      detalhes: { formato, ...(formato === 'csv' ? { parte } : {}), identificacao, ...cut, linhas },
    });
  };
  if (formato === 'pdf') {
    const { pdf, entrevistas } = await writeReport(snapshot, scope, {
      pesquisa,
      questionario,
      recorte: cut,
      versoes,
    });
    await record(entrevistas);
    return Readable.from([pdf]);
  }
  const desenho = await readDesign(snapshot, versoes);
  const livro = codebookRows(desenho, identificacao);
  const entrevistas = versoes.reduce((n, row) => n + row.entrevistas, 0);
  if (formato === 'csv' && parte === 'codigos') {
    await record(livro.length);
    return Readable.from(
      writeCsv(
        COLUNAS_DO_LIVRO.map(({ titulo }) => titulo),
        [livro],
      ),
      { objectMode: false },
    );
  }
  const { colunas, row } = answersTable(desenho, questionario.nome, identificacao);
  if (formato === 'xlsx' && colunas.length > COLUNAS_MAX) {
    throw new AppError(
      'regra_violada',
      'O questionário tem mais colunas do que o Excel aceita: exporte em CSV.',
    );
  }
  await record(entrevistas);
  const rows = rowsOf(
    snapshot,
    { pesquisaId: pesquisa.id, recorte: cut },
    { toRow: row, comOrdem: rotates(desenho) },
  );
  return formato === 'csv'
    ? Readable.from(
        writeCsv(
          colunas.map(({ titulo }) => titulo),
          rows,
        ),
        { objectMode: false },
      )
    : Readable.from(
        writeXlsx([
          { nome: 'Respostas', colunas, linhas: rows },
          { nome: 'Livro de códigos', colunas: COLUNAS_DO_LIVRO, linhas: [livro] },
        ]),
        { objectMode: false },
      );
}
