import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { QuestionDialog } from './question-dialog.tsx';

it.each([
  { linhas: [4], closed: 0 },
  { linhas: [], closed: 1 },
])('made of the lines $linhas of a document, it closes unasked $closed times', async ({ linhas, closed }) => {
  const onClose = vi.fn();
  const start = { texto_pergunta: 'Mora aqui?' };
  render(
    <QuestionDialog
      open={{ pergunta: null, place: 0, start, linhas }}
      preparoId="p"
      perguntas={[]}
      onTake={() => undefined}
      onClose={onClose}
    />,
  );
  fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' });
  expect(onClose).toHaveBeenCalledTimes(closed);
  expect(screen.queryAllByText('Descartar alterações?')).toHaveLength(1 - closed);
});
