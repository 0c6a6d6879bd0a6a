import { describe, expect, it } from 'vitest';
import { makeInterview, QUESTIONS } from '../../../../../tests/support/interview-texts.ts';
import { cases } from '../../../../../tests/support/longo.ts';
import { alignQuestions } from './alignment.ts';

const TEXTS = QUESTIONS.map(({ texto }) => texto);
const INTERVIEWS = 60;

/** Counts the questions that are placed rightly if the share `rate` of the words is misheard. */
function measure(rate: number) {
  const counts = { read: 0, found: 0, held: 0, notAsked: 0, falselyFound: 0 };
  for (let seed = 1; seed <= INTERVIEWS; seed += 1) {
    const { sentencas, asked, answers } = makeInterview(seed * 104_729, { rate });
    const { words, readings, windows } = alignQuestions(TEXTS, sentencas);
    for (const [question, how] of asked.entries()) {
      const found = readings[question] !== null;
      if (how === 'nao_feita') {
        counts.notAsked += 1;
        counts.falselyFound += Number(found);
        continue;
      }
      counts.read += 1;
      counts.found += Number(found);
      const { from, to } = windows[question] ?? { from: 0, to: 0 };
      const first = answers[question]?.[0];
      const whole = words.filter(({ sentenca }) => sentenca === first).length;
      const inside = words.slice(from, to).filter(({ sentenca }) => sentenca === first).length;
      counts.held += Number(found && inside === whole);
    }
  }
  return counts;
}

describe('alignment of questions', () => {
  it.each(
    cases([
      { rate: 0.1, held: 0.96 },
      { rate: 0, held: 0.99 },
      { rate: 0.05, held: 0.98 },
      { rate: 0.2, held: 0.94 },
    ]),
  )('finds readings and the windows of their answers with $rate of the words misheard', ({ rate, held }) => {
    const counts = measure(rate);
    expect(counts.notAsked).toBeGreaterThan(25);
    expect(counts.falselyFound).toBe(0);
    expect(counts.found / counts.read).toBeGreaterThanOrEqual(held);
    expect(counts.held / counts.read).toBeGreaterThanOrEqual(held);
  });

  const twins = [
    'De zero a dez, que nota o(a) senhor(a) dá para o atendimento dos funcionários?',
    'De zero a dez, que nota o(a) senhor(a) dá para o tempo de espera?',
    'O(A) senhor(a) voltaria a este posto?',
  ];

  it('does not find a question in the reading of its twin', () => {
    const { readings, windows, words } = alignQuestions(twins, [
      'de 0 a 10 que nota o senhor dá para o tempo de espera',
      'quatro',
      'o senhor voltaria a este posto',
      'voltaria sim',
    ]);
    expect(readings[0]).toBeNull();
    expect(readings[1]).toMatchObject({ anchor: true, outOfOrder: false, missing: [], added: [] });
    const { from, to } = windows[1] ?? { from: 0, to: 0 };
    expect(words.slice(from, to).map(({ texto }) => texto)).toEqual(['4']);
    // The first question was not asked; its window is the empty place before the similar second question.
    expect(windows[0]).toEqual({ from: 0, to: 0 });
  });

  it('says which words of meaning were left out and which were put in', () => {
    const [, reading] = alignQuestions(twins, [
      'de zero a dez que nota o senhor dá para o atendimento dos funcionários',
      'sete',
      'de zero a dez que nota boa o senhor dá para a espera',
      'dois',
      'o senhor voltaria a este posto',
      'não',
    ]).readings;
    expect(reading).toMatchObject({ missing: ['tempo'], added: ['boa'] });
  });

  it('finds a question that was asked before its turn, and says so', () => {
    const { readings } = alignQuestions(twins, [
      'o senhor voltaria a este posto',
      'sim',
      'de zero a dez que nota o senhor dá para o atendimento dos funcionários',
      'sete',
      'de zero a dez que nota o senhor dá para o tempo de espera',
      'dois',
    ]);
    expect(readings.map((reading) => reading?.outOfOrder)).toEqual([false, false, true]);
  });

  it('ends the window of an answer where the next reading begins, also inside one sentence', () => {
    const { windows, words } = alignQuestions(twins, [
      'de zero a dez que nota o senhor dá para o atendimento dos funcionários dou oito e de zero a dez que nota dá para o tempo de espera nove o senhor voltaria a este posto sim',
    ]);
    const said = ({ from, to }: { from: number; to: number }) =>
      words.slice(from, to).map(({ texto }) => texto);
    expect(windows.map(said)).toEqual([['dou', '8', 'e'], ['9'], ['sim']]);
  });

  it('takes an empty interview and an empty questionnaire', () => {
    expect(alignQuestions(twins, []).readings).toEqual([null, null, null]);
    expect(alignQuestions([], ['bom dia']).readings).toEqual([]);
  });
});
