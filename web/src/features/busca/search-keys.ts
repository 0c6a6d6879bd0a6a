import { isPageKey } from '../../lib/page/page-keys.ts';
import { useWindowKeys } from '../../lib/page/window-keys.ts';

/** The page's keys with their effects, for the help. */
export const SEARCH_KEYS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['/'], does: 'Escrever outra busca' },
  { keys: ['J', '↓'], does: 'Próxima conversa' },
  { keys: ['K', '↑'], does: 'Conversa anterior' },
  { keys: ['Espaço'], does: 'Ouvir ou parar o trecho' },
  { keys: ['Enter'], does: 'Abrir a conversa nesse trecho' },
  { keys: ['?'], does: 'Mostrar estes atalhos' },
];

export type SearchActions = Record<'write' | 'next' | 'previous' | 'play' | 'open' | 'help', () => void>;

const KEYS: Record<string, keyof SearchActions> = {
  '/': 'write',
  j: 'next',
  arrowdown: 'next',
  k: 'previous',
  arrowup: 'previous',
  ' ': 'play',
  enter: 'open',
  '?': 'help',
};

/** Handles single keys of the search while `enabled`, except while a person types. '?' always works. */
export function useSearchKeys(actions: SearchActions, enabled: boolean): void {
  useWindowKeys((event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.target instanceof Element ? event.target : null;
    if (!isPageKey(event.key, target)) return;
    const action = KEYS[event.key.toLowerCase()];
    if (!action || (!enabled && action !== 'help')) return;
    // Enter and arrows keep their meaning in a focused control.
    if (/^(?:Enter|Arrow)/.test(event.key) && target?.closest('a, button, [role="combobox"]')) return;
    if (event.repeat && action !== 'next' && action !== 'previous') return;
    event.preventDefault();
    actions[action]();
  });
}
