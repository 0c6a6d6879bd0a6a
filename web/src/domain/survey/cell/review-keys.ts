import { LETRA_DO_VEREDITO } from '@escuta/shared/domain/interview/verdicts/matrix';
import { VEREDITOS_EM_ORDEM } from '@escuta/shared/domain/interview/verdicts/palette';
import type { Veredito } from '@escuta/shared/domain/interview/verdicts/verdict';
import { useWindowKeys } from '../../../lib/page/window-keys.ts';

/** The map's keys with their effects, for the help. */
export const MAP_KEYS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['J', 'K'], does: 'Próxima resposta da fila de revisão, ou a anterior' },
  { keys: ['↑', '↓', '←', '→'], does: 'Navegar no mapa' },
  { keys: ['Enter'], does: 'Abrir a resposta, ou substituir o veredito de outra pessoa' },
  { keys: ['E'], does: 'Ouvir o trecho' },
  { keys: ['P'], does: 'Tocar ou pausar a gravação' },
  { keys: ['C', 'D', 'N', 'I', 'U', 'R', 'X'], does: 'Dar o veredito' },
  { keys: ['1', '…', '7'], does: 'Selecionar o motivo' },
  { keys: ['Z'], does: 'Desfazer a revisão' },
  { keys: ['Esc'], does: 'Desistir do motivo ou fechar o painel' },
];

export type MapActions = {
  next: () => void;
  previous: () => void;
  hear: () => void;
  toggle: () => void;
  judge: (veredito: Veredito) => void;
  /** Called for a digit from 1 to 9. */
  digit: (n: number) => void;
  undo: () => void;
  close: () => void;
};

const VERDICT_KEYS = new Map(
  VEREDITOS_EM_ORDEM.map((veredito) => [LETRA_DO_VEREDITO[veredito].toLowerCase(), veredito]),
);
/** Elements in which keys have another meaning. A sheet is not among them, because it may contain the panel itself. */
const TYPING =
  'input, textarea, select, [contenteditable], [role="combobox"], [role="menu"], [role="listbox"], [role="alertdialog"]';

/**
 * Handles single keys of the map and its panel while `enabled`, except while a person types. A held key repeats moves
 * but never verdicts.
 */
export function useMapKeys(actions: MapActions, enabled: boolean): void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest(TYPING)) return;
    const dialog = target?.closest('[role="dialog"]');
    if (dialog && !dialog.querySelector('[data-painel-da-resposta]')) return;
    const key = event.key.toLowerCase();
    const veredito = VERDICT_KEYS.get(key);
    if (key === 'j') actions.next();
    else if (key === 'k') actions.previous();
    else if (event.repeat) return;
    else if (veredito) actions.judge(veredito);
    else if (/^[1-9]$/.test(key)) actions.digit(Number(key));
    else if (key === 'e') actions.hear();
    else if (key === 'p') actions.toggle();
    else if (key === 'z') actions.undo();
    else if (key === 'escape') actions.close();
    else return;
    event.preventDefault();
  };
  useWindowKeys(enabled ? onKeyDown : null);
}
