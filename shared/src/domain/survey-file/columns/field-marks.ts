/** Field marks in Brazilian questionnaires: RU, RM; ESTIMULADA, ESPONTÂNEA, LER, NÃO LER; CARTÃO; PULE PARA P7. */
import type { OpcaoEspecial } from '../../interview/comparison/compare-answer.ts';
import { isConditionNote } from '../printed/conditions/condition-notes.ts';
import { Saltos } from '../printed/conditions/skips.ts';

export type Marcas = {
  respostas: 'uma' | 'varias' | null;
  lerOpcoes: boolean | null;
  livre: boolean;
  anotar: boolean;
  obrigatoria: boolean;
  /** Target of an unconditional skip: the question's code without P. */
  pular: string | null;
  condicoes: string[];
  /** Other notes for the interviewer ('MOSTRAR CARTÃO 3'). */
  instrucoes: string[];
};

const UMA =
  'R\\.?U\\.?(?: POR LINHA)?|(?:RESPOSTA|ESCOLHA|OPÇÃO) [ÚU]NICA|[ÚU]NICA|(?:MARQUE|MARCAR|ASSINALE|ANOTE|ACEITE|ACEITAR|REGISTRE) (?:APENAS |SOMENTE |SÓ )?UMA(?: S[ÓO])?(?: OPÇÃO| RESPOSTA| ALTERNATIVA)?|UMA S[ÓO](?: RESPOSTA| OPÇÃO| ALTERNATIVA)|(?:APENAS|SOMENTE|SÓ) UMA(?: RESPOSTA| OPÇÃO| ALTERNATIVA)?|NÃO ACEIT\\p{L}+ MAIS DE UMA(?: RESPOSTA)?';
const QUANTAS = '(?:\\d|DUAS|TRÊS|TRES|QUATRO|CINCO)';
const VARIAS =
  `R\\.?M\\.?|(?:RESPOSTA|ESCOLHA) M[ÚU]LTIPLA|M[ÚU]LTIPLA(?: ESCOLHA)?|(?:RESPOSTAS )?M[ÚU]LTIPLAS|` +
  'MARQUE TODAS(?: AS)?(?: QUE SE APLICAM| QUE SE APLIQUEM| OPÇÕES| RESPOSTAS| CITADAS)?|(?:ANOTE|REGISTRE|ASSINALE) TODAS(?: AS)?(?: RESPOSTAS| CITADAS| OPÇÕES)?|' +
  '(?:PODE|PODEM) (?:MARCAR|ESCOLHER|CITAR|HAVER|DAR) (?:MAIS DE UMA|VÁRIAS)(?: OPÇÃO| OPÇÕES| RESPOSTA| RESPOSTAS)?|ACEIT(?:A|AR|E) (?:MAIS DE UMA|VÁRIAS|ATÉ ' +
  `${QUANTAS})(?: RESPOSTAS?| OPÇÕES)?|MAIS DE UMA(?: RESPOSTA| OPÇÃO)|(?:MARQUE|MARCAR|CITE|CITAR|ESCOLHA|ANOTE|ASSINALE)? ?ATÉ ${QUANTAS}(?: RESPOSTAS?| OPÇÕES| ALTERNATIVAS)?`;
const NAO_LER =
  'ESPONT[ÂA]NE[AO]|N[ÃA]O (?:LER|LEIA)(?: AS| OS)?(?: OPÇÕES| ALTERNATIVAS| RESPOSTAS| ITENS)?|N[ÃA]O (?:ESTIMULAR|ESTIMULE|SUGIRA|SUGERIR)';
const LER =
  '(?:RESPOSTA )?ESTIMULAD[AO]|(?:LER|LEIA)(?: E RODIZI\\p{L}+)?(?: AS| OS)?(?: OPÇÕES| ALTERNATIVAS| ITENS| RESPOSTAS)?|RODIZIAR|RODIZIE|RODÍZIO';
const LIVRE =
  '(?:RESPOSTA|PERGUNTA|QUESTÃO) (?:LIVRE|ABERTA)|ABERTA|TEXTO LIVRE|DISSERTATIVA|(?:ANOT|REGISTR|ESCREV)\\p{L}+ (?:LITERALMENTE|EXATAMENTE|TUDO|COM AS PALAVRAS)[^)\\]]*';
