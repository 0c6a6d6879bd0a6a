import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { ConfirmDialog } from './alert-dialog.tsx';
import { Dialog, DialogContent, DialogTitle } from './dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from './dropdown-menu.tsx';

afterEach(cleanup);

/** A page with a row that can be renamed (by button and by menu) and deleted. */
function Page() {
  const [renaming, setRenaming] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [gone, setGone] = useState(false);
  const [leaving, setLeaving] = useState(false);
  return (
    <>
      <h1 data-route-heading tabIndex={-1}>
        Projetos
      </h1>
      <DropdownMenu>
        <DropdownMenuTrigger>Ações</DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem onSelect={() => setRenaming(true)}>Renomear pelo menu</DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {gone ? null : (
        <>
          <button type="button" onClick={() => setRenaming(true)}>
            Renomear
          </button>
          <button type="button" onClick={() => setDeleting(true)}>
            Excluir
          </button>
        </>
      )}
      <Dialog open={renaming} onOpenChange={setRenaming}>
        <DialogContent aria-describedby={undefined}>
          <DialogTitle>Renomear</DialogTitle>
          <button type="button" onClick={() => setLeaving(true)}>
            Fechar sem salvar
          </button>
        </DialogContent>
      </Dialog>
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title="Descartar?"
        description="O que foi digitado se perde."
        confirmLabel="Descartar"
        onConfirm={() => setRenaming(false)}
      />
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title="Excluir?"
        description="Não volta."
        confirmLabel="Sim"
        onConfirm={() => setGone(true)}
      />
    </>
  );
}

const focused = () => document.activeElement?.textContent;
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

/** Presses a button like a person, which focuses it. */
function pressButton(name: string): void {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
}

it('gives the focus back to the button that opened a dialog', async () => {
  render(<Page />);
  pressButton('Renomear');
  await screen.findByRole('dialog');
  press('Escape');
  await waitFor(() => expect(focused()).toBe('Renomear'));
});

it('gives it back to the menu out of which the dialog was opened', async () => {
  render(<Page />);
  screen.getByRole('button', { name: 'Ações' }).focus();
  press('Enter');
  const item = await screen.findByRole('menuitem', { name: 'Renomear pelo menu' });
  item.focus();
  press('Enter');
  await screen.findByRole('dialog');
  press('Escape');
  await waitFor(() => expect(focused()).toBe('Ações'));
});

it("gives it to the page's heading where the opener is gone", async () => {
  render(<Page />);
  pressButton('Excluir');
  await screen.findByRole('alertdialog');
  pressButton('Sim');
  await waitFor(() => expect(focused()).toBe('Projetos'));
});

it('gives it back past a dialog that closes together with the question over it', async () => {
  render(<Page />);
  pressButton('Renomear');
  await screen.findByRole('dialog');
  pressButton('Fechar sem salvar');
  await screen.findByRole('alertdialog');
  pressButton('Descartar');
  await waitFor(() => expect(focused()).toBe('Renomear'));
});
