import { expect, it } from 'vitest';
import { instructionWith, optionsOfLines, questionOfLines } from './make-question.ts';

it('a question of lines has its code, its words over several lines, and the options behind', () => {
  expect(questionOfLines(['7. Tem carro', 'próprio?'])).toEqual({
    codigo: 'P7',
    texto_pergunta: 'Tem carro próprio?',
  });
  const asked = questionOfLines(['P8a) Qual?', '1 - Azul', 'Verde ..... 2', '( ) Outro']);
  expect(asked).toMatchObject({ codigo: 'P8a', texto_pergunta: 'Qual?', tipo: 'escolha' });
  expect(
    asked.respostas_definidas?.map(({ texto_resposta, valor, especial }) => [
      texto_resposta,
      valor,
      especial,
    ]),
  ).toEqual([
    ['Azul', '1', ''],
    ['Verde', '2', ''],
    ['Outro', '3', 'outro'],
  ]);
});

it('options are added by their codes, and never twice', () => {
  const own = [
    { id: 'a', texto_resposta: 'Sim', valor: 1, ordem: 1, sinonimos: [], especial: null, regras: null },
  ];
  expect(optionsOfLines(['2 Não', 'sim', '1 Talvez', 'Às vezes'], { respostas_definidas: own })).toEqual({
    novas: [
      { texto_resposta: 'Não', valor: 2, especial: null },
      { texto_resposta: 'Às vezes', valor: 4, especial: null },
    ],
    repetidas: 2,
  });
});

it('an instruction goes behind the one that is there', () => {
  expect(instructionWith(null, 'LER')).toBe('LER');
  expect(instructionWith('LER', 'DEVAGAR')).toBe('LER DEVAGAR');
});
