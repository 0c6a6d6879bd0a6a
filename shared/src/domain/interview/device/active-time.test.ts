import { expect, it } from 'vitest';
import { activeMs, type EventoDoTempo, marksOf, stretchesOf } from './active-time.ts';

const event = (tipo: EventoDoTempo['tipo'], mono_ms: number, fields: Partial<EventoDoTempo> = {}) => ({
  tipo,
  mono_ms,
  gravacao: null,
  audio_ms: null,
  ...fields,
});

it('leaves out what lies between a pause and going on, also where a pause follows a pause', () => {
  const log = [
    event('iniciada', 0),
    event('pausa', 5000),
    event('pausa', 7000),
    event('retomada', 60_000),
    event('finalizada', 70_000),
  ];
  expect(stretchesOf(marksOf(log), 70_000)).toEqual([
    { de: 0, ate: 5000 },
    { de: 60_000, ate: 70_000 },
  ]);
  expect(activeMs(marksOf(log), 70_000)).toBe(15_000);
  expect(activeMs(marksOf(log.slice(0, 3)), 50_000)).toBe(5000);
});

it('ends a stretch at a fall with the last event before it, or with the last sound that was kept', () => {
  const fall = [
    event('iniciada', 0),
    event('gravacao_iniciada', 1000, { gravacao: 1 }),
    event('pergunta_exibida', 3000, { gravacao: 1 }),
  ];
  const again = (audio_ms: number) => [
    ...fall,
    event('gravacao_interrompida', 600_000, { gravacao: 1, audio_ms }),
    event('retomada', 600_000),
    event('finalizada', 610_000),
  ];
  expect(activeMs(marksOf(again(1000)), 610_000)).toBe(13_000);
  expect(activeMs(marksOf(again(90_000)), 610_000)).toBe(101_000);
  // A claim of more sound than elapsed time is ignored.
  expect(activeMs(marksOf(again(900_000)), 610_000)).toBe(610_000);
});

it('takes an interview that was interrupted and went on for paused meanwhile', () => {
  const log = [event('iniciada', 0), event('interrompida', 2000), event('retomada', 9000)];
  expect(activeMs(marksOf(log), 10_000)).toBe(3000);
});