const ANOTAR = '(?:ANOT|REGISTR|ESCREV)(?:E|AR|A)(?: A RESPOSTA)?';
const OBRIGATORIA = '(?:RESPOSTA )?OBRIGAT[ÓO]RIA';
const CARTAO =
  '(?:MOSTRE|MOSTRAR|ENTREGUE|ENTREGAR|APRESENTE|APRESENTAR|MANTER|MANTENHA|USE|USAR)\\s+(?:O\\s+)?(?:CARTÃO|CARTAO|CARTELA|DISCO)(?:\\s+(?:N[º°.]\\s*)?[\\p{L}\\p{N}]{1,3}(?![\\p{L}\\p{N}]))?';

/** `bare` matches marks in capitals within text; `inside` matches marks in any case inside brackets or capitals. */
type Forma = { bare: RegExp; inside: RegExp };
const forma = (words: string): Forma => ({
  bare: new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])[.:;]?`, 'gu'),
  inside: new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'giu'),
});
const FORMAS = {
  uma: forma(UMA),
  varias: forma(VARIAS),
  naoLer: forma(NAO_LER),
  ler: forma(LER),
  livre: forma(LIVRE),
  anotar: forma(ANOTAR),
  obrigatoria: forma(OBRIGATORIA),
};
/** A sentence read aloud that allows several answers. */
const VARIAS_DITAS =
  /(?<!\p{L})(?:(?:pode|podem) (?:marcar|escolher|citar|assinalar|dizer|dar) (?:mais de uma?|v[áa]ri[ao]s)|(?:marque|assinale|escolha|cite) (?:tod[ao]s|quant[ao]s)|(?:marque|escolha|cite|assinale) at[ée] (?:\d|duas|tr[êe]s|quatro|cinco))(?!\p{L})/iu;
const CURTAS = [
  [FORMAS.uma, forma('R\\.?U\\.?')],
  [FORMAS.varias, forma('R\\.?M\\.?')],
] as const;
/** Marks that are removed from the question's words, in this order. */
const TODAS = [FORMAS.varias, FORMAS.uma, FORMAS.naoLer, FORMAS.ler, FORMAS.livre, FORMAS.obrigatoria];
const COM_CARTAO = new RegExp(`[([{]?\\s*(${CARTAO})\\s*[.:;]?\\s*[)\\]}]?`, 'gu');

const MANDA =
  /^(?:n[ãa]o\s+)?(?:leia|ler (?:as|os|e)|ler[.,;]|ler$|mostre|anote|anotar|registre|marque|marcar|aceite|assinale|entregue|rodizie|pule|v[áa] para|passe|siga|encerre|agrade[çc]a|espere|insista|explore|cite|pode[m]? (?:marcar|escolher|citar)|mais de uma|at[ée] \d|resposta|respostas|estimulad|espont[âa]ne|m[úu]ltipla|escolha [úu]nica|[úu]nica$|uma s[óo]|apenas uma|s[óo] uma|aberta|texto livre|pergunta aberta|obrigat[óo]ria|entrevistador|aten[çc][ãa]o|observe|preench|em (?:anos|meses|dias|horas|minutos|reais)|n[úu]mero$|ru\b|rm\b)/iu;
/** Names in brackets, not instructions: '(UPA, UBS)'. */
const SIGLAS = /^\p{Lu}{1,5}(?:\s*[,/]\s*\p{Lu}{1,5}|\s+E\s+\p{Lu}{1,5})*$/u;
const MARCA_CURTA = /^(?:R\.?[UM]\.?|LER|LEIA|ANOTE|UMA)$/u;

const isCaps = (text: string): boolean => {
  const letters = text.replace(/[^\p{L}]/gu, '');
  return letters.length >= 2 && letters === letters.toUpperCase();
};

/** True if text in brackets is for the interviewer. @param shouting true if the text around is in capitals */
function isInstruction(inner: string, shouting: boolean): boolean {
  const text = inner.trim();
  if (!/\p{L}/u.test(text)) return false;
  if (MANDA.test(text) || isConditionNote(text)) return true;
  return isCaps(text) && (MARCA_CURTA.test(text) || (!shouting && !SIGLAS.test(text)));
}

const blankLine =
  /(?:(?<!_)_{1,20}|(?:\|\s*_+\s*)+\|)\s*:\s*(?:_+|(?:\|\s*_+\s*)+\|)|(?:_+\s*\/\s*){2}_*|_{3,}|\.{4,}|…{2,}|(?:\|\s*_+\s*)+\||(?:\[_+\]\s*)+|(?:[‘'’]_+)+[’'‘]|\|__\||(?:\|\s*){2,}/gu;

export const tidy = (text: string): string =>
  text
    .replace(blankLine, ' ')
    .replace(/[([{][\s\-–—,;:/.+_]*[)\]}]/gu, ' ')
    .replace(/\s+([,.;:?!])/g, '$1')
    .replace(/\s{2,}/g, ' ')
    .replace(/^[\s\-–—:.;,]+|[\s\-–—;,]+$/gu, '')
    .trim();

const without = (text: string, words: RegExp): string => text.replace(words, ' ');

/** Splits a question's text into marks and the text to read aloud. */
export function marksOf(text: string): { texto: string; marcas: Marcas } {
  const instrucoes: string[] = [];
  const condicoes: string[] = [];
  const said: string[] = [];
  const take = (words: string): void => {
    if (isConditionNote(words)) {
      condicoes.push(words);
      return;
    }
    said.push(words);
    const rest = tidy(TODAS.reduce((left, { inside }) => without(left, inside), words));
    if (/\p{L}{3}/u.test(rest.replace(/\b(?:e|ou|as|os|cada|que)\b/giu, ''))) instrucoes.push(tidy(words));
  };
  const saltos = new Saltos();
  let texto = saltos.take(text);
  // In a text that is all in capitals, capitals mark nothing.
  const around = texto.replace(/[([{][^()[\]{}]*[)\]}]/gu, ' ');
  const shouting = isCaps(around) && around.replace(/[^\p{L}]/gu, '').length > 5;
  texto = texto.replace(COM_CARTAO, (whole, words: string) => {
    // The bracket only opens or only closes here, so the card is part of a longer instruction.
    if (/^[([{]/u.test(whole) !== /[)\]}]$/u.test(whole)) return whole;
    instrucoes.push(words.trim());
    return ' ';
  });
  texto = texto.replace(/[([{]([^()[\]{}]*)[)\]}]/gu, (whole, inner: string) => {
    if (!isInstruction(inner, shouting)) return whole;
    take(inner.trim());
    return ' ';
  });
  const end = texto.lastIndexOf('?');
  const tail = end < 0 ? '' : texto.slice(end + 1);
  if (isCaps(tail) && !shouting) {
    const words = tail.match(/[\p{L}\p{N}][\p{L}\p{N}\s,.;:/–—-]*/gu) ?? [];
    for (const one of words) if (/\p{L}{2}/u.test(one)) take(one.replace(/[\s–—-]+$/u, '').trim());
    texto = `${texto.slice(0, end + 1)}${tail.replace(/[\p{L}][\p{L}\p{N}\s,.;:/–—-]*/gu, ' ')}`;
  }
  const rest = texto;
  // Uses `search`, because `test` of a global expression would continue at its last position.
  const has = (one: Forma): boolean =>
    said.some((words) => words.search(one.inside) >= 0) ||
    (!shouting && rest.search(one.bare) >= 0) ||
    CURTAS.some(([of, short]) => of === one && rest.search(short.bare) >= 0);
  const una = has(FORMAS.uma);
  const varias = has(FORMAS.varias) || VARIAS_DITAS.test(rest);
  const marcas: Marcas = {
    respostas: varias && !/N[ÃA]O ACEIT/u.test(said.join(' ')) ? 'varias' : una ? 'uma' : null,
    lerOpcoes: has(FORMAS.naoLer) ? false : has(FORMAS.ler) ? true : null,
    livre: has(FORMAS.livre),
    anotar: has(FORMAS.anotar) && !una,
    obrigatoria: has(FORMAS.obrigatoria) || /\*\s*$/.test(texto),
    pular: null,
    condicoes,
    instrucoes,
  };
  for (const { bare } of shouting ? CURTAS.map(([, short]) => short) : TODAS) texto = without(texto, bare);
  const { para, resto } = saltos.of(texto);
  marcas.pular = para[0] ?? null;
  return { texto: tidy(resto.replace(/\*\s*$/, '')), marcas };
}

/** An option's special meaning. The codes 98 and 99 count only with matching words. */
export function specialOf(text: string): OpcaoEspecial | null {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z/ ]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (
    /^(ns|nao sabe|nao sabem|nao sei|nao soube|nao lembra|nao se lembra|nsnr)\b/.test(plain) ||
    /^(?:n ?s ?\/ ?n ?[ro]|n\/s)\b/.test(plain) ||
    /^ign(?:orado)?$/.test(plain)
  )
    return 'nao_sabe';
  if (
    /^(nr|n\/r|nao respond|nao quis|nao opinou|nao inform|prefere nao|prefiro nao|recus|sem resposta)/.test(
      plain,
    )
  )
    return 'recusa';
  if (/^(outr[oa]s?)\b/.test(plain)) return 'outro';
  return null;
}
