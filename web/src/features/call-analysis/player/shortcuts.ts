import { STEP_MS, stepRate } from '../../../domain/player/playback.ts';
import type { PlayerEngine } from '../../../domain/player/player-engine.ts';
import { isPageKey } from '../../../lib/page/page-keys.ts';
import { useWindowKeys } from '../../../lib/page/window-keys.ts';
import type { Canal } from '../logic/transcript.ts';

/** The page's keys with their effects, for the help. */
export const SHORTCUTS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['Espaço', 'K'], does: 'Tocar ou pausar' },
  { keys: ['←', 'J'], does: 'Voltar 5 segundos' },
  { keys: ['→', 'L'], does: 'Avançar 5 segundos' },
  { keys: ['-'], does: 'Diminuir a velocidade' },
  { keys: ['+'], does: 'Aumentar a velocidade' },
  { keys: ['S'], does: 'Pular silêncios' },
  { keys: ['1'], does: 'Silenciar o canal do agente' },
  { keys: ['2'], does: 'Silenciar o canal do cliente' },
  { keys: ['N'], does: 'Próxima ligação da lista' },
  { keys: ['P'], does: 'Ligação anterior da lista' },
  { keys: ['?'], does: 'Mostrar estes atalhos' },
];

/**
 * Handles the keys of the page while `enabled`. '?' works even if not `enabled`, because its dialog switches the keys
 * on again.
 */
export function useShortcuts(
  engine: PlayerEngine,
  options: { enabled: boolean; agente: Canal; onHelp: () => void },
): void {
  const { enabled, agente, onHelp } = options;
  const toggleMute = (canal: Canal): void =>
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
  useWindowKeys((event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!isPageKey(event.key, event.target instanceof Element ? event.target : null)) return;
    const action = event.key === '?' ? onHelp : enabled ? actions[event.key.toLowerCase()] : undefined;
    if (!action) return;
    event.preventDefault();
    action();
  });
}
