import { AppError } from '@escuta/shared/domain/errors';
import { whyUnaskable } from '@escuta/shared/domain/interview/confront/why-closed';
import type { ConteudoVersao } from '@escuta/shared/domain/interview/questionnaire/questionnaire';

/** @throws AppError regra_violada for a draft that nobody could be asked */
export function requireAskable({ perguntas }: ConteudoVersao): void {
  const why = whyUnaskable(perguntas);
  if (!why) return;
  throw new AppError(
    'regra_violada',
    why.mensagem,
    why.perguntas.length > 0 ? { dados: { perguntas: why.perguntas } } : {},
  );
}
