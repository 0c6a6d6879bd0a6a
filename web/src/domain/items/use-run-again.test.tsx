import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { toast } from '../../lib/browser/toast.ts';
import * as apiModule from '../../lib/network/api.ts';
import { ApiError } from '../../lib/network/api.ts';
import { type Preview, useRunAgain } from './use-run-again.tsx';

const api = { call: vi.fn() };
beforeEach(() => {
  vi.spyOn(apiModule, 'call').mockImplementation(api.call);
});
beforeEach(() => {
  api.call.mockReset();
});

const ID = '7b1d0c1e-98a1-4f0e-9a53-0f6a3f1f2b11';
const preview = (fields: Partial<Preview> = {}): { success: true; data: Preview } => ({
  success: true,
  data: {
    creditos: 1,
    saldo: 41,
    reaproveita: [],
    refaz: ['audio', 'transcricao', 'analise_texto', 'negocio', 'contabilizacao'],
    substitui: { insights: 2, vereditos: 1, comentarios: 3 },
    ...fields,
  },
});

type Perfil = 'ligacao' | 'entrevista';

function Probe({ modo, perfil, run }: { modo: 'processar' | 'regenerar'; perfil: Perfil; run: () => void }) {
  const { askAgain, dialog } = useRunAgain();
  return (
    <>
      <button type="button" onClick={() => void askAgain({ itemId: ID, modo, perfil, run })}>
        De novo
      </button>
      {dialog}
    </>
  );
}

function setup(modo: 'processar' | 'regenerar', perfil: Perfil = 'ligacao') {
  const run = vi.fn();
  render(<Probe modo={modo} perfil={perfil} run={run} />);
  fireEvent.click(screen.getByRole('button', { name: 'De novo' }));
  return run;
}

it('says what it costs and replaces, and runs only once that was confirmed', async () => {
  api.call.mockResolvedValue(preview());
  const run = setup('processar');
  const dialog = await screen.findByRole('alertdialog', { name: 'Processar novamente?' });
  expect(dialog.textContent).toContain('O processamento consome 1 crédito; o saldo é de 41 créditos.');
  expect(dialog.textContent).toContain(
    'O provedor de IA é pago de novo por transcrição, análise de texto e insights.',
  );
  expect(dialog.textContent).toContain('A nova análise substitui 2 insights em vigor.');
  expect(dialog.textContent).toContain('1 veredito e 3 comentários de pessoas');
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  expect(run).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'De novo' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Processar novamente' }));
  await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
});

it('asks before a new analysis even where no insight stands, and names what is taken over', async () => {
  api.call.mockResolvedValue(
    preview({
      reaproveita: ['audio', 'transcricao'],
      refaz: ['analise_texto', 'negocio', 'contabilizacao'],
      substitui: null,
    }),
  );
  const run = setup('regenerar');
  const dialog = await screen.findByRole('alertdialog', { name: 'Regenerar a análise?' });
  expect(dialog.textContent).toContain('A Escuta reaproveita áudio e transcrição, sem custo.');
  expect(run).not.toHaveBeenCalled();
});

it('processes at once what was never analysed, and asks without figures when they cannot be had', async () => {
  api.call.mockResolvedValue(preview({ substitui: null }));
  const run = setup('processar');
  await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole('alertdialog')).toBeNull();

  api.call.mockImplementation(() => Promise.reject(new ApiError(503, 'indisponivel', 'Tente de novo.')));
  fireEvent.click(screen.getByRole('button', { name: 'De novo' }));
  expect((await screen.findByRole('alertdialog')).textContent).toContain(
    'O processamento consome 1 crédito e substitui',
  );
  expect(run).toHaveBeenCalledTimes(1);
});

it('asks before the first run of an interview too, and not at all where its price cannot be told', async () => {
  api.call.mockResolvedValue(preview({ creditos: 3, substitui: null }));
  const run = setup('processar', 'entrevista');
  const dialog = await screen.findByRole('alertdialog', { name: 'Processar a entrevista?' });
  expect(dialog.textContent).toContain(
    'O processamento consome 3 créditos, pela duração da gravação; o saldo é de 41 créditos.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Processar' }));
  await waitFor(() => expect(run).toHaveBeenCalledWith(3));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());

  const told = vi.spyOn(toast, 'error').mockReturnValue(undefined);
  api.call.mockImplementation(() => Promise.reject(new ApiError(503, 'indisponivel', 'Tente de novo.')));
  fireEvent.click(screen.getByRole('button', { name: 'De novo' }));
  await waitFor(() =>
    expect(told).toHaveBeenCalledWith('Erro no processamento', { description: 'Tente de novo.' }),
  );
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
