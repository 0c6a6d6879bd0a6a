import { beforeEach, expect, it, vi } from 'vitest';
import { type SessionUser, session } from '../network/session.ts';
import {
  clearDrafts,
  dialogsWithDrafts,
  draftOwner,
  dropDraft,
  hasDrafts,
  keepable,
  keepDraft,
  readDraft,
  watchDrafts,
} from './drafts.ts';

const ANA = 'ana:aurora';
const draft = (values: Record<string, unknown>, dialog = false) => ({ title: 'Novo Ticket', dialog, values });

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

it('keeps a form’s fields for one person in one company until they are dropped', () => {
  keepDraft(ANA, 'ticket', draft({ titulo: 'Áudio sem som' }));
  expect(readDraft(ANA, 'ticket')).toEqual(draft({ titulo: 'Áudio sem som' }));
  expect(readDraft('ana:boreal', 'ticket')).toBeNull();
  expect(readDraft(ANA, 'empresa')).toBeNull();
  expect(hasDrafts()).toBe(true);
  dropDraft(ANA, 'ticket');
  expect(hasDrafts()).toBe(false);
});

it('never keeps passwords, secrets or files, and nothing where nothing else was typed', () => {
  const typed = {
    senha: 'x',
    novaSenha: 'x',
    password: 'x',
    accessToken: 'x',
    audio: new File(['som'], 'ligacao.wav'),
    vazio: undefined,
  };
  expect(keepable({ ...typed, nome: '' })).toEqual({ nome: '' });
  expect(keepable(typed)).toBeNull();
  keepDraft(ANA, 'entrada', draft(typed));
  expect(hasDrafts()).toBe(false);
});

it('names the dialogs that have to be opened again, of their person only', () => {
  keepDraft(ANA, 'ticket', draft({ titulo: 'a' }, true));
  keepDraft(ANA, 'empresa', { ...draft({ nome: 'b' }), title: 'Dados da Empresa' });
  keepDraft('rui:aurora', 'ticket', { ...draft({ titulo: 'c' }, true), title: 'De outro' });
  expect(dialogsWithDrafts(ANA)).toEqual(['Novo Ticket']);
});

it('clears what others left, or everything', () => {
  keepDraft(ANA, 'ticket', draft({ titulo: 'a' }));
  keepDraft('rui:aurora', 'ticket', draft({ titulo: 'c' }));
  sessionStorage.setItem('outra-coisa', '1');
  clearDrafts(ANA);
  expect(readDraft('rui:aurora', 'ticket')).toBeNull();
  expect(readDraft(ANA, 'ticket')).not.toBeNull();
  clearDrafts();
  expect(hasDrafts()).toBe(false);
  expect(sessionStorage.getItem('outra-coisa')).toBe('1');
});

it('survives storage that is full, refused or broken', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('cheio', 'QuotaExceededError');
  });
  keepDraft(ANA, 'ticket', draft({ titulo: 'a' }));
  expect(hasDrafts()).toBe(false);
  vi.restoreAllMocks();
  keepDraft(ANA, 'ticket', draft({ titulo: 'a' }));
  const [key] = Object.keys(sessionStorage);
  sessionStorage.setItem(key!, '{pela metade');
  expect(readDraft(ANA, 'ticket')).toBeNull();
  expect(dialogsWithDrafts(ANA)).toEqual([]);
});

it('stays over a session that ran out, and goes with a sign-out or with another person’s sign-in', () => {
  const stop = watchDrafts();
  const enter = (id: string) => {
    const user: SessionUser = { id, email: `${id}@aurora.com.br`, empresa_id: 'aurora' };
    const token = `${id}.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 600 }))}.y`;
    return draftOwner(session.start({ token, user }));
  };
  const owner = enter('ana');
  expect(owner).toBe(ANA);
  keepDraft(owner, 'ticket', draft({ titulo: 'a' }));
  session.end('expirada');
  enter('ana');
  expect(readDraft(owner, 'ticket')).not.toBeNull();
  session.end('expirada');
  enter('rui');
  expect(hasDrafts()).toBe(false);
  enter('ana');
  keepDraft(owner, 'ticket', draft({ titulo: 'a' }));
  session.end('logout');
  expect(hasDrafts()).toBe(false);
  stop();
});
