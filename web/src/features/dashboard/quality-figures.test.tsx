import { type Contagens, qualityShares } from '@escuta/shared/domain/exports/figures';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { QualityFigures } from './quality-figures.tsx';

const shown = (counts: Contagens) => {
  const { container, unmount } = render(
    <QualityFigures counts={{ ...counts, partes: qualityShares(counts) }} />,
  );
  const text = [...container.querySelectorAll('dl > div')].map((figure) => figure.textContent);
  unmount();
  return text;
};

it('says each share and what it is a share of', () => {
  expect(shown({ ouvidas: 50, audiveis: 48, insights: 200, decididos: 50, aprovados: 45 })).toEqual([
    'Audíveis96%48 de 50 gravações',
    'Validadas por uma pessoa25%50 de 200 insights',
    'Corretas90%45 de 50 insights validados',
  ]);
  expect(shown({ ouvidas: 0, audiveis: 0, insights: 2, decididos: 0, aprovados: 0 })).toEqual([
    'Audíveis-nenhuma gravação ouvida',
    'Validadas por uma pessoapoucas0 de 2 insights',
    'Corretas-nenhum insight validado',
  ]);
});

it('says that there are few of what a share below ten is of', () => {
  expect(shown({ ouvidas: 10, audiveis: 9, insights: 12, decididos: 1, aprovados: 0 })).toEqual([
    'Audíveis90%9 de 10 gravações',
    'Validadas por uma pessoa8%1 de 12 insights',
    'Corretaspoucas0 de 1 insight validado',
  ]);
});
