import { ATO_DA_REVISAO, outcomeOf, refusalInWords } from '../../life/interview.ts';
import type { Sincronia } from '../device/device-log.ts';
import type { SituacaoEntrevista } from '../device/events.ts';
import type { RevisaoEntrevista } from '../verdicts/review-state.ts';

/** Reason why a person cannot decide on an interview, or not as requested; null: the decision is possible. */
export function explainUndecidable(
  {
    situacao,
    quarentena,
    sincronia,
  }: { situacao: SituacaoEntrevista; quarentena: string | null; sincronia: Sincronia | null },
  para: RevisaoEntrevista,
): string | null {
  const seen = {
    situacao,
    recebimento: sincronia === 'parcial' ? 'chegando' : 'recebida',
    quarentena: quarentena === null ? 'livre' : 'retida',
  } as const;
  const outcome = outcomeOf(seen, ATO_DA_REVISAO[para]);
  return outcome !== 'nada' && 'recusa' in outcome ? refusalInWords(outcome.recusa).frase : null;
}
