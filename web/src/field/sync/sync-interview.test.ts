import type { EventoAparelho } from '@escuta/shared/domain/interview/device/device-log';
import { eventLine, logText } from '@escuta/shared/domain/interview/device/log-digest';
import { expect, it, vi } from 'vitest';
import { fieldQuestion, fieldQuestionnaire } from '../../../../tests/support/field-questionnaire.ts';
import { sha256Slow } from '../../lib/field-sync/sha256.ts';
import { missingParts, syncInterview } from '../../lib/field-sync/sync-interview.ts';
import type { Transport } from '../../lib/field-sync/transport.ts';
import { ApiError } from '../../lib/network/api.ts';
import { memoryStore } from '../device/storage/memory-store.ts';
import { answer, begin, consent, end, recordingStarted, recordingStopped } from '../log/interview.ts';
import type { FieldStore, Passo } from '../log/model.ts';
import { FALHA_DO_APARELHO, hasNews, Syncer } from './syncer.ts';

const ID = '019a0000-0000-7000-8000-00000000000a';
const questions = Array.from({ length: 30 }, (_, index) => fieldQuestion(index + 1));
const questionario = fieldQuestionnaire(questions);
const hash = (text: string | Uint8Array) =>
  sha256Slow(typeof text === 'string' ? new TextEncoder().encode(text) : text);
const sha256 = async (bytes: Uint8Array) => hash(bytes);
const PARTS = 7;

/** A device with an interview of 30 answers and two recordings, made without a network. */
async function device(): Promise<FieldStore> {
  const store = memoryStore();
  await store.keepQuestionario(questionario, 0);
  let passo: Passo = begin(
    ID,
    questionario,
    { nome: 'Dona Lurdes', telefone: null },
    null,
    1_800_000_000_000,
  );
  await store.commit(passo);
  let mono = 0;
  const act = async (make: (now: Passo['entrevista'], mono: number) => Passo): Promise<void> => {
    mono += 1000;
    passo = make(passo.entrevista, mono);
    await store.commit(passo);
  };
  const at = (ms: number) => ({ mono: ms, relogio: 1_800_000_000_000 + ms, audio: null });
  for (const n of [1, 2]) {
    await act((now, ms) => recordingStarted(now, at(ms), { n, envioId: `envio-${n}`, tipo: 'audio/webm' }));
    if (n === 1) await act((now, ms) => consent(now, at(ms), 'aceito', questions[0]!.id));
    for (let part = 1; part <= PARTS; part += 1) {
      const bytes = new TextEncoder().encode(`gravação ${n}, parte ${part}`);
      await store.addParte({
        entrevistaId: ID,
        gravacao: n,
        n: part,
        bytes: bytes.buffer,
        sha256: hash(bytes),
        ateMs: part * 5000,
      });
    }
    await act((now, ms) => recordingStopped(now, at(ms), 'encerrada', 35_000));
  }
  for (const question of questions) {
    await act((now, ms) =>
      answer(now, at(ms), question, { opcoes: [], texto: `resposta de ${question.codigo}` }),
    );
  }
  await act((now, ms) => end(now, at(ms), null));
  return store;
}

/**
 * A fake server that enforces the real rules: order, no gaps, nothing twice. At the request number `cut` (from 0) the
 * network fails, either before the server received the request ('antes') or after the server acted on it ('depois').
 */
