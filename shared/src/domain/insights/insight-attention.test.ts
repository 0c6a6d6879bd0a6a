import { describe, expect, it } from 'vitest';
import { type InsightParaAtencao, insightAttention, nivelConfianca } from './insight-attention.ts';

const calm: InsightParaAtencao = {
  statusProcessamento: 'concluido',
  scoreConfianca: 0.9,
  validadoHumano: false,
  alertas: 0,
};

describe('nivelConfianca', () => {
  it.each([
    [1, 'alta'],
    [0.8, 'alta'],
    [0.79, 'media'],
    [0.5, 'media'],
    [0.49, 'baixa'],
    [0, 'baixa'],
    [null, null],
    [undefined, null],
    [Number.NaN, null],
  ])('%s → %s', (value, level) => {
    expect(nivelConfianca(value)).toBe(level);
  });
});

describe('insightAttention', () => {
  it('asks for nothing when all is well', () => {
    expect(insightAttention(calm)).toEqual({ precisa: false, prioridade: 'baixa', motivos: [] });
  });

  it('puts an error first, whatever else applies', () => {
    const seen = insightAttention({ ...calm, statusProcessamento: 'erro', scoreConfianca: null, alertas: 2 });
    expect(seen.prioridade).toBe('alta');
    expect(seen.motivos).toEqual(['Erro no processamento', '2 alerta(s) identificado(s)']);
  });

  it('names low confidence and the validation it needs', () => {
    expect(insightAttention({ ...calm, scoreConfianca: 0.49 })).toEqual({
      precisa: true,
      prioridade: 'media',
      motivos: ['Baixa confiança', 'Precisa de validação humana'],
    });
  });

  it('counts the alerts', () => {
    expect(insightAttention({ ...calm, alertas: 1 }).motivos).toEqual(['1 alerta(s) identificado(s)']);
  });

  it('asks for validation under 0.7 only while concluded and not validated', () => {
    expect(insightAttention({ ...calm, scoreConfianca: 0.69 }).motivos).toEqual([
      'Precisa de validação humana',
    ]);
    expect(insightAttention({ ...calm, scoreConfianca: 0.7 }).precisa).toBe(false);
    expect(insightAttention({ ...calm, scoreConfianca: 0.69, validadoHumano: true }).precisa).toBe(false);
    expect(
      insightAttention({ ...calm, scoreConfianca: 0.69, statusProcessamento: 'processando' }).precisa,
    ).toBe(false);
  });

  it('does not mistake a missing confidence for a low one', () => {
    expect(insightAttention({ ...calm, scoreConfianca: null }).precisa).toBe(false);
  });

  it('sends a claim that nothing proves to a person, whatever the confidence, until one has validated it', () => {
    const invented = { ...calm, semEvidencia: true };
    expect(insightAttention(invented)).toEqual({
      precisa: true,
      prioridade: 'media',
      motivos: ['Afirmação sem evidência na transcrição'],
    });
    expect(insightAttention({ ...invented, validadoHumano: true }).precisa).toBe(false);
  });
});
