/** Exports a list as a file: counts, then streams by cursors of one snapshot. */
import { Readable } from 'node:stream';
import type { Db } from '@escuta/prisma/db';
import { AppError } from '../../domain/errors.ts';
import type { AlvoExportacao, PedidoExportacao } from '../../domain/exports/export-request.ts';
import {
  type ColunaExportavel,
  EXPORTACAO_MAX,
  EXPORTACOES,
  exportOf,
  PLANILHAS,
  type PlanilhaExportavel,
  type TipoExportacao,
} from '../../domain/exports/exports.ts';
import type { Scope } from '../../domain/scope.ts';
import type { Cell, Row } from '../exports/cells.ts';
import { writeCsv } from '../exports/csv.ts';
import { writeJson } from '../exports/json.ts';
import type { Snapshot } from '../exports/snapshot.ts';
import { writeXlsx } from '../exports/xlsx.ts';
import { callsSource, costsSource, criteriaSource, insightsSource, sentencesSource } from './calls.ts';
import { firingsSource } from './firings.ts';
import { interviewsSource } from './interviews.ts';
import { peopleSource } from './people.ts';
import { accessesSource, actionsSource } from './records.ts';
import { countSql, type Fonte, readingOf, rowsSql } from './source.ts';
import { statementSource } from './statement.ts';

type Reader = (scope: Scope, alvo: AlvoExportacao & Pick<Partial<PedidoExportacao>, 'ordem'>) => Fonte;
const FONTES: { readonly [T in TipoExportacao]: Reader } = {
  ligacoes: callsSource,
  resultados: callsSource,
  insights: insightsSource,
  alertas: firingsSource,
  entrevistas: interviewsSource,
  extrato: statementSource,
  usuarios: peopleSource,
  registros: actionsSource,
  acessos: accessesSource,
};
const FONTES_DAS_PLANILHAS: { readonly [P in PlanilhaExportavel]: Reader } = {
  falas: sentencesSource,
  criterios: criteriaSource,
  custos: costsSource,
};

/** Rows per batch: about half a megabyte with few columns, more with transcripts. */
const BATCH = 200;

/** Counts a list's rows, at most the export limit plus one, so that an excess is noticed. */
export async function countRows(db: Db, scope: Scope, alvo: AlvoExportacao): Promise<number> {
  return count(db, FONTES[alvo.tipo](scope, alvo));
}

async function count(db: Db, fonte: Fonte): Promise<number> {
  const { rows } = await db.sql<{ n: number }>(countSql(fonte, EXPORTACAO_MAX));
  return rows[0]?.n ?? 0;
}

type Tabela = {
  nome: string;
  titulo: string;
  colunas: (ColunaExportavel & { chave: string })[];
  fonte: Fonte;
};

