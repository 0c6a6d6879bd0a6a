// The runner's store in memory, for tests of what stands on it: the same rules, no browser.
import type { QuestionarioBaixado } from '@escuta/shared/contracts/campo';
import type { EventoAparelho } from '@escuta/shared/domain/interview/device-log';
import type {
  EntrevistaLocal,
  Enviada,
  FieldStore,
  Fila,
  Meta,
  Parte,
  QuestionarioGuardado,
} from '../../web/src/field/log/model.ts';

/** `fail`: called before each write; what it throws is what the browser would. */
export function memoryStore(fail: () => void = () => undefined): FieldStore {
  const meta = new Map<string, unknown>();
  const questionarios = new Map<string, QuestionarioGuardado>();
  const versoes = new Map<string, QuestionarioBaixado>();
  const entrevistas = new Map<string, EntrevistaLocal>();
  const eventos = new Map<string, EventoAparelho[]>();
  const partes = new Map<string, Parte[]>();
  const filas = new Map<string, Fila>();
  const enviadas: Enviada[] = [];
  const listeners = new Set<() => void>();
  const write = async (work: () => void): Promise<void> => {
    fail();
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
    keepQuestionario: (baixado, em) =>
      write(() => {
        const { id, nome, descricao, pesquisa, fechado, versao, questoes } = baixado;
        versoes.set(versao.id, baixado);
        questionarios.set(id, {
          id,
          nome,
          descricao,
          pesquisa,
          fechado,
          versaoId: versao.id,
          versaoNumero: versao.numero,
          perguntas: questoes.length,
          baixadoEm: em,
        });
      }),
    versao: async (id) => versoes.get(id),
    entrevistas: async () => [...entrevistas.values()],
    entrevista: async (id) => entrevistas.get(id),
    commit: ({ entrevista, eventos: novos, apagarSom }) =>
      write(() => {
        const log = eventos.get(entrevista.id) ?? [];
        for (const evento of novos) {
          if (evento.seq !== log.length + 1) throw new Error(`seq ${evento.seq} after ${log.length}`);
          log.push(evento);
        }
        eventos.set(entrevista.id, log);
        entrevistas.set(entrevista.id, entrevista);
        if (apagarSom) partes.delete(entrevista.id);
      }),
    eventos: async (id, de, limite) => (eventos.get(id) ?? []).slice(de - 1, de - 1 + limite),
    addParte: (parte) =>
      write(() => void partes.set(parte.entrevistaId, [...(partes.get(parte.entrevistaId) ?? []), parte])),
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
      }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
