// A single place in the code writes an item's state, recording and existence; a single place writes an interview's
// state.
import { readFileSync } from 'node:fs';
import { ATOS_ITEM, ESTADOS_ITEM, VIDA_DO_ITEM } from '@escuta/shared/domain/life/item';
import { expect, it } from 'vitest';
import { filesUnder } from '../support/source-files.ts';

const sources = ['api/src', 'worker/src', 'shared/src']
  .flatMap((folder) => filesUnder(folder))
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** Files outside the folder `room` with a matching statement. */
const writers = (room: string, statement: RegExp): string[] =>
  sources
    .filter(({ path, text }) => !path.startsWith(room) && statement.test(text))
    .map(({ path }) => path)
    .sort();

/** Matches an UPDATE of a table that sets one of the columns. */
const update = (table: string, columns: string) =>
  new RegExp(`update\\s+${table}\\b(?:(?!\\bwhere\\b|\`)[\\s\\S])*?(?:\\bset|,)\\s*(?:${columns})\\s*=`, 'i');

/** Matches a write of one of the fields through Prisma's model. */
const updateModel = (model: string, fields: string) =>
  new RegExp(
    `\\.${model}\\s*\\.update\\w*\\(\\{(?:(?!\\}\\);)[\\s\\S])*?\\bdata:\\s*\\{[^}]*\\b(?:${fields})\\b`,
  );

it('the rules find a write by SQL and one by the model', () => {
  expect('update entrevistas set nome = 1, situacao = 2 where id = 3').toMatch(
    update('entrevistas', 'situacao'),
  );
  expect("db.within(x).entrevista.updateMany({ where: { id }, data: { nome: 1, situacao: 'a' } });").toMatch(
    updateModel('entrevista', 'situacao'),
  );
});

it('an item: state, recording and deletion', () => {
  const room = 'shared/src/services/items/';
  expect(writers(room, update('auditoria_itens', 'status|arquivo_path|arquivo_recebido_em'))).toEqual([
    // This file writes the tombstone, in the transaction that clears every column of the item.
    'api/src/features/auditoria-items/erasure/erasure-repo.ts',
  ]);
  expect(writers(room, updateModel('auditoriaItem', 'status|arquivoPath|arquivoRecebidoEm'))).toEqual([]);
  expect(writers(room, /delete\s+from\s+auditoria_itens\b|\.auditoriaItem\s*\.delete/i)).toEqual([
    // The items of an example project hold no real data, so they are deleted together with the project.
    'shared/src/services/projects/remove.ts',
  ]);
});

it('an interview: situation, receiving, quarantine, joining and review', () => {
  const room = 'shared/src/services/interviews/';
  const columns =
    'situacao|sincronia|recebida_em|quarentena|quarentena_tambem|montagem|registro_sha256|consentimento|revisao|revisoes';
  const fields = columns.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  expect(writers(room, update('entrevistas', columns))).toEqual([]);
  expect(writers(room, updateModel('entrevista', fields))).toEqual([]);
  expect(writers(room, update('entrevista_segundas', 'montagem|decisao|chave_objeto'))).toEqual([]);
  expect(writers(room, updateModel('entrevistaSegunda', 'montagem|decisao|chaveObjeto'))).toEqual([]);
  expect(writers(room, /insert\s+into\s+entrevista_segundas\b|\.entrevistaSegunda\s*\.create/i)).toEqual([]);
});

it('an interview is deleted with its item alone', () => {
  const deletion = /delete\s+from\s+entrevistas\b|\.entrevista\s*\.delete/i;
  expect(writers('shared/src/services/items/', deletion)).toEqual([
    // This file deletes the example survey after all the survey's items.
    'shared/src/services/projects/remove.ts',
  ]);
});

it('every state of an item has an outcome for every act, in states that exist', () => {
  for (const estado of ESTADOS_ITEM) {
    expect(Object.keys(VIDA_DO_ITEM[estado]).sort(), estado).toEqual([...ATOS_ITEM].sort());
  }
});
