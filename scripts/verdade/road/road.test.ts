// A short measurement of files sent through the portal. npm run verdade makes the complete one; npm run test:longo
// (ESCUTA_TESTES_LONGOS=1) makes it with other seeds, too.
import { describe, expect, it } from 'vitest';
import { longo } from '../../../tests/support/longo.ts';
import { DOCUMENTOS, type Documento } from './documents.ts';
import { measureReading, readingBars } from './measure-reading.ts';
import { deliveriesOf, measureStyle, roadBars } from './measure-road.ts';
import { writeDelivery } from './road.ts';
import { ESTILOS } from './styles.ts';

const [, , BAIRRO] = DOCUMENTOS as [Documento, Documento, Documento];
/** Styles of the short form: the plainest style, and one with a battery in lines. */
const CURTOS = ['a forma da gramática', 'bateria em linhas'];

describe('reading by rules alone', () => {
  it('reads questionnaires of drawn content in every style', async () => {
    for (const exigencia of readingBars(await measureReading(1, 1)).slice(0, 2))
      expect(exigencia, exigencia.nome).toMatchObject({ ok: true });
  });

  longo.test.each([1, 2, 3, 7, 11, 23, 101, 7001, 50_021, 424_243])(
    'reaches its bars, seed %d',
    { timeout: 600_000 },
    async (semente) => {
      for (const exigencia of readingBars(await measureReading(semente)))
        expect(exigencia, exigencia.nome).toMatchObject({ ok: true });
    },
  );
});

describe('the road', () => {
  it('sends the same delivery of the same number', () => {
    const sent = (semente: number) =>
      writeDelivery(ESTILOS[1] as (typeof ESTILOS)[number], BAIRRO, 'txt', 1, semente);
    expect(sent(5).impresso.linhas).toEqual(sent(5).impresso.linhas);
    expect(sent(5).planilha.linhas).toEqual(sent(5).planilha.linhas);
    expect(sent(5).planilha.linhas).not.toEqual(sent(6).planilha.linhas);
  });

  it('accuses nobody as it reads a questionnaire, and finds what was planted once a careful person corrected it', async () => {
    const medidas = [];
    for (const { estilo, remessas } of deliveriesOf(1, [BAIRRO]))
      if (CURTOS.includes(estilo)) medidas.push(await measureStyle(estilo, remessas()));
    expect(medidas).toHaveLength(CURTOS.length);
    for (const exigencia of roadBars(medidas)) expect(exigencia, exigencia.nome).toMatchObject({ ok: true });
    expect(medidas.map(({ comoLida }) => comoLida.recusadas)).toEqual([0, 0]);
    expect(medidas.map(({ corrigida }) => corrigida.recusadas)).toEqual([0, 0]);
  });

  longo.test.each([1, 2, 3, 7, 11, 23, 101, 7001, 50_021, 424_243])(
    'reaches its bars in every style, seed %d',
    { timeout: 900_000 },
    async (semente) => {
      const medidas = [];
      for (const { estilo, remessas } of deliveriesOf(semente))
        medidas.push(await measureStyle(estilo, remessas()));
      for (const exigencia of roadBars(medidas))
        expect(exigencia, exigencia.nome).toMatchObject({ ok: true });
    },
  );
});
