import { acceptTerms } from '@escuta/shared/contracts/accounts/users';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import * as apiModule from '../../lib/network/api.ts';
import { ApiError } from '../../lib/network/api.ts';
import { TermsDialog } from './terms-dialog.tsx';

const mocks = { call: vi.fn() };
beforeEach(() => {
  vi.spyOn(apiModule, 'call').mockImplementation(mocks.call);
});

let pending: boolean;
let accept: () => Promise<unknown>;
beforeEach(() => {
  mocks.call.mockReset();
  pending = true;
  accept = async () => {
    pending = false;
  };
  mocks.call.mockImplementation((endpoint: { id: string }) =>
    endpoint.id === acceptTerms.id
      ? accept()
      : Promise.resolve({ success: true, data: { termosPendentes: pending } }),
  );
});

function show(): void {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <TermsDialog />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it('asks until the consent is given, and no longer', async () => {
  show();
  const dialog = await screen.findByRole('dialog', { name: 'Termos de Uso e Política de Privacidade' });
  fireEvent.keyDown(dialog, { key: 'Escape' });
  expect(screen.queryByRole('dialog')).not.toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Li e aceito' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('says so when the consent cannot be kept, and goes on asking', async () => {
  accept = async () => {
    throw new ApiError(503, 'indisponivel', 'Serviço indisponível.');
  };
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Li e aceito' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Serviço indisponível.');
  expect(screen.queryByRole('dialog')).not.toBeNull();
});

it('asks nobody who accepted', async () => {
  pending = false;
  show();
  await vi.waitFor(() => expect(mocks.call).toHaveBeenCalled());
  expect(screen.queryByRole('dialog')).toBeNull();
});
