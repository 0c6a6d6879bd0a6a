import type { EntrevistaNaLista } from '@escuta/shared/contracts/pesquisas';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { InterviewActions, takesRecording } from './interview-actions.tsx';

const ID = '019a0000-0000-7000-8000-000000000001';
const row = (fields: Partial<EntrevistaNaLista>): EntrevistaNaLista =>
  ({
    id: ID,
    nome_entrevistado: 'Dona Lurdes',
    questionario_id: ID,
    situacao: 'em_andamento',
    recebimento: null,
    gravacao: 'esperada',
    segunda_gravacao: null,
    propria: true,
    item: { id: ID, status: 'pendente', arquivo_nome: null },
    ...fields,
  }) as EntrevistaNaLista;

/** The menu of one interview, as who may do everything sees it. */
function menuOf(fields: Partial<EntrevistaNaLista>): string[] {
  const none = () => undefined;
  const { unmount } = render(
    <InterviewActions
      row={row(fields)}
      allowed={{ upload: true, process: true, manage: true }}
      locked={false}
      onUpload={none}
      onProcess={none}
      onEnd={none}
      onResume={none}
      onJoin={none}
      onAccesses={undefined}
      onChoose={none}
    />,
  );
  fireEvent.keyDown(screen.getByRole('button', { name: 'Ações da entrevista de Dona Lurdes' }), {
    key: 'Enter',
  });
  const words = screen.getAllByRole('menuitem').map(({ textContent }) => textContent ?? '');
  unmount();
  return words;
}

const GOES_ON = 'Continuar, no aparelho em que começou';

it('offers to go on only with what a browser of one’s own may hold', () => {
  expect(menuOf({ recebimento: 'parcial' })).toContain(GOES_ON);
  expect(menuOf({ recebimento: 'parcial', propria: false })).not.toContain(GOES_ON);
  // Begun through the API: the runner finds it nowhere.
  expect(menuOf({ recebimento: null })).not.toContain(GOES_ON);
  expect(menuOf({ recebimento: 'encerrada', situacao: 'interrompida' })).not.toContain(GOES_ON);
  // Finished there, and on its way.
  expect(menuOf({ recebimento: 'parcial', situacao: 'concluida' })).not.toContain(GOES_ON);
});

it('offers to send a recording only where the server takes one', () => {
  const there = { recebimento: 'completa', situacao: 'concluida', propria: false } as const;
  expect(menuOf(there)).toContain('Enviar gravação');
  expect(menuOf({})).toContain('Enviar gravação');
  for (const refused of [
    { ...there, recebimento: 'parcial' },
    { ...there, gravacao: 'recusada' },
    { ...there, propria: true },
  ] as const) {
    expect(menuOf(refused).filter((word) => word.endsWith('gravação'))).toEqual([]);
    expect(takesRecording(row(refused))).toBe(false);
  }
  expect(takesRecording(row({ item: null }))).toBe(false);
});

it('offers to join a recording again only where none could be joined, to whoever did not do the interview', () => {
  const JOIN = 'Tentar juntar de novo';
  const failed = {
    recebimento: 'completa',
    situacao: 'concluida',
    propria: false,
    montagem: 'falhou',
  } as const;
  expect(menuOf(failed)).toContain(JOIN);
  expect(menuOf({ ...failed, propria: true })).not.toContain(JOIN);
  expect(menuOf({ ...failed, montagem: 'pendente' })).not.toContain(JOIN);
  // Some of it was joined: the server keeps what there is.
  const joined = { id: ID, status: 'pendente', arquivo_nome: 'entrevista.webm' } as EntrevistaNaLista['item'];
  expect(menuOf({ ...failed, item: joined })).not.toContain(JOIN);
});

it('asks which recording counts once a second one is there, whoever did not do the interview', () => {
  const CHOOSE = 'Decidir qual gravação vale';
  const offered = { estado: 'oferecida', motivo: null, recebida_em: '', tamanho: 10, duracao_s: 9 } as const;
  const ended = { recebimento: 'encerrada', situacao: 'interrompida', propria: false } as const;
  expect(menuOf({ ...ended, segunda_gravacao: offered })).toContain(CHOOSE);
  expect(menuOf({ ...ended, segunda_gravacao: { ...offered, estado: 'juntando' } })).not.toContain(CHOOSE);
  expect(menuOf({ ...ended, propria: true, segunda_gravacao: offered })).not.toContain(CHOOSE);
  expect(menuOf({ ...ended, segunda_gravacao: null })).not.toContain(CHOOSE);
});
