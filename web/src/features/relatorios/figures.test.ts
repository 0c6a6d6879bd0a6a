import type { NumeroWire } from '@escuta/shared/contracts/insights/relatorios';
import { expect, it } from 'vitest';
import { differenceOf, explainApart, formatFigure, listAddress, wordAddress } from './figures.ts';

const number = (
  valor: number | null,
  antes: number | null,
  unidade: NumeroWire['unidade'] = 'ligacoes',
): NumeroWire => {
  const behind = { n: 1, lista: 'ligacoes' as const, filtro: { de: '2026-03-02', data: 'ligacao' } };
  return {
    chave: 'x',
    nome: 'X',
    unidade,
    valor,
    intervalo: null,
    ...behind,
    anterior: { valor: antes, ...behind },
  };
};

it('says a difference in percent, of shares and scores in points, and none where there is nothing to compare with', () => {
  expect(differenceOf(number(120, 100))?.text).toBe('+20,0%');
  expect(differenceOf(number(0.512, 0.5, 'nota'))?.text).toBe('+1,2 pontos');
  expect(differenceOf(number(0.4, 0.5, 'parte'))?.text).toBe('-10,0 p.p.');
  expect(differenceOf(number(3, 3))?.text).toBe('igual');
  expect([differenceOf(number(3, 0)), differenceOf(number(null, 1))]).toEqual([null, null]);
});

it('writes scores out of 100 and leads to the list with the same filter', () => {
  expect([formatFigure(0.877, 'nota'), formatFigure(null, 'usd')]).toEqual(['88', '-']);
  expect(formatFigure(12990, 'centavos').replace(/\s/g, ' ')).toBe('R$ 129,90');
  expect(listAddress(number(1, 1))).toBe('/dashboard/ligacoes?de=2026-03-02&data=ligacao');
  expect(listAddress({ lista: 'extrato', filtro: { tipo: 'compra', empresaId: 'e' } })).toBe(
    '/dashboard/credits?tipo=compra&aba=extrato',
  );
});

it('says why days lie between a period and the one before it, and nothing where none do', () => {
  expect(explainApart({ de: '2026-10-25', ate: '2026-11-23' }, { de: '2026-09-20', ate: '2026-10-19' })).toBe(
    'Os dois períodos começam no mesmo dia da semana, para comparar segunda com segunda. Por isso, há 5 dias entre eles.',
  );
  expect(
    explainApart({ de: '2026-03-02', ate: '2026-03-29' }, { de: '2026-02-02', ate: '2026-03-01' }),
  ).toBeNull();
});

it('leads from a word to the conversations in which it was said', () => {
  const march = { de: '2026-03-01', ate: '2026-03-31' };
  expect(wordAddress('cobrança', march, undefined)).toBe(
    '/dashboard/busca?q=cobran%C3%A7a&data=ligacao&de=2026-03-01&ate=2026-03-31',
  );
  expect(wordAddress('multa', march, 'p1')).toBe(
    '/dashboard/busca?q=multa&projeto=p1&data=ligacao&de=2026-03-01&ate=2026-03-31',
  );
});
