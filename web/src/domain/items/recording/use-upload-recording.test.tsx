import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { UnsavedGate } from '../../../kit/form/unsaved-gate.tsx';
import * as apiModule from '../../../lib/network/api.ts';
import { useUploadRecording } from './use-upload-recording.ts';

const mocks = { upload: vi.fn() };
beforeEach(() => {
  vi.spyOn(apiModule, 'upload').mockImplementation(mocks.upload);
});

function Sender() {
  const { progress, send } = useUploadRecording();
  return (
    <>
      <button type="button" onClick={() => void send('i1', new File(['som'], 'som.mp3'))}>
        Enviar
      </button>
      <Link to="/outra">Outra página</Link>
      {progress ? <p>Enviando</p> : null}
    </>
  );
}

/** True if the browser asks before closing the tab. */
function tabAsks(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

it('asks before an upload is left, by a link or by closing the tab, and no more once it has ended', async () => {
  let finish = (): void => undefined;
  let signal: AbortSignal | undefined;
  mocks.upload.mockImplementation((_endpoint: unknown, _file: File, options: { signal: AbortSignal }) => {
    signal = options.signal;
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  const router = createMemoryRouter([
    {
      element: (
        <>
          <Outlet />
          <UnsavedGate />
        </>
      ),
      children: [
        { path: '/', element: <Sender /> },
        { path: '/outra', element: <p>Chegou</p> },
      ],
    },
  ]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  expect(tabAsks()).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  await screen.findByText('Enviando');
  expect(tabAsks()).toBe(true);

  fireEvent.click(screen.getByText('Outra página'));
  await screen.findByRole('alertdialog', { name: 'Interromper o envio?' });
  fireEvent.click(screen.getByRole('button', { name: 'Continuar enviando' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(router.state.location.pathname).toBe('/');
  expect(signal?.aborted).toBe(false);

  await act(async () => finish());
  await waitFor(() => expect(screen.queryByText('Enviando')).toBeNull());
  expect(tabAsks()).toBe(false);
  fireEvent.click(screen.getByText('Outra página'));
  await screen.findByText('Chegou');
});
