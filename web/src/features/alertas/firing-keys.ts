import { isPageKey } from '../../lib/page/page-keys.ts';
import { useWindowKeys } from '../../lib/page/window-keys.ts';

/** Keys of the list of alerts and what each does, for the help text. */
export const FIRING_KEYS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['J', '↓'], does: 'Próximo alerta' },
  { keys: ['K', '↑'], does: 'Alerta anterior' },
  { keys: ['Espaço'], does: 'Ouvir ou parar o trecho' },
  { keys: ['P'], does: 'Procedente' },
  { keys: ['N'], does: 'Não procedente' },
  { keys: ['V'], does: 'Marcar como visto' },
  { keys: ['X'], does: 'Selecionar' },
  { keys: ['Enter'], does: 'Abrir a ligação nesse trecho' },
  { keys: ['Esc'], does: 'Parar o trecho ou limpar a seleção' },
  { keys: ['?'], does: 'Mostrar estes atalhos' },
];

const KEYS = {
  j: 'next',
  arrowdown: 'next',
  k: 'previous',
  arrowup: 'previous',
  ' ': 'play',
  p: 'right',
  n: 'wrong',
  v: 'seen',
  x: 'select',
  enter: 'open',
  escape: 'leave',
  '?': 'help',
} as const;
export type FiringActions = Record<(typeof KEYS)[keyof typeof KEYS], () => void>;

/** Handles single keys of the list while `enabled`, except while a person types. '?' always works. */
export function useFiringKeys(actions: FiringActions, enabled: boolean): void {
  useWindowKeys((event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.target instanceof Element ? event.target : null;
    if (!isPageKey(event.key, target)) return;
    const action = (KEYS as Partial<Record<string, keyof FiringActions>>)[event.key.toLowerCase()];
    if (!action || (!enabled && action !== 'help')) return;
    // Enter and arrows keep their meaning in a focused control.
    if (/^(?:Enter|Arrow)/.test(event.key) && target?.closest('a, button, [role="combobox"], [role="tab"]'))
      return;
    if (event.repeat && action !== 'next' && action !== 'previous') return;
    event.preventDefault();
    actions[action]();
  });
}
