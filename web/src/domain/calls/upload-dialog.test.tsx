import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '../../lib/query.ts';
import * as sessionModule from '../../lib/session.ts';
import { UploadDialog } from './upload-dialog.tsx';

it('asks for the recording first, and then why an analysed one is replaced', async () => {
  const session = { papel: 'gerente', permissions: {} } as unknown as sessionModule.Session;
  vi.spyOn(sessionModule, 'useSession').mockReturnValue(session);
  vi.spyOn(sessionModule, 'useRequiredSession').mockReturnValue(session);
  const target = { id: 'i', label: 'de Ana', arquivoNome: 'ana.mp3', analisada: true };
  const none = () => undefined;
  const element = <UploadDialog target={target} onClose={none} onProcess={none} />;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </QueryClientProvider>,
  );
  const file = screen.getByRole('button', { name: /Arraste a gravação/ });
  const reason = screen.getByRole('textbox', { name: 'Motivo' });
  expect(file.compareDocumentPosition(reason) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(file));
});
