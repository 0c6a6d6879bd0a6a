import { VEREDITO_LABEL } from '@escuta/shared/domain/interview/verdicts/matrix';
import { VEREDITOS, type Veredito } from '@escuta/shared/domain/interview/verdicts/verdict';

/** Summarises verdicts: '8 de 10 respostas conferem; Diverge: 1; A revisar: 1.' Null if no verdict applies. */
export function verdictSummary(vereditos: readonly Veredito[]): string | null {
  const applicable = vereditos.filter((one) => one !== 'nao_se_aplica');
  if (applicable.length === 0) return null;
  const n = (veredito: Veredito) => applicable.filter((one) => one === veredito).length;
  const others = VEREDITOS.filter((one) => one !== 'confere' && n(one) > 0)
    .reverse()
    .map((one) => `${VEREDITO_LABEL[one]}: ${n(one)}`);
  const confere = n('confere');
  const noun = applicable.length === 1 ? 'resposta' : 'respostas';
  const head = `${confere} de ${applicable.length} ${noun} ${confere === 1 ? 'confere' : 'conferem'}`;
  return `${[head, ...others].join('; ')}.`;
}
