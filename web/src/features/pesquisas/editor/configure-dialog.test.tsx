import { getQuestionario } from '@escuta/shared/contracts/surveys/questionarios';
import { PERMISSIONS } from '@escuta/shared/domain/accounts/permissions';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import * as apiModule from '../../../lib/network/api.ts';
import { createQueryClient } from '../../../lib/network/query.ts';
import * as sessionModule from '../../../lib/network/session.ts';
import { ConfigureDialog } from './configure-dialog.tsx';

const Q = '019a0000-0000-7000-8000-000000000001';
const mudancas = {
  ...{ versao: null, consentimento: null, sem_gravacao: null, reordenadas: false },
  ...{ novas: [], alteradas: [], removidas: [] },
};

it('opens an empty questionnaire with the focus on the text of its first question', async () => {
  vi.spyOn(sessionModule, 'useRequiredSession').mockReturnValue({
    ...{ papel: 'gerente', empresaId: 'e', user: { id: 'u', email: 'a@b.co' } },
  } as ReturnType<typeof sessionModule.useRequiredSession>);
  vi.spyOn(apiModule, 'call').mockImplementation((async (endpoint: { id: string }) => {
    if (endpoint.id === 'getProfile')
      return { success: true, data: { userPermissions: PERMISSIONS.gerente } };
    if (endpoint.id !== getQuestionario.id) return new Promise(() => {});
    const data = { id: Q, nome: 'Moradores', perguntas: [], mudancas, publicada: null, alterado: false };
    return { success: true, data };
  }) as never);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <ConfigureDialog questionarioId={Q} onClose={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const text = await screen.findByLabelText(/^Texto da Pergunta/);
  await waitFor(() => expect(document.activeElement).toBe(text));
});
