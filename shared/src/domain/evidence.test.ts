import { describe, expect, it } from 'vitest';
import { EvidenceChecker, normaliseQuote, type SentencaCitavel, unscoredReason } from './evidence.ts';

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

describe('who says what is quoted', () => {
  const said = (ordem: number, papel: SentencaCitavel['papel'], texto: string): SentencaCitavel => ({
    ...sentence(ordem, papel === 'cliente' ? 'right' : 'left', texto),
    ...(papel ? { papel } : {}),
  });
  const call = new EvidenceChecker([
    said(1, 'agente', 'Vou anotar o protocolo.'),
    said(2, 'cliente', 'O protocolo é 4521, certo?'),
  ]);

  it('is the speaker of every sentence that the quote runs over', () => {
    const speakers = (sentencas: number[], citacao: string) => [...call.speakersOf({ sentencas, citacao })];
    expect(speakers([2], 'O protocolo é 4521')).toEqual(['cliente']);
    expect(speakers([1, 2], 'anotar o protocolo. O protocolo é 4521')).toEqual(['agente', 'cliente']);
    expect(speakers([2], 'O protocolo é 9999')).toEqual([]);
  });

  it('is unknown in a recording that keeps nobody apart', () => {
    const mono = new EvidenceChecker([said(1, 'desconhecido', 'O protocolo é 4521.')]);
    expect([call.hasSpeakers, mono.hasSpeakers, checker.hasSpeakers]).toEqual([true, false, false]);
  });
});

describe('proof by the right speaker', () => {
  const said = (ordem: number, papel: NonNullable<SentencaCitavel['papel']>, texto: string) => ({
    ...sentence(ordem, papel === 'cliente' ? ('right' as const) : ('left' as const), texto),
    papel,
  });
  const evidence = new EvidenceChecker([
    said(1, 'agente', 'Anotei, o protocolo é 4521.'),
    said(2, 'cliente', 'O protocolo é 4521, certo?'),
  ]);
  const mono = new EvidenceChecker([said(1, 'desconhecido', 'O protocolo é 4521.')]);
  const byAgent = { sentencas: [1], citacao: 'Anotei, o protocolo é 4521' };
  const byClient = { sentencas: [2], citacao: 'O protocolo é 4521, certo' };
  const said4521 = { evidence, claims: true, applies: true };

  it('takes the words of the one whom a criterion is about, alone or among others', () => {
    expect(unscoredReason('agente', [byAgent], said4521)).toBeNull();
    expect(unscoredReason('agente', [byClient, byAgent], said4521)).toBeNull();
    expect(unscoredReason('agente', [byClient], said4521)).toBe('outra_pessoa');
    expect(unscoredReason('cliente', [byAgent], said4521)).toBe('outra_pessoa');
    expect(unscoredReason('qualquer', [byClient], said4521)).toBeNull();
  });

  it('asks for nobody’s words where nothing is said to have been spoken, or nothing applies', () => {
    expect(unscoredReason('agente', [byClient], { ...said4521, claims: false })).toBeNull();
    expect(unscoredReason('agente', [], { ...said4521, applies: false })).toBeNull();
  });

  it('judges neither agent nor client in a recording that keeps nobody apart', () => {
    const one = { evidence: mono, claims: true, applies: true };
    expect(unscoredReason('agente', [byAgent], one)).toBe('sem_falantes');
    expect(unscoredReason('cliente', [], { ...one, claims: false })).toBe('sem_falantes');
    expect(unscoredReason('qualquer', [byAgent], one)).toBeNull();
    expect(unscoredReason('agente', [], { ...one, applies: false })).toBeNull();
  });
});

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
