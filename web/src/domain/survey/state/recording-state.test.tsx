import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RecordingState } from './recording-state.tsx';

type Props = Parameters<typeof RecordingState>[0];
type Item = NonNullable<Props['item']>;
const item = (fields: Partial<Item> = {}): Item => ({
  id: 'i',
  auditoria_id: 'a',
  status: 'pendente',
  motivo: null,
  arquivo_nome: null,
  duracao_s: null,
  ...fields,
});
const of = (fields: Partial<Props>) => (
  <RecordingState
    gravacao="esperada"
    item={item()}
    montagem={null}
    recebimento="completa"
    motivo_sem_gravacao={null}
    {...fields}
  />
);

it('says why a recording is not there, or waits, and nothing where all is well', () => {
  const motivo = 'A gravação 1 não pôde ser lida. Nenhum áudio pôde ser lido do arquivo.';
  const { rerender, container } = render(of({ montagem: 'falhou', item: item({ motivo }) }));
  expect(container.textContent).toBe(`Não preparada${motivo}`);
  const arquivo_nome = 'entrevista.webm';
  const creditos = 'Auditoria automática não iniciada. Créditos insuficientes.';
  rerender(of({ item: item({ arquivo_nome, motivo: creditos }) }));
  expect(container.textContent).toBe(`Gravada${creditos}`);
  rerender(of({ item: item({ arquivo_nome }) }));
  expect(container.textContent).toBe('Gravada');
  const falhou = 'O arquivo não pôde ser decodificado.';
  rerender(of({ item: item({ arquivo_nome, status: 'erro', motivo: falhou }) }));
  expect(container.textContent).toContain(falhou);
  rerender(of({ gravacao: 'recusada', item: null }));
  screen.getByText('Recusou gravação');
});

it('tells a recording that is still coming from one that there is not, and says why there is none', () => {
  const { rerender, container } = render(of({ recebimento: 'parcial' }));
  expect(container.textContent).toBe('No aparelho');
  // After a new attempt the earlier failure is not shown.
  rerender(of({ montagem: 'pendente', item: item({ motivo: 'A gravação 1 não pôde ser lida.' }) }));
  expect(container.textContent).toBe('Em preparo');
  const motivo_sem_gravacao = 'O acesso ao microfone foi negado.';
  rerender(of({ gravacao: 'sem_gravacao', motivo_sem_gravacao }));
  expect(container.textContent).toBe(`Sem gravação${motivo_sem_gravacao}`);
});
