// State, recording and existence of an item, and the state of an interview, are written in one place each.
import { readFileSync } from 'node:fs';
import { ATOS_ITEM, ESTADOS_ITEM, VIDA_DO_ITEM } from '@escuta/shared/domain/life/item';
import { expect, it } from 'vitest';
import { filesUnder } from '../support/source-files.ts';

const sources = ['api/src', 'worker/src', 'shared/src']
  .flatMap((folder) => filesUnder(folder))
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** Files outside `room` of which a statement matches. */
const writers = (room: string, statement: RegExp): string[] =>
  sources
    .filter(({ path, text }) => !path.startsWith(room) && statement.test(text))
    .map(({ path }) => path)
    .sort();

/** A statement on a table as far as its WHERE, FROM or end. */
const update = (table: string, columns: string) =>
  new RegExp(`update\\s+${table}\\b(?:(?!\\bwhere\\b|\`)[\\s\\S])*?(?:\\bset|,)\\s*(?:${columns})\\s*=`, 'i');

it('an item: state, recording and deletion', () => {
  const room = 'shared/src/services/items/';
  expect(writers(room, update('auditoria_itens', 'status|arquivo_path|arquivo_recebido_em'))).toEqual([
    // The tombstone: erased in the transaction that blanks every column of the item.
    'api/src/features/auditoria-items/erasure-repo.ts',
  ]);
  expect(writers(room, /delete\s+from\s+auditoria_itens\b/i)).toEqual([
    // The example goes with its project, which holds nothing of anybody's.
    'api/src/features/projetos/example-repo.ts',
  ]);
});

it('an interview: situation, receiving, quarantine, joining and review', () => {
  const room = 'shared/src/services/interviews/';
  const columns =
    'situacao|sincronia|recebida_em|quarentena|quarentena_tambem|montagem|registro_sha256|consentimento|revisao|revisoes';
  expect(writers(room, update('entrevistas', columns))).toEqual([]);
  expect(writers(room, update('entrevista_segundas', 'montagem|decisao|chave_objeto'))).toEqual([]);
  expect(writers(room, /insert\s+into\s+entrevista_segundas\b/i)).toEqual([]);
});

it('an interview is deleted with its item alone', () => {
  expect(writers('shared/src/services/items/', /delete\s+from\s+entrevistas\b/i)).toEqual([]);
});

it('every state of an item has an outcome for every act, in states that exist', () => {
  for (const estado of ESTADOS_ITEM) {
    expect(Object.keys(VIDA_DO_ITEM[estado]).sort(), estado).toEqual([...ATOS_ITEM].sort());
  }
});
