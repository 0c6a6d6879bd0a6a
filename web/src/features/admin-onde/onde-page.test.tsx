import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import * as apiModule from '../../lib/network/api.ts';
import { createQueryClient } from '../../lib/network/query.ts';
import OndePage from './onde-page.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('says that nothing was found, and leaves that standing', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const missing = new apiModule.ApiError(404, 'nao_encontrado', 'Entrevista não encontrada.');
  const call = vi.spyOn(apiModule, 'call').mockRejectedValue(missing);
  const router = createMemoryRouter([{ path: '/admin/onde', element: <OndePage /> }], {
    initialEntries: ['/admin/onde?id=01a223d8-35a2-7e2c-8219-ee85a4e0164d'],
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findAllByText('Entrevista não encontrada');
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(call).toHaveBeenCalledTimes(1);
});
