import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DemoDialogHost, useDemoDialog } from './demo-dialog-host.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Buttons() {
  const { open } = useDemoDialog();
  return (
    <>
      <button type="button" onClick={() => open()}>
        Demo
      </button>
      <button type="button" onClick={() => open('Enterprise')}>
        Especialista
      </button>
    </>
  );
}

it('tells whoever answers which plan a request is about, and says it in the form', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return Response.json({ success: true, message: 'ok' });
  });
  render(
    <DemoDialogHost>
      <Buttons />
    </DemoDialogHost>,
  );
  const ana = { nome: 'Ana', email: 'ana@cliente.com.br', telefone: '190' };
  const send = async () => {
    fireEvent.change(screen.getByLabelText(/Nome/), { target: { value: ana.nome } });
    fireEvent.change(screen.getByLabelText(/E-mail/), { target: { value: ana.email } });
    fireEvent.input(screen.getByLabelText(/Telefone/), { target: { value: ana.telefone } });
    const before = sent.length;
    fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
    await waitFor(() => expect(sent.length).toBe(before + 1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  fireEvent.click(screen.getByText('Especialista'));
  await screen.findByRole('dialog', { name: 'Plano Enterprise: fale com um especialista' });
  await send();
  fireEvent.click(screen.getByText('Demo'));
  await screen.findByRole('dialog', { name: 'Solicitar demonstração' });
  await send();
  expect(sent).toEqual([{ ...ana, plano: 'Enterprise' }, ana]);
});

it('names what is missing under the title that the specification gives it', async () => {
  render(
    <DemoDialogHost>
      <Buttons />
    </DemoDialogHost>,
  );
  fireEvent.click(screen.getByText('Demo'));
  await screen.findByRole('dialog', { name: 'Solicitar demonstração' });
  fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  const problem = await screen.findByText('Por favor, preencha todos os campos.');
  expect(problem.closest('[role=alert]')?.textContent).toBe('ErroPor favor, preencha todos os campos.');
});
