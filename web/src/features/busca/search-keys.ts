import { isPageKey } from '../../lib/page/page-keys.ts';
import { useWindowKeys } from '../../lib/page/window-keys.ts';

/** The page's keys, as listed for people. */
export const SEARCH_KEYS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['/'], does: 'Escrever outra busca' },
  { keys: ['J', '↓'], does: 'Próxima conversa' },
  { keys: ['K', '↑'], does: 'Conversa anterior' },
  { keys: ['Espaço'], does: 'Ouvir o trecho, parar' },
  { keys: ['Enter'], does: 'Abrir a conversa nesse segundo' },
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

/** Single keys of the search, while `enabled`; never while somebody types. '?' works always. */
export function useSearchKeys(actions: SearchActions, enabled: boolean): void {
  useWindowKeys((event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.target instanceof Element ? event.target : null;
    if (!isPageKey(event.key, target)) return;
    const action = KEYS[event.key.toLowerCase()];
    if (!action || (!enabled && action !== 'help')) return;
    // Enter and arrows belong to what has the focus, where that is a control.
    if (/^(?:Enter|Arrow)/.test(event.key) && target?.closest('a, button, [role="combobox"]')) return;
    if (event.repeat && action !== 'next' && action !== 'previous') return;
    event.preventDefault();
    actions[action]();
  });
}
