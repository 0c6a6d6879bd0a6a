import { describe, expect, it } from 'vitest';
import { frozenOption, frozenQuestion } from '../../../../../tests/support/frozen-question.ts';
import type { Falante } from '../../profiles/roles.ts';
import { cutAtReadings } from '../comparison/cut-readings.ts';
import { placeQuestions } from '../comparison/places.ts';
import { PAPEL_CERTO, rolesOf } from './roles.ts';

const question = (texto: string, opcoes: string[] = []) =>
  frozenQuestion({
    id: texto,
    texto,
    lerOpcoes: opcoes.length > 0,
    opcoes: opcoes.map((id, index) => frozenOption({ id, valor: index + 1 })),
  });
const QUESTIONS = [
  question('Quantos anos o(a) senhor(a) tem?'),
  question('Qual destes meios o(a) senhor(a) usa para ir ao trabalho?', ['Ônibus', 'Metrô', 'Carro']),
];
const SAID = [
  'bom dia sou do instituto',
  'quantos anos o senhor tem',
  'quarenta e dois',
  'certo',
  'qual destes meios o senhor usa para ir ao trabalho',
  'ônibus',
];
const roles = (falantes: Falante[], said = SAID) =>
  rolesOf(
    placeQuestions(QUESTIONS, said).alignment,
    falantes.map((falante) => ({ falante })),
  );
const unknown = SAID.map((): Falante => 'desconhecido');

describe('who speaks on one microphone', () => {
  it('knows whoever reads for the interviewer, and what follows only by the order', () => {
    expect(roles(unknown).map(({ falante }) => falante)).toEqual([
      'entrevistador',
      'entrevistador',
      'entrevistado',
      'entrevistador',
      'entrevistador',
      'entrevistado',
    ]);
    // Only roles from readings are certain; a role guessed from the order of speakers is not.
    expect(roles(unknown).map(({ confianca }) => confianca >= PAPEL_CERTO)).toEqual([
      false,
      true,
      false,
      false,
      true,
      false,
    ]);
    const [, reading, after] = roles(unknown);
    expect(reading?.confianca).toBeGreaterThan(PAPEL_CERTO);
    expect(after?.confianca).toBeLessThan(PAPEL_CERTO);
  });

  it("names a provider's voices by who reads", () => {
    const voices: Falante[] = ['voz_2', 'voz_2', 'voz_1', 'voz_2', 'voz_2', 'voz_1'];
    expect(roles(voices).map(({ falante }) => falante)).toEqual(
      voices.map((voz) => (voz === 'voz_2' ? 'entrevistador' : 'entrevistado')),
    );
    // Voices that the provider mixed up determine no role.
    const mixed: Falante[] = ['voz_1', 'voz_1', 'voz_1', 'voz_2', 'voz_2', 'voz_2'];
    expect(roles(mixed).map(({ origem }) => origem)).not.toContain('provedor');
    expect(roles(unknown, ['bom dia', 'oi', 'tudo bem', 'tudo', 'sim', 'não'])).toEqual(
      unknown.map(() => ({ falante: 'desconhecido', origem: null, confianca: 0 })),
    );
  });

  it('keeps what came with the transcript', () => {
    const known: Falante[] = [...unknown.slice(0, 3), 'entrevistador', ...unknown.slice(4)];
    expect(roles(known)[3]).toEqual({ falante: 'entrevistador', origem: 'transcricao', confianca: 1 });
  });
});

describe('question and answer said in one breath', () => {
  it('become sentences of their own, with the options on the side of the reading', () => {
    const trechos = [
      {
        texto: 'certo. Qual destes meios o senhor usa para ir ao trabalho? Ônibus, metrô, carro? Metrô.',
        startMs: 1000,
        endMs: 9700,
        confianca: 0.8,
      },
    ];
    const cut = cutAtReadings({ perguntas: QUESTIONS }, trechos);
    expect(cut.map(({ texto }) => texto)).toEqual([
      'certo.',
      'Qual destes meios o senhor usa para ir ao trabalho? Ônibus, metrô, carro?',
      'Metrô.',
    ]);
    expect(cut[0]).toMatchObject({ startMs: 1000, confianca: 0.8 });
    expect(cut[1]?.startMs).toBe(cut[0]?.endMs);
    expect(cut[2]?.endMs).toBe(9700);
  });

  it("keeps a person's word, also that nobody can tell", () => {
    const { alignment } = placeQuestions(QUESTIONS, SAID);
    const said = SAID.map((_, index) => ({
      falante: 'desconhecido' as const,
      origem: index === 1 || index === 2 ? ('pessoa' as const) : null,
    }));
    const found = rolesOf(alignment, said);
    for (const index of [1, 2])
      expect(found[index]).toEqual({ falante: 'desconhecido', origem: 'pessoa', confianca: 1 });
    expect(found[4]).toMatchObject({ falante: 'entrevistador', origem: 'texto' });
  });
});
