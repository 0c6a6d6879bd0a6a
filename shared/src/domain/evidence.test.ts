import { describe, expect, it } from 'vitest';
import { EvidenceChecker, normaliseQuote, type SentencaCitavel } from './evidence.ts';

const sentence = (ordem: number, canal: 'left' | 'right', texto: string): SentencaCitavel => ({
  ordem,
  canal,
  texto,
  startMs: ordem * 1000,
  endMs: ordem * 1000 + 900,
});

const checker = new EvidenceChecker([
  sentence(1, 'left', 'Bom dia, central de atendimento, meu nome é Ana.'),
  sentence(2, 'right', 'Sim.'),
  sentence(3, 'left', 'O valor da fatura ficou em R$ 89,90,'),
  sentence(4, 'right', 'Não concordo com essa cobrança.'),
  sentence(5, 'left', 'com vencimento no dia dez.'),
  sentence(6, 'right', 'Sim.'),
]);

describe('evidence', () => {
  it('finds a quote whatever its case, accents, punctuation and spaces', () => {
    expect(normaliseQuote('  Não…  CONCORDO, com: essa "cobrança"!')).toBe('nao concordo com essa cobranca');
    expect(checker.check({ sentencas: [4], citacao: 'NAO CONCORDO com essa cobranca' })).toEqual({
      verificada: true,
      sentencaOrdem: 4,
      canal: 'right',
      startMs: 4000,
      endMs: 4900,
    });
  });

  it('finds a quote that runs over the sentences named, and gives their whole time', () => {
    const found = checker.check({
      sentencas: [3, 5],
      citacao: 'ficou em R$ 89,90, com vencimento no dia dez',
    });
    expect(found).toMatchObject({ verificada: true, sentencaOrdem: 3, startMs: 3000, endMs: 5900 });
  });

  it('finds a quote with something left out when every part stands there', () => {
    const quote = 'central de atendimento … essa cobrança';
    expect(checker.check({ sentencas: [1, 4], citacao: quote })).toMatchObject({
      verificada: true,
      sentencaOrdem: 1,
    });
    expect(checker.check({ sentencas: [1], citacao: quote }).verificada).toBe(false);
  });

  it('corrects the sentence of a distinctive quote that stands elsewhere', () => {
    expect(checker.check({ sentencas: [1], citacao: 'não concordo com essa cobrança' })).toMatchObject({
      verificada: true,
      sentencaOrdem: 4,
    });
    expect(checker.check({ sentencas: [99], citacao: 'vencimento no dia dez' })).toMatchObject({
      sentencaOrdem: 5,
    });
  });

  it('does not look elsewhere for words that stand anywhere', () => {
    expect(checker.check({ sentencas: [1], citacao: 'sim' }).verificada).toBe(false);
    expect(checker.check({ sentencas: [6], citacao: 'sim' })).toMatchObject({ sentencaOrdem: 6 });
  });

  it('compares whole words and refuses inventions and empty quotes', () => {
    expect(checker.check({ sentencas: [4], citacao: 'cordo com essa' }).verificada).toBe(false);
    expect(checker.check({ sentencas: [4], citacao: 'vou processar vocês amanhã' }).verificada).toBe(false);
    expect(checker.check({ sentencas: [4], citacao: ' … ' }).verificada).toBe(false);
  });
});
