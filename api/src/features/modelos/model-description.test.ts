import { describe, expect, it } from 'vitest';
import { describeCapabilities, shutdownNotice } from './model-description.ts';

const at = (day: string) => ({ now: new Date(`${day}T12:00:00Z`), sucessor: null });

describe('shutdownNotice', () => {
  it('says nothing while the end is unknown or far away', () => {
    expect(shutdownNotice(null, at('2026-11-21'))).toBeNull();
    expect(shutdownNotice('2027-06-01', at('2026-11-21'))).toBeNull();
  });

  it('counts the days from 90 on, and names what comes then', () => {
    expect(
      shutdownNotice('2027-02-26', { now: new Date('2027-02-20T12:00:00Z'), sucessor: 'gpt-transcribe' }),
    ).toBe(
      'O fabricante desativa este modelo em 26/02/2027 (faltam 6 dias). Depois, a Escuta usa gpt-transcribe.',
    );
    expect(shutdownNotice('2027-02-26', at('2027-02-25'))).toBe(
      'O fabricante desativa este modelo em 26/02/2027 (falta 1 dia). Defina um sucessor: sem ele, os processamentos com este modelo falharão.',
    );
  });

  it('says that it is over from the day itself on', () => {
    expect(shutdownNotice('2027-02-26', at('2027-02-26'))).toBe(
      'Desativado pelo fabricante em 26/02/2027, e não há sucessor definido.',
    );
  });
});

it('tells what a model takes and gives', () => {
  expect(describeCapabilities('transcricao', 'whisper-1')).toContain('Informa tempos por segmento');
  const vozes = 'Separa as vozes de gravações de um só canal';
  expect(describeCapabilities('transcricao', 'gpt-4o-transcribe-diarize')).toContain(vozes);
  expect(describeCapabilities('transcricao', 'gpt-4o-transcribe')).not.toContain(vozes);
  expect(describeCapabilities('texto', 'claude-sonnet-5-0')).toEqual([
    'Não aceita temperatura',
    'O esquema vai no texto do pedido',
    'Conhecido pelo nome do modelo',
  ]);
  expect(describeCapabilities('texto', 'qwen3:4b').at(-1)).toMatch(/^Suposto/);
  expect(describeCapabilities('texto', 'qwen3:4b', { origem: 'formulario', contexto: 8192 }).at(-1)).toMatch(
    /^Suposto em parte/,
  );
  const told = { origem: 'servidor', proprio: true, saida: 'json_schema', contexto: 16_384 } as const;
  expect(describeCapabilities('texto', 'qwen3:4b', told)).toEqual([
    'Não aceita temperatura',
    'Responde em JSON com esquema',
    'Contexto de 16.384 tokens',
    'Servidor próprio',
    'Um pedido por vez',
    'Informado pelo servidor',
  ]);
});