function tablesOf(scope: Scope, pedido: PedidoExportacao): [Tabela, ...Tabela[]] {
  const { tipo, colunas, planilhas } = pedido;
  const { rotulo, colunas: known } = exportOf(tipo);
  return [
    {
      nome: tipo,
      titulo: rotulo,
      colunas: colunas.flatMap((chave) => (known[chave] ? [{ chave, ...known[chave] }] : [])),
      fonte: FONTES[tipo](scope, pedido),
    },
    ...planilhas.map((one) => {
      const planilha = one as PlanilhaExportavel;
      const { rotulo: titulo, colunas: all } = PLANILHAS[planilha];
      return {
        nome: planilha,
        titulo,
        colunas: Object.entries(all).map(([chave, coluna]) => ({ chave, ...(coluna as ColunaExportavel) })),
        fonte: FONTES_DAS_PLANILHAS[planilha](scope, pedido),
      };
    }),
  ];
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const percent = (value: number) => Math.round(value * 1e6) / 1e4;

export function cellOf({ tipo, rotulos }: ColunaExportavel, value: unknown): Cell {
  if (value === null || value === undefined) return null;
  switch (tipo) {
    case 'texto':
      return String(value);
    case 'numero':
      return numberOf(value);
    case 'fracao': {
      const share = numberOf(value);
      return share === null ? null : { numero: percent(share), casas: 1 };
    }
    case 'reais': {
      const reais = numberOf(value);
      return reais === null ? null : { numero: reais, casas: 2 };
    }
    case 'momento':
      return value instanceof Date ? value : null;
    case 'dia':
      return { dia: String(value) };
    case 'sim_nao':
      return value === true ? 'Sim' : 'Não';
    case 'lista':
      return Array.isArray(value) ? value.join('; ') : String(value);
    case 'rotulo':
      return rotulos?.[String(value)] ?? String(value);
  }
}

function jsonOf({ tipo }: ColunaExportavel, value: unknown): unknown {
  if (tipo !== 'fracao') return value;
  const share = numberOf(value);
  return share === null ? null : percent(share);
}

/** Replaces the values of columns whose cells must be read by further statements. */
async function readColumns(
  db: Db,
  { colunas, fonte }: Pick<Tabela, 'colunas' | 'fonte'>,
  batch: unknown[][],
): Promise<void> {
  for (const [n, { chave }] of colunas.entries()) {
    const read = await readingOf(fonte, chave)?.(
      db,
      batch.map((row) => row[n]),
    );
    if (read) for (const [at, row] of batch.entries()) row[n] = read[at];
  }
}

async function* converted<T>(
  snapshot: Snapshot,
  { colunas, fonte }: Tabela,
  toCell: (coluna: ColunaExportavel, value: unknown) => T,
  seen: ((rows: number) => void) | undefined,
): AsyncGenerator<T[][]> {
  const statement = rowsSql(
    fonte,
    colunas.map(({ chave }) => chave),
  );
  for await (const batch of snapshot.rows<unknown[]>(statement, BATCH, { array: true })) {
    await readColumns(snapshot.db, { colunas, fonte }, batch);
    const rows = batch.map((row) => colunas.map((coluna, n) => toCell(coluna, row[n])));
    const { length } = rows;
    yield rows;
    seen?.(length);
  }
}

/** A counted file. `linhas`: rows of its first table; `bytes`: starts writing. */
export type ArquivoDeLista = { linhas: number; bytes: () => Readable };

/**
 * A list as a file of one snapshot. `seen`: receives the first table's rows as they are read.
 * @throws AppError regra_violada for a table above the limit
 */
export async function prepareFile(
  snapshot: Snapshot,
  scope: Scope,
  pedido: PedidoExportacao,
  { max = EXPORTACAO_MAX, seen }: { max?: number; seen?: (rows: number) => void } = {},
): Promise<ArquivoDeLista> {
  const tables = tablesOf(scope, pedido);
  const [first] = tables;
  const linhas = await count(snapshot.db, first.fonte);
  if (linhas > max) throw tooMany(pedido.tipo, max);
  for (const table of tables.slice(1)) {
    if ((await count(snapshot.db, table.fonte)) > EXPORTACAO_MAX) {
      throw new AppError(
        'regra_violada',
        `A planilha ${table.titulo} passaria de ${thousands(EXPORTACAO_MAX)} linhas: selecione um período menor.`,
      );
    }
  }
  const told = (table: Tabela) => (table === first ? seen : undefined);
  const sheet = (table: Tabela): AsyncGenerator<Row[]> => converted(snapshot, table, cellOf, told(table));
  const bytes = (): Readable => {
    switch (pedido.formato) {
      case 'csv':
        return Readable.from(
          writeCsv(
            first.colunas.map(({ rotulo }) => rotulo),
            sheet(first),
          ),
          { objectMode: false },
        );
      case 'xlsx':
        return Readable.from(
          writeXlsx(
            tables.map((table) => ({
              nome: table.titulo,
              colunas: table.colunas.map(({ rotulo, largura }) => ({
                titulo: rotulo,
                ...(largura === undefined ? {} : { largura }),
              })),
              linhas: sheet(table),
            })),
          ),
          { objectMode: false },
        );
      case 'json':
        return Readable.from(
          writeJson(
            tables.map((table) => ({
              nome: table.nome,
              chaves: table.colunas.map(({ chave }) => chave),
              linhas: converted(snapshot, table, jsonOf, told(table)),
            })),
          ),
          { objectMode: false },
        );
    }
  };
  return { linhas, bytes };
}

const thousands = (n: number) => new Intl.NumberFormat('pt-BR').format(n);

export function tooMany(tipo: TipoExportacao, max: number): AppError {
  const [, many] = EXPORTACOES[tipo].substantivo;
  return new AppError('regra_violada', `São mais de ${thousands(max)} ${many}: selecione um período menor.`);
}
