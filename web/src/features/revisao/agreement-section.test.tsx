import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Kappa } from './agreement-section.tsx';

const textOf = (figures: Parameters<typeof Kappa>[0]) => {
  const { container, unmount } = render(<Kappa {...figures} />);
  const text = container.textContent;
  unmount();
  return text;
};

it('shows kappa in words with its interval, and a dash with the reason where there are too few judgements', () => {
  expect(textOf({ n: 50, kappa: 0.4, kappaIntervalo: { de: 0.1207, ate: 0.62 } })).toBe(
    'razoável 0,40 (de 0,12 a 0,62)',
  );
  expect(textOf({ n: 3, kappa: null, kappaIntervalo: null })).toBe('- (poucos vereditos: 3)');
  expect(textOf({ n: 80, kappa: null, kappaIntervalo: null })).toBe(
    '- (a IA ou a pessoa deu quase sempre a mesma resposta)',
  );
  expect(textOf({ n: 0, kappa: null, kappaIntervalo: null })).toBe('-');
  expect(screen.queryByText(/quase perfeita/)).toBeNull();
});
