import {
  type AvisosEscolhidos,
  type ChavePreferencia,
  PREFERENCIAS,
  type Preferencias,
} from '@escuta/shared/domain/accounts/preferences';
import { AppError } from '@escuta/shared/domain/errors';
import { personOf } from '../../access/person.ts';
import { mergeNoticeChoice } from '../../accounts/notice-choice.ts';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import { type Owner, readPreferencias, removePreferencia, writePreferencia } from './repo.ts';

/** The owner of the caller's choices. @throws AppError nao_autenticado for an API key, which belongs to no person */
const ownerOf = (session: Session): Owner => ({
  scope: session.scope,
  usuarioId: personOf(session),
  empresaId: session.empresaId,
});

/** The caller's choices, except those with a key or value unknown to this version. */
export async function preferenciasOf(deps: AppDeps, session: Session): Promise<Preferencias> {
  const rows = await readPreferencias(deps.db, ownerOf(session));
  const known = rows.flatMap(({ chave, valor }) => {
    const read = PREFERENCIAS[chave as ChavePreferencia]?.safeParse(valor);
    return read?.success ? [[chave, read.data] as const] : [];
  });
  return Object.fromEntries(known) as Preferencias;
}

/**
 * Stores a choice of the caller, or removes it (`null`). For notices, kinds not named in `valor` keep their channels.
 * @throws AppError requisicao_invalida if `valor` does not fit the key
 */
export async function savePreferencia(
  deps: AppDeps,
  session: Session,
  chave: ChavePreferencia,
  valor: unknown,
): Promise<Preferencias> {
  const owner = ownerOf(session);
  if (valor === null) {
    await removePreferencia(deps.db, owner, chave);
    return preferenciasOf(deps, session);
  }
  const kept = PREFERENCIAS[chave].safeParse(valor);
  if (!kept.success) throw new AppError('requisicao_invalida', 'Preferência inválida.');
  if (chave === 'avisos') await mergeNoticeChoice(deps.db, owner, kept.data as AvisosEscolhidos);
  else await writePreferencia(deps.db, owner, chave, kept.data);
  return preferenciasOf(deps, session);
}
