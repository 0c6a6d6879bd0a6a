/** Functions that collect a person's verdict on an insight, and the words in which the screens show it. */
import { type ValidacaoInsight, VEREDITOS } from '@escuta/shared/contracts/insights/insight-parts';
import type { validateInsight } from '@escuta/shared/contracts/insights/insights';
import { ApiError, type CallInput } from '../../lib/network/api.ts';
import type { Criterio } from './insights.ts';

export type Verdict = NonNullable<CallInput<typeof validateInsight>['body']>;
export type Atendido = Criterio['atendido'];

export const MOTIVO_OBRIGATORIO = 'Informe o motivo da rejeição.';

export const CRITERIO_ERRADO = 'Critério avaliado errado';

/** Frequent reasons for a rejection; a click inserts the text. */
export const MOTIVOS_COMUNS = [
  CRITERIO_ERRADO,
  'A evidência não sustenta a afirmação',
  'Transcrição incorreta',
  'Resumo incorreto',
] as const;

/** Answers that a person may give instead of the AI's, the opposite first. */
const OTHERS: Record<Atendido, readonly Atendido[]> = {
  sim: ['nao', 'nao_se_aplica'],
  nao: ['sim', 'nao_se_aplica'],
  nao_se_aplica: ['sim', 'nao'],
};

/** The person's answer after a further press: the AI's opposite, then the third, then undefined (the AI's counts). */
export function nextAnswer(ia: Atendido, pessoa: Atendido | undefined): Atendido | undefined {
  const others = OTHERS[ia];
  return pessoa === undefined ? others[0] : others[others.indexOf(pessoa) + 1];
}

/**
 * The answers with which a correction begins: those of the verdict in force, reversed for the criteria in `ids`.
 * Leaves out answers equal to the AI's, and ids that the insight does not have.
 */
export function corrections(
  criterios: readonly Pick<Criterio, 'id' | 'atendido'>[],
  ids: readonly string[],
  validacao: Pick<ValidacaoInsight, 'discordancias' | 'inteiro'> | null = null,
): Map<string, Atendido> {
  const given = new Map(
    validacao && !validacao.inteiro ? validacao.discordancias.map(({ id, atendido }) => [id, atendido]) : [],
  );
  return new Map(
    criterios.flatMap(({ id, atendido }) => {
      const inForce = given.get(id) ?? atendido;
      const answer = ids.includes(id) ? nextAnswer(inForce, undefined) : inForce;
      return answer && answer !== atendido ? [[id, answer] as const] : [];
    }),
  );
}

/** The body of a rejection. `whole`: true if the person rejects the whole insight, not only single criteria. */
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

/** The reason of a verdict, with the criteria that it corrects; null if there is neither a reason nor a criterion. */
export function reasonOf(
  { motivo, discordancias, inteiro }: Pick<ValidacaoInsight, 'motivo' | 'discordancias' | 'inteiro'>,
  criterios: readonly Pick<Criterio, 'id' | 'descricao'>[],
): string | null {
  const names = inteiro
    ? []
    : criterios
        .filter(({ id }) => discordancias.some((one) => one.id === id))
        .map(({ descricao }) => `“${descricao}”`);
  if (names.length === 0) return motivo;
  const list = names.join(', ');
  if (motivo === CRITERIO_ERRADO) return `${motivo}: ${list}`;
  const corrected = `${names.length === 1 ? 'Critério corrigido' : 'Critérios corrigidos'}: ${list}`;
  return motivo ? `${motivo} (${corrected})` : corrected;
}

/** An earlier verdict, shown before it is replaced. */
export type VereditoAnterior = {
  id: string;
  /** True if the signed-in person gave this verdict. */
  proprio: boolean;
  veredito: ValidacaoInsight['veredito'];
  nome: string | null;
  em: string;
  motivo: string | null;
};

/** Another person's verdict because of which the server refused the sent verdict; null for any other failure. */
export function verdictInTheWay(error: unknown): VereditoAnterior | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const { revisaoId, veredito, por, em, motivo } = error.dados ?? {};
  const known = VEREDITOS.find((one) => one === veredito);
  if (typeof revisaoId !== 'string' || typeof em !== 'string' || !known) return null;
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return { id: revisaoId, proprio: false, veredito: known, nome: text(por), em, motivo: text(motivo) };
}
