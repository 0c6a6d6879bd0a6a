import type { AudioFacts } from '@escuta/shared/domain/audio/audio-facts';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Figures } from './figures.tsx';

const channel = (canal: 'agente' | 'cliente', index: number): AudioFacts['canais'][number] => ({
  canal,
  index,
  talkMs: 10_000,
  talkShare: 0.5,
  speech: [],
  utterances: [],
  longestMonologue: { startMs: 0, endMs: 4000 },
  rmsDbfs: -20,
  speechDbfs: -18,
  noiseDbfs: -60,
  peakDbfs: -3,
  clippingShare: 0,
  clipped: false,
  dead: false,
});
const gap = { count: 1, medianMs: 800, p95Ms: 900 };
const facts = {
  durationMs: 30_000,
  canais: [channel('agente', 0), channel('cliente', 1)],
  silences: [],
  silenceMs: 0,
  avisos: [],
  dialogue: {
    overtalk: [],
    overtalkMs: 0,
    interruptions: [{ by: 'cliente', startMs: 2000, overlapMs: 900, yielded: true }],
    replyGaps: { agente: gap, cliente: gap },
  },
} as unknown as AudioFacts;

const show = (perfil: 'ligacao' | 'entrevista') => {
  const { container, unmount } = render(
    <Figures perfil={perfil} facts={facts} palavrasPorMinuto={{ agente: 120, cliente: 90 }} />,
  );
  return { text: container.textContent ?? '', unmount };
};

describe('the figures of the sound', () => {
  it('of a call name agent and client, and show who talked over whom', () => {
    const { text } = show('ligacao');
    expect(screen.getByText('Interrupções')).toBeTruthy();
    expect(text).toContain('agente 0 · cliente 1');
    expect(text).toContain('Agente');
    expect(text).not.toMatch(/entrevist/iu);
  });

  it('of an interview name interviewer and respondent, and leave out what is no fault there', () => {
    const { text } = show('entrevista');
    expect(screen.queryByText('Interrupções')).toBeNull();
    expect(screen.queryByText('Sobreposição')).toBeNull();
    expect(text).toContain('entrevistador 120 · entrevistado 90');
    expect(text).not.toMatch(/agente|cliente/iu);
  });
});
