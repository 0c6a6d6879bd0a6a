import { AppError } from '@escuta/shared/domain/errors';
import type { AppDeps } from '../../deps.ts';
import { type FoundConfirmation, findConfirmation, useConfirmation } from './confirmation-repo.ts';

const DEAD_LINK = {
  invalido: 'Este link não é válido. Entre na sua conta e peça outro em Usuários.',
  usado: 'Este link já foi usado: o e-mail da empresa está confirmado.',
  expirado: 'Este link expirou. Entre na sua conta e peça outro em Usuários.',
} as const;

/** Requires an open link. @throws AppError link_invalido */
function assertOpen(link: FoundConfirmation | null): asserts link is FoundConfirmation {
  const motivo =
    link === null ? 'invalido' : link.confirmado || link.estado === 'usado' ? 'usado' : link.estado;
  if (motivo !== 'aberto')
    throw new AppError('link_invalido', DEAD_LINK[motivo], {
      dados: { motivo, confirmado: motivo === 'usado' },
    });
}

/**
 * Confirms a company's e-mail by a mailed link, and grants its welcome credits.
 * @returns the message for the person
 * @throws AppError link_invalido
 */
export async function confirmEmail(
  deps: AppDeps,
  use: { token: string; enderecoIp: string; requestId: string },
): Promise<string> {
  const { token, ...from } = use;
  const link = await findConfirmation(deps.db, token);
  assertOpen(link);
  const actor = { ...from, usuarioId: link.usuarioId, via: 'pessoa', viaId: null } as const;
  const { aberto, confirmou } = await useConfirmation(deps, link, token, actor);
  // If the link is no longer open, a concurrent request has used it.
  if (!aberto) assertOpen({ ...link, estado: 'usado' });
  if (confirmou) deps.publish([{ tipo: 'creditos', empresaId: link.empresaId }]);
  return `O e-mail de ${link.empresa} está confirmado. Agora a empresa pode convidar pessoas.`;
}
