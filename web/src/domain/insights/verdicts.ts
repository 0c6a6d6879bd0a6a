/** A person's verdict on an insight, as the screens gather and tell it. */
import type { validateInsight } from '@escuta/shared/contracts/insights';
import type { CallInput } from '../../lib/api.ts';
import type { Criterio } from './insights.ts';

export type Verdict = NonNullable<CallInput<typeof validateInsight>['body']>;
export type Atendido = Criterio['atendido'];

export const MOTIVO_OBRIGATORIO = 'Informe o motivo da rejeição.';

/** What people often reject for; a click writes it. */
export const MOTIVOS_COMUNS = [
  'Critério avaliado errado',
  'A evidência não sustenta a afirmação',
  'Transcrição incorreta',
  'Resumo incorreto',
] as const;

/** What a criterion can be instead of what the AI says, the opposite first. */
const OTHERS: Record<Atendido, readonly Atendido[]> = {
  sim: ['nao', 'nao_se_aplica'],
  nao: ['sim', 'nao_se_aplica'],
  nao_se_aplica: ['sim', 'nao'],
};

/** The person's answer after one more press: the opposite, the third answer, and then again the AI's (undefined). */
export function nextAnswer(ia: Atendido, pessoa: Atendido | undefined): Atendido | undefined {
  const others = OTHERS[ia];
  return pessoa === undefined ? others[0] : others[others.indexOf(pessoa) + 1];
}

/** The rejection that a person put together. `whole`: of the insight as such. */
export function rejection(
  motivo: string,
  criterios: readonly Criterio[],
  wrong: ReadonlyMap<string, Atendido>,
  whole: boolean,
): Verdict {
  return {
    veredito: 'rejeitado',
    motivo: motivo.trim(),
    ...(whole || criterios.length === 0
      ? {}
      : { criterios: [...wrong].map(([id, atendido]) => ({ id, atendido })) }),
  };
}
