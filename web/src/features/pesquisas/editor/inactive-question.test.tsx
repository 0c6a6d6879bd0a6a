import type { PerguntaWire } from '@escuta/shared/contracts/surveys/questionarios';
import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PreviewTab } from './preview-tab.tsx';
import { QuestionList } from './question-list.tsx';

const question = (id: string, ativo: boolean): PerguntaWire => ({
  id,
  questionario_id: 'q',
  codigo: id.toUpperCase(),
  texto_pergunta: `Texto de ${id}`,
  tipo: 'texto',
  multipla_escolha: false,
  campo_texto: true,
  ler_opcoes: true,
  observada: false,
  instrucao: null,
  mostrar_se: null,
  regras: null,
  condicao_quebrada: null,
  minimo: null,
  maximo: null,
  unidade: null,
  ordem: 1,
  ativo,
  respostas_definidas: [],
});
const perguntas = [question('p1', false), question('p2', true)];

it('marks an inactive question in the list', () => {
  const none = () => undefined;
  render(
    <QuestionList
      perguntas={perguntas}
      changed={new Map()}
      editing={null}
      mayEdit={false}
      onMove={() => 0}
      onEdit={none}
      onRemove={none}
      onBattery={none}
    />,
  );
  const [off, on] = screen.getAllByRole('listitem') as [HTMLElement, HTMLElement];
  within(off).getByText('Inativa');
  expect(within(on).queryByText('Inativa')).toBeNull();
});

it('reads only what is asked', () => {
  render(<PreviewTab questionarioId="q" perguntas={perguntas} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.queryByText(/Texto de p1/)).toBeNull();
});
