import { cutAtReadings } from '@escuta/shared/domain/interview/comparison/cut-readings';
import { placeQuestions } from '@escuta/shared/domain/interview/comparison/places';
import type { ConteudoVersao } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { describe, expect, it } from 'vitest';
import { frozenQuestion } from '../../../../tests/support/frozen-question.ts';
import { cutAtReadingsApart, placeQuestionsApart } from './align.ts';

const TEMAS = [
  'água',
  'luz',
  'transporte',
  'saúde',
  'escola',
  'segurança',
  'limpeza',
  'lazer',
  'moradia',
  'emprego',
];

function longInterview() {
  const textos = TEMAS.flatMap((tema, i) => [
    `Qual é a sua opinião sobre o serviço de ${tema} que a prefeitura oferece no bairro número ${i + 1}?`,
    `Quantas vezes por semana alguém da casa reclamou de ${tema} no ano de ${2010 + i}?`,
  ]);
  const conteudo: ConteudoVersao = {
    consentimento: null,
    semGravacao: true,
    perguntas: textos.map((texto, index) => frozenQuestion({ id: `p${index}`, texto })),
  };
  const chat =
    'A gente conversa bastante sobre isso em casa, cada um pensa de um jeito e ninguém se entende direito. ';
  const trechos = textos.map((texto, index) => ({
    texto: `${texto} ${chat.repeat(40)}`,
    startMs: index * 60_000,
    endMs: (index + 1) * 60_000,
    canal: 'left',
  }));
  return { conteudo, trechos };
}

describe('an interview too long to hold up the process', () => {
  const { conteudo, trechos } = longInterview();

  it('is aligned in a thread, with the same result, while the process goes on', async () => {
    let turns = 0;
    const beat = setInterval(() => {
      turns += 1;
    }, 1);
    const apart = await placeQuestionsApart(conteudo, trechos);
    clearInterval(beat);
    expect(turns).toBeGreaterThan(0);
    expect(apart).toEqual(
      placeQuestions(
        conteudo.perguntas,
        trechos.map(({ texto }) => texto),
      ),
    );
  }, 120_000);

  it('is cut at its readings there, and what the pieces carry comes along', async () => {
    const cut = await cutAtReadingsApart(conteudo, trechos);
    expect(cut).toEqual(cutAtReadings(conteudo, trechos));
    expect(cut.length).toBeGreaterThan(trechos.length);
    expect(new Set(cut.map(({ canal }) => canal))).toEqual(new Set(['left']));
  }, 120_000);
});
