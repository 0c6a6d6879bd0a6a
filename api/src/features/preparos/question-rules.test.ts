import { hasCodesByPlace } from '@escuta/shared/domain/survey-file/columns/codes-by-place';
import { blocksOfText } from '@escuta/shared/domain/survey-file/documents/document';
import { readQuestionnaire } from '@escuta/shared/domain/survey-file/documents/questionnaire-grammar';
import { expect, it } from 'vitest';
import { correctedQuestions } from './question-rules.ts';

it('keeps the notice of codes without proof until somebody looked, though they change nothing', () => {
  const lido = readQuestionnaire(
    blocksOfText('P1. Mora aqui?\n2 - Sim\n1 - Não\nP2. Como é a praça?\n( ) Boa\n( ) Ruim'),
  );
  const sent = lido.perguntas.map((one, de) => ({ ...one, de }));
  const noticed = (perguntas: typeof sent) =>
    correctedQuestions(lido, { apresentacao: null, perguntas }).perguntas.map(hasCodesByPlace);
  expect(noticed(sent)).toEqual([false, true]);
  expect(noticed(sent.map(({ avisos: _, ...one }) => one as (typeof sent)[number]))).toEqual([false, true]);
  expect(noticed(sent.map((one) => ({ ...one, avisos: [] })))).toEqual([false, false]);
});

it('refuses a question or an option without words, and names it', () => {
  const lido = readQuestionnaire(blocksOfText('P1. Mora aqui?\n1 - Sim\n2 - Não'));
  const [p1] = lido.perguntas.map((one, de) => ({ ...one, de }));
  if (!p1) throw new Error('nothing was read');
  const save = (changed: object) => () =>
    correctedQuestions(lido, { apresentacao: null, perguntas: [{ ...p1, ...changed }] });
  expect(save({ texto: ' ' })).toThrow('P1 está sem texto: escreva a pergunta.');
  expect(save({ opcoes: p1.opcoes.map((one) => ({ ...one, texto: '' })) })).toThrow(
    'P1 tem uma opção sem texto: escreva o texto ou exclua a opção.',
  );
});
