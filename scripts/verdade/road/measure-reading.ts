/**
 * Measures how rules alone read questionnaires of random content, style by style: kind, options, codes and filter of
 * each question.
 */

import { nadaContado } from '@escuta/shared/domain/audit-preparation';
import { optionTest } from '@escuta/shared/domain/interview/questionnaire/conditions';
import {
  isChoice,
  type PerguntaCongelada,
} from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { seededRandom } from '@escuta/shared/domain/seeded-random';
import type {
  PerguntaLida,
  QuestionarioLido,
} from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { warningsOf } from '@escuta/shared/domain/survey-file/rows/warnings';
import { normaliseQuote } from '@escuta/shared/domain/transcripts/evidence';
import { bar, type Contagem, type Exigencia } from '../measure.ts';
import { documentFile, FORMATOS, type Formato, readDocumentFile } from './files.ts';
import { matchQuestions } from './match.ts';
import { SEM_CODIGO } from './option-forms.ts';
import { type Impresso, printDocument } from './print-document.ts';
import { drawDocument } from './random-content.ts';
import { drawStyle, ESTILOS } from './styles.ts';

/** A question whose reading differs from its print. */
export type Erro = {
  estilo: string;
  semente: number;
  formato: Formato;
  pergunta: string;
  porque: string;
  /** True if a warning asks a person to check the question. */
  marcada: boolean;
};

export type MedidaDaLeitura = { estilo: string; certas: Contagem; caladas: Contagem; erros: Erro[] };

type Lidas = Impresso<PerguntaCongelada>;

const textsOf = (opcoes: readonly { texto: string }[]): string =>
  opcoes
    .map(({ texto }) => normaliseQuote(texto))
    .sort()
    .join('|');

/** Names of the properties of a question that were misread; empty if it was read correctly. */
function faultsOf(
  lida: PerguntaLida,
  pergunta: PerguntaCongelada,
  impresso: Lidas,
  found: readonly (PerguntaCongelada | null)[],
  lido: QuestionarioLido,
): string[] {
  const faults: string[] = [];
  const { codigos, estilo, filtradas, ns } = impresso;
  if (lida.tipo !== pergunta.tipo) faults.push(`tipo ${lida.tipo}, não ${pergunta.tipo}`);
  if (pergunta.tipo === 'escala' && (lida.minimo !== pergunta.minimo || lida.maximo !== pergunta.maximo))
    faults.push(`escala de ${lida.minimo} a ${lida.maximo}`);
  if (isChoice(pergunta.tipo)) {
    if (textsOf(lida.opcoes) !== textsOf(pergunta.opcoes))
      faults.push(`opções ${JSON.stringify(lida.opcoes.map(({ texto }) => texto))}`);
    else if (
      !SEM_CODIGO.has(estilo.opcoes) &&
      !(estilo.bateria === 'grade' && impresso.itens.has(pergunta.id))
    ) {
      const wrong = pergunta.opcoes.filter(
        ({ id, texto }) =>
          lida.opcoes.find((one) => normaliseQuote(one.texto) === normaliseQuote(texto))?.valor !==
          codigos.get(id),
      );
      if (wrong.length > 0) faults.push(`códigos de ${wrong.map(({ texto }) => texto).join(', ')}`);
    }
  } else if (
    ns.has(pergunta.id) &&
    !lida.opcoes.some(({ valor, especial }) => valor === ns.get(pergunta.id) && especial !== null)
  )
    faults.push(`sem o código ${ns.get(pergunta.id)}`);
  const condition = lida.mostrar_se;
  const expected = filtradas.has(pergunta.id) ? optionTest(pergunta.mostrarSe) : null;
  const asked = condition ? (found[condition.pergunta] ?? null) : null;
  const chosen = condition
    ? condition.opcoes
        .map((at) => lido.perguntas[condition.pergunta]?.opcoes[at])
        .filter((one) => one !== undefined)
    : [];
  const wanted = expected
    ? impresso.documento.perguntas
        .find(({ id }) => id === expected.perguntaId)
        ?.opcoes.filter(({ id }) => expected.opcoes.includes(id))
    : [];
  if ((asked?.id ?? null) !== (expected?.perguntaId ?? null) || textsOf(chosen) !== textsOf(wanted ?? []))
    faults.push(
      `filtro ${condition ? `${lido.perguntas[condition.pergunta]?.codigo} ${chosen.map(({ texto }) => texto).join(', ')}` : 'nenhum'}`,
    );
  return faults;
}

