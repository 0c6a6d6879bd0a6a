import { useEffect, useState } from 'react';
import { STEP_MS, stepRate } from '../logic/playback.ts';
import type { PlayerEngine } from './player-engine.ts';

/** What the page's keys do, as listed for people. */
export const SHORTCUTS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['Espaço', 'K'], does: 'Tocar ou pausar' },
  { keys: ['←', 'J'], does: 'Voltar 5 segundos' },
  { keys: ['→', 'L'], does: 'Avançar 5 segundos' },
  { keys: ['-'], does: 'Diminuir a velocidade' },
  { keys: ['+'], does: 'Aumentar a velocidade' },
  { keys: ['S'], does: 'Pular silêncios' },
  { keys: ['1'], does: 'Silenciar o canal do agente' },
  { keys: ['2'], does: 'Silenciar o canal do cliente' },
  { keys: ['?'], does: 'Mostrar estes atalhos' },
];

const STORAGE_KEY = 'atalhos-do-player';

function readEnabled(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'desligados';
  } catch {
    return true;
  }
}

/** Whether single keys act on the player; remembered on this device. */
export function useShortcutsEnabled(): [boolean, (enabled: boolean) => void] {
  const [enabled, setEnabled] = useState(readEnabled);
  return [
    enabled,
    (next) => {
      setEnabled(next);
      try {
        if (next) localStorage.removeItem(STORAGE_KEY);
        else localStorage.setItem(STORAGE_KEY, 'desligados');
      } catch {
        // Without storage the choice lasts until the page is closed.
      }
    },
  ];
}

/** Where keys have a meaning of their own. */
const TYPING = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]';
/** Where Space already presses something. */
const PRESSABLE = 'button, a, summary, [role="slider"], [role="switch"], [role="checkbox"]';

/** Whether a key pressed on `target` is the page's to use. */
export function isPageKey(key: string, target: Element | null): boolean {
  if (target?.closest(TYPING)) return false;
  return key !== ' ' || !target?.matches(PRESSABLE);
}

/** Single keys of the whole page, while `enabled`. '?' works always: it is where they are switched on again. */
export function useShortcuts(
  engine: PlayerEngine,
  options: { enabled: boolean; agente: 'left' | 'right'; onHelp: () => void },
): void {
  const { enabled, agente, onHelp } = options;
  useEffect(() => {
    const toggleMute = (canal: 'left' | 'right'): void =>
      engine.setChannel(canal, { muted: !engine.getState().channels[canal].muted });
    const actions: Record<string, () => void> = {
      ' ': () => engine.toggle(),
      k: () => engine.toggle(),
      arrowleft: () => engine.jump(-STEP_MS),
      j: () => engine.jump(-STEP_MS),
      arrowright: () => engine.jump(STEP_MS),
      l: () => engine.jump(STEP_MS),
      '-': () => engine.setRate(stepRate(engine.getState().rate, -1)),
      '+': () => engine.setRate(stepRate(engine.getState().rate, 1)),
      '=': () => engine.setRate(stepRate(engine.getState().rate, 1)),
      s: () => engine.setSkipSilence(!engine.getState().skipSilence),
      '1': () => toggleMute(agente),
      '2': () => toggleMute(agente === 'left' ? 'right' : 'left'),
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!isPageKey(event.key, event.target instanceof Element ? event.target : null)) return;
      const action = event.key === '?' ? onHelp : enabled ? actions[event.key.toLowerCase()] : undefined;
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [engine, enabled, agente, onHelp]);
}
