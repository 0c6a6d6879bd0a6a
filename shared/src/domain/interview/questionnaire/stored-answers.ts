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

export type Material = {
  entrada: Omit<EntradaConfronto, 'extracoes' | 'comparacoes'>;
  preparo: Preparo;
};

/** An item of the second opinion (call B) as the model saw it. Its stored answer is valid only for these words. */
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

/** Models' answers about a question (confrontos.extracao), with the version of the rules. */
export type ExtracaoGravada = { leitura: ExtracaoPergunta | null; comparacao: Comparado[]; regras: number };

/** Rules version from which a question missed by the extraction (call A) is sought again; before it, call A decided. */
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

/** The readable part of stored answers. */
export function readStoredExtraction(value: unknown): ExtracaoGravada {
  const { leitura, comparacao, regras } = readStoredRecord(value);
  return {
    leitura: readStored(extracaoPerguntaSchema, leitura, null),
    comparacao: readStoredList(comparado, comparacao),
    // Answers by the first rules were stored without a version.
    regras: readStored(z.number(), regras, 1),
  };
}

/** Rules version from which an accusation by models alone needs an independent request; before it, call B decided. */
const REGRAS_COM_INDEPENDENTE = 3;

/** The answer for an item that older rules never asked about; null: a model must answer. */
function answerByOldRules(
  { tipo, independente }: ItemEmAberto,
  regras: number,
): RespostaDoItem['resposta'] | null {
  if (tipo === 'pergunta') return regras < REGRAS_COM_SEGUNDO_OLHAR ? 'nao' : null;
  if (!independente || regras >= REGRAS_COM_INDEPENDENTE) return null;
  return tipo === 'opcao' ? 'parcial' : 'nao';
}

/** Maximum rounds of second opinions (call B): accusations by call B alone are checked twice (confront.ts). */
const ROUNDS_MAX = 2;

/** Models' answers about an interview. Call B's opinions are kept with the items that the model saw. */
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
   * Asks about open items, in at most ROUNDS_MAX rounds.
   * @param ask asks the models; items without an answer stay open
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
 * Earlier answers still valid: extractions (call A) with found quotes, second opinions (call B) on unchanged items, and
 * fixed answers for items that older rules never asked about.
 * @param gravadas stored answers by question id
 */
export async function reuseEarlierAnswers(
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
