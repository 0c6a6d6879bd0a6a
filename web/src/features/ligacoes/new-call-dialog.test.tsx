import { createLigacao } from '@escuta/shared/contracts/calls/auditoria-items';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as apiModule from '../../lib/network/api.ts';
import * as operadorModule from '../../lib/network/operador.ts';
import { NewCallDialog } from './new-call-dialog.tsx';

/** Ids of the API contracts that were called. */
let asked: string[];
beforeEach(() => {
  asked = [];
  vi.spyOn(apiModule, 'call').mockImplementation((async (endpoint: { id: string }) => {
    asked.push(endpoint.id);
    return new Promise(() => {});
  }) as never);
  vi.spyOn(operadorModule, 'askOperador').mockResolvedValue({ gravacaoMaximaMb: 1 } as never);
  const element = <NewCallDialog projetoId="p" open onClose={() => undefined} onProcess={() => undefined} />;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </QueryClientProvider>,
  );
});
afterEach(cleanup);

const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Registrar ligação' }));

it('calls a wrong date wrong, not missing', async () => {
  type(/^Número de destino/, '11987654321');
  type(/^Início da chamada/, '31/02/2026 10:00');
  type(/^Fim da chamada/, '04/05/2026 10:01');
  save();
  await screen.findByText('Informe data e hora válidas, como 31/12/2026 10:15.');
  expect(screen.queryByText(/obrigatório/)).toBeNull();
  expect(asked).not.toContain(createLigacao.id);
});

it('registers no call whose recording is over the limit', async () => {
  type(/^Número de destino/, '11987654321');
  type(/^Início da chamada/, '04/05/2026 10:00');
  type(/^Fim da chamada/, '04/05/2026 10:01');
  const large = new File([new Uint8Array(1024 * 1024 + 1)], 'longa.mp3', { type: 'audio/mpeg' });
  fireEvent.change(screen.getByTestId('arquivo-de-audio'), { target: { files: [large] } });
  save();
  await screen.findByText('O arquivo passa do limite de 1 MB.');
  expect(asked).not.toContain(createLigacao.id);
});
