import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { toast } from '../lib/browser/toast.ts';
import { OnDemand, type Part, partOf } from './on-demand.tsx';

interface DialogProps {
  open: boolean;
  onClose: () => void;
}
const Dialog = ({ open, onClose }: DialogProps) =>
  open ? (
    <button type="button" onClick={onClose}>
      Fechar
    </button>
  ) : (
    <p>fechado</p>
  );

function Page({ part }: { part: Part<DialogProps> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      <OnDemand part={part} open={open} props={{ open, onClose: () => setOpen(false) }} />
    </>
  );
}

const show = (part: Part<DialogProps>) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page part={part} />
    </QueryClientProvider>,
  );
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('fetches a dialog once, draws it once it was opened, and leaves it where it closes', async () => {
  const load = vi.fn(async () => Dialog);
  const part = partOf(load);
  const first = show(part);
  expect(screen.queryByText('fechado')).toBeNull();
  press('Abrir');
  fireEvent.click(await screen.findByRole('button', { name: 'Fechar' }));
  screen.getByText('fechado');
  first.unmount();
  // On another page the code is loaded already: the dialog opens at once when the button is pressed.
  show(part);
  press('Abrir');
  screen.getByRole('button', { name: 'Fechar' });
  expect(load).toHaveBeenCalledTimes(1);
});

it('says that a dialog could not be fetched, closes it, and tries again with the next press', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const told = vi.spyOn(toast, 'error').mockImplementation(() => '');
  let line = false;
  show(
    partOf(async () => {
      if (!line) throw new Error('Failed to fetch dynamically imported module');
      return Dialog;
    }),
  );
  press('Abrir');
  // The failed load closes the dialog again and shows a message.
  await waitFor(() => expect(told).toHaveBeenCalledTimes(1));
  line = true;
  press('Abrir');
  await screen.findByRole('button', { name: 'Fechar' });
  expect(told).toHaveBeenCalledTimes(1);
});

it('a dialog that never comes is given up with Esc, and by itself', async () => {
  vi.useFakeTimers();
  const told = vi.spyOn(toast, 'error').mockImplementation(() => '');
  show(partOf(() => new Promise(() => undefined)));
  press('Abrir');
  screen.getByText('Abrindo…');
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(screen.queryByText('Abrindo…')).toBeNull();
  expect(told).not.toHaveBeenCalled();
  press('Abrir');
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(told).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Abrindo…')).toBeNull();
  vi.useRealTimers();
});

it('a dialog comes by itself once nothing is fetched any more, not between two answers', async () => {
  vi.useFakeTimers();
  const load = vi.fn(async () => Dialog);
  const client = new QueryClient();
  const fetching = vi.spyOn(client, 'isFetching');
  render(
    <QueryClientProvider client={client}>
      <Page part={partOf(load)} />
    </QueryClientProvider>,
  );
  for (const answers of [1, 0, 1, 0]) {
    fetching.mockReturnValue(answers);
    await act(() => vi.advanceTimersByTimeAsync(500));
  }
  expect(load).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(load).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});
