import type { BodyOf } from '@escuta/shared/contracts/contract';
import type { addPerguntas } from '@escuta/shared/contracts/surveys/questionarios';
import { isChoice } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { itemsOfBatteries } from '@escuta/shared/domain/survey-file/documents/read-batteries';
import type {
  PerguntaLida,
  QuestionarioLido,
} from '@escuta/shared/domain/survey-file/documents/read-questionnaire';

/** A person's choice among the questions that were read from a document. */
export interface Selection {
  /** Indices of the questions to add. */
  chosen: ReadonlySet<number>;
  /** True: makes each chosen question required. */
  todasObrigatorias: boolean;
}

/** Reason why a question cannot be added with its present text or options; null if the question can be added. */
export function explainUnusable({ texto, tipo, opcoes }: PerguntaLida): string | null {
  if (texto === '') return 'A pergunta está sem texto: escreva-a no formulário.';
  const words = opcoes.map((one) => one.texto.toLocaleLowerCase('pt-BR'));
  if (words.includes('')) return 'Há uma opção sem texto: escreva esta pergunta no formulário.';
  if (isChoice(tipo) && new Set(words).size < words.length)
    return 'Há opções com o mesmo texto: escreva esta pergunta no formulário.';
  return null;
}

/** Initial selection: all questions that can be added. */
export const startOf = ({ perguntas }: QuestionarioLido): Selection => ({
  chosen: new Set(perguntas.flatMap((one, place) => (explainUnusable(one) === null ? [place] : []))),
  todasObrigatorias: true,
});

type Incluidas = BodyOf<typeof addPerguntas>['perguntas'];

/**
 * Body of the request that adds the chosen questions. A condition on a question that is not chosen is dropped; a
 * battery is kept only if all of its items are chosen.
 * @param makeId makes the id of a battery
 */
export function inclusionOf(
  { perguntas }: QuestionarioLido,
  { chosen, todasObrigatorias }: Selection,
  makeId: () => string,
): Incluidas {
  const places = [...chosen].sort((a, b) => a - b);
  const items = itemsOfBatteries(perguntas);
  const ids = new Map<number, string>();
  const batteryOf = (place: number) => {
    const item = items.get(place);
    const whole = [...items].every(([at, { inicio }]) => inicio !== item?.inicio || chosen.has(at));
    if (!item || !whole) return null;
    const id = ids.get(item.inicio) ?? makeId();
    ids.set(item.inicio, id);
    return { item: item.item, regras: { bateria: { id, texto: item.texto } } };
  };
  const now = new Map(places.map((place, index) => [place, index]));
  return places.flatMap((place) => {
    const one = perguntas[place];
    if (!one) return [];
    const condition = one.mostrar_se && now.get(one.mostrar_se.pergunta);
    const battery = batteryOf(place);
    return [
      {
        de: place,
        codigo: one.codigo,
        texto_pergunta: battery?.item ?? one.texto,
        ...(battery ? { regras: battery.regras } : {}),
        tipo: one.tipo,
        campo_texto: todasObrigatorias || one.obrigatoria,
        ler_opcoes: one.ler_opcoes,
        instrucao: one.instrucao,
        minimo: one.minimo,
        maximo: one.maximo,
        unidade: one.unidade,
        respostas_definidas: one.opcoes.map(({ texto, valor, especial }) => ({
          texto_resposta: texto,
          valor,
          sinonimos: [],
          especial,
        })),
        mostrar_se:
          one.mostrar_se && condition !== null && condition !== undefined
            ? { pergunta: condition, opcoes: one.mostrar_se.opcoes }
            : null,
      },
    ];
  });
}

/** Words for a question's condition; null if everybody is asked. `lost`: true if the tested question is not chosen. */
export function conditionOf(
  { perguntas }: QuestionarioLido,
  { mostrar_se: condition }: PerguntaLida,
  { chosen }: Selection,
): { words: string; lost: boolean } | null {
  const asked = condition && perguntas[condition.pergunta];
  if (!condition || !asked) return null;
  const options = condition.opcoes.map((place) => `“${asked.opcoes[place]?.texto ?? ''}”`);
  return {
    words: `Só se ${asked.codigo} for ${options.join(' ou ')}`,
    lost: !chosen.has(condition.pergunta),
  };
}
