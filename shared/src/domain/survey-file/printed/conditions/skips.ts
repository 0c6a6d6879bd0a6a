/** Reads skips ('PULE PARA P7', '→ 7', 'Passe ao 2.05') and ends of the interview. */

/** Normalised code: without P, Q and leading zeros, in lower case. */
export function plainCode(codigo: string): string {
  const hit =
    /^\s*(?:(?:PERGUNTA|QUEST[ÃA]O|QUESITO|[PQ])(?=[\s.\d]))?\s*\.?\s*([A-Z]{0,3})\s?\.?\s?(\d{1,3})(?:[.,](\d{1,2}))?\s?_?([a-z]|(?<=_)\d)?\s*$/iu.exec(
      codigo,
    );
  if (!hit) return codigo.trim().toLowerCase();
  const [, letters = '', number = '', part, letter = ''] = hit;
  return `${letters.toUpperCase()}${Number(number)}${part === undefined ? '' : `.${Number(part)}`}${letter.toLowerCase()}`;
}

const written = (...words: string[]): string =>
  words.flatMap((word) => [word, word.toLowerCase(), `${word[0]}${word.slice(1).toLowerCase()}`]).join('|');

export const CODIGO_CITADO = String.raw`(?:(?:${written('PERGUNTA', 'QUESTÃO', 'QUESTAO', 'QUESITO', 'ITEM')})\s*)?(?:[PpQq]\.?\s?)?((?<![A-Z])[A-Z]{0,2}\d{1,3}(?:\.\d{1,2})?[a-z]?)(?![\p{L}\p{N}%]|[,.]\d|\s*(?:anos?|dias?|vezes|horas?|meses)(?!\p{L}))`;

const VAI = `(?:${written('PULE', 'PULAR', 'PULA', 'SIGA', 'SEGUIR', 'PASSE', 'PASSAR', 'PASSA', 'SALTE', 'SALTAR', 'AVANCE', 'AVANÇAR', 'PROSSIGA', 'CONTINUE', 'VÁ')}|IR|VA|[Ii]r(?=\\s+(?:para|p/)))`;
const PARA = String.raw`(?:(?:${written('DIRETO')})\s+)?(?:(?:${written('PARA', 'PRA', 'AO', 'À', 'A', 'NA', 'ATÉ')})\s+|[Pp]\/\s*)?`;
const SETA = '(?:→|(?<!-)-+>|(?<!=)=+>|⇒|➔|►|»|(?<!>)>{2,})';
const ALVO = String.raw`(?:${SETA}\s*)?(?:(?:${written('SE SIM')}),?\s+)?${VAI}\s*${PARA}(?:[AaOo]\s+)?${CODIGO_CITADO}`;
const ALVO_DA_SETA = String.raw`${SETA}\s*(?:(?:${written('PARA')})\s+)?${CODIGO_CITADO}`;
const inBrackets = (form: string): string => String.raw`[([{]\s*${form}\s*[.;]?\s*[)\]}]`;
const SALTO = new RegExp(
  [inBrackets(ALVO), inBrackets(ALVO_DA_SETA), String.raw`(?<![\p{L}\p{N}])${ALVO}`, ALVO_DA_SETA].join('|'),
  'gu',
);
const ACABA = String.raw`(?:AGRADE[ÇC]\p{L}*|ENCERR\p{L}*|TERMIN\p{L}*|FINALIZ\p{L}*)`;
/** Words that end the interview, or that continue with the next question. */
const PARTE_FIM = String.raw`(?:${SETA}\s*)?(?:${ACABA}(?:\s*(?:E|,|/)?\s*${ACABA})*(?:\s+A\s+ENTREVISTA)?|FIM(?:\s+DA\s+ENTREVISTA)?|CONTINU[EA]R?|PROSSIGA|PROSSEGUIR|SIGA)(?![\p{L}\p{N}])`;
const FIM = new RegExp(String.raw`${inBrackets(PARTE_FIM)}|(?<![\p{L}\p{N}])${PARTE_FIM}[.!]?`, 'gu');

/** Placeholders of skips: private-use letters. */
const PRIMEIRA = 0xe000;
const MAIS = 0xff;
export const LUGARES = /[\uE000-\uE0FF]/gu;

/**
 * Skips cut out of texts, by placeholder. Target `null`: the skip names no question (the interview ends, or continues).
 */
export class Saltos {
  readonly #alvos: (string | null)[] = [];

  #place(alvo: string | null): string {
    if (this.#alvos.length > MAIS) return ' ';
    this.#alvos.push(alvo);
    return String.fromCharCode(PRIMEIRA + this.#alvos.length - 1);
  }

  /** Replaces skips with placeholders, so that their numbers are not misread. */
  take(text: string): string {
    return text
      .replace(LUGARES, ' ')
      .replace(SALTO, (_, ...found: unknown[]) => {
        const codigo = found.slice(0, 4).find((one) => typeof one === 'string');
        return ` ${this.#place(plainCode(String(codigo ?? '')))} `;
      })
      .replace(FIM, () => ` ${this.#place(null)} `);
  }

  of(text: string): { para: string[]; resto: string } {
    const para = [...text.matchAll(LUGARES)].flatMap(
      ([letter]) => this.#alvos[letter.charCodeAt(0) - PRIMEIRA] ?? [],
    );
    return { para, resto: text.replace(LUGARES, ' ') };
  }
}

/** Targets of a text's skips, and the text without skips. */
export function skipsIn(text: string): { para: string[]; resto: string } {
  const saltos = new Saltos();
  const { para, resto } = saltos.of(saltos.take(text));
  return { para, resto: resto.replace(/\s+/gu, ' ').trim() };
}

const VAI_NO_FIM = new RegExp(String.raw`(?<![\p{L}\p{N}])${VAI}(?:\s+(?:${written('PARA')}))?$`, 'u');
const ALVO_NO_COMECO = new RegExp(`^${PARA}${CODIGO_CITADO}`, 'u');

/** True if a page break splits a skip: '… PASSE', 'PARA P.8'. */
export const goesOnSkip = (text: string, next: string): boolean =>
  VAI_NO_FIM.test(text) && ALVO_NO_COMECO.test(next);

const SE_ENTAO = new RegExp(
  String.raw`^[\s([–—•*-]*((?:${written('SE', 'CASO')})\s.{1,80}?)\s*[,:;–—-]?\s*(?=(?:${SETA}|${VAI}|${PARTE_FIM})(?![\p{L}]))`,
  'u',
);

/** A conditional skip ('Se não, pule para a 7'): condition as written, and targets. */
export function conditionalSkip(text: string): { se: string; para: string[] } | null {
  const hit = SE_ENTAO.exec(text);
  if (!hit) return null;
  const { para, resto } = skipsIn(text.slice(hit[0].length));
  return /[\p{L}\p{N}]/u.test(resto) ? null : { se: hit[1] ?? '', para };
}
