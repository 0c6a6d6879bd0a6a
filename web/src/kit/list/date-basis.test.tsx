import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, useSearchParams } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as session from '../../lib/network/session.ts';
import { DateBasis, ExplainedBasis, RememberedBasis } from './date-basis.tsx';

const somebody = (id: string) =>
  vi.spyOn(session, 'useRequiredSession').mockReturnValue({ user: { id } } as never);
beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('qual-data:ana', 'ligacao');
  somebody('ana');
});
afterEach(() => vi.restoreAllMocks());

function Screen({ padrao }: { padrao: 'entrada' | 'ligacao' }) {
  const data = useSearchParams()[0].get('data') as 'ligacao' | 'entrada' | null;
  return <DateBasis padrao={padrao} value={data ?? ''} onValueChange={() => undefined} />;
}

/** Opens a screen at an address; returns the address afterwards, and the kind of date that the screen uses. */
function opened(address: string, padrao: 'entrada' | 'ligacao' = 'entrada'): [string, string | null] {
  const element = (
    <RememberedBasis padrao={padrao}>
      <Screen padrao={padrao} />
    </RememberedBasis>
  );
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [address] });
  const { unmount } = render(<RouterProvider router={router} />);
  const { pathname, search } = router.state.location;
  const shown = screen.getByRole('combobox', { name: 'Data usada' }).textContent;
  unmount();
  return [`${pathname}${search}`, shown];
}

it('gives a bare address what its person chose last, and leaves an address that says anything as it is', () => {
  expect(opened('/lista')).toEqual(['/lista?data=ligacao', 'Data da ligação']);
  expect(opened('/lista?aba=itens')).toEqual(['/lista?aba=itens&data=ligacao', 'Data da ligação']);
  // An address with filters stays unchanged, because a number's link must lead to the counted items.
  expect(opened('/lista?status=erro&de=2026-03-01')).toEqual([
    '/lista?status=erro&de=2026-03-01',
    'Data de entrada',
  ]);
  expect(opened('/relatorio', 'ligacao')).toEqual(['/relatorio', 'Data da ligação']);
  somebody('bia');
  expect(opened('/lista')).toEqual(['/lista', 'Data de entrada']);
});

it('lets Back lead to what was shown before the choice', async () => {
  localStorage.clear();
  const element = (
    <RememberedBasis padrao="entrada">
      <Screen padrao="entrada" />
    </RememberedBasis>
  );
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/lista'] });
  render(<RouterProvider router={router} />);
  localStorage.setItem('qual-data:ana', 'ligacao');
  await act(() => router.navigate('/lista?data=ligacao'));
  await act(() => router.navigate(-1));
  expect(router.state.location.search).toBe('');
  expect(screen.getByRole('combobox', { name: 'Data usada' }).textContent).toBe('Data de entrada');
  // A new visit restores the choice.
  await act(() => router.navigate('/lista'));
  expect(router.state.location.search).toBe('?data=ligacao');
});

it('says at the choice that stands alone which days it means and what they count', () => {
  render(
    <ExplainedBasis
      padrao="entrada"
      value=""
      onValueChange={() => undefined}
      conta="Vale para os gráficos."
    />,
  );
  expect(screen.getByText('Contar pela')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Sobre a data usada' }));
  expect(screen.getByText(/data da ligação é o dia em que ela aconteceu/)).toBeDefined();
  expect(screen.getByText('Vale para os gráficos.')).toBeDefined();
});
