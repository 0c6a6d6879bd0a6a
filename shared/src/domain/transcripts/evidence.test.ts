import { describe, expect, it } from 'vitest';
import type { Canal, Falante } from '../profiles/roles.ts';
import { EvidenceChecker, normaliseQuote, type SentencaCitavel, unscoredReason } from './evidence.ts';

const sentence = (
  ordem: number,
  canal: Canal,
  texto: string,
  falante: Falante = canal === 'left' ? 'agente' : 'cliente',
): SentencaCitavel => ({
  ordem,
  canal,
  falante,
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
  const said = (ordem: number, falante: Falante, texto: string) => sentence(ordem, 'left', texto, falante);
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
    const voices = new EvidenceChecker([said(1, 'voz_1', 'Bom dia.'), said(2, 'voz_2', 'Oi, bom dia.')]);
    expect([call, mono, voices].map(({ hasSpeakers }) => hasSpeakers)).toEqual([true, false, false]);
  });

  it('corrects a quote over neighbouring sentences of one voice, past what another says between them', () => {
    const quote = { sentencas: [9], citacao: 'o valor da fatura ficou em oitenta reais' };
    const over = (falantes: Falante[]) =>
      new EvidenceChecker(
        ['O valor da fatura', 'Sim?', 'ficou em oitenta reais.'].map((texto, index) =>
          said(index + 1, falantes[index]!, texto),
        ),
      ).check(quote);
    expect(over(['voz_1', 'voz_2', 'voz_1'])).toMatchObject({
      verificada: true,
      sentencaOrdem: 1,
      endMs: 3900,
    });
    expect(over(['desconhecido', 'desconhecido', 'desconhecido']).verificada).toBe(false);
  });
});

describe('proof by the right speaker', () => {
  const said = (ordem: number, falante: Falante, texto: string) =>
    sentence(ordem, falante === 'cliente' ? 'right' : 'left', texto, falante);
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

  it('does not say that the other one spoke where nobody can tell who did', () => {
    const half = new EvidenceChecker([
      said(1, 'agente', 'Em que posso ajudar?'),
      said(2, 'cliente', 'O protocolo é 4521, certo?'),
      said(3, 'desconhecido', 'Anotei a sua reclamação.'),
      said(4, 'desconhecido', 'Está bem, obrigado.'),
    ]);
    const unknown = { sentencas: [3], citacao: 'Anotei a sua reclamação' };
    const known = { evidence: half, claims: true, applies: true };
    expect(unscoredReason('agente', [unknown], known)).toBe('sem_falantes');
    expect(unscoredReason('agente', [byClient, unknown], known)).toBe('sem_falantes');
    expect(unscoredReason('agente', [byClient], known)).toBe('outra_pessoa');
    expect(unscoredReason('cliente', [byClient, unknown], known)).toBeNull();
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
