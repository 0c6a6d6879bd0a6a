import type { readDescadastro } from '@escuta/shared/contracts/accounts/avisos';
import type { ResponseOf } from '@escuta/shared/contracts/contract';
import { withoutEmail } from '@escuta/shared/domain/accounts/notices';
import { AppError } from '@escuta/shared/domain/errors';
import { type Descadastro, readUnsubscribeToken } from '@escuta/shared/services/accounts/unsubscribe';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { mergeNoticeChoice } from '../../accounts/notice-choice.ts';
import type { AppDeps } from '../../deps.ts';
import { lockChoice } from './repo.ts';

type Aberto = ResponseOf<typeof readDescadastro>['data'];

/** Reads the token of an unsubscribe link. @throws AppError nao_encontrado for an invalid token */
function requireLink({ keyRing }: Pick<AppDeps, 'keyRing'>, token: string): Descadastro {
  const found = readUnsubscribeToken(keyRing, token);
  if (!found) throw new AppError('nao_encontrado', 'Este link não é válido.');
  return found;
}

/** The kind of mail that a link stops. @throws AppError nao_encontrado */
export const emailOf = (deps: Pick<AppDeps, 'keyRing'>, token: string): Aberto => ({
  email: requireLink(deps, token).email,
});

/**
 * Stops a kind of mail to a person. Idempotent. A deleted account gets the same answer.
 * @throws AppError nao_encontrado
 */
export async function unsubscribe(
  deps: Pick<AppDeps, 'db' | 'keyRing'>,
  token: string,
  from: Pick<Actor, 'enderecoIp' | 'requestId'>,
): Promise<Aberto> {
  const link = requireLink(deps, token);
  const { empresaId, usuarioId, email } = link;
  await deps.db.transaction(async (tx) => {
    const choice = await lockChoice(tx, link);
    const change = choice && withoutEmail(choice.papel, choice.escolhidos, email);
    if (!change) return;
    await mergeNoticeChoice(tx, link, change);
    await recordAction(tx, {
      ...{ ...from, usuarioId, via: 'pessoa', viaId: null, empresaId },
      ...{ acao: 'email_de_aviso_desligado', recurso: 'usuario', recursoId: usuarioId },
      detalhes: { email },
    });
  });
  return { email };
}