function server() {
  const log: EventoAparelho[] = [];
  const envios = new Map<string, { partes: Map<number, string>; total: number | null }>();
  const state = {
    requests: 0,
    cut: -1,
    when: 'antes' as 'antes' | 'depois',
    completa: false,
    doubled: 0,
    /** Number of the request before which the server is restored from a backup with three events and no sound. */
    restored: -1,
  };
  const lost = () => new ApiError(0, 'sem_conexao', 'Sem conexão com o servidor.');
  const heard = async <T>(work: () => T): Promise<T> => {
    const cut = state.requests === state.cut;
    if (state.requests === state.restored) {
      log.splice(3);
      envios.clear();
      state.completa = false;
    }
    state.requests += 1;
    if (cut && state.when === 'antes') throw lost();
    const answer = work();
    if (cut) throw lost();
    return answer;
  };
  const accepted = () => log.some(({ tipo, motivo }) => tipo === 'consentimento' && motivo === 'aceito');
  const envio = (id: string) => {
    const found = envios.get(id);
    if (!found) throw new ApiError(404, 'nao_encontrado', 'Envio não encontrado.');
    return found;
  };
  const received = (id: string) => {
    const { partes, total } = envio(id);
    const last = total ?? Math.max(0, ...partes.keys());
    const faltam = Array.from({ length: last }, (_, index) => index + 1).filter((n) => !partes.has(n));
    return { recebidas: partes.size, faltam, concluido: total !== null && faltam.length === 0 };
  };
  const transport: Transport = {
    anunciar: (entrevista) =>
      heard(() => ({
        id: entrevista.id,
        ate: log.length,
        gravacoes: [...envios].map(([id, { partes, total }], index) => ({
          n: index + 1,
          envio_id: id,
          recebidas: partes.size,
          concluida: total !== null,
        })),
        sincronia: state.completa ? ('completa' as const) : ('parcial' as const),
        quarentena: null,
      })),
    eventos: (_id, eventos) =>
      heard(() => {
        for (const evento of eventos) {
          const there = log[evento.seq - 1];
          if (there) expect(eventLine(there)).toBe(eventLine(evento));
          else if (evento.seq !== log.length + 1)
            throw new ApiError(409, 'conflito', 'Falta o que vem antes.');
          else log.push(evento);
        }
        return log.length;
      }),
    abrirEnvio: ({ id }) =>
      heard(() => {
        if (!accepted()) throw new ApiError(422, 'regra_violada', 'Sem consentimento.');
        if (!envios.has(id)) envios.set(id, { partes: new Map(), total: null });
        return received(id);
      }),
    parte: (id, { n, bytes, sha256: told }) =>
      heard(() => {
        const { partes } = envio(id);
        expect(hash(new Uint8Array(bytes))).toBe(told);
        if (partes.has(n)) state.doubled += 1;
        partes.set(n, told);
      }),
    concluirEnvio: (id, total) =>
      heard(() => {
        envio(id).total = total;
        return received(id);
      }),
    fechar: (_id, { eventos, registro_sha256, gravacoes }) =>
      heard(() => {
        state.completa =
          log.length === eventos &&
          hash(logText(log)) === registro_sha256 &&
          gravacoes.every(({ envio_id, partes }) => envios.get(envio_id)?.partes.size === partes);
        return { completa: state.completa };
      }),
  };
  return { log, envios, state, transport };
}

const isEmpty = async (store: FieldStore) =>
  (await store.entrevistas()).length === 0 &&
  (await store.eventos(ID, 1, 1000)).length === 0 &&
  (await store.partes(ID)).size === 0;

it('cut at every request, before it is heard and after it is done, brings all of it once', async () => {
  const whole = await device();
  const before = await whole.eventos(ID, 1, 1000);
  const there = server();
  expect(await syncInterview({ store: whole, transport: there.transport, sha256, now: () => 0 }, ID)).toBe(
    true,
  );
  const requests = there.state.requests;
  expect(requests).toBeGreaterThan(18);
  for (const when of ['antes', 'depois'] as const) {
    for (let cut = 0; cut < requests; cut += 1) {
      const store = await device();
      const { log, envios, state, transport } = server();
      Object.assign(state, { cut, when });
      const deps = { store, transport, sha256, now: () => 0 };
      await expect(syncInterview(deps, ID), `${when} ${cut}`).rejects.toThrow('Sem conexão');
      // Nothing is deleted before the server has confirmed that it has everything.
      expect(await isEmpty(store), `${when} ${cut}`).toBe(false);
      expect(await syncInterview(deps, ID), `${when} ${cut}`).toBe(true);
      expect(logText(log), `${when} ${cut}`).toBe(logText(before));
      expect([...envios.values()].map(({ partes }) => partes.size)).toEqual([PARTS, PARTS]);
      // Only a request that was under way at the failure is sent twice.
      expect(state.doubled).toBeLessThanOrEqual(when === 'depois' ? 1 : 0);
      expect(await isEmpty(store)).toBe(true);
      expect(await store.enviadas()).toMatchObject([{ id: ID, questionarioNome: 'Bairros' }]);
    }
  }
});