/** Positions of questions about which the portal warns; it needs a sheet, so each question gets an empty column. */
function markedPlaces(lido: QuestionarioLido): ReadonlySet<number> {
  const columns = lido.perguntas.map((_, n) => ({
    ...{ n, cabecalho: '', papel: 'pergunta' as const, pergunta: n, opcao: null, regra: '' },
    ...{ exemplos: [], amostra: [], nao_reconhecidas: { ...nadaContado(), de: 0 } },
  }));
  return new Set(warningsOf(lido, columns).flatMap(({ pergunta }) => pergunta ?? []));
}

/** Reads a printed questionnaire and lists the misread questions. */
export async function readingOf(
  fixo: (typeof ESTILOS)[number],
  semente: number,
  formato: Formato,
): Promise<{ perguntas: number; erros: Erro[]; impresso: Lidas; lido: QuestionarioLido | null }> {
  const impresso = printDocument(drawDocument(semente), drawStyle(fixo, seededRandom(semente + 1)));
  const lido = await readDocumentFile(documentFile(impresso.linhas, formato), formato);
  const { perguntas } = impresso.documento;
  const error = (pergunta: string, porque: string, marcada: boolean): Erro => ({
    estilo: fixo.nome,
    semente,
    formato,
    pergunta,
    porque,
    marcada,
  });
  if (!lido)
    return {
      perguntas: perguntas.length,
      erros: perguntas.map(({ texto }) => error(texto, 'documento não lido', true)),
      impresso,
      lido,
    };
  const found = matchQuestions(lido.perguntas, impresso);
  const marked = markedPlaces(lido);
  const erros = perguntas.flatMap((pergunta): Erro[] => {
    const place = found.indexOf(pergunta);
    const lida = lido.perguntas[place];
    if (!lida) {
      // The next question may warn that this one is missing, or its own line may be among the doubtful lines.
      const words = normaliseQuote(impresso.itens.get(pergunta.id) ?? pergunta.texto);
      const doubtful = (lido.linhas ?? []).some(
        ({ uso, texto }) => uso === 'duvidosa' && normaliseQuote(texto).includes(words.slice(0, 30)),
      );
      return [error(pergunta.texto, 'não foi lida', doubtful)];
    }
    const faults = faultsOf(lida, pergunta, impresso, found, lido);
    return faults.length === 0 ? [] : [error(pergunta.texto, faults.join('; '), marked.has(place))];
  });
  const strays = lido.perguntas.flatMap((lida, place) =>
    found[place] === null ? [error(lida.texto, 'não existe no documento', marked.has(place))] : [],
  );
  return { perguntas: perguntas.length, erros: [...erros, ...strays], impresso, lido };
}

const PASSO = 6151;

/** Measures the reading of every style. @param documentos questionnaires per style; their file formats rotate */
export async function measureReading(semente: number, documentos = 6): Promise<MedidaDaLeitura[]> {
  const all: MedidaDaLeitura[] = [];
  for (const [row, fixo] of ESTILOS.entries()) {
    const medida: MedidaDaLeitura = {
      estilo: fixo.nome,
      certas: { n: 0, d: 0 },
      caladas: { n: 0, d: 0 },
      erros: [],
    };
    for (let at = 0; at < documentos; at += 1) {
      const formato = FORMATOS[(row + at + semente) % FORMATOS.length] as Formato;
      const { perguntas, erros } = await readingOf(
        fixo,
        semente * 1_000_003 + (row * documentos + at) * PASSO,
        formato,
      );
      medida.certas.d += perguntas;
      medida.certas.n += Math.max(0, perguntas - erros.length);
      medida.caladas.d += perguntas;
      medida.caladas.n += erros.filter(({ marcada }) => !marcada).length;
      medida.erros.push(...erros);
    }
    all.push(medida);
  }
  return all;
}

/** The figures that the reading must reach, over all styles and in each style. */
export function readingBars(medidas: readonly MedidaDaLeitura[]): Exigencia[] {
  const sum = (of: (medida: MedidaDaLeitura) => Contagem): Contagem =>
    medidas.map(of).reduce((all, { n, d }) => ({ n: all.n + n, d: all.d + d }), { n: 0, d: 0 });
  return [
    bar(
      'perguntas lidas certas',
      sum(({ certas }) => certas),
      0.95,
    ),
    bar(
      'erradas sem aviso',
      sum(({ caladas }) => caladas),
      0.01,
      true,
    ),
    ...medidas.map(({ estilo, certas }) => bar(`perguntas lidas certas (${estilo})`, certas, 0.9)),
  ];
}
