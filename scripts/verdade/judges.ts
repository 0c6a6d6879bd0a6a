/** Judges that answer an audit's two model calls (findings, comparison): a faulty oracle, or a model over HTTP. */

import type { ItemEmAberto } from '@escuta/shared/domain/interview/comparison/comparison';
import type { Preparo } from '@escuta/shared/domain/interview/comparison/places';
import type { ExtracaoPergunta, RespostaDoItem } from '@escuta/shared/domain/interview/confront/extraction';
import { madeExtraction } from '@escuta/shared/domain/interview/confront/made-extraction';
import { CONDUCOES, LEITURAS } from '@escuta/shared/domain/interview/verdicts/verdict';
import { seededRandom } from '@escuta/shared/domain/seeded-random';
import type { Captacao, Ouvida } from './hear.ts';
import type { Roteiro, VerdadeDaCelula } from './script.ts';

/** An interview from a judge's view. */
export type Caso = { roteiro: Roteiro; ouvida: Ouvida; captacao: Captacao; preparo: Preparo };

export type Juiz = {
  nome: string;
  extract: (caso: Caso) => Promise<ExtracaoPergunta[]>;
  compare: (caso: Caso, itens: readonly ItemEmAberto[]) => Promise<RespostaDoItem[]>;
};

type Citacao = { sentencas: number[]; citacao: string };

/** Quotes given utterances: the words of the transcript, and the numbers of at most 20 sentences. */
function quoteOf({ falas, sentencas }: Ouvida, which: readonly number[]): Citacao {
  const parts = which.flatMap((index) => falas[index] ?? []).filter(({ texto }) => texto !== '');
  const ordens = parts.flatMap((part) => part.sentencas).slice(0, 20);
  const citacao = parts.map(({ texto }) => texto).join(' ');
  // A model quotes whole sentences as it sees them, even if the transcription has cut or joined them.
  return ordens.length > 0 || sentencas.length === 0
    ? { sentencas: ordens, citacao }
    : { sentencas: [], citacao: '' };
}

/** The true findings on a question, in the format of the model's first call (A). */
function truthOf(caso: Caso, cell: VerdadeDaCelula): ExtracaoPergunta {
  const { ouvida } = caso;
  const resposta = quoteOf(ouvida, cell.resposta.falas);
  const lost = cell.resposta.falas.length > 0 && resposta.citacao === '';
  // The model's first call (A) misses this trap's question, asked in different words that sound like small talk.
  if (cell.armadilha === 'outras palavras, não notada') return madeExtraction(cell.perguntaId);
  return madeExtraction(cell.perguntaId, {
    leitura: { codigo: cell.leitura.codigo, ...quoteOf(ouvida, cell.leitura.falas) },
    conducao: {
      codigo: cell.conducao.codigo,
      tipo: cell.conducao.tipo,
      ...quoteOf(ouvida, cell.conducao.falas),
    },
    resposta: {
      codigo: lost ? 'inaudivel' : cell.resposta.codigo,
      ...resposta,
      valor_final: lost ? [] : cell.resposta.valor,
      mudou: cell.resposta.mudou,
    },
  });
}

const INVENTED: Citacao = {
  sentencas: [3, 4],
  citacao: 'pode marcar qualquer uma que para mim tanto faz mesmo',
};

/** A wrong value for a cell: another option of the question, another text, or a random number. */
function wrongValue({ roteiro }: Caso, cell: VerdadeDaCelula, random: () => number): string[] {
  const pergunta = roteiro.conteudo.perguntas.find(({ id }) => id === cell.perguntaId);
  const options = (pergunta?.opcoes ?? []).map(({ texto }) => texto);
  const others = options.filter((texto) => !cell.resposta.valor.includes(texto));
  if (others.length > 0) return [others[Math.floor(random() * others.length)] ?? ''];
  return pergunta?.tipo === 'texto' ? ['outra coisa'] : [String(Math.floor(random() * 90) + 1)];
}

/**
 * Simulates errors of the model's first call (A): each of its three findings on a question is wrong with probability
 * `share`. The words that a wrong finding quotes are right, invented, or about another question, a third each.
 */
function spoil(caso: Caso, cell: VerdadeDaCelula, share: number, random: () => number): ExtracaoPergunta {
  const truth = truthOf(caso, cell);
  const { celulas } = caso.roteiro;
  const other = celulas[Math.floor(random() * celulas.length)] as VerdadeDaCelula;
  const third = (right: Citacao, elsewhere: readonly number[]): Citacao => {
    const draw = random();
    if (draw < 1 / 3) return right;
    return draw < 2 / 3 ? INVENTED : quoteOf(caso.ouvida, elsewhere);
  };
  const anyOf = <T>(codes: readonly T[]): T => codes[Math.floor(random() * codes.length)] as T;
  if (random() < share)
    truth.leitura = {
      ...truth.leitura,
      codigo: anyOf(LEITURAS),
      ...third(truth.leitura, other.leitura.falas),
    };
  if (random() < share) {
    const own = truth.conducao.citacao === '' ? truth.leitura : truth.conducao;
    truth.conducao = {
      codigo: anyOf(CONDUCOES),
      tipo: 'sugere_opcao',
      ...third({ sentencas: own.sentencas, citacao: own.citacao }, other.leitura.falas),
    };
  }
  if (random() < share)
    truth.resposta = {
      ...truth.resposta,
      codigo: 'adequada',
      valor_final: wrongValue(caso, cell, random),
      ...third(truth.resposta, other.resposta.falas),
    };
  return truth;
}

const OPPOSITE = { sim: 'nao', nao: 'sim', parcial: 'nao' } as const;

/**
 * Makes a judge that knows the truth and errs in a share of its findings, seeded by the interview. Its second call errs
 * independently of its first.
 */
export function oracle(share: number): Juiz {
  return {
    nome: share === 0 ? 'oráculo' : `oráculo ${Math.round(share * 100)} % errado`,
    extract: async (caso) => {
      const random = seededRandom(caso.roteiro.semente * 31 + 7);
      return caso.roteiro.celulas.map((cell) =>
        share === 0 ? truthOf(caso, cell) : spoil(caso, cell, share, random),
      );
    },
    compare: async ({ roteiro, ouvida }, itens) =>
      itens.map(({ chave, tipo, perguntaId, falado, digitado }) => {
        // Seeded by item, so that the order of the items does not matter.
        const random = seededRandom(roteiro.semente * 131 + hashOf(chave));
        const cell = roteiro.celulas.find((one) => one.perguntaId === perguntaId) as VerdadeDaCelula;
        if (tipo === 'pergunta') {
          const said = quoteOf(ouvida, cell.leitura.falas).citacao;
          const asked = random() < share ? said === '' : said !== '';
          return {
            chave,
            resposta: asked ? 'sim' : 'nao',
            citacao: asked ? said : '',
            motivo: 'pela verdade',
          };
        }
        const right = ((): 'sim' | 'parcial' | 'nao' => {
          if (tipo === 'conducao') return cell.conducao.codigo === 'diretiva' ? 'sim' : 'nao';
          if (tipo === 'opcao') return cell.naoDitas?.join('; ') === digitado ? 'nao' : 'parcial';
          return tipo === 'resposta' || falado === cell.resposta.valor.join('; ') ? cell.registra : 'nao';
        })();
        return { chave, resposta: random() < share ? OPPOSITE[right] : right, motivo: 'pela verdade' };
      }),
  };
}

function hashOf(text: string): number {
  let hash = 0;
  for (const char of text) hash = (Math.imul(hash, 33) + (char.codePointAt(0) ?? 0)) | 0;
  return hash;
}
