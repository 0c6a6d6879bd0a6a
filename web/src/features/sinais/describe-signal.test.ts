// @vitest-environment node
import { expect, it } from 'vitest';
import { aboutWhom, figuresOf } from './describe-signal.ts';

const phone = (medida: number, fatos: Record<string, number | string | null>, nota = true) =>
  figuresOf({
    ...{ tipo: 'sobreposta_ou_telefone', alvo: 'par', medida, limite: 2, base: { n: 1, d: 9 }, nota },
    fatos: { por: 'telefone', ...fatos },
  } as const).limite;

it('says why a phone of many names is no signal', () => {
  expect(phone(5, { motivo: 'varios', entrevistadores: 5 })).toBe(
    'O telefone foi usado por 5 entrevistadores diferentes: provavelmente é da empresa e não conta como sinal.',
  );
  expect(phone(5, { motivo: 'inventado', entrevistadores: 1 })).toContain('não conta como sinal');
  expect(phone(2, { motivo: 'casa', entrevistadores: 1 })).toContain('pessoas da mesma casa');
});

it('says why a phone of one interviewer is a signal', () => {
  expect(phone(5, { motivo: null, entrevistadores: 1 }, false)).toBe(
    'Um telefone com mais de 3 nomes dificilmente é de uma só casa, e este foi digitado por um único entrevistador.',
  );
});

it.each([
  [['Ana'], 'Ana'],
  [['Ana', 'Bia'], 'Ana e Bia'],
  [['Ana', 'Bia', ''], 'Ana, Bia e Sem nome'],
  [['Ana', 'Bia', 'Caio', 'Davi', 'Eva'], 'Ana, Bia e mais 3'],
])('names the respondents %j as %s', (nomes, words) => {
  const entrevistas = nomes.map((nome) => ({ nome })) as Parameters<typeof aboutWhom>[0]['entrevistas'];
  expect(aboutWhom({ agente: null, entrevistas, entrevistas_total: nomes.length })).toBe(words);
});
