import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AnalysisContext } from '../../../domain/insights/analysis-context.ts';
import { LeftOut } from './left-out.tsx';
import type { Resultado } from './overview.tsx';

const resultado = (falasDeixadas: Resultado['falasDeixadas']) =>
  ({
    falasDeixadas,
    fatosAudio: { canais: [{}, {}] },
    auditoriaItem: { perfil: 'ligacao' },
    projeto: { canalAgente: 'left' },
  }) as Resultado;

it('says how much was left out and why, and lets each place be heard', () => {
  const playFrom = vi.fn();
  const trecho = (canal: 'left' | 'right', startMs: number, falas: number) => ({
    canal,
    startMs,
    endMs: startMs + 2000,
    falas,
    motivo: 'repeticao' as const,
  });
  render(
    <AnalysisContext.Provider value={{ playFrom } as never}>
      <LeftOut
        resultado={resultado({
          total: 61,
          parcela: 0.2,
          trechos: [trecho('left', 0, 60), trecho('right', 61_000, 1)],
        })}
      />
    </AnalysisContext.Provider>,
  );
  expect(screen.getByText('61 frases ficaram de fora da transcrição.')).toBeDefined();
  expect(screen.getByText(/61 frases em repetição sem fim/)).toBeDefined();
  screen.getByRole('button', { name: 'Ouvir trecho fora da transcrição em 1:01 (cliente, 1 frase)' }).click();
  expect(playFrom).toHaveBeenCalledWith(60_000);
});

it('says nothing where nothing was left out', () => {
  expect(render(<LeftOut resultado={resultado(null)} />).container.innerHTML).toBe('');
});
