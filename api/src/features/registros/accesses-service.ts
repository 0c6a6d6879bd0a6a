import type { QueryOf } from '@escuta/shared/contracts/contract';
import type { AcessoWire, listAcessos as listContract } from '@escuta/shared/contracts/operation/acessos';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import type { Reader } from '../../access/accesses-repo.ts';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import type { Session } from '../../sign-in/session.ts';
import {
  type Accessed,
  type AcessoRow,
  findEntrevistaAcessada,
  findItemAcessado,
  listAcessos,
  listAcessosDe,
} from './accesses-repo.ts';
import { requireCompany } from './service.ts';

type Page = { page: number; limit: number };

const itemNotFound = () => new AppError('nao_encontrado', 'Item de auditoria não encontrado.');

function present(row: AcessoRow): AcessoWire {
  return {
    id: row.id,
    tipo: row.tipo,
    alvo: { tipo: row.alvo_tipo, id: row.alvo_id, nome: row.alvo_nome },
    quem: row.quem ?? 'Não identificado',
    via: row.via,
    administrador: row.administrador,
    empresa: { id: row.empresa_id, nome: row.empresa_nome },
    primeiro_em: row.primeiro_em.toISOString(),
    ultimo_em: row.ultimo_em.toISOString(),
    endereco_ip: row.endereco_ip,
    enviado: row.enviado,
    tamanho: row.tamanho,
    ouvido_ms: row.ouvido_ms,
  };
}

/**
 * A page of the log of accesses, newest first; reading it is logged too.
 * @throws AppError nao_encontrado (the company), requisicao_invalida for a page too far from the first
 */
export async function pageOfAcessos(
  deps: AppDeps,
  session: Session,
  reader: Reader,
  query: QueryOf<typeof listContract>,
) {
  const { empresaId } = query;
  await requireCompany(deps, session.scope, empresaId);
  const answer = presentPage(query, await listAcessos(deps.db, session.scope, query), present);
  const id = empresaId ?? session.empresaId;
  await deps.accesses.write(reader, [{ tipo: 'aberta', alvo: 'acessos', id, empresaId: id }]);
  return answer;
}

async function accessesOf(
  deps: AppDeps,
  { scope, reader }: { scope: Scope; reader: Reader },
  { found, id }: { found: Accessed; id: string },
  query: Page,
) {
  const answer = presentPage(query, await listAcessosDe(deps.db, scope, found, query), present);
  await deps.accesses.write(reader, [{ tipo: 'aberta', alvo: 'acessos', id, empresaId: found.empresaId }]);
  return answer;
}

/**
 * The accesses to a call, or to an interview's recording and the interview.
 * @throws AppError nao_encontrado
 */
export async function accessesOfItem(deps: AppDeps, scope: Scope, reader: Reader, id: string, query: Page) {
  const found = await findItemAcessado(deps.db, scope, id);
  if (!found) throw itemNotFound();
  return accessesOf(deps, { scope, reader }, { found, id }, query);
}

/**
 * The accesses to an interview or its recordings.
 * @throws AppError nao_encontrado
 */
export async function accessesOfInterview(
  deps: AppDeps,
  scope: Scope,
  reader: Reader,
  id: string,
  query: Page,
) {
  const found = await findEntrevistaAcessada(deps.db, scope, id);
  if (!found) throw new AppError('nao_encontrado', 'Entrevista não encontrada.');
  return accessesOf(deps, { scope, reader }, { found, id }, query);
}

/**
 * Records the pieces of a recording that a player reports as played.
 * @throws AppError nao_encontrado, indisponivel
 */
export async function hear(
  deps: AppDeps,
  scope: Scope,
  reader: Reader,
  id: string,
  trechos: readonly { inicioMs: number; fimMs: number }[],
): Promise<void> {
  const found = await findItemAcessado(deps.db, scope, id);
  if (!found) throw itemNotFound();
  await deps.accesses.heard(
    reader,
    { tipo: 'som', alvo: 'item', id, empresaId: found.empresaId },
    trechos.map(({ inicioMs, fimMs }) => ({ start: inicioMs, end: fimMs })),
  );
}
