import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { DateTimeInput } from './date-input.tsx';

function Harness({ start = '', heard }: { start?: string; heard: (value: string) => void }) {
  const [value, setValue] = useState(start);
  return (
    <DateTimeInput
      id="inicio"
      aria-label="Início"
      seconds
      value={value}
      onValueChange={(next) => {
        heard(next);
        setValue(next);
      }}
    />
  );
}

function show(start?: string) {
  const heard: string[] = [];
  render(<Harness {...(start === undefined ? {} : { start })} heard={(value) => heard.push(value)} />);
  return { input: screen.getByLabelText('Início') as HTMLInputElement, last: () => heard.at(-1) };
}

it('takes a time to the minute or to the second, and marks neither', () => {
  const { input, last } = show();
  fireEvent.input(input, { target: { value: '04/05/2026 10:00' } });
  expect(last()).toBe('2026-05-04T10:00');
  expect(input.getAttribute('aria-invalid')).toBeNull();
  fireEvent.input(input, { target: { value: '04/05/2026 10:00:25' } });
  expect(input.value).toBe('04/05/2026 10:00:25');
  expect(last()).toBe('2026-05-04T10:00:25');
  expect(input.getAttribute('aria-invalid')).toBeNull();
  fireEvent.input(input, { target: { value: '04/05/2026 10:00:61' } });
  expect(input.getAttribute('aria-invalid')).toBe('true');
});

it('picks the day in a calendar and keeps the hour', async () => {
  const { input, last } = show('2026-05-04T10:00:25');
  fireEvent.click(screen.getByRole('button', { name: 'Selecionar o dia no calendário' }));
  const month = await screen.findByRole('grid', { name: /maio/i });
  fireEvent.click(within(month).getByRole('button', { name: /19 de maio de 2026/ }));
  expect(last()).toBe('2026-05-19T10:00:25');
  expect(input.value).toBe('19/05/2026 10:00:25');
  await waitFor(() => expect(document.activeElement).toBe(input));
});
