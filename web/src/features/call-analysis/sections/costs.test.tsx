import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Costs } from './costs.tsx';

const priced = {
  moeda: 'USD' as const,
  custoTotal: 0.0011,
  transcricao: {
    modelo: 'gpt-4o-transcribe',
    totalMinutos: 0.47,
    custoPorMinuto: 0,
    custoTotalTranscricao: 0,
    semPreco: ['gpt-4o-transcribe'],
  },
  insights: {
    totalPrompts: 2,
    totalTokens: 1500,
    custoPorToken: 0.000001,
    custoTotalInsights: 0.0011,
    semPreco: [],
  },
  creditos: 1,
};
/** Text of the card, with each run of white space (also non-breaking) as a single space. */
const words = () => document.body.textContent?.replace(/\s+/gu, ' ');

it('says that a model has no price, and shows no zero for it', () => {
  render(<Costs custos={priced} />);
  expect(words()).toContain('gpt-4o-transcribe · 0,47 min · Preço não cadastrado');
  expect(screen.getByText('-')).toBeDefined();
  expect(words()).toContain('US$ 0,0011');
  expect(words()).not.toContain('US$ 0,0000');
  expect(words()).toContain(
    'Preço não cadastrado para gpt-4o-transcribe: o uso deste modelo não está nestes valores.',
  );
});

it('a price of zero is a price', () => {
  render(<Costs custos={{ ...priced, transcricao: { ...priced.transcricao, semPreco: [] } }} />);
  expect(words()).toContain('0,47 min × US$ 0,0000 por minuto');
  expect(words()).not.toContain('Preço não cadastrado');
});