it('brings again what a server that was restored from a backup lacks, at whichever request it forgot it', async () => {
  const whole = await device();
  const before = await whole.eventos(ID, 1, 1000);
  const there = server();
  await syncInterview({ store: whole, transport: there.transport, sha256, now: () => 0 }, ID);
  for (let restored = 1; restored < there.state.requests; restored += 1) {
    const store = await device();
    const { log, envios, state, transport } = server();
    state.restored = restored;
    const deps = { store, transport, sha256, now: () => 0 };
    let done = false;
    // An error is shown, and the timer tries again; this loop stands for the timer.
    for (let tries = 0; tries < 2 && !done; tries += 1) {
      done = await syncInterview(deps, ID).catch((error: unknown) => {
        expect(error, `${restored}`).toBeInstanceOf(ApiError);
        return false;
      });
      if (!done) expect(await store.eventos(ID, 1, 1000), `${restored}`).toEqual(before);
    }
    expect(done, `${restored}`).toBe(true);
    expect(logText(log), `${restored}`).toBe(logText(before));
    expect([...envios.values()].map(({ partes }) => partes.size)).toEqual([PARTS, PARTS]);
    expect(await isEmpty(store)).toBe(true);
  }
});

it('sends no sound before the respondent has said that it may be kept', async () => {
  const store = memoryStore();
  let passo = begin(ID, questionario, { nome: 'Dona Lurdes', telefone: null }, null, 0);
  await store.commit(passo);
  const at = (mono: number) => ({ mono, relogio: mono, audio: null });
  passo = recordingStarted(passo.entrevista, at(1), { n: 1, envioId: 'e', tipo: 'audio/webm' });
  await store.commit(passo);
  const bytes = new Uint8Array([1]);
  await store.addParte({
    entrevistaId: ID,
    gravacao: 1,
    n: 1,
    bytes: bytes.buffer,
    sha256: hash(bytes),
    ateMs: 5000,
  });
  const { log, envios, transport } = server();
  const deps = { store, transport, sha256, now: () => 0 };
  expect(await syncInterview(deps, ID)).toBe(false);
  expect([log.length, envios.size]).toEqual([2, 0]);
  passo = consent(passo.entrevista, at(2), 'aceito', questions[0]!.id);
  await store.commit(passo);
  expect(await syncInterview(deps, ID)).toBe(false);
  expect(envios.get('e')!.partes.size).toBe(1);
  // The interview is in progress, so the number of pieces is unknown.
  expect(envios.get('e')!.total).toBeNull();
});

it('knows which pieces a server lacks, which cannot know of those beyond its last', () => {
  const of = (recebidas: number, faltam: number[]) =>
    missingParts([1, 2, 3, 4, 5], { recebidas, faltam, concluido: false });
  expect(of(0, [])).toEqual([1, 2, 3, 4, 5]);
  expect(of(2, [2])).toEqual([2, 4, 5]);
  expect(of(5, [])).toEqual([]);
});

it('erases here what was erased there', async () => {
  const store = await device();
  const { transport } = server();
  const gone = {
    ...transport,
    anunciar: () => Promise.reject(new ApiError(409, 'dados_apagados', 'Apagada.')),
  };
  expect(await syncInterview({ store, transport: gone, sha256, now: () => 0 }, ID)).toBe(true);
  expect(await isEmpty(store)).toBe(true);
});

