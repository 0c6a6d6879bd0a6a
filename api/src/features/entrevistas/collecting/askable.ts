import { AppError } from '@escuta/shared/domain/errors';
import type { ConteudoVersao } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { explainUnaskable } from '../../../field/closed-reasons.ts';

/** @throws AppError regra_violada for a draft without a question to ask */
export function requireAskable({ perguntas }: ConteudoVersao): void {
  const why = explainUnaskable(perguntas);
  if (!why) return;
  throw new AppError(
    'regra_violada',
    why.mensagem,
    why.perguntas.length > 0 ? { dados: { perguntas: why.perguntas } } : {},
  );
}
