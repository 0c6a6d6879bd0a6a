import type { auditoria } from '@escuta/shared/contracts/auditorias';
import { type Pagination, TOTAL_LIMITE } from '@escuta/shared/contracts/common';
import { AppError } from '@escuta/shared/domain/errors';
import type { z } from 'zod';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../session.ts';
import { presentAuditoria } from './present.ts';
import { type AuditoriaFilter, listAuditorias } from './repo.ts';

/** Audits are few: pages beyond this row are asked for by a filter instead, and counts stop here. */
const MAX_ROWS = 10_000;

/**
 * A page of the audits of the caller's own company, an administrator's too. @throws AppError requisicao_invalida for a
 * page that lies too far behind
 */
export async function pageOfAuditorias(
  deps: AppDeps,
  session: Session,
  filter: AuditoriaFilter,
): Promise<{ data: z.infer<typeof auditoria>[]; pagination: Pagination }> {
  if (filter.page * filter.limit > MAX_ROWS) {
    throw new AppError('requisicao_invalida', 'Página distante demais: use o filtro de datas.');
  }
  const countLimit = filter.q ? TOTAL_LIMITE : MAX_ROWS;
  const { rows, counted } = await listAuditorias(deps.pool, session.ownScope.empresaId, filter, countLimit);
  const total = Math.min(counted, countLimit);
  return {
    data: rows.map(presentAuditoria),
    pagination: {
      page: filter.page,
      limit: filter.limit,
      total,
      totalPages: Math.ceil(total / filter.limit),
      totalExato: counted <= countLimit,
    },
  };
}
