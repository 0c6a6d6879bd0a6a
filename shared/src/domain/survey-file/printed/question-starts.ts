/** Finds the lines that begin questions: the best ascending sequence of asking lines. */
import { groupBy } from '../../group-by.ts';
import { plainWords } from '../options/scale-words.ts';
import { isFollowUp, openingCondition } from './conditions/condition-notes.ts';
import { plainCode } from './conditions/skips.ts';
import { headingOf } from './line-kinds.ts';
import type { Linha } from './lines.ts';

export type Inicio = {
  linha: number;
  codigo: string;
  numero: number;
  texto: string;
};

type Candidata = Inicio & {
  /** Letters or sign that a sequence's numbers share: 'P', 'A', '.', ')'. */
  familia: string;
  parte: number;
  pede: number;
};

const SINAIS = String.raw`\s*(?:[-–—.):º°]+\s*|\s+)`;
const DE_P = new RegExp(
  String.raw`^(?:PERGUNTA|QUEST[ÃA]O|QUESITO|[PQ])\s*\.?\s*(?:N[º°.]\s*)?(\d{1,3})(?:[.,](\d{1,2}))?_?([a-z](?![\p{L}\p{N}]))?${SINAIS}(\S.*)$`,
  'iu',
);
const DE_LETRA = new RegExp(
  String.raw`^([A-Z]{1,3})\.?(\d{1,3})(?:\.(\d{1,2}))?([a-z](?![\p{L}\p{N}]))?${SINAIS}(\S.*)$`,
  'u',
);
const NAO_SAO = /^(?:NS|NR|RU|RM|SM|KM|UF|BR|R|N|CEP|IGN|NSA|OU|SE|GO|NA)$/u;
const NUMERADA = /^(\d{1,3})\s*([-–—.):=º°]+)\s*(\S.*)$/u;
const COM_PARTE = /^(\d{1,3})\s?([a-zA-Z])\s*[-–—.):]+\s*(\S.*)$/u;
const PONTUADA = /^(\d{1,2})\.(\d{1,2})\s*[-–—.):]*\s+(\S.*)$/u;
const NUA = /^(\d{1,3})\s+(\p{L}.{7,})$/u;

/** Subjects that alone are a question: 'Idade'. */
const ASSUNTO =
  'sexo|genero|idade|faixa etaria|escolaridade|grau de instrucao|renda|estado civil|cor|raca|religiao|ocupacao|profissao|bairro|cidade|municipio|nome';
const SO_ASSUNTO = new RegExp(String.raw`^(?:${ASSUNTO})\b`, 'u');
const PERGUNTA = new RegExp(
  [
    '^(?:e |agora |entao |vamos |pensando |falando |considerando |levando |em relacao |com relacao |quanto a |sobre |na sua opiniao |no geral |de modo geral |de uma maneira geral |para comecar |por favor |numa escala |de zero a |de 0 a |de 1 a |de um a )?',
    '(?:o a? ?(?:sr|senhor)|a senhora|voce|qual|quais|quant|como|onde|aonde|quando|quem|que |por que|porque|em que|em qual|em quais|com que|de que|a que|ha quanto|ha quantos|desde quando|se a eleicao|alguem|existe|tem |ja |costuma|utiliza|possui|mora|trabalha|estuda|votou|gostaria|diria|concorda|vou (?:ler|citar)|este domicilio|neste domicilio',
    String.raw`|(?:${ASSUNTO})\b)`,
  ].join(''),
  'u',
);
const MARCA =
  /[([](?:[^()[\]]*\b(?:RU|RM|ESTIMULAD|ESPONT|LER|LEIA|ANOT|[ÚU]NICA|M[ÚU]LTIPLA)[^()[\]]*)[)\]]/u;
const RESPOSTA =
  /^(?:[([]\s*_*\s*[)\]]|[☐□○◯❏❑▢⬜]|[([]?\s*0?[01]\s*[)\]]?\s*[-–—.):=]?\s+\p{L}|\(?\s?[aA]\s?[-–—.]?[).–—-]\s|\|_|_{3,}|\.{4,}|[([]\s*0?[01]\s*[)\]])/u;

/** `de`: minimum characters of a line that the page broke; `linhas`: maximum lines that may continue this line. */
const QUEBRADA = { de: 45, linhas: 3 };

/** Finds the lines, up to the '?', that continue a line broken by the page; none may begin with a digit. */
function findContinuations({ texto, fim }: Linha, behind: readonly Linha[]): readonly Linha[] {
  if (fim || texto.length < QUEBRADA.de || texto.includes('?')) return [];
  const end = behind.findIndex(
    (one, at) => one.texto.includes('?') || one.fim || at === QUEBRADA.linhas || RESPOSTA.test(one.texto),
  );
  const own = behind.slice(0, end + 1);
  return own.at(-1)?.texto.includes('?') && own.every((one) => !/^\d/u.test(one.texto)) ? own : [];
}