it('keeps what the server refuses, says why, and goes on with the others', async () => {
  const store = await device();
  const { transport } = server();
  const refusing = {
    ...transport,
    fechar: () => Promise.reject(new ApiError(422, 'regra_violada', 'Falta o fim.')),
  };
  const contact = { calls: 0 };
  const syncer = new Syncer({
    store,
    transport: refusing,
    sha256,
    contact: async () => {
      contact.calls += 1;
      return true;
    },
    refused: async () => undefined,
    alone: async (work) => {
      await work();
      return true;
    },
    now: () => 42,
  });
  await syncer.run('agora');
  expect((await store.filas())[0]).toMatchObject({ id: ID, falha: { mensagem: 'Falta o fim.', em: 42 } });
  expect(syncer.get()).toBe('parado');
  expect(await isEmpty(store)).toBe(false);
  // A refused interview is retried only at a person's request or by the timer.
  refusing.fechar = transport.fechar as never;
  await syncer.run('ato');
  expect(await isEmpty(store)).toBe(false);
  await syncer.run('minuto');
  expect(await isEmpty(store)).toBe(true);
  // The last contact reports that no interview is left to send.
  expect(contact.calls).toBe(3);
});

/** Dependencies of a syncer on a device without a network. */
const quiet = (store: FieldStore) => ({
  store,
  sha256,
  contact: async () => true,
  refused: async () => undefined,
  alone: async (work: () => Promise<void>) => {
    await work();
    return true;
  },
});

it('reports what is left once the server has an interview, not only before', async () => {
  const store = await device();
  const left: number[] = [];
  const syncer = new Syncer({
    ...quiet(store),
    transport: server().transport,
    contact: async () => {
      left.push((await store.entrevistas()).length);
      return true;
    },
  });
  await syncer.run('agora');
  expect(left).toEqual([1, 0]);
  await syncer.run('ato');
  expect(left).toEqual([1, 0]);
});

it('calls nothing refused that fails on the device itself, and shows nobody what its browser says of it', async () => {
  const store = await device();
  const { transport } = server();
  const syncer = new Syncer({ ...quiet(store), transport });
  const { eventos } = store;
  store.eventos = async () => {
    throw new DOMException('The database connection is closing.', 'InvalidStateError');
  };
  await syncer.run('agora');
  expect((await store.filas())[0]?.falha?.mensagem).toBe(FALHA_DO_APARELHO);
  // If the store fails, the interviewer must not read that the network is missing.
  store.filas = async () => {
    throw new DOMException('The database connection is closing.', 'InvalidStateError');
  };
  await syncer.run('agora');
  expect(syncer.get()).toBe('aparelho');
  Object.assign(store, { eventos, filas: async () => [] });
  await syncer.run('agora');
  expect(await store.entrevistas()).toEqual([]);
});

it('ends for good: a run under way sends no other interview, and nothing is planned after it', async () => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  vi.useFakeTimers();
  try {
    const store = await device();
    let answer: (isKnown: boolean) => void = () => undefined;
    const answered = new Promise<boolean>((resolve) => {
      answer = resolve;
    });
    const contact = vi.fn(() => answered);
    const anunciar = vi.fn();
    const syncer = new Syncer({ ...quiet(store), transport: { ...server().transport, anunciar }, contact });
    const stop = syncer.start();
    // `waitUntil` advances the fake clock, which the store needs in order to respond.
    await vi.waitUntil(() => contact.mock.calls.length > 0);
    let isOver = false;
    const ending = stop().then(() => {
      isOver = true;
    });
    answer(true);
    await vi.waitUntil(() => isOver);
    await ending;
    await syncer.run('agora');
    // Counts the runs by a spy, because timers of other test files in this process also use the fake clock.
    const run = vi.spyOn(syncer, 'run');
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect([contact.mock.calls.length, anunciar.mock.calls.length, run.mock.calls.length]).toEqual([1, 0, 0]);
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
});

