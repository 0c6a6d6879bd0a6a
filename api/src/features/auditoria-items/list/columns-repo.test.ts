import {
  CAMPOS_DADOS,
  NOMES_APAGADOS,
  NOMES_DADOS,
  NOMES_LIGACAO,
} from '@escuta/shared/contracts/calls/call-fields';
import { sql } from '@escuta/shared/platform/database/sql';
import { describe, expect, it } from 'vitest';
import { type CallRow, callSets, changedCall, givenCall, isSameCall, presentCall } from './columns-repo.ts';

const START = '2026-05-04T13:00:00.000Z';
const nothing = <N extends string>(nomes: readonly N[]) =>
  Object.fromEntries(nomes.map((nome) => [nome, null])) as Record<N, null>;
const row: CallRow = {
  ...nothing(NOMES_LIGACAO),
  call_start_time: new Date(START),
  numero_destino: '11987654321',
  direcao: 'recebida',
  ramal: '2001',
  call_duration: 0,
  nome_entrevistado: 'Rogério',
};

describe('the fields of a call', () => {
  it('are given as they come, and null where nothing was said', () => {
    expect(givenCall({ ramal: '2001', call_duration: 0, call_start_time: START })).toEqual({
      ...nothing(NOMES_DADOS),
      call_start_time: START,
      ramal: '2001',
      call_duration: 0,
    });
  });

  it('stay where a change does not name them; an empty text and null clear one', () => {
    expect(changedCall(row, {})).toEqual(Object.fromEntries(NOMES_DADOS.map((nome) => [nome, row[nome]])));
    const changed = changedCall(row, {
      direcao: null,
      ramal: '',
      numero_destino: null,
      call_duration: null,
      call_start_time: null,
      call_end_time: START,
    });
    expect(changed).toEqual({ ...nothing(NOMES_DADOS), call_end_time: new Date(START) });
  });

  it('are shown with times as text, each of them', () => {
    expect(presentCall(row)).toEqual({ ...row, call_start_time: START });
    expect(Object.keys(presentCall(row)).sort()).toEqual([...NOMES_LIGACAO].sort());
  });

  it('are written each under its own column', () => {
    const { text, values } = sql`set ${callSets(row)}`.statement();
    const sets = text.slice('set '.length).split(', ');
    expect(sets).toHaveLength(NOMES_LIGACAO.length);
    for (const [index, nome] of NOMES_LIGACAO.entries()) {
      expect(sets[index]).toBe(`${nome} = $${index + 1}`);
      expect(values[index]).toBe(row[nome]);
    }
  });

  it('tell one wish from another, whatever the duration: it follows from the times or the recording', () => {
    const asked = givenCall({
      ...row,
      direcao: 'recebida',
      call_start_time: '2026-05-04T10:00:00-03:00',
      call_end_time: null,
    });
    expect(isSameCall(row, asked)).toBe(true);
    expect(isSameCall(row, { ...asked, call_duration: 9 })).toBe(true);
    for (const nome of NOMES_DADOS.filter((one) => one !== 'call_duration')) {
      const other = { texto: 'outro', inteiro: 9, instante: '2026-01-01T00:00:00Z' }[CAMPOS_DADOS[nome].tipo];
      expect(isSameCall(row, { ...asked, [nome]: other }), nome).toBe(false);
    }
  });

  it('go with the data of a call that is erased, unless they say nothing of it', () => {
    expect(NOMES_APAGADOS).not.toContain('call_duration');
    expect(NOMES_APAGADOS).toEqual(expect.arrayContaining(['call_start_time', 'ramal', 'nome_entrevistado']));
  });
});
