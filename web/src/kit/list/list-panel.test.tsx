import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { FilterChips } from './filter-chips.tsx';
import { ListPanel } from './list-panel.tsx';
import type { ShownList } from './use-list.ts';

const EMPTIED: ShownList<string> = {
  rows: [],
  pagination: undefined,
  loaded: true,
  stale: false,
  error: null,
  fetching: false,
  refetch: () => {},
  words: '',
  search: () => {},
  turnTo: () => {},
  filtered: true,
  clear: () => {},
  cleared: 0,
};

it('shows each filter in force above a list that they left empty', () => {
  render(
    <ListPanel
      list={EMPTIED}
      chips={
        <FilterChips
          said={[{ campo: 'lote', parametros: ['lote_id'], texto: 'De um lote' }]}
          change={() => {}}
        />
      }
      errorTitle="Erro"
      noun="ligações"
      nothing="Nenhuma ligação encontrada"
      empty={{ icon: null, title: 'Nada', description: '' }}
    >
      {() => null}
    </ListPanel>,
  );
  expect(screen.getByText('Nenhuma ligação encontrada')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Remover o filtro: De um lote' })).toBeDefined();
});
