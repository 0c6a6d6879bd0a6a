import type { VerificacaoWire } from '@escuta/shared/contracts/surveys/verificacoes';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
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
  expect(screen.queryAllByText('Outro resultado corrige a última tentativa.')).toHaveLength(corrects ? 1 : 0);
});
