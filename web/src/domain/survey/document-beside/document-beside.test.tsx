import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../lib/network/query.ts';
import DocumentBeside from './document-beside.tsx';
import type { SeenLine } from './seen-line.ts';

const P1 = { id: 'p1', codigo: 'P1' };
const linha = (
  n: number,
  texto: string,
  uso: SeenLine['uso'],
  pergunta: SeenLine['pergunta'] = null,
): SeenLine => ({
  n,
  texto,
  uso,
  pergunta,
  lugar: null,
});
const LINHAS = [
  linha(0, 'Pesquisa', 'usada'),
  linha(1, '1. Mora aqui?', 'usada', P1),
  linha(2, '2 Não', 'duvidosa', P1),
  linha(3, '99 NS/NR', 'deixada'),
];
type Props = ComponentProps<typeof DocumentBeside>;
const on = { question: vi.fn(), make: vi.fn(), add: vi.fn(), take: vi.fn(), discard: vi.fn(), ask: vi.fn() };
const ia = {
  situacao: 'pode' as const,
  ...{ motivo: null, paginas: 2, lidas: 0, recusadas: 0, ilegiveis: 0, tarefa_id: null },
};

function show(fields: Partial<Props> = {}) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DocumentBeside
        documento={{ nome: 'bairro.docx', tipo: 'texto', guardado: true, propostas: [], ia }}
        linhas={LINHAS}
        bytes={null}
        perguntas={[{ ...P1, texto: 'Mora aqui?', choice: true }]}
        mayEdit
        wanted={null}
        onQuestion={on.question}
        onMake={on.make}
        onAdd={on.add}
        ai={{
          ...{ mayAsk: true, asking: false, onAsk: on.ask, onEnded: () => undefined },
          ...{ onTake: on.take, onDiscard: on.discard },
        }}
        {...fields}
      />
    </QueryClientProvider>,
  );
}
const button = (name: RegExp | string) => screen.getByRole<HTMLButtonElement>('button', { name });

beforeEach(() => {
  vi.clearAllMocks();
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(cleanup);

it('counts the lines of each kind, and a press on one leads to its question', () => {
  show();
  const counts = within(screen.getByRole('list', { name: 'Linhas do documento' })).getAllByRole('button');
  expect(counts.map((one) => one.textContent)).toEqual(['2 usadas', '1 deixada', '1 duvidosa']);
  fireEvent.click(button(/Linha duvidosa em P1: 2 Não/));
  expect(on.question).toHaveBeenCalledWith('p1');
  // The line of the title belongs to no question, and cannot be made into a question.
  expect(button(/Linha usada: Pesquisa/).disabled).toBe(true);
  fireEvent.click(counts[1] as HTMLElement);
  expect(document.activeElement?.textContent).toContain('99 NS/NR');
});

it('shows the lines of a PDF as a list too, where a finger hits them', () => {
  const bytes = () => new Promise<ArrayBuffer>(() => undefined);
  show({ documento: { nome: 'bairro.pdf', tipo: 'pdf', guardado: true }, bytes });
  expect(screen.queryByRole('button', { name: /Linha deixada: 99/ })).toBeNull();
  fireEvent.click(button('Ver em lista'));
  fireEvent.click(button(/Linha deixada: 99/));
  expect(button('Criar pergunta')).toBeTruthy();
});

it('makes a question of a left line, or adds it to one', () => {
  show();
  const left = () => button(/Linha deixada: 99/);
  fireEvent.click(left());
  expect(left().getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(button('Criar pergunta'));
  expect(on.make).toHaveBeenCalledWith([LINHAS[3]]);
  fireEvent.click(left());
  fireEvent.click(button('Como opção'));
  expect(on.add).toHaveBeenCalledWith([LINHAS[3]], 'p1', 'opcao');
  cleanup();
  show({ mayEdit: false });
  expect(left().disabled).toBe(true);
});

it('asks the model only where somebody presses, marks what it read, and says what was refused', () => {
  show();
  fireEvent.click(button('Ler com IA as linhas restantes'));
  expect(on.ask).toHaveBeenCalledOnce();
  cleanup();
  const proposta = {
    ...{
      id: '1.0',
      pagina: 1,
      linhas: [3],
      pergunta: 0,
      depois_de: null,
      nova: null,
      instrucao: null,
      avisos: [],
    },
    opcoes: [{ texto: 'NS/NR', valor: 99, especial: null }],
  };
  show({
    documento: {
      ...{ nome: 'bairro.docx', tipo: 'texto', guardado: true, propostas: [proposta] },
      ia: { ...ia, situacao: 'nada', lidas: 1, recusadas: 2 },
    },
  });
  expect(screen.getByText('lido por IA: confira')).toBeTruthy();
  expect(screen.getByText(/2 trechos da IA foram recusados: não estão assim/)).toBeTruthy();
  fireEvent.click(button('Confirmar P1'));
  expect(on.take).toHaveBeenCalledWith(proposta);
  fireEvent.click(button('Descartar a proposta P1'));
  expect(on.discard).toHaveBeenCalledWith(proposta);
  cleanup();
  show({
    documento: {
      ...{ nome: 'a', tipo: 'texto', guardado: true, propostas: [] },
      ia: { ...ia, situacao: 'nada', lidas: 1, recusadas: 1 },
    },
  });
  expect(screen.getByText(/1 trecho da IA foi recusado: não está assim/)).toBeTruthy();
  cleanup();
  show({
    documento: {
      ...{ nome: 'a', tipo: 'texto', guardado: true, propostas: [] },
      ia: { ...ia, situacao: 'desligada', motivo: 'No modo demonstração, a IA não lê documentos.' },
    },
  });
  expect(screen.queryByRole('button', { name: 'Ler com IA as linhas restantes' })).toBeNull();
  expect(screen.getByText(/modo demonstração/)).toBeTruthy();
});

it('says where there is no document, and where it was read before lines were kept', () => {
  show({ documento: null });
  expect(screen.getByText('Sem documento salvo')).toBeTruthy();
  cleanup();
  show({ linhas: null });
  expect(screen.getByText('Documento sem linhas salvas')).toBeTruthy();
});
