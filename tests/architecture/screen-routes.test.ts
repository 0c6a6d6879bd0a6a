import { ALL_CONTRACTS } from '@escuta/shared/contracts/all';
import { type Contract, defineContract } from '@escuta/shared/contracts/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parameterKinds } from '../../scripts/lib/screens.mjs';
import { paths } from '../../web/src/lib/paths.ts';
import { reasonLeftOut, unknownNames } from '../support/screen-routes.ts';

const contracts = ALL_CONTRACTS as readonly Contract[];

/** Routes that only read, but that `npm run bench -- telas` does not measure, each with its reason. */
const READS_LEFT_OUT = [
  // A stream, files and recordings, whose time depends on their size.
  ...[
    'streamEventos',
    'exportExtrato',
    'exportMicrodados',
    'listenGravacaoDoPreparo',
    'listenGravacaoDoLote',
  ],
  ...[
    'downloadAudio',
    'downloadPicos',
    'downloadGravacaoAnterior',
    'listenSegundaGravacao',
    'downloadRecusadas',
    'downloadXlsform',
    'downloadArquivoDaAuditoria',
    ...['downloadAmostra', 'downloadExportacao'],
    ...['downloadDocumentoDoPreparo', 'downloadDocumentoDoQuestionario'],
    ...['downloadCartao', 'getImagem', 'getAnexoDoTicket', 'downloadSomDoRetorno'],
  ],
  'exportResultado',
  // Two routes that wait for an external service; the operator's probe; and a route that redirects to a page.
  ...['lookupCep', 'askModeloServidor', 'getReadiness', 'openDescadastro'],
  // Reads the same row as getTarefa.
  'getLoteFalhas',
  // Reads the same rows as listMinhasFolhas; the person whose screens are measured has no such rows.
  'getMinhaFolha',
  // Bulk reads of every interview or every answer.
  ...['getMapaDaAuditoria', 'getMapaDaPesquisa', 'getResultadosDaPesquisa', 'getNumerosDaAuditoria'],
  ...['getDistribuicaoDaPesquisa', 'getMicrodados'],
];

describe('routes that screens call', () => {
  it('are measured at volume, every one that reads but those left out with a reason', () => {
    const left = contracts.filter((one) => one.method === 'GET' && reasonLeftOut(one)).map(({ id }) => id);
    expect(left.sort()).toEqual([...READS_LEFT_OUT].sort());
    expect(unknownNames(contracts)).toEqual([]);
  });

  it('join by themselves when they are new', () => {
    const made = {
      id: 'listNovidades',
      path: '/novidades',
      access: { who: 'public' },
      summary: 'Novidades',
      tag: 'Sistema',
      response: z.object({}),
    } as const;
    expect(reasonLeftOut(defineContract({ ...made, method: 'GET', topic: null }))).toBeNull();
    expect(reasonLeftOut(defineContract({ ...made, method: 'GET', topic: null, kind: 'binary' }))).toMatch(
      /bytes/,
    );
    expect(reasonLeftOut(defineContract({ ...made, method: 'POST', touches: [] }))).toMatch(/muda/);
  });
});

it('every address can be opened by npm run telas: it knows whose id each parameter is', () => {
  expect(Object.values(paths).filter((path) => parameterKinds(path).includes(undefined))).toEqual([]);
});
