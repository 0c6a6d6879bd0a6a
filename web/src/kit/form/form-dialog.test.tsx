import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { TextField } from './fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from './form-dialog.tsx';
import { useApiForm, useOnceKey } from './use-api-form.ts';

const schema = z.object({ nome: z.string().min(3) });
type Values = z.infer<typeof schema>;
type Send = (key: string | undefined) => Promise<Values>;

function Fields({ send }: { send: Send }) {
  const once = useOnceKey();
  const { done } = useFormDialog();
  const api = useApiForm({
    schema,
    values: { nome: '' },
    once,
    send: () => send(once.headers()['Idempotency-Key']),
    onSaved: done,
    failed: 'Erro ao criar',
  });
  return (
    <DialogForm api={api} title="Novo" submitLabel="Criar" busyLabel="Criando">
      <TextField {...api.field('nome')} label="Nome" />
    </DialogForm>
  );
}

/** A page with a dialog. The page sets `open` to false only when the test lets it, as a slow computer would. */
function Page({ send, onClose }: { send: Send; onClose: (close: () => void) => void }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      <FormDialog open={open} onClose={() => onClose(() => setOpen(false))} aria-describedby={undefined}>
        <Fields send={send} />
      </FormDialog>
    </>
  );
}

it('makes one of a double click whose second press comes after the answer, and another once it is opened anew', async () => {
  const send = vi.fn<Send>(async () => ({ nome: 'Aurora' }));
  let close = () => {};
  const onClose = vi.fn((given: () => void) => {
    close = given;
  });
  render(<Page send={send} onClose={onClose} />);
  const fill = () => fireEvent.change(screen.getByLabelText('Nome'), { target: { value: 'Aurora' } });
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Criar' }));
  fill();
  press();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  press();
  await act(async () => {});
  expect(send).toHaveBeenCalledOnce();

  act(() => close());
  await waitFor(() => expect(screen.queryByLabelText('Nome')).toBeNull());
  fireEvent.click(screen.getByText('Abrir'));
  fill();
  press();
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  expect(new Set(send.mock.calls.map(([key]) => key)).size).toBe(2);
});
