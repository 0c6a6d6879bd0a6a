import { filtroSchema } from '@escuta/shared/domain/filters/filtro';
import type { Filtro } from '@escuta/shared/domain/filters/filtro-tabela';
import { describe, expect, it } from 'vitest';
import { filterOfLines, KIND_IDS, kindOf, linesOf } from './condition-kinds.ts';

const ID = '01a224fa-ac06-740a-96cd-f348f1dc93e9';
const SAMPLE: Record<string, string> = {
  nenhuma: '',
  numero: '40',
  frases: 'procon, vou processar',
  agente: ID,
  projeto: ID,
};

describe('the editor of conditions', () => {
  it.each(KIND_IDS)('writes %s as a condition of the language, and reads it again', (tipo) => {
    const kind = kindOf(tipo);
    const valor = kind.entrada === 'escolha' ? (kind.opcoes[0]?.value ?? '') : (SAMPLE[kind.entrada] ?? '');
    const filtro = filterOfLines({ modo: 'qualquer', linhas: [{ tipo, valor }] });
    expect(filtroSchema.parse(filtro)).toEqual(filtro);
    expect(linesOf(filtro as Filtro)).toEqual({ modo: 'qualquer', linhas: [{ tipo, valor }] });
  });

  it('has no filter while a line is empty, and no lines for what it cannot show', () => {
    expect(filterOfLines({ modo: 'todas', linhas: [{ tipo: 'nota_ate', valor: '' }] })).toBeNull();
    expect(filterOfLines({ modo: 'todas', linhas: [] })).toBeNull();
    expect(linesOf({ nao: { campo: 'nota', op: 'ate', valor: 40 } })).toBeNull();
    expect(linesOf({ todas: [{ qualquer: [] }] })).toBeNull();
  });
});
