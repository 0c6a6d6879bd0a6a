/**
 * Reads the text around a phone number: labels, notes, extensions. The rule equals PostgreSQL's escuta_numero
 * (tests/support/phone-forms.ts).
 */

const BLANKS = /[ \t\n\r\f\v\u00a0\u2007\u202f\u200b\ufeff]+/gu;
const DASHES = /[\u2010-\u2015\u2212]/gu;
const SCHEME = /^(?:tel|sips?):/u;
/**
 * Labels: 'Tel.: ', 'cel ', 'Res.: ', 'Celular/WhatsApp: ', 'nº '. Separators match in only one way; ambiguous ones
 * would make the search backtrack without end.
 */
const LABEL =
  /^(?:(?:telefone|tel|celular|cel|fone|fixo|fax|whatsapp|whats|wpp|zap|residencial|resid|res|comercial|coml|com[.:]|contato|recados?|trabalho|trab|n[u\u00fa\u00da]m(?:ero)?|n[\u00ba\u00b0]|no[.:])(?: ?[0-9]:)?[.:]*(?:\/[/.:]*| [/.:]+)? ?)+(?=[ +(0-9])/u;
/** SIP suffixes: '@central', ';phone-context=…'. */
const DOMAIN = /[@;].*$/u;
/** Placeholders of carrier digits: '(0xx11)', '0xx21', '0-xx-11-', '(xx11)', '+55 (0**11)'. */
const CARRIER_MARK = /^(\+?(?:55)?[ -]?)(?:(\(?0)[ .-]?\(?(?:xx|\*\*)\)?|(\(?)xx\)?)[ .-]?/u;
/** 'ramal 12', 'ext. 12', 'r. 12', 'x12'. */
const EXTENSION = /[ ,-]*(?:ramal|ram|rml|rm|ext|r|x)[.:]? ?[0-9]+$/u;
/** A number before a note, name or second number: '11 3333-4444 / 98765-4321', '11 98765-4321 (recado)'. */
const FIRST = /^(\+?(?:[ ().-]*[0-9]){8,})(?:\)? ?[/|,+]| ?\((?![0-9])| -? ?[a-zA-ZÀ-ÿ]).*$/u;
/** Numbers separated by a blank or hyphen: '(11) 98765-4321 (11) 3333-4444', '11 98765-4321 11 3333-4444'. */
const TWO = /^((?:[^0-9]*[0-9]){8,})[ -]*\(0?[0-9]{2}\)(?:[ .-]*[0-9]){8,}$/u;
const TWO_PLAIN = /^(0?[1-9][0-9] ?9?[0-9]{4}-?[0-9]{4})[ -]+0?[1-9][0-9] ?9?[0-9]{4}-?[0-9]{4}$/u;

/** Most cells match this pattern and need no further search. */
const PLAIN = /^\+?[0-9]*$/u;
/** Maximum characters; a longer text counts as containing no number. */
export const ESCRITO_MAX = 200;

/** Normalises text for comparison: single blanks, lower case, hyphens for dashes. */
export const plainPhone = (written: string): string =>
  written
    .replace(BLANKS, ' ')
    .replace(/^ | $/gu, '')
    .replace(/[A-Z]/gu, (letter) => letter.toLowerCase())
    .replace(DASHES, '-');

/** Finds a text's first number, with punctuation; without a number, the whole text. */
export const firstPhone = (written: string): string =>
  PLAIN.test(written)
    ? written
    : written.length > ESCRITO_MAX
      ? plainPhone(written)
      : withoutMore(withoutHead(written));

/** True if the text contains more than the first number: an extension, a note, another number. */
export function saysMore(written: string): boolean {
  if (PLAIN.test(written) || written.length > ESCRITO_MAX) return false;
  const whole = withoutHead(written);
  return withoutMore(whole) !== whole;
}

const withoutHead = (written: string): string =>
  plainPhone(written)
    .replace(SCHEME, '')
    .replace(LABEL, '')
    .replace(/^ /u, '')
    .replace(DOMAIN, '')
    .replace(CARRIER_MARK, '$1$2$3');
const withoutMore = (whole: string): string =>
  whole.replace(EXTENSION, '').replace(FIRST, '$1').replace(TWO, '$1').replace(TWO_PLAIN, '$1');

/** Telephony's words for a missing number, without accents, case, '<>' and the part after '@'. */
const SEM_NUMERO = new Set([
  ...[
    's',
    'anonymous',
    'anonimo',
    'anonima',
    'unknown',
    'desconhecido',
    'desconhecida',
    'restricted',
    'restrito',
    'restrita',
  ],
  ...[
    'private',
    'privado',
    'privada',
    'particular',
    'unavailable',
    'indisponivel',
    'withheld',
    'blocked',
    'bloqueado',
    'oculto',
  ],
  ...[
    'confidencial',
    'nao identificado',
    'nao identificada',
    'sem identificacao',
    'sem numero',
    'sem bina',
    'nao disponivel',
    'n i',
    'sem id',
    'nao informado',
  ],
  ...[
    'no caller id',
    'no number',
    'not available',
    'not provided',
    'caller id blocked',
    'unknown caller',
    'out of area',
  ],
  ...[
    'numero privado',
    'numero oculto',
    'numero restrito',
    'numero desconhecido',
    'numero confidencial',
    'chamada anonima',
  ],
  ...['null', 'none', 'n a', 'nd', 'asterisk', 'blank'],
]);

/** Nouns removed from 'Private Number', 'Chamada privada', 'ID não disponível'. */
const DE_QUE =
  /^(?:numero|number|id|caller id|chamada|ligacao|telefone) (?=..)|(?<=..) (?:number|caller|call)$/gu;

/** True for a caller id without a number: 'anonymous', 's', '<unknown>', 'Número privado'. */
export function saysNoNumber(written: string): boolean {
  if (written.length > ESCRITO_MAX || /[0-9]/u.test(written)) return false;
  const text = plainPhone(written);
  if (text === '') return false;
  const bare = text
    .replace(SCHEME, '')
    .replace(/@.*$/u, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z]+/gu, ' ')
    .trim();
  return SEM_NUMERO.has(bare) || SEM_NUMERO.has(bare.replace(DE_QUE, ''));
}
