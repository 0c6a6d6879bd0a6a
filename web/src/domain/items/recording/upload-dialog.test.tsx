import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../lib/network/query.ts';
import * as sessionModule from '../../../lib/network/session.ts';
import { UploadDialog } from './upload-dialog.tsx';

afterEach(cleanup);

function open(papel: 'gerente' | 'usuario') {
  const session = { papel, permissions: {} } as unknown as sessionModule.Session;
  vi.spyOn(sessionModule, 'useSession').mockReturnValue(session);
  vi.spyOn(sessionModule, 'useRequiredSession').mockReturnValue(session);
  const target = {
    id: 'i',
    perfil: 'entrevista',
    phrase: 'da entrevista de Ana',
    fileName: 'ana.mp3',
    inForce: true,
  } as const;
  const none = () => undefined;
  const element = <UploadDialog target={target} file={null} onClose={none} onProcess={none} />;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </QueryClientProvider>,
  );
}

it('asks for the recording first, and then why an analysed one is replaced', async () => {
  open('gerente');
  const file = screen.getByRole('button', { name: /Arraste a gravação/ });
  const reason = screen.getByRole('textbox', { name: 'Motivo' });
  expect(file.compareDocumentPosition(reason) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(file));
});

it('offers nothing to send to whoever may not replace an analysed recording, and says who may', () => {
  open('usuario');
  screen.getByText(/só um gerente ou administrador pode trocá-la/);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Fechar', 'Fechar']);
  expect(screen.queryByText(/será substituído/)).toBeNull();
});
