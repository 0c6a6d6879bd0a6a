import { createRegra } from '@escuta/shared/contracts/insights/regras';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as apiModule from '../../lib/network/api.ts';
import { createQueryClient } from '../../lib/network/query.ts';
import * as sessionModule from '../../lib/network/session.ts';
import { type FiringActions, useFiringKeys } from './firing-keys.ts';
import { RuleDialog } from './rule-dialog.tsx';

let asked: string[];
beforeEach(() => {
  asked = [];
  vi.spyOn(sessionModule, 'useSession').mockReturnValue(null);
  vi.spyOn(apiModule, 'call').mockImplementation(async (...args: unknown[]) => {
    asked.push((args as [{ id: string }])[0].id);
    return { data: {} };
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

it('a rule without its condition is not sent, and says so once beside the button', async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <RuleDialog open rule={null} onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.input(await screen.findByLabelText(/^Nome/), { target: { value: 'Cliente quer cancelar' } });
  fireEvent.click(screen.getByRole('button', { name: 'Criar regra' }));
  expect(await screen.findByText('Complete as condições da regra.')).toBeTruthy();
  expect(screen.queryByText('Erro ao salvar a regra')).toBeNull();
  expect(asked).not.toContain(createRegra.id);
  // Typing a value removes the message.
  fireEvent.input(screen.getByLabelText(/^Valor da condição 1/), { target: { value: 'cancelar' } });
  expect(screen.queryByText('Complete as condições da regra.')).toBeNull();
});

function KeysPage({ actions }: { actions: FiringActions }) {
  useFiringKeys(actions, true);
  return (
    <div role="dialog">
      <button type="button">Dentro</button>
    </div>
  );
}

it('Esc leaves the selection of the list, and belongs to a dialog that is open', () => {
  const leave = vi.fn();
  render(<KeysPage actions={{ leave } as unknown as FiringActions} />);
  fireEvent.keyDown(screen.getByRole('button', { name: 'Dentro' }), { key: 'Escape' });
  expect(leave).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(leave).toHaveBeenCalledOnce();
});

it('a rule without a name and with two incomplete conditions marks all three, the name in focus', async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <RuleDialog open rule={null} onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Adicionar condição' }));
  fireEvent.click(screen.getByRole('button', { name: 'Criar regra' }));
  expect(await screen.findByText('Dê um nome à regra.')).toBeTruthy();
  const wrong = [...document.querySelectorAll('[aria-invalid="true"]')];
  expect(wrong).toHaveLength(3);
  expect(document.activeElement).toBe(wrong[0]);
  expect(screen.getByText('Complete as condições da regra.')).toBeTruthy();
  // Once the name is valid, the focus goes to the first incomplete condition.
  fireEvent.input(screen.getByLabelText(/^Nome/), { target: { value: 'Cancelar' } });
  fireEvent.input(screen.getByLabelText(/^Valor da condição 1/), { target: { value: 'cancelar' } });
  fireEvent.click(screen.getByRole('button', { name: 'Criar regra' }));
  const second = screen.getByLabelText(/^Valor da condição 2/);
  await vi.waitFor(() => expect(document.activeElement).toBe(second));
});
