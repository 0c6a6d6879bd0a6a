import { Readable } from 'node:stream';
import type { QueryOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/creditos';
import type { Scope } from '@escuta/shared/domain/scope';
import { type Actor, recordAction } from '@escuta/shared/node/audit-log';
import { writeCsv } from '@escuta/shared/node/export/csv';
import { paginationOf } from '../../answers.ts';
import type { AppDeps } from '../../deps.ts';
import { findCompany } from '../../scoped-repo.ts';
import { presentLancamento } from './present.ts';
import { empresaNotFound } from './service.ts';
import { COLUNAS_DO_EXTRATO, rowOfLancamento } from './statement-csv.ts';
import { type ExtratoFilter, findExtrato, streamExtrato } from './statement-repo.ts';

/** A page of a company's statement with the sums of the period. @throws AppError nao_encontrado */
export async function pageOfExtrato(
  deps: AppDeps,
  scope: Scope,
  empresaId: string,
  query: QueryOf<typeof contracts.getExtrato>,
) {
  const found = await findExtrato(deps.pool, scope, empresaId, query);
  if (!found) throw empresaNotFound();
  const { page, limit } = query;
  return {
    success: true as const,
    data: found.rows.map(presentLancamento),
    resumo: found.resumo,
    pagination: paginationOf({ page, limit }, found.total),
  };
}

/** Today in São Paulo, yyyy-MM-dd. */
const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date());

/**
 * A company's statement as a stream of CSV text, and the name of the file. `registrar`: a HEAD request looks only.
 * @throws AppError nao_encontrado
 */
export async function exportOfExtrato(
  deps: AppDeps,
  scope: Scope,
  actor: Actor,
  empresaId: string,
  { filter, registrar }: { filter: ExtratoFilter; registrar: boolean },
): Promise<{ nome: string; csv: Readable }> {
  const empresa = await findCompany(deps.prisma, scope, empresaId);
  if (!empresa) throw empresaNotFound();
  const nome = `extrato-${empresa.cnpj}-${filter.de ?? 'inicio'}-${filter.ate ?? today()}.csv`;
  if (!registrar) return { nome, csv: Readable.from([]) };
  await recordAction(deps.pool, {
    ...actor,
    empresaId,
    acao: 'extrato_exportado',
    recurso: 'empresa',
    recursoId: empresaId,
    detalhes: { ...filter },
  });
  async function* lines() {
    for await (const rows of streamExtrato(deps.pool, scope, empresaId, filter)) {
      yield rows.map(rowOfLancamento);
    }
  }
  return { nome, csv: Readable.from(writeCsv(COLUNAS_DO_EXTRATO, lines()), { objectMode: false }) };
}
