import type { PerguntaWire, QuestionarioDetalhe } from '@escuta/shared/contracts/surveys/questionarios';
import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ChangeList } from './changes-tab.tsx';

const perguntas = [
  { id: 'p1', codigo: 'P1', texto_pergunta: 'Está contente?', ativo: true },
  { id: 'p2', codigo: 'P2', texto_pergunta: 'Por quê?', ativo: false },
] as PerguntaWire[];
const mudancas: QuestionarioDetalhe['mudancas'] = {
  versao: 1,
  consentimento: { antes: 'Aceita participar?', agora: 'Concorda em participar?' },
  sem_gravacao: { antes: 'sim', agora: 'não' },
  novas: [],
  alteradas: [
    {
      id: 'p1',
      texto_antes: 'Está satisfeito?',
      campos: [
        { campo: 'tipo', antes: 'escolha', agora: 'multipla' },
        { campo: 'condicao', antes: null, agora: 'P0: Sim; ou P1 de 16 a 24' },
      ],
      opcoes: {
        novas: ['Talvez'],
        removidas: ['Não'],
        renomeadas: [{ antes: 'Sim', agora: 'Claro' }],
        ajustadas: ['Claro'],
        reordenadas: true,
      },
    },
  ],
  removidas: [
    { id: 'p2', codigo: 'P2', texto: 'Por quê?' },
    { id: 'p3', codigo: 'P3', texto: 'Quando?' },
  ],
  reordenadas: false,
};

it('names items of a battery with the words before them', () => {
  const regras = { bateria: { id: 'b', texto: 'O quanto está satisfeito com' } };
  const items = [
    { id: 'i1', codigo: 'P1', texto_pergunta: 'o ônibus?', ativo: true, regras },
    { id: 'i2', codigo: 'P2', texto_pergunta: 'o metrô?', ativo: true, regras },
  ] as PerguntaWire[];
  const opcoes = { novas: [], removidas: [], renomeadas: [], ajustadas: [], reordenadas: false };
  const alteradas = [{ id: 'i2', texto_antes: 'o trem?', campos: [], opcoes }];
  render(
    <ChangeList
      mudancas={{
        ...{ versao: 1, consentimento: null, sem_gravacao: null, removidas: [], reordenadas: false },
        ...{ novas: ['i1'], alteradas },
      }}
      perguntas={items}
    />,
  );
  const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(texts[0]).toContain('O quanto está satisfeito com o ônibus?');
  expect(texts[1]).toContain('O quanto está satisfeito com o');
  expect(texts[1]).toContain('metrô?');
});

it('lists what changed besides the words, and tells a question out of use from one that is gone', () => {
  render(<ChangeList mudancas={mudancas} perguntas={perguntas} />);
  const lines = within(screen.getByRole('list', { name: 'Outras alterações' })).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Tipo de resposta: de Múltipla Escolha para Várias Respostas',
    'Condição: de sempre perguntada para só se “P0: Sim; ou P1 de 16 a 24”',
    'Opções novas: “Talvez”',
    'Opções removidas: “Não”',
    'Opção “Sim” agora é “Claro”',
    'Valor, sinônimos ou sentido alterados: “Claro”',
    'As opções estão em outra ordem',
  ]);
  expect(screen.getByText(/consentimento/i).closest('li')?.textContent).toContain('Concorda');
  screen.getByText('Permitir entrevistas sem gravação: de sim para não');
  expect(screen.getByText('Inativada').parentElement?.textContent).toContain('P2');
  expect(screen.getByText('Removida').parentElement?.textContent).toContain('P3');
});