it('asks for a sign-in where the device is refused, and loses nothing by it', async () => {
  const store = await device();
  const { transport } = server();
  const refused = { told: 0 };
  const syncer = new Syncer({
    store,
    transport: {
      ...transport,
      anunciar: () => Promise.reject(new ApiError(401, 'aparelho_revogado', 'Revogado.')),
    },
    sha256,
    contact: async () => true,
    refused: async () => {
      refused.told += 1;
    },
    alone: async (work) => {
      await work();
      return true;
    },
  });
  await syncer.run('agora');
  expect([syncer.get(), refused.told, await isEmpty(store)]).toEqual(['autorizacao', 1, false]);
});

it('has nothing to send of an interview under way that has not moved', async () => {
  const store = await device();
  const entrevista = (await store.entrevista(ID))!;
  const going = { ...entrevista, fase: 'perguntas' as const };
  const fila = { id: ID, ate: entrevista.seq, partes: 2 * PARTS, falha: null };
  expect(hasNews(going, fila, 2 * PARTS)).toBe(false);
  expect(hasNews(going, fila, 2 * PARTS + 1)).toBe(true);
  expect(hasNews(going, { ...fila, ate: entrevista.seq - 1 }, 2 * PARTS)).toBe(true);
  expect(hasNews(going, undefined, 0)).toBe(true);
  // Nothing is sent before the respondent was asked for consent, because the data contain a name.
  expect(hasNews({ ...going, fase: 'consentimento' }, undefined, 0)).toBe(false);
  expect(hasNews(entrevista, fila, 2 * PARTS)).toBe(true);
});

const ENDED_THERE = 'Um gerente encerrou esta entrevista no servidor';

it('keeps what a manager ended at the server before all of it was there, and says so', async () => {
  const store = await device();
  const { log, state, transport } = server();
  // The state after the request 'encerrar-aparelho': the interview is complete, with only the parts that had arrived.
  log.push(...(await store.eventos(ID, 1, 3)));
  state.completa = true;
  const fechar = () => Promise.reject(new ApiError(409, 'conflito', 'Já foi encerrada aqui.'));
  const deps = { store, transport: { ...transport, fechar }, sha256, now: () => 1 };
  await expect(syncInterview(deps, ID)).rejects.toThrow(ENDED_THERE);
  expect(log).toHaveLength(3);
  expect((await store.eventos(ID, 1, 1000)).length).toBeGreaterThan(30);
  expect((await store.partes(ID)).size).toBe(2);
});

it('brings the sound of an interview that a manager ended at the server, and keeps the log that is only here', async () => {
  const store = await device();
  const { log, envios, state, transport } = server();
  log.push(...(await store.eventos(ID, 1, 3)));
  state.completa = true;
  let closed = 0;
  const fechar = async () => {
    closed += 1;
    const n = closed === 1 ? [{ n: 1 }, { n: 2 }] : [];
    return { completa: false, faltam: { gravacoes: n } };
  };
  const deps = { store, transport: { ...transport, fechar }, sha256, now: () => 1 };
  await expect(syncInterview(deps, ID)).rejects.toThrow('o gerente decide qual usar');
  expect([...envios.values()].map(({ partes }) => partes.size)).toEqual([PARTS, PARTS]);
  expect(log).toHaveLength(3);
  expect((await store.eventos(ID, 1, 1000)).length).toBeGreaterThan(30);
  // A second try only asks the server for the state, and sends nothing again.
  state.requests = 0;
  await expect(syncInterview(deps, ID)).rejects.toThrow('o gerente decide qual usar');
  expect(state.requests).toBe(1);
});

it('says at once of an interview under way that it was ended at the server, and keeps what is typed', async () => {
  const store = memoryStore();
  const { state, transport } = server();
  await store.commit(begin(ID, questionario, { nome: 'Dona Lurdes', telefone: null }, null, 0));
  state.completa = true;
  await expect(syncInterview({ store, transport, sha256, now: () => 1 }, ID)).rejects.toThrow(ENDED_THERE);
  expect(await store.entrevista(ID)).toBeDefined();
});

