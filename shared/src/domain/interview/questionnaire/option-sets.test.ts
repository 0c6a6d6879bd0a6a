import { describe, expect, it } from 'vitest';
import type { PerguntaComparada } from '../comparison/compare-answer.ts';
import { compareOptionSets } from './option-sets.ts';

const SECOES: PerguntaComparada = {
  tipo: 'multipla',
  opcoes: [
    { texto: 'Padaria' },
    { texto: 'Açougue' },
    { texto: 'Hortifruti', sinonimos: ['frutas'] },
    { texto: 'Bebidas' },
    { texto: 'Limpeza' },
    { texto: 'Não sabe', especial: 'nao_sabe' },
    { texto: 'Outra', especial: 'outro' },
  ],
};
const names = (indices: readonly number[]) => indices.map((index) => SECOES.opcoes[index]!.texto);
function compared(
  citacao: string,
  valor: string[],
  typed: string[],
  lugar: string | null = '',
): { naoMarcadas: string[]; naoDitas: string[]; listaFechada: boolean } | null {
  const indices = typed.map((text) => SECOES.opcoes.findIndex(({ texto }) => texto === text));
  const found = compareOptionSets(SECOES, { citacao, valor, lugar }, indices);
  return (
    found && {
      naoMarcadas: names(found.naoMarcadas),
      naoDitas: names(found.naoDitas),
      listaFechada: found.listaFechada,
    }
  );
}
const PA = ['Padaria', 'Açougue'];

describe('several options said beside several typed', () => {
  it('names what was said and not typed', () => {
    expect(compared('Padaria e açougue.', PA, ['Padaria'])).toMatchObject({
      naoMarcadas: ['Açougue'],
      naoDitas: [],
    });
    expect(compared('Bebidas, padaria e limpeza', ['Bebidas', 'Padaria', 'Limpeza'], PA)).toMatchObject({
      naoMarcadas: ['Bebidas', 'Limpeza'],
      naoDitas: ['Açougue'],
    });
    // The word was misheard, but the extraction (call A) understood the option.
    expect(compared('padaria e açougul', PA, ['Padaria'])).toMatchObject({ naoMarcadas: ['Açougue'] });
    expect(compared('as frutas e a padaria', ['Hortifruti', 'Padaria'], ['Padaria'])).toMatchObject({
      naoMarcadas: ['Hortifruti'],
    });
  });

  it.each([
    ['call A heard another set', 'Padaria e açougue.', ['Padaria']],
    ['call A heard one that the words do not name', 'Padaria.', PA],
    ['call A heard something that is no option', 'Padaria e peixe.', ['Padaria', 'Peixaria']],
    ['call A heard nothing', 'Padaria e açougue.', []],
    ['one of them is denied', 'Padaria, açougue não.', PA],
    ['one of them is qualified', 'Padaria, e de vez em quando o açougue.', PA],
    ['another is among them', 'Padaria e outra.', ['Padaria', 'Outra']],
  ])('says nothing where %s', (_, citacao, valor) => {
    expect(compared(citacao, valor, ['Padaria', 'Limpeza'])).toBeNull();
  });

  it.each([
    ['Padaria e açougue.', PA, ''],
    ['Só a padaria e o açougue mesmo.', PA, 'Certo. Próxima.'],
    ['Padaria, açougue, mais nada.', PA, ''],
    ['A padaria.', ['Padaria'], ''],
    ['Padaria e açougue.', PA, 'Mais alguma coisa? Não, só isso.'],
    ['Padaria e açougue.', PA, 'Padaria e açougue, anotado.'],
  ])('a list is closed: "%s" %s "%s"', (citacao, valor, lugar) => {
    expect(compared(citacao, valor, [...valor, 'Bebidas'], lugar)).toEqual({
      naoMarcadas: [],
      naoDitas: ['Bebidas'],
      listaFechada: true,
    });
  });

  it.each<[string, string[], string | null]>([
    ['Padaria, açougue', PA, ''],
    ['Padaria, açougue e', PA, ''],
    ['Padaria, açougue e dívidas.', PA, ''],
    ['Bebdas, padaria e açougue.', PA, ''],
    ['Padaria e açougue, e uma cervejinha.', PA, ''],
    ['Uma cervejinha, padaria e açougue.', PA, ''],
    ['Padaria e açougue também.', PA, ''],
    ['Padaria e açougue, essas coisas todas.', PA, ''],
    ['Padaria e açougue.', PA, 'E bebidas.'],
    ['Padaria e açougue.', PA, 'E umas cervejas.'],
    ['Padaria e açougue.', PA, 'Ah, e mais uma.'],
    // The answer's window contains untranscribed speech.
    ['Padaria e açougue.', PA, null],
  ])('a list is open: "%s" %s "%s"', (citacao, valor, lugar) => {
    expect(compared(citacao, valor, [...valor, 'Bebidas'], lugar)).toMatchObject({ listaFechada: false });
  });
});
