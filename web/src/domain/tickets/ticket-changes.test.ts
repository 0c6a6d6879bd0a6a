import { expect, it } from 'vitest';
import { changesOf } from './ticket-changes.ts';

const holder = { id: '7b1d0c1e-98a1-4f0e-9a53-0f6a3f1f2b11', nome: 'Helena' };
const edit = { status: 'aberto', severidade: 'media', atribuidoPara: holder } as const;

it('sends only what was changed here, and nobody as null', () => {
  expect(changesOf(edit, new Set())).toEqual({});
  expect(changesOf({ ...edit, status: 'fechado' }, new Set(['status']))).toEqual({ status: 'fechado' });
  expect(changesOf({ ...edit, atribuidoPara: null }, new Set(['atribuidoPara']))).toEqual({
    atribuidoPara: null,
  });
  expect(
    changesOf(
      { status: 'resolvido', severidade: 'critica', atribuidoPara: holder },
      new Set(['status', 'severidade', 'atribuidoPara']),
    ),
  ).toEqual({ status: 'resolvido', severidade: 'critica', atribuidoPara: holder.id });
});
