import { Readable } from 'node:stream';
import type * as contracts from '@escuta/shared/contracts/accounts/creditos';
import type { QueryOf } from '@escuta/shared/contracts/contract';
import type { PedidoExportacao } from '@escuta/shared/domain/exports/export-request';
import { defaultColumns } from '@escuta/shared/domain/exports/exports';
import { forExport } from '@escuta/shared/domain/filters/filtro-valor';
import { FILTROS_EXTRATO } from '@escuta/shared/domain/filters/lists/statement';
import type { Scope } from '@escuta/shared/domain/scope';
import { dayInSaoPaulo } from '@escuta/shared/domain/zone-clock';
import { prepareFile } from '@escuta/shared/services/lists/export-file';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import type { AppDeps } from '../../deps.ts';
import { paginationOf } from '../../http/answers.ts';
import { streamOfSnapshot } from '../../http/export-stream.ts';
import { findCompany } from '../../reads/scoped-repo.ts';
import { presentLancamento } from './present.ts';
import { empresaNotFound } from './service.ts';
import { type ExtratoFilter, findExtrato } from './statement-repo.ts';

/**
 * A page of a company's statement with the sums of the period.
 * @throws AppError nao_encontrado
 */
export async function pageOfExtrato(
  deps: AppDeps,
  scope: Scope,
  empresaId: string,
  query: QueryOf<typeof contracts.getExtrato>,
) {
  const found = await findExtrato(deps.db, scope, empresaId, query);
  if (!found) throw empresaNotFound();
  const { page, limit } = query;
  return {
    success: true as const,
    data: found.rows.map(presentLancamento),
    resumo: found.resumo,
    pagination: paginationOf({ page, limit }, found.total),
  };
}

/**
 * Streams a company's statement as CSV. `registrar`: false for a HEAD request, which is not logged.
 * @throws AppError nao_encontrado
 */
export async function exportOfExtrato(
  deps: AppDeps,
  scope: Scope,
  actor: Actor,
  empresaId: string,
  { filter, registrar }: { filter: ExtratoFilter; registrar: boolean },
): Promise<{ nome: string; csv: Readable }> {
  const empresa = await findCompany(deps.db, scope, empresaId);
  if (!empresa) throw empresaNotFound();
  const nome = `extrato-${empresa.cnpj}-${filter.de ?? 'inicio'}-${filter.ate ?? dayInSaoPaulo(new Date())}.csv`;
  if (!registrar) return { nome, csv: Readable.from([]) };
  const pedido = {
    tipo: 'extrato',
    formato: 'csv',
    colunas: defaultColumns('extrato'),
    planilhas: [],
    alvo: { tipo: 'empresa', id: empresaId },
    filtros: forExport(FILTROS_EXTRATO, filter),
  } as const satisfies PedidoExportacao;
  const csv = await streamOfSnapshot(deps, empresaId, async (snapshot) => {
    const { bytes } = await prepareFile(snapshot, scope, pedido);
    await recordAction(deps.db, {
      ...actor,
      empresaId,
      acao: 'extrato_exportado',
      recurso: 'empresa',
      recursoId: empresaId,
      detalhes: { ...filter },
    });
    return bytes();
  });
  return { nome, csv };
}
