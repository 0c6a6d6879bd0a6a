import type { PerguntaDaVersao } from '@escuta/shared/contracts/surveys/entrevistas';
import { useEffect, useRef } from 'react';
import { keyChoice, mayGrow } from '../../log/answer-keys.ts';
import type { Answer } from '../../log/answers.ts';

/** Time for which a first digit waits for a second one, ms. */
const WAIT_MS = 700;

/**
 * Answers a question by typed digits. A digit that could begin a longer number waits for the next one.
 * @returns `type` takes a digit, and returns false if the digit chooses nothing; `settle` makes the choice of a waiting
 * digit now, and returns true if one was waiting
 */
export function useDigits(
  question: PerguntaDaVersao | undefined,
  answer: Answer,
  change: (answer: Answer) => void,
): { type: (digit: string) => boolean; settle: () => boolean } {
  const waiting = useRef<{ digits: string; of: string; timer: ReturnType<typeof setTimeout> } | null>(null);
  const latest = useRef({ question, answer, change });
  useEffect(() => {
    latest.current = { question, answer, change };
  });
  const take = (): string | null => {
    const found = waiting.current;
    if (!found) return null;
    clearTimeout(found.timer);
    waiting.current = null;
    return found.of === latest.current.question?.id ? found.digits : null;
  };
  const choose = (digits: string): boolean => {
    const now = latest.current;
    const chosen = now.question ? keyChoice(digits, now.question, now.answer) : null;
    if (chosen) now.change(chosen);
    return chosen !== null;
  };
  const settle = (): boolean => {
    const digits = take();
    return digits !== null && choose(digits);
  };
  useEffect(() => () => clearTimeout(waiting.current?.timer), []);
  const type = (digit: string): boolean => {
    if (!question || !/^\d$/.test(digit)) return false;
    const before = take();
    if (before !== null && keyChoice(before + digit, question, answer) === null) choose(before);
    const whole = before !== null && keyChoice(before + digit, question, answer) ? before + digit : digit;
    if (!mayGrow(whole, question)) return choose(whole);
    waiting.current = { digits: whole, of: question.id, timer: setTimeout(settle, WAIT_MS) };
    return true;
  };
  return { type, settle };
}
