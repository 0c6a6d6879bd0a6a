import { describe, expect, it } from 'vitest';
import { AGENTES_POR_LISTA, readAgentSheet } from './agent-sheet.ts';

describe('readAgentSheet', () => {
  it('reads columns in their order, a day alone until its end, an hour as it stands', () => {
    const { linhas } = readAgentSheet(
      'Ana Souza;17;1023;01/10/2026;31/12/2026\nBia\t\t1024\t2026-10-01 08:30\t',
    );
    expect(linhas.map(({ texto: _, ...one }) => one)).toEqual([
      {
        linha: 1,
        nome: 'Ana Souza',
        matricula: '17',
        ramal: '1023',
        de: '2026-10-01 00:00',
        ate: '2027-01-01 00:00',
      },
      { linha: 2, nome: 'Bia', matricula: null, ramal: '1024', de: '2026-10-01 08:30', ate: null },
    ]);
  });

  it('reads columns as their headings say, whatever their order', () => {
    const { linhas } = readAgentSheet('\uFEFFRamal;Até;Nome do setor;Agente;Matrícula\n7;;Vendas;Caio;9');
    expect(linhas).toMatchObject([
      { linha: 2, nome: 'Caio', matricula: '9', ramal: '7', de: null, ate: null },
    ]);
  });

  it.each([
    ['Ana;;7;31/02/2026', 'A data “31/02/2026” não existe: use dd/mm/aaaa.'],
    [';1;7', 'Falta o nome.'],
    ['Ana;;;01/01/2026', 'Falta o ramal do período informado.'],
    ['Ana;;7;02/01/2026;01/01/2026', 'O fim do período deve ser posterior ao início.'],
  ])('refuses %s', (texto, motivo) => {
    expect(readAgentSheet(texto)).toMatchObject({ linhas: [], recusadas: [{ linha: 1, motivo }] });
  });

  it('takes a period of one day, and not more lines than it may', () => {
    expect(readAgentSheet('Ana;;7;01/01/2026;01/01/2026').linhas).toHaveLength(1);
    expect(readAgentSheet('Ana\n'.repeat(AGENTES_POR_LISTA + 1)).excesso).toBe(true);
    expect(readAgentSheet(`nome\n${'Ana\n'.repeat(AGENTES_POR_LISTA)}`).excesso).toBe(false);
  });

  it('does not take a line apart that is longer than any may be', () => {
    expect(readAgentSheet(`Ana;1;7\n${';'.repeat(399_000)}`)).toMatchObject({
      linhas: [{ linha: 1, nome: 'Ana' }],
      recusadas: [{ linha: 2, texto: ';'.repeat(300), motivo: 'Linha com mais de 1.000 caracteres.' }],
      excesso: false,
    });
  });
});