it('gives the copy up only once the server knows its digest: asked for that alone', async () => {
  const store = await device();
  const { state, transport } = server();
  Object.assign(state, { cut: -1 });
  const deps = { store, transport, sha256, now: () => 1 };
  const finish = store.finish;
  store.finish = () => Promise.reject(new Error('O aparelho caiu.'));
  await expect(syncInterview(deps, ID)).rejects.toThrow('caiu');
  store.finish = finish;
  state.requests = 0;
  expect(await syncInterview(deps, ID)).toBe(true);
  // Only announces and closes the interview, because its uploads may already have been joined and deleted.
  expect(state.requests).toBe(2);
  expect(await isEmpty(store)).toBe(true);
});

it('asks nothing more of a recording that the server has all of', async () => {
  const store = await device();
  const { transport } = server();
  const asked: string[] = [];
  const having = (recebidas: number): Transport => ({
    ...transport,
    anunciar: async (entrevista) => ({
      ...(await transport.anunciar(entrevista)),
      gravacoes: [{ n: 1, envio_id: 'envio-1', recebidas, concluida: true }],
    }),
    abrirEnvio: (envio) => {
      asked.push(envio.id);
      return transport.abrirEnvio(envio);
    },
    fechar: async () => ({ completa: true }),
  });
  const whole = { store, transport: having(PARTS), sha256, now: () => 1 };
  expect(await syncInterview(whole, ID)).toBe(true);
  expect(asked).toEqual(['envio-2']);
  // The server ended the interview with fewer parts than the device has, so the device checks all of them.
  asked.length = 0;
  expect(await syncInterview({ ...whole, store: await device(), transport: having(PARTS - 1) }, ID)).toBe(
    true,
  );
  expect(asked).toEqual(['envio-1', 'envio-2']);
});

it('gathers what an interview under way makes: half a minute, or six pieces, and one round', async () => {
  vi.useFakeTimers();
  const store = memoryStore();
  const { transport } = server();
  const first = begin(ID, questionario, { nome: 'Dona Lurdes', telefone: null }, null, 0);
  await store.commit(first);
  const at = (mono: number) => ({ mono, relogio: mono, audio: null });
  let passo = consent(first.entrevista, at(1), 'aceito', questions[0]!.id);
  await store.commit(passo);
  passo = recordingStarted(passo.entrevista, at(2), { n: 1, envioId: 'e', tipo: 'audio/webm' });
  await store.commit(passo);
  let rounds = 0;
  let now = 0;
  const syncer = new Syncer({
    store,
    transport: {
      ...transport,
      anunciar: (entrevista) => {
        rounds += 1;
        return transport.anunciar(entrevista);
      },
    },
    sha256,
    contact: async () => true,
    refused: async () => undefined,
    alone: async (work) => {
      await work();
      return true;
    },
    now: () => now,
  });
  let pieces = 0;
  const piece = async () => {
    pieces += 1;
    const bytes = new Uint8Array([pieces]);
    const parte = { entrevistaId: ID, gravacao: 1, n: pieces, bytes: bytes.buffer, sha256: hash(bytes) };
    await store.addParte({ ...parte, ateMs: pieces * 5000 });
    await syncer.run('ato');
  };
  await piece();
  expect(rounds).toBe(1);
  for (let count = 0; count < 5; count += 1) await piece();
  expect(rounds).toBe(1);
  await piece();
  expect(rounds).toBe(2);
  await piece();
  now += 30_000;
  expect(rounds).toBe(2);
  // After half a minute the syncer sends without any further act.
  await vi.advanceTimersByTimeAsync(30_000);
  expect(rounds).toBe(3);
  // A finished interview is sent without waiting half a minute.
  await store.commit(end(passo.entrevista, at(9), 'Saiu.'));
  await syncer.run('ato');
  expect(rounds).toBe(4);
  expect(await isEmpty(store)).toBe(true);
  vi.useRealTimers();
});
