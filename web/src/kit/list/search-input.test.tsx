import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { SearchInput } from './search-input.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

function scene() {
  const reported = vi.fn<(value: string) => void>();
  const at = (value: string, cleared = 0) => (
    <MemoryRouter>
      <SearchInput label="Buscar" value={value} cleared={cleared} onValueChange={reported} />
    </MemoryRouter>
  );
  const { rerender } = render(at(''));
  const box = screen.getByRole<HTMLInputElement>('searchbox');
  return {
    box,
    reported,
    type: (value: string) => fireEvent.change(box, { target: { value } }),
    settle: () => act(() => vi.advanceTimersByTime(300)),
    comesBack: (value: string, cleared?: number) => rerender(at(value, cleared)),
  };
}

it('keeps what was typed while an older report comes back, and takes what it did not report itself', () => {
  const { box, reported, type, settle, comesBack } = scene();
  type('an');
  settle();
  type('ana');
  settle();
  type('anab');
  comesBack('an');
  expect(box.value).toBe('anab');
  comesBack('ana');
  expect(box.value).toBe('anab');
  settle();
  expect(reported.mock.calls).toEqual([['an'], ['ana'], ['anab']]);
  // Before the report 'anab' came back, a link or Back set another search, which replaces the typed text.
  comesBack('helena');
  expect(box.value).toBe('helena');
});

it('reports a search that returned to what the list shows only when something else was reported between', () => {
  const { reported, type, settle } = scene();
  type('a');
  type('');
  settle();
  expect(reported).not.toHaveBeenCalled();
  type('a');
  settle();
  type('');
  settle();
  expect(reported.mock.calls).toEqual([['a'], ['']]);
});

it('forgets what is being typed when all filters are cleared, whether the address had a search or not', () => {
  const { box, reported, type, settle, comesBack } = scene();
  type('zzz');
  comesBack('', 1);
  expect(box.value).toBe('');
  settle();
  expect(reported).not.toHaveBeenCalled();

  type('ana');
  settle();
  comesBack('ana', 1);
  type('anab');
  comesBack('ana', 2);
  expect(box.value).toBe('');
  comesBack('', 2);
  type('b');
  settle();
  expect(box.value).toBe('b');
  expect(reported.mock.calls).toEqual([['ana'], ['b']]);
});
