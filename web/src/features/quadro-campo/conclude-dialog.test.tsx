import type { VerificacaoWire } from '@escuta/shared/contracts/surveys/verificacoes';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { createQueryClient } from '../../lib/network/query.ts';
import { ConcludeDialog } from './conclude-dialog.tsx';

const verificacao = (fields: object) =>
  ({
    ...{ id: 'v', modo: null, resultado: null, nota: null, tentativas: [], proxima_em: null, versao: 0 },
    entrevista: { nome: 'Ana', telefone: null, item_id: null, auditada: false },
    ...fields,
  }) as unknown as VerificacaoWire;
const EM = '2026-11-28T15:00:00.000Z';
const open = (fields: object) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <ConcludeDialog target={verificacao(fields)} onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );

it.each([
  ['recontato', 'nao_entrevistado', true],
  ['recontato', 'sem_contato', false],
  ['ouvida', 'ouvida', false],
  [null, null, false],
])('after %s with %s, another result corrects the last call: %s', (modo, resultado, corrects) => {
  open({ modo, resultado });
  expect(screen.queryAllByText('Selecione outro resultado para corrigir a última tentativa.')).toHaveLength(
    corrects ? 1 : 0,
  );
});

const result = () => screen.getByRole('combobox', { name: /^Resultado/ });

it.each([
  ['never verified', null, null, false],
  ['never verified, with verdicts to hear', null, null, true],
  ['without contact', 'recontato', 'sem_contato', true],
])('asks for a result and proposes none: %s', async (_, modo, resultado, auditada) => {
  open({
    ...{
      modo,
      resultado,
      tentativas: [{ n: 1, resultado: 'ocupado', nota: null, por: { nome: 'Bia' }, em: EM }],
    },
    entrevista: { nome: 'Ana', telefone: null, item_id: null, auditada },
  });
  expect(result().textContent).toBe('Selecione…');
  fireEvent.click(screen.getByRole('button', { name: 'Salvar resultado' }));
  expect(await within(screen.getByRole('dialog')).findByText('Selecione o resultado.')).toBeTruthy();
  expect(result().getAttribute('aria-invalid')).toBe('true');
});

it('shows the result that a correction replaces', () => {
  open({ modo: 'recontato', resultado: 'nao_entrevistado' });
  expect(result().textContent).toBe('Não foi entrevistado');
});
