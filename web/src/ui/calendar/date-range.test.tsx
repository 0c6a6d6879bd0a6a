import { fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { DateRange, describeRange } from './date-range.tsx';
import type { DateRangeValue } from './date-range-value.ts';

// Loads the calendar before the tests, so that its loading does not count towards their time limit.
await import('./range-calendar.tsx');

function Harness() {
  const [value, setValue] = useState<DateRangeValue>({ de: '', ate: '' });
  return (
    <>
      <DateRange label="Período" value={value} onValueChange={setValue} />
      <output>{JSON.stringify(value)}</output>
    </>
  );
}

it('applies two typed days, refuses an inverted range, and clears', () => {
  const { container } = render(<Harness />);
  const value = () => JSON.parse(container.querySelector('output')?.textContent ?? '');
  fireEvent.click(screen.getByRole('button', { name: 'Período: Qualquer data' }));
  fireEvent.change(screen.getByLabelText('De'), { target: { value: '10112026' } });
  fireEvent.change(screen.getByLabelText('Até'), { target: { value: '09112026' } });
  expect(screen.getByRole('alert').textContent).toBe('A data final deve ser igual ou posterior à inicial.');
  expect((screen.getByRole('button', { name: 'Aplicar' }) as HTMLButtonElement).disabled).toBe(true);
  fireEvent.change(screen.getByLabelText('Até'), { target: { value: '12112026' } });
  fireEvent.click(screen.getByRole('button', { name: 'Aplicar' }));
  expect(value()).toEqual({ de: '2026-11-10', ate: '2026-11-12' });
  fireEvent.click(screen.getByRole('button', { name: 'Limpar período' }));
  expect(value()).toEqual({ de: '', ate: '' });
});

it('says what is wrong with half a day, and filters by nothing less than what was typed', () => {
  const { container } = render(<Harness />);
  const value = () => JSON.parse(container.querySelector('output')?.textContent ?? '');
  fireEvent.click(screen.getByRole('button', { name: 'Período: Qualquer data' }));
  fireEvent.change(screen.getByLabelText('De'), { target: { value: '1011' } });
  fireEvent.click(screen.getByRole('button', { name: 'Aplicar' }));
  expect(screen.getByRole('alert').textContent).toBe('Informe um dia válido, como 31/12/2026.');
  expect(screen.getByLabelText('De').getAttribute('aria-invalid')).toBe('true');
  expect(value()).toEqual({ de: '', ate: '' });
  fireEvent.change(screen.getByLabelText('De'), { target: { value: '10112026' } });
  fireEvent.click(screen.getByRole('button', { name: 'Aplicar' }));
  expect(value()).toEqual({ de: '2026-11-10', ate: '' });
});

it('takes the two days from the calendar', async () => {
  const { container } = render(<Harness />);
  const value = () => JSON.parse(container.querySelector('output')?.textContent ?? '');
  fireEvent.click(screen.getByRole('button', { name: 'Período: Qualquer data' }));
  fireEvent.change(screen.getByLabelText('De'), { target: { value: '10112026' } });
  const grid = await screen.findByRole('grid');
  fireEvent.click(within(grid).getByRole('button', { name: /12 de novembro de 2026/ }));
  expect(screen.getByLabelText<HTMLInputElement>('Até').value).toBe('12/11/2026');
  fireEvent.click(screen.getByRole('button', { name: 'Aplicar' }));
  expect(value()).toEqual({ de: '2026-11-10', ate: '2026-11-12' });
});

it('says what a range covers', () => {
  expect(describeRange({ de: '', ate: '' })).toBe('Qualquer data');
  expect(describeRange({ de: '2026-11-10', ate: '2026-11-10' })).toBe('10/11/2026');
  expect(describeRange({ de: '2026-11-10', ate: '' })).toBe('A partir de 10/11/2026');
  expect(describeRange({ de: '', ate: '2026-11-10' })).toBe('Até 10/11/2026');
});
