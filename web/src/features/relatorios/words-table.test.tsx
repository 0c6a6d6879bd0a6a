import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { WordsTable } from './words-table.tsx';

afterEach(cleanup);

it('compares words by their share, not by their count, and shows both', () => {
  const report = {
    periodo: { de: '2026-10-01', ate: '2026-11-30' },
    anterior: { de: '2026-08-01', ate: '2026-09-30' },
    totais: { agora: 40_000, antes: 10_000 },
    palavras: [
      { palavra: 'fatura', agora: 77, antes: 36, z: -3 },
      { palavra: 'aplicativo', agora: 96, antes: 2, z: 4 },
      { palavra: 'fibra', agora: 80, antes: 0, z: 5 },
    ],
  } as unknown as Parameters<typeof WordsTable>[0]['report'];
  render(
    <MemoryRouter>
      <WordsTable report={report} projetoId={undefined} />
    </MemoryRouter>,
  );
  const cellsOf = (name: RegExp) =>
    within(screen.getByRole('row', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  // 'fatura' was said more often than before, but among four times as many words, so its share fell.
  expect(cellsOf(/fatura/)).toEqual(['771,9 por mil', '363,6 por mil', 'menos dita, -47%']);
  expect(cellsOf(/aplicativo/)).toEqual(['962,4 por mil', '20,20 por mil', 'mais dita, +1.100%']);
  expect(cellsOf(/fibra/)).toEqual(['802,0 por mil', '00,0 por mil', 'mais dita']);
  // The table does not repeat the compared periods, because the page names them once above it.
  expect(screen.queryByText(/\/2026/)).toBeNull();
});
