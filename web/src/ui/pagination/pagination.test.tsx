import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Pagination } from './pagination.tsx';

it('says which rows are shown and asks for another page', () => {
  const onPageChange = vi.fn();
  const { rerender } = render(
    <Pagination
      page={2}
      limit={10}
      total={1234}
      totalPages={124}
      onPageChange={onPageChange}
      noun="ligações"
    />,
  );
  expect(screen.getByText('Mostrando 11 a 20 de 1.234 ligações')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Página 2' }).getAttribute('aria-current')).toBe('page');
  fireEvent.click(screen.getByRole('button', { name: 'Página 124' }));
  fireEvent.click(screen.getByRole('button', { name: 'Próxima página' }));
  fireEvent.click(screen.getByRole('button', { name: 'Página 2' }));
  expect(onPageChange.mock.calls).toEqual([[124], [3]]);

  rerender(
    <Pagination
      page={124}
      limit={10}
      total={1234}
      totalPages={124}
      onPageChange={onPageChange}
      noun="ligações"
    />,
  );
  expect(screen.getByText('Mostrando 1.231 a 1.234 de 1.234 ligações')).toBeDefined();
  expect((screen.getByRole('button', { name: 'Próxima página' }) as HTMLButtonElement).disabled).toBe(true);
});

it('says that a capped total is a lower bound, and draws nothing for an empty list', () => {
  const { container, rerender } = render(
    <Pagination
      page={1}
      limit={10}
      total={1000}
      totalPages={100}
      totalExato={false}
      onPageChange={() => undefined}
      noun="ligações"
    />,
  );
  expect(screen.getByText('Mostrando 1 a 10 de 1.000+ ligações')).toBeDefined();
  rerender(
    <Pagination
      page={1}
      limit={10}
      total={0}
      totalPages={0}
      onPageChange={() => undefined}
      noun="ligações"
    />,
  );
  expect(container.textContent).toBe('');
});
