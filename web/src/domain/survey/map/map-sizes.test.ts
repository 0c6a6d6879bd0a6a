import { describe, expect, it } from 'vitest';
import { sizesOf } from './map-sizes.ts';
import { cutText, wrapText } from './map-text.ts';

const comfortable = { compacto: false, agentes: true };

describe('sizesOf', () => {
  it('gives few questions the whole width, upright, and many of them narrow columns with their texts sideways', () => {
    const few = sizesOf(960, 8, comfortable);
    expect(few.cabecalho + 8 * few.coluna).toBeGreaterThan(960 - 16);
    expect(few.cabecalho + 8 * few.coluna).toBeLessThanOrEqual(960);
    expect(few.deitado).toBe(true);
    const many = sizesOf(960, 60, comfortable);
    expect([many.coluna, many.deitado, many.titulo.linhas]).toEqual([24, false, 1]);
    expect(many.topo).toBeGreaterThan(few.topo);
  });
  it('leaves questions most of their room beside an open answer on a laptop', () => {
    // The map is 960 px wide alone, and 592 px beside the panel.
    const room = (width: number) => width - sizesOf(width, 8, comfortable).cabecalho;
    expect(room(592) / room(960)).toBeGreaterThan(0.65);
  });
  it('names no interviewer on a phone, nor where one name would be repeated', () => {
    expect(sizesOf(356, 8, comfortable).agente).toBe(0);
    expect(sizesOf(960, 8, { ...comfortable, agentes: false }).agente).toBe(0);
    expect(sizesOf(960, 8, comfortable).agente).toBeGreaterThan(0);
  });
  it('keeps cells small where they are to be compact', () => {
    expect(sizesOf(960, 8, { compacto: true, agentes: true })).toMatchObject({ lado: 15, coluna: 15 });
  });
});

describe('wrapText', () => {
  const context = { measureText: (text: string) => ({ width: text.length }) as TextMetrics };
  it('breaks between words and cuts the last line', () => {
    expect(wrapText(context, 'Com que frequência você usa ônibus?', 12, 3)).toEqual([
      'Com que',
      'frequência',
      'você usa ôn…',
    ]);
    expect(wrapText(context, 'Quantos anos?', 12, 3)).toEqual(['Quantos', 'anos?']);
  });
  it('cuts a word that is longer than its line', () => {
    expect(wrapText(context, 'Otorrinolaringologista sim', 8, 3)).toEqual(['Otorrin…', 'sim']);
    expect(wrapText(context, '  ', 8, 3)).toEqual([]);
    expect(cutText(context, '100%', 4)).toBe('100%');
  });
});