/** Scores from 0 to 9 how likely it is that a line asks a question. */
function scoreAsking(texto: string, asks: boolean, next: readonly Linha[]): number {
  let score = 0;
  if (asks || texto.includes('?')) score += 3;
  else if (/:\s*$/u.test(texto)) score += 2;
  if (PERGUNTA.test(plainWords(texto))) score += 1.5;
  if (MARCA.test(texto)) score += 1.5;
  if (/\|_|_{3,}|\[_/u.test(texto)) score += 1;
  if (texto.length > 60) score += 0.5;
  const [first, second] = next;
  if (first && (first.grade || RESPOSTA.test(first.texto) || first.celulas.length > 1)) score += 1.5;
  else if (second && RESPOSTA.test(second.texto)) score += 0.75;
  return score;
}

/** Least score (`scoreAsking`) of an asking line. */
const PEDE = 1.5;

const letter = (mark: string | undefined): number => (mark ? mark.charCodeAt(0) - 96 : 0);

function candidatesOf(linhas: readonly Linha[]): Candidata[] {
  return linhas.flatMap((linha, at): Candidata[] => {
    const { texto, grade, codigo } = linha;
    if (grade || codigo || texto === '') return [];
    const pede = (text: string): number => {
      const more = findContinuations(linha, linhas.slice(at + 1, at + 1 + QUEBRADA.linhas)).length;
      return scoreAsking(text, more > 0, linhas.slice(at + 1 + more, at + 3 + more));
    };
    const p = DE_P.exec(texto);
    if (p) {
      const [, number = '', dotted, part, words = ''] = p;
      const previous = linhas[at - 1];
      // A sentence that cites questions ('na P5 e na P6') begins no question.
      const cited =
        /^(?:[=<>≥≤≠,]|ou\s|e\s|(?:OU|E)\s+(?:NA\s+)?[PQ]?\.?\d)/u.test(words) ||
        (previous?.fim === false && /^\p{Ll}/u.test(words) && !words.includes('?'));
      if (cited) return [];
      const code = `P${Number(number)}${dotted === undefined ? '' : `.${Number(dotted)}`}${part?.toLowerCase() ?? ''}`;
      const parte = dotted === undefined ? letter(part?.toLowerCase()) : Number(dotted);
      return [
        {
          linha: at,
          codigo: code,
          numero: Number(number),
          texto: words,
          familia: 'P',
          parte,
          pede: pede(words),
        },
      ];
    }
    const coded = DE_LETRA.exec(texto);
    if (coded && !NAO_SAO.test(coded[1] ?? '') && !/^[=<>≥≤≠]/u.test(coded[5] ?? '')) {
      const [, prefix = '', number = '', dotted, part, words = ''] = coded;
      const parte = dotted === undefined ? letter(part) : Number(dotted);
      const code = `${prefix}${Number(number)}${dotted === undefined ? '' : `.${Number(dotted)}`}${part ?? ''}`;
      return [
        {
          linha: at,
          codigo: code,
          numero: Number(number),
          texto: words,
          familia: prefix,
          parte,
          pede: pede(words),
        },
      ];
    }
    const dotted = PONTUADA.exec(texto);
    if (dotted) {
      const [, number = '', part = '', words = ''] = dotted;
      const code = `P${Number(number)}.${Number(part)}`;
      return [
        {
          linha: at,
          codigo: code,
          numero: Number(number),
          texto: words,
          familia: 'n.n',
          parte: Number(part),
          pede: pede(words),
        },
      ];
    }
    const parted = COM_PARTE.exec(texto);
    if (parted) {
      const [, number = '', mark = '', words = ''] = parted;
      const part = mark.toLowerCase();
      return [
        {
          linha: at,
          codigo: `P${Number(number)}${part}`,
          numero: Number(number),
          texto: words,
          familia: 'nx',
          parte: letter(part),
          pede: pede(words),
        },
      ];
    }
    const numbered = NUMERADA.exec(texto);
    if (numbered) {
      const [, number = '', sinal = '', words = ''] = numbered;
      const familia = sinal.replace(/[–—]/gu, '-').replace('°', 'º');
      return [
        {
          linha: at,
          codigo: `P${Number(number)}`,
          numero: Number(number),
          texto: words,
          familia,
          parte: 0,
          pede: pede(words),
        },
      ];
    }
    const bare = NUA.exec(texto);
    const asked = bare ? pede(bare[2] ?? '') : 0;
    return bare && asked >= 3
      ? [
          {
            linha: at,
            codigo: `P${Number(bare[1])}`,
            numero: Number(bare[1]),
            texto: bare[2] ?? '',
            familia: '',
            parte: 0,
            pede: asked,
          },
        ]
      : [];
  });
}

type Corrente = { nota: number; de: Candidata[] };

/** Greatest gap between successive question numbers. */
const LACUNA = 3;
const NUMEROS = 1000;

/** Finds a family's best-scored ascending sequence; asking lines score more. Numbers may restart after a heading. */
function findLongest(candidates: readonly Candidata[], free: boolean, headings: readonly number[]): Corrente {
  type Elo = { nota: number; candidata: Candidata; antes: Elo | null };
  const best: (Elo | null)[] = Array.from({ length: NUMEROS }, () => null);
  let top: Elo | null = null;
  let beforeHeading: Elo | null = null;
  let heading = 0;
  for (const candidata of candidates) {
    const { numero, parte, linha, pede } = candidata;
    while (heading < headings.length && (headings[heading] ?? 0) < linha) {
      beforeHeading = top;
      heading += 1;
    }
    const worth = pede >= PEDE ? pede : free ? 0.6 : -0.4;
    let from: Elo | null = null;
    let gain = numero <= 1 ? 0.5 : numero <= LACUNA || free ? 0 : -3;
    for (let n = numero; n >= Math.max(0, free ? 0 : numero - LACUNA); n -= 1) {
      const one = best[n] ?? null;
      if (!one) continue;
      const same = n === numero;
      if (same && parte <= one.candidata.parte && !(free && pede >= 3)) continue;
      const step = same ? 0.5 : n === numero - 1 ? 0.5 : -0.5 * Math.min(numero - n - 1, 4);
      if (one.nota + step > (from?.nota ?? 0) + gain) {
        from = one;
        gain = step;
      }
    }
    if (beforeHeading && numero === 1 && pede >= PEDE && beforeHeading.nota > (from?.nota ?? 0) + gain) {
      from = beforeHeading;
      gain = 0;
    }
    const elo: Elo = { nota: worth + gain + (from?.nota ?? 0), candidata, antes: from };
    const known = best[numero];
    if (!known || elo.nota >= known.nota || parte > known.candidata.parte) best[numero] = elo;
    if (!top || elo.nota > top.nota) top = elo;
  }
  const de: Candidata[] = [];
  for (let one: Elo | null = top; one; one = one.antes) de.unshift(one.candidata);
  return { nota: top?.nota ?? 0, de };
}

/** Least number of asking lines in a family other than P or Q. */
const DE_UMA_LETRA = 2;

const isCaps = (text: string): boolean => !/\p{Ll}/u.test(text) && /\p{Lu}{2}/u.test(text);

/** True if a numbered line asks. Below a line with '?', a low-scored line ('Já viajou') is an option. */
const asksInList = ({ texto, pede }: Candidata, head: Candidata): boolean =>
  pede >= PEDE && !(pede < 2 && head.pede >= 3 && !SO_ASSUNTO.test(plainWords(texto)));

/**
 * Finds options that look like questions: their numbers restart at 1 after an asking line in the same style ('1)
 * Ônibus' after '3) Como vai?').
 */
function findNumberedOptions(own: readonly Candidata[]): ReadonlySet<Candidata> {
  const found = new Set<Candidata>();
  for (let at = 1; at < own.length; at += 1) {
    const [head, first] = [own[at - 1] as Candidata, own[at] as Candidata];
    const begins =
      first.numero <= 1 && first.linha <= head.linha + 1 + QUEBRADA.linhas && !asksInList(first, head);
    // A line in capitals above numbered lines in lower case is a heading of questions.
    if (!begins || head.pede < PEDE || (isCaps(head.texto) && !isCaps(first.texto))) continue;
    let last = first;
    for (let next: Candidata | undefined = first; next; next = own[at]) {
      const goesOn: boolean =
        next === first || (next.numero === last.numero + 1 && next.linha <= last.linha + 2);
      if (!goesOn || asksInList(next, head)) break;
      found.add(next);
      last = next;
      at += 1;
    }
    at -= 1;
  }
  return found;
}

export function questionStarts(linhas: readonly Linha[]): Inicio[] {
  const all = candidatesOf(linhas);
  const headings = linhas.flatMap((linha, at) => (headingOf(linha.texto) ? [at] : []));
  const families = groupBy(all, ({ familia }) => familia);
  const lettered = [...families].flatMap(([familia, own]) => {
    if (!/^\p{L}/u.test(familia) || /^n/u.test(familia)) return [];
    const chain = findLongest(own, true, headings).de;
    const asked = chain.filter(({ pede }) => pede >= PEDE);
    const enough =
      familia === 'P' ? chain.length > 0 : asked.length >= DE_UMA_LETRA && asked.length >= chain.length / 2;
    return enough ? [{ familia, chain, nota: chain.length * 2 + asked.length * 2 }] : [];
  });
  const numbered = [...families]
    .filter(([familia]) => !/^[\p{L}]/u.test(familia) || familia === 'n.n')
    .map(([familia, own]) => {
      // Numbers with a letter ('4a.') join each family, because they stand between the family's numbers.
      const parts = familia === 'n.n' ? [] : (families.get('nx') ?? []);
      const options = findNumberedOptions(own);
      const sorted = [...own.filter((one) => !options.has(one)), ...parts].sort((a, b) => a.linha - b.linha);
      return { familia, ...findLongest(sorted, false, headings), primeira: own[0]?.linha ?? 0 };
    })
    .filter(({ de }) => de.length > 0)
    .sort((a, b) => b.nota - a.nota || a.primeira - b.primeira);
  const [best] = numbered;
  if (lettered.length === 0 && !best) return findAskingRows(linhas);
  const byLetters = lettered.reduce((sum, { nota }) => sum + nota, 0);
  const p = lettered.find(({ familia }) => familia === 'P');
  const single = p && lettered.length === 1 && p.chain.length === 1;
  const letters =
    lettered.length > 0 &&
    (!best || byLetters >= best.nota || (single ? (p.chain[0]?.linha ?? 0) < best.primeira : false));
  const chosen = letters
    ? lettered.flatMap(({ chain }) => chain)
    : (best?.de ?? []).flatMap((one, at, chain) => [
        one,
        ...findPartsBetween(one, chain[at + 1], best?.familia === 'n.n' ? [] : (families.get('n.n') ?? [])),
      ]);
  return withFollowUps(
    makeCodesUnique(
      chosen.sort((a, b) => a.linha - b.linha),
      linhas,
    ),
    linhas,
  );
}

/** Finds unnumbered table rows that ask a question and have options or a blank in the next cell, and numbers them. */
function findAskingRows(linhas: readonly Linha[]): Inicio[] {
  const rows = linhas.flatMap(({ celulas, tabela, grade }, linha) => {
    const [asks = '', answer = ''] = celulas;
    const isOne =
      tabela && !grade && /\p{L}{3}/u.test(asks) && (RESPOSTA.test(answer) || /_{3,}/u.test(answer));
    return isOne ? [{ linha, texto: celulas.join(' ') }] : [];
  });
  return rows.length < 2 ? [] : rows.map((one, at) => ({ ...one, codigo: `P${at + 1}`, numero: at + 1 }));
}

/** Adds unnumbered follow-ups: 'Se sim, …?' after question 5 becomes 5a. */
function withFollowUps(starts: readonly Inicio[], linhas: readonly Linha[]): Inicio[] {
  const codes = new Set(starts.map(({ codigo }) => plainCode(codigo)));
  return starts.flatMap((start, at) => {
    const end = starts[at + 1]?.linha ?? linhas.length;
    const own = [start];
    for (let linha = start.linha + 2; linha < end; linha += 1) {
      const { texto = '', grade = null } = linhas[linha] ?? {};
      const codigo = `${start.codigo}${String.fromCharCode(96 + own.length)}`;
      if (grade || !isFollowUp(texto) || codes.has(plainCode(codigo)) || /[a-z]$/u.test(start.codigo))
        continue;
      own.push({ linha, codigo, numero: start.numero, texto });
    }
    return own;
  });
}

/** Finds asking lines with dotted numbers between two questions: '1.1' between 1 and 2. */
function findPartsBetween(
  from: Candidata,
  to: Candidata | undefined,
  dotted: readonly Candidata[],
): Candidata[] {
  return dotted.filter(
    ({ linha, numero, texto }) =>
      linha > from.linha &&
      linha < (to?.linha ?? Number.POSITIVE_INFINITY) &&
      numero === from.numero &&
      (texto.includes('?') || openingCondition(texto)?.certa),
  );
}

/** Makes codes unique: a repeated 'P1' below 'Bloco B' becomes 'B1'. */
function makeCodesUnique(starts: readonly Candidata[], linhas: readonly Linha[]): Inicio[] {
  const used = new Set<string>();
  return starts.map(({ linha, codigo, numero, texto }) => {
    let code = codigo;
    if (used.has(plainCode(code))) {
      const heading = linhas.slice(0, linha).findLast((one) => headingOf(one.texto))?.texto ?? '';
      const section = /^(?:bloco|se[çc][ãa]o|parte|m[óo]dulo|cap[íi]tulo)\s+([A-Z])(?!\p{L})/iu.exec(
        heading,
      )?.[1];
      if (section) code = `${section.toUpperCase()}${codigo.replace(/^P/u, '')}`;
    }
    used.add(plainCode(code));
    return { linha, codigo: code, numero, texto };
  });
}
