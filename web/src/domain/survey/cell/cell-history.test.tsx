import type { CelulaWire } from '@escuta/shared/contracts/surveys/confrontos';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { CellHistory, LeftCorrections } from './cell-history.tsx';
import type { CellReview } from './use-cell-review.ts';

// jsdom has no matchMedia, and the theme reads it when its module loads.
vi.hoisted(() => {
  window.matchMedia = (query: string) =>
    ({
      matches: false,
      media: query,
      addEventListener() {},
      removeEventListener() {},
    }) as unknown as MediaQueryList;
});

const em = '2026-11-20T12:00:00.000Z';
const past = {
  motivo: null,
  observacao: null,
  por: 'Rita',
  em,
  desfeita_em: null,
  analise_anterior: true,
  nao_levado: false,
};

it('says of each earlier verdict what became of it', () => {
  const celula = {
    revisao: null,
    entrevista: { propria: false },
    historico: [
      { ...past, veredito: 'confere', nao_levado: true },
      { ...past, veredito: 'diverge', desfeita_em: em },
      { ...past, veredito: 'induzida', analise_anterior: false },
    ],
  } as unknown as CelulaWire;
  render(<CellHistory celula={celula} review={{ busy: false } as CellReview} />);
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines[0]).toContain('deixou de valer: a gravação ou a resposta digitada mudou');
  expect(lines[1]).toMatch(/desfeito em .* · em uma análise anterior/);
  expect(lines[2]).toMatch(/ · substituído$/);
});

it('shows what was corrected in an earlier transcript and is in none now, and plays the place', () => {
  const onHear = vi.fn();
  const celula = {
    correcoes_anteriores: [
      {
        texto_original: 'Falta água.',
        texto: 'Sobra água.',
        falante: 'entrevistado',
        por: 'Rita',
        em,
        inicio_ms: 4000,
        fim_ms: 6000,
      },
    ],
  } as unknown as CelulaWire;
  const { container } = render(<LeftCorrections celula={celula} onHear={onHear} />);
  expect(container.textContent).toContain('Uma correção não pôde ser reaplicada');
  expect(container.textContent).toContain('Falta água. → Sobra água. · falante: Entrevistado');
  fireEvent.click(screen.getByRole('button', { name: 'Ouvir' }));
  expect(onHear).toHaveBeenCalledWith(4000, 6000);
});

it('shows nothing where everything was taken over', () => {
  const { container } = render(
    <LeftCorrections celula={{ correcoes_anteriores: [] } as unknown as CelulaWire} onHear={() => {}} />,
  );
  expect(container.textContent).toBe('');
});
