import { z } from 'zod';
import { REGRAS_DE_CONFRONTO } from '../../runs/stage-inputs.ts';
import { readStored, readStoredList, readStoredRecord } from '../../text/stored.ts';
import type { Preparo } from '../comparison/places.ts';
import { type EntradaConfronto, openComparisons } from '../confront/confront.ts';
import {
  comparacaoItemSchema,
  type ExtracaoPergunta,
  extracaoPerguntaSchema,
  type RespostaDoItem,
} from '../confront/extraction.ts';

/** An interview ready to be confronted, but for what models say of it. */
export type Material = {
  entrada: Omit<EntradaConfronto, 'extracoes' | 'comparacoes'>;
  preparo: Preparo;
};

/** One item of call B as it was shown to the model: what it said holds for these very words. */
const perguntado = z.object({
  tipo: z.string(),
  independente: z.boolean().default(false),
  falado: z.string(),
  contexto: z.string().nullable(),
  digitado: z.string().nullable(),
});
const respondido = z.object({ ...comparacaoItemSchema.shape, citacao: z.string().optional() });
const comparado = z.object({ item: perguntado, resposta: respondido });
type Comparado = z.infer<typeof comparado>;

/** What the models said of one question (confrontos.extracao), and by which rules they were asked. */
export type ExtracaoGravada = { leitura: ExtracaoPergunta | null; comparacao: Comparado[]; regras: number };

/** From these rules on, a question that call A missed is looked for a second time; before, its word was enough. */
const REGRAS_COM_SEGUNDO_OLHAR = 2;

type ItemEmAberto = ReturnType<typeof openComparisons>[number];

const shownOf = ({ tipo, independente, falado, contexto, digitado }: ItemEmAberto): Comparado['item'] => ({
  tipo,
  independente,
  falado,
  contexto,
  digitado,
});

const isSame = (a: Comparado['item'], b: Comparado['item']): boolean =>
  a.tipo === b.tipo &&
  a.independente === b.independente &&
  a.falado === b.falado &&
  a.contexto === b.contexto &&
  a.digitado === b.digitado;

/** What is stored of one question, as far as it can be read. */
export function readStoredExtraction(value: unknown): ExtracaoGravada {
  const { leitura, comparacao, regras } = readStoredRecord(value);
  return {
    leitura: readStored(extracaoPerguntaSchema, leitura, null),
    comparacao: readStoredList(comparado, comparacao),
    // Their number was not stored with the first.
    regras: readStored(z.number(), regras, 1),
  };
}

/** From these rules on, models alone accuse nobody without an independent asking; before, call B's word was enough. */
const REGRAS_COM_INDEPENDENTE = 3;

/**
 * What counts as the answer to something that was never asked, by the rules by which an audit was made: it is not asked for again. Null:
 * nothing does.
 */
function answerByOldRules(
  { tipo, independente }: ItemEmAberto,
  regras: number,
): RespostaDoItem['resposta'] | null {
  if (tipo === 'pergunta') return regras < REGRAS_COM_SEGUNDO_OLHAR ? 'nao' : null;
  if (!independente || regras >= REGRAS_COM_INDEPENDENTE) return null;
  return tipo === 'opcao' ? 'parcial' : 'nao';
}

/** Rounds of call B at most: what only call B accuses of is looked at twice (confront.ts `openComparisons`). */
const ROUNDS_MAX = 2;

/** The models' answers about an interview: those of call B with what they were shown. */
export class RespostasDosModelos {
  readonly extracoes: ReadonlyMap<string, ExtracaoPergunta>;
  readonly comparacoes = new Map<string, RespostaDoItem>();
  readonly #shown = new Map<string, { perguntaId: string; comparado: Comparado }>();

  constructor(extracoes: ReadonlyMap<string, ExtracaoPergunta>) {
    this.extracoes = extracoes;
  }

  entrada({ entrada }: Material): EntradaConfronto {
    return { ...entrada, extracoes: this.extracoes, comparacoes: this.comparacoes };
  }

  /**
   * Answers what is open, round by round, until nothing is or nobody answers.
   *
   * @param ask what is said of these items; one that is left out stays open
   */
  async settle(
    material: Material,
    ask: (itens: readonly ItemEmAberto[], round: number) => Promise<readonly RespostaDoItem[]>,
  ): Promise<void> {
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const open = openComparisons(this.entrada(material), material.preparo).filter(
        ({ chave }) => !this.comparacoes.has(chave),
      );
      if (open.length === 0) return;
      const byKey = new Map(open.map((item) => [item.chave, item]));
      for (const resposta of await ask(open, round)) {
        const item = byKey.get(resposta.chave);
        if (!item || this.comparacoes.has(resposta.chave)) continue;
        this.comparacoes.set(resposta.chave, resposta);
        this.#shown.set(resposta.chave, {
          perguntaId: item.perguntaId,
          comparado: { item: shownOf(item), resposta },
        });
      }
    }
  }

  /** What is stored of one question. */
  gravada(perguntaId: string): ExtracaoGravada {
    return {
      leitura: this.extracoes.get(perguntaId) ?? null,
      comparacao: [...this.#shown.values()]
        .filter((one) => one.perguntaId === perguntaId)
        .map((one) => one.comparado),
      regras: REGRAS_DE_CONFRONTO,
    };
  }
}

/**
 * What was answered before, as far as it still holds: call A's words are looked for anew, call B's count where it would be shown the
 * same. No model is asked: what the rules of then did not ask for counts as they took it (`answerByOldRules`), for as long as nobody
 * corrects words there (confront.ts). @param gravadas by question id
 */
export async function answersOfBefore(
  material: Material,
  gravadas: ReadonlyMap<string, ExtracaoGravada>,
): Promise<RespostasDosModelos> {
  const extracoes = new Map(
    [...gravadas].flatMap(([id, { leitura }]) => (leitura ? [[id, leitura] as const] : [])),
  );
  const answers = new RespostasDosModelos(extracoes);
  await answers.settle(material, async (itens) =>
    itens.flatMap((item) => {
      const { comparacao: known = [], regras = REGRAS_DE_CONFRONTO } = gravadas.get(item.perguntaId) ?? {};
      const held = known.find((one) => isSame(one.item, shownOf(item)));
      if (held) return [{ ...held.resposta, chave: item.chave }];
      const asked = known.some(
        (one) => one.item.tipo === item.tipo && one.item.independente === item.independente,
      );
      const resposta = asked ? null : answerByOldRules(item, regras);
      return resposta === null ? [] : [{ chave: item.chave, resposta, motivo: '' }];
    }),
  );
  return answers;
}
