import { describe, expect, it } from 'vitest';
import { type Atividade, describeActivity, greetingName } from './home.ts';

it('greets by what stands before the @ sign', () => {
  expect(greetingName('ana.prado@lumavia.example')).toBe('ana.prado');
});

describe('describeActivity', () => {
  const event = (fields: Partial<Atividade>): Atividade => ({
    tipo: 'ligacao_concluida',
    quando: '2026-03-02T13:00:00.000Z',
    id: '01a1fdb1-4548-737a-bb42-5d0a95fa5673',
    titulo: '11955550142',
    entrevista: false,
    detalhe: 'SAC',
    quantidade: null,
    ...fields,
  });

  it('says what happened to a call and leads to it', () => {
    expect(describeActivity(event({}))).toEqual({
      texto: 'Ligação (11) 95555-0142 processada',
      detalhe: 'SAC',
      to: '/dashboard/call-analysis/01a1fdb1-4548-737a-bb42-5d0a95fa5673',
    });
    expect(describeActivity(event({ tipo: 'ligacao_erro', detalhe: 'Sem áudio.' }))).toMatchObject({
      texto: 'Erro ao processar a ligação (11) 95555-0142',
      detalhe: 'Sem áudio.',
    });
  });

  it('calls an interview one', () => {
    const interview = (tipo: Atividade['tipo'], titulo: string) =>
      describeActivity(event({ tipo, titulo, entrevista: true })).texto;
    expect(interview('ligacao_concluida', 'Rosa Prado')).toBe('Entrevista de Rosa Prado processada');
    expect(interview('ligacao_erro', 'Rosa Prado')).toBe('Erro ao processar a entrevista de Rosa Prado');
    expect(interview('ligacao_concluida', '')).toBe('Entrevista processada');
  });

  it('counts the credits of a purchase', () => {
    const bought = (quantidade: number) =>
      describeActivity(event({ tipo: 'compra', titulo: 'Essencial', quantidade }));
    expect(bought(1)).toMatchObject({
      texto: 'Compra de 1 crédito',
      detalhe: 'Essencial',
      to: '/dashboard/credits',
    });
    expect(bought(4000).texto).toBe('Compra de 4.000 créditos');
  });
});
