import type { Quadro } from '@escuta/shared/contracts/surveys/quadro';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { Quarantine } from './waiting.tsx';

type Retida = Quadro['quarentena'][number];
const ID = '019a0000-0000-7000-8000-000000000001';
const held = (fields: Partial<Retida>): Retida => ({
  id: ID,
  item_id: ID,
  nome: 'Dona Lurdes',
  entrevistador: 'Ana',
  situacao: 'concluida',
  motivos: ['fora_da_lista'],
  em: '2026-03-10T12:00:00.000Z',
  ...fields,
});

it('says every reason, the gravest first, before somebody lets an interview in, and leads to it', () => {
  const two = [
    held({ motivos: ['membro_desativado', 'sem_consentimento'] }),
    held({ id: `${ID.slice(0, -1)}2`, nome: '', item_id: null, motivos: ['sem_gravacao'] }),
  ];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Quarantine quarentena={two} total={2} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const [first, second] = within(
    screen.getByRole('list', { name: 'Entrevistas em quarentena' }),
  ).getAllByRole('listitem') as [HTMLElement, HTMLElement];
  const words = first.textContent ?? '';
  expect(words.indexOf('Não há consentimento')).toBeGreaterThan(0);
  expect(words.indexOf('A conta do entrevistador está desativada.')).toBeGreaterThan(
    words.indexOf('Não há consentimento'),
  );
  expect(
    within(first)
      .getByRole('link', { name: /^Dona Lurdes/ })
      .getAttribute('href'),
  ).toContain(ID);
  within(second).getByText('A entrevista não tem gravação, e o questionário exige gravação.');
  within(second).getByRole('button', { name: 'Liberar a entrevista sem nome' });
  expect(within(second).queryByRole('link')).toBeNull();
});
