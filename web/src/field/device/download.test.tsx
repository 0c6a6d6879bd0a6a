import { afterEach, expect, it, vi } from 'vitest';
import { authorisedDevice } from '../../../../tests/support/field-device.ts';
import { fieldQuestion, fieldQuestionnaire } from '../../../../tests/support/field-questionnaire.ts';
import { takePublished } from './download.ts';
import { memoryStore } from './storage/memory-store.ts';

const OWNER = 'e.u';
const old = fieldQuestionnaire([fieldQuestion(1)]);
const published = { ...old.versao, id: '019a0000-0000-7000-8000-000000000004', numero: 2 };

afterEach(() => vi.unstubAllGlobals());

it('takes a version published since, once; the former stays for its interviews', async () => {
  const store = memoryStore();
  await store.setMeta('aparelho', authorisedDevice('019a0000-0000-7000-8000-000000000009'));
  await store.keepQuestionario(old, 0);
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json({ success: true, data: { ...old, versao: published } });
  });
  await takePublished({ owner: OWNER, store }, [{ questionario_id: old.id, ...old.versao }]);
  expect(asked).toEqual([]);
  const now = [{ questionario_id: old.id, ...published }];
  await takePublished({ owner: OWNER, store }, now);
  expect(asked).toEqual([expect.stringContaining(`/campo/questionarios/${old.id}/baixar`)]);
  expect(await store.questionarios()).toMatchObject([{ versaoId: published.id, versaoNumero: 2 }]);
  expect(await store.versao(old.versao.id)).toBeDefined();
  await takePublished({ owner: OWNER, store }, now);
  expect(asked).toHaveLength(1);
});

it('keeps what it has while a download fails, and asks again', async () => {
  const store = memoryStore();
  await store.setMeta('aparelho', authorisedDevice('019a0000-0000-7000-8000-000000000009'));
  await store.keepQuestionario(old, 0);
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')));
  const now = [{ questionario_id: old.id, ...published }];
  await takePublished({ owner: OWNER, store }, now);
  expect(await store.questionarios()).toMatchObject([{ versaoId: old.versao.id }]);
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: { ...old, versao: published } }));
  await takePublished({ owner: OWNER, store }, now);
  expect(await store.questionarios()).toMatchObject([{ versaoId: published.id }]);
});

it('takes the images of the cards along, each once, and no version without them', async () => {
  const store = memoryStore();
  await store.setMeta('aparelho', authorisedDevice('019a0000-0000-7000-8000-000000000009'));
  await store.keepQuestionario(old, 0);
  const cartao = { id: '019a0000-0000-7000-8000-00000000000c', descricao: 'Carinhas' };
  const shown = fieldQuestionnaire([
    fieldQuestion(1, { regras: { cartao } }),
    fieldQuestion(2, { regras: { cartao } }),
  ]);
  const now = [{ questionario_id: old.id, ...published }];
  const asked: string[] = [];
  let online = false;
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/baixar'))
      return Response.json({ success: true, data: { ...shown, versao: published } });
    asked.push(url);
    if (!online) throw new TypeError('offline');
    return new Response(new Uint8Array([1, 2, 3]), { headers: { 'content-type': 'image/png' } });
  });
  await takePublished({ owner: OWNER, store }, now);
  expect(await store.questionarios()).toMatchObject([{ versaoId: old.versao.id }]);
  online = true;
  await takePublished({ owner: OWNER, store }, now);
  expect(await store.questionarios()).toMatchObject([{ versaoId: published.id }]);
  expect(await store.imagem(cartao.id)).toMatchObject({ tipo: 'image/png' });
  expect(asked).toHaveLength(2);
  expect(asked[1]).toContain(`/campo/imagens/${cartao.id}`);
});
