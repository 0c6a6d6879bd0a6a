import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RecordingState } from './recording-state.tsx';

type Item = NonNullable<Parameters<typeof RecordingState>[0]['item']>;
const item = (fields: Partial<Item>): Item => ({
  id: 'i',
  auditoria_id: 'a',
  status: 'pendente',
  motivo: null,
  arquivo_nome: null,
  duracao_s: null,
  ...fields,
});

it('says why a recording is not there, or waits, and nothing where all is well', () => {
  const motivo = 'A gravação 1 não pôde ser lida: Nenhum som pôde ser lido do arquivo de áudio.';
  const { rerender } = render(<RecordingState gravacao="esperada" item={item({ motivo })} />);
  screen.getByRole('button', { name: `Sem gravação: ${motivo}` });
  const arquivo_nome = 'entrevista.webm';
  const creditos = 'Auditoria automática não iniciada: créditos insuficientes.';
  rerender(<RecordingState gravacao="esperada" item={item({ arquivo_nome, motivo: creditos })} />);
  screen.getByRole('button', { name: `Gravada: ${creditos}` });
  rerender(<RecordingState gravacao="esperada" item={item({ arquivo_nome })} />);
  expect(screen.queryByRole('button')).toBeNull();
  screen.getByText('Gravada');
  rerender(<RecordingState gravacao="recusada" item={null} />);
  screen.getByText('Recusou gravação');
});
