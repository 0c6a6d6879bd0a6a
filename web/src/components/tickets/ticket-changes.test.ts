import { expect, it } from 'vitest';
import { changesOf } from './ticket-changes.ts';

const holder = { id: '7b1d0c1e-98a1-4f0e-9a53-0f6a3f1f2b11', nome: 'Helena' };
const ticket = { status: 'aberto', severidade: 'media', atribuidoPara: holder.id } as const;
const edit = { status: 'aberto', severidade: 'media', atribuidoPara: holder } as const;

it('sends only what changed, nobody as null, and nothing when nothing changed', () => {
  expect(changesOf(ticket, edit)).toBeNull();
  expect(changesOf({ ...ticket, atribuidoPara: null }, { ...edit, atribuidoPara: null })).toBeNull();
  expect(changesOf(ticket, { ...edit, status: 'fechado' })).toEqual({ status: 'fechado' });
  expect(changesOf(ticket, { ...edit, atribuidoPara: null })).toEqual({ atribuidoPara: null });
  expect(
    changesOf(
      { ...ticket, atribuidoPara: null },
      { status: 'resolvido', severidade: 'critica', atribuidoPara: holder },
    ),
  ).toEqual({ status: 'resolvido', severidade: 'critica', atribuidoPara: holder.id });
});
