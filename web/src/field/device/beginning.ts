/**
 * Keeps the respondent's name and phone, typed before the interview begins, for 15 minutes, even if the page is closed.
 * Later they might be another person's.
 */
import type { FieldStore, InicioDigitado } from '../log/model.ts';

/** Time for which a typed name and phone are kept, ms. */
const KEEP_MS = 15 * 60_000;

const isOld = ({ em }: InicioDigitado, now: number): boolean => Math.abs(now - em) > KEEP_MS;

/** The name and phone typed for a questionnaire; null if there are none, or if they are too old. */
export async function typedBeginning(
  store: FieldStore,
  questionarioId: string,
  now: number,
): Promise<InicioDigitado | null> {
  const typed = await store.meta('inicio');
  return typed && typed.questionarioId === questionarioId && !isOld(typed, now) ? typed : null;
}

/** Stores the typed name and phone; removes them if both are blank. */
export const keepBeginning = (store: FieldStore, typed: InicioDigitado): Promise<void> =>
  store.setMeta('inicio', typed.nome.trim() === '' && typed.telefone.trim() === '' ? undefined : typed);

export const forgetBeginning = (store: FieldStore): Promise<void> => store.setMeta('inicio', undefined);

/** Removes a name and phone that are too old to offer. */
export async function forgetOldBeginning(store: FieldStore, now: number): Promise<void> {
  const typed = await store.meta('inicio');
  if (typed && isOld(typed, now)) await forgetBeginning(store);
}
