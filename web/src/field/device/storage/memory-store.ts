/** The device's store in memory, with IndexedDB's rules, for rehearsals and for tests without a browser. */
import type { QuestionarioBaixado } from '@escuta/shared/contracts/surveys/campo';
import type { EventoAparelho } from '@escuta/shared/domain/interview/device/device-log';
import {
  type EntrevistaLocal,
  type Enviada,
  type FieldStore,
  type Fila,
  Gone,
  type ImagemGuardada,
  type Meta,
  type Parte,
  type QuestionarioGuardado,
  storedQuestionnaire,
} from '../../log/model.ts';

/** Makes a store in memory. `before` runs before each write; it can delay the write, or throw as a browser does. */
export function memoryStore(before: () => void | Promise<void> = () => undefined): FieldStore {
  const meta = new Map<string, unknown>();
  const questionarios = new Map<string, QuestionarioGuardado>();
  const imagens = new Map<string, ImagemGuardada>();
  const versoes = new Map<string, QuestionarioBaixado>();
  const entrevistas = new Map<string, EntrevistaLocal>();
  const eventos = new Map<string, EventoAparelho[]>();
  const partes = new Map<string, Parte[]>();
  const filas = new Map<string, Fila>();
  const enviadas: Enviada[] = [];
  const listeners = new Set<() => void>();
  const write = async (work: () => void): Promise<void> => {
    const wait = before();
    if (wait) await wait;
    work();
    for (const listener of listeners) listener();
  };
  return {
    meta: async <K extends keyof Meta>(key: K) => meta.get(key) as Meta[K] | undefined,
    hasMeta: async (key) => meta.has(key),
    setMeta: (key, value) =>
      write(() => {
        if (value === undefined) meta.delete(key);
        else meta.set(key, value);
      }),
    questionarios: async () => [...questionarios.values()],
    keepQuestionario: (baixado, em, novas = []) =>
      write(() => {
        for (const imagem of novas) imagens.set(imagem.id, imagem);
        versoes.set(baixado.versao.id, baixado);
        questionarios.set(baixado.id, storedQuestionnaire(baixado, em));
      }),
    imagem: async (id) => imagens.get(id),
    versao: async (id) => versoes.get(id),
    entrevistas: async () => [...entrevistas.values()],
    entrevista: async (id) => entrevistas.get(id),
    commit: ({ entrevista, eventos: novos, apagarSom }) =>
      write(() => {
        if (novos[0]?.seq !== 1 && !entrevistas.has(entrevista.id)) throw new Gone();
        const log = eventos.get(entrevista.id) ?? [];
        // Like IndexedDB's `add`: refuses keys that exist, but accepts new keys in any order.
        if (novos.some(({ seq }) => log.some((one) => one.seq === seq)))
          throw new DOMException('Key already exists in the object store.', 'ConstraintError');
        log.push(...novos);
        eventos.set(entrevista.id, log);
        entrevistas.set(entrevista.id, entrevista);
        if (apagarSom) partes.delete(entrevista.id);
      }),
    eventos: async (id, de, limite) =>
      (eventos.get(id) ?? []).filter(({ seq }) => seq >= de).slice(0, limite),
    addParte: (parte) =>
      write(() => {
        if (!entrevistas.has(parte.entrevistaId)) throw new Gone();
        const others = (partes.get(parte.entrevistaId) ?? []).filter(
          ({ gravacao, n }) => gravacao !== parte.gravacao || n !== parte.n,
        );
        partes.set(parte.entrevistaId, [...others, parte]);
      }),
    partes: async (id) => {
      const found = new Map<number, number[]>();
      for (const { gravacao, n } of partes.get(id) ?? [])
        found.set(gravacao, [...(found.get(gravacao) ?? []), n]);
      return found;
    },
    parte: async (id, gravacao, n) => partes.get(id)?.find((one) => one.gravacao === gravacao && one.n === n),
    filas: async () => [...filas.values()],
    setFila: (fila) => write(() => void filas.set(fila.id, fila)),
    finish: (id, em) =>
      write(() => {
        const entrevista = entrevistas.get(id);
        if (entrevista) enviadas.push({ id, questionarioNome: entrevista.questionarioNome, em });
        for (const one of [entrevistas, eventos, partes, filas]) one.delete(id);
      }),
    enviadas: async () => enviadas,
    erase: () =>
      write(() => {
        for (const one of [questionarios, versoes, entrevistas, eventos, partes, filas]) one.clear();
        enviadas.length = 0;
        for (const key of ['pin', 'pinProposto', 'lastro', 'inicio']) meta.delete(key);
      }),
    fits: async () => {
      try {
        const wait = before();
        if (wait) await wait;
        return true;
      } catch (error) {
        if (error instanceof DOMException && error.name === 'QuotaExceededError') return false;
        throw error;
      }
    },
    dropTrial: async () => undefined,
    keepOpenFor: () => undefined,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
