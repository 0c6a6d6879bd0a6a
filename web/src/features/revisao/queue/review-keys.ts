import { isPageKey } from '../../../lib/page/page-keys.ts';
import { useWindowKeys } from '../../../lib/page/window-keys.ts';

/** The queue's keys with their effects, for the help. */
export const REVIEW_KEYS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['J', '↓'], does: 'Próximo insight' },
  { keys: ['K', '↑'], does: 'Insight anterior' },
  { keys: ['E', 'Espaço'], does: 'Ouvir a próxima evidência' },
  { keys: ['P'], does: 'Tocar ou pausar a gravação' },
  { keys: ['A'], does: 'Aprovar' },
  { keys: ['R'], does: 'Rejeitar, com o motivo' },
  { keys: ['N'], does: 'Escrever uma observação' },
  { keys: ['Z'], does: 'Desfazer o último veredito' },
  { keys: ['Esc'], does: 'Parar o áudio, sair do campo ou fechar' },
  { keys: ['?'], does: 'Mostrar estes atalhos' },
];

export type ReviewActions = Record<
  'next' | 'previous' | 'evidence' | 'toggle' | 'approve' | 'reject' | 'note' | 'undo' | 'stop' | 'help',
  () => void
>;

const KEYS: Record<string, keyof ReviewActions> = {
  j: 'next',
  arrowdown: 'next',
  k: 'previous',
  arrowup: 'previous',
  e: 'evidence',
  ' ': 'evidence',
  p: 'toggle',
  a: 'approve',
  r: 'reject',
  n: 'note',
  z: 'undo',
  escape: 'stop',
  '?': 'help',
};
/** Actions that repeat while their key stays pressed: only moves, because a verdict must not repeat. */
const REPEATS: readonly (keyof ReviewActions)[] = ['next', 'previous'];

/** Handles single keys of the queue while `enabled`, except while a person types. '?' always works. */
export function useReviewKeys(actions: ReviewActions, enabled: boolean): void {
  useWindowKeys((event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.target instanceof Element ? event.target : null;
    if (!isPageKey(event.key, target)) return;
    const action = KEYS[event.key.toLowerCase()];
    if (!action || (!enabled && action !== 'help')) return;
    if (event.repeat && !REPEATS.includes(action)) return;
    // Arrows keep their meaning in tabs and lists of choices.
    if (event.key.startsWith('Arrow') && target?.closest('[role="tablist"], [role="combobox"]')) return;
    event.preventDefault();
    actions[action]();
  });
}
