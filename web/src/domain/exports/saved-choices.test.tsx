import {
  deleteModeloExportacao,
  listModelosExportacao,
} from '@escuta/shared/contracts/operation/exportacoes';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import * as apiModule from '../../lib/network/api.ts';
import { createQueryClient } from '../../lib/network/query.ts';
import * as sessionModule from '../../lib/network/session.ts';
import { lossNow } from '../../lib/page/unsaved.ts';
import { SavedChoices } from './saved-choices.tsx';

const NOW = { formato: 'csv', colunas: ['numero'], planilhas: [] } as const;
let kept: object[];
let asked: string[];
beforeEach(() => {
  asked = [];
  kept = [];
  vi.spyOn(sessionModule, 'useSession').mockReturnValue(null);
  vi.spyOn(apiModule, 'call').mockImplementation(async (...args: unknown[]) => {
    const [{ id }] = args as [{ id: string }];
    asked.push(id);
    return id === listModelosExportacao.id ? { data: kept } : { data: {} };
  });
});
const show = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SavedChoices tipo="ligacoes" now={NOW} onChoose={() => undefined} />
    </QueryClientProvider>,
  );

it('asks before a choice that the company shares is deleted', async () => {
  kept = [{ ...NOW, id: 'm', nome: 'Fechamento', da_empresa: true, pode_mudar: true }];
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Excluir a seleção Fechamento' }));
  const question = await screen.findByRole('alertdialog', { name: 'Excluir a seleção “Fechamento”?' });
  expect(question.textContent).toContain('deixa de aparecer para todos da empresa');
  expect(asked).not.toContain(deleteModeloExportacao.id);
  fireEvent.click(within(question).getByRole('button', { name: 'Excluir' }));
  await vi.waitFor(() => expect(asked).toContain(deleteModeloExportacao.id));
});

it('guards the name that somebody is typing for a choice', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Salvar esta seleção' }));
  const name = await screen.findByRole('textbox', { name: /^Nome da seleção/ });
  expect(lossNow()).toBeNull();
  fireEvent.input(name, { target: { value: 'Mensal' } });
  await vi.waitFor(() => expect(lossNow()).not.toBeNull());
});
