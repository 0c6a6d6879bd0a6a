/**
 * What people and programs write around a telephone: a label, a note, an extension, a second number. The rule in TypeScript of what
 * PostgreSQL's escuta_numero reads (tests/support/phone-forms.ts holds both against each other).
 */

/** Blanks of every kind that programs put into numbers. */
const BLANKS = /[ \t\n\r\f\v\u00a0\u2007\u202f\u200b\ufeff]+/gu;
/** Hyphens and dashes that typing programs put in the hyphen's place. */
const DASHES = /[\u2010-\u2015\u2212]/gu;
const SCHEME = /^(?:tel|sips?):/u;
/**
 * Words before a number, one or more: 'Tel.: ', 'cel ', 'Res.: ', 'Tel. com.: ', 'Celular/WhatsApp: ', 'Telefone 2: ', 'nº '. What stands
 * between them is read in one way only: in several, 'cel::' forty times over would be tried for years. PostgreSQL tries no ways.
 */
const LABEL =
  /^(?:(?:telefone|tel|celular|cel|fone|fixo|fax|whatsapp|whats|wpp|zap|residencial|resid|res|comercial|coml|com[.:]|contato|recados?|trabalho|trab|n[u\u00fa\u00da]m(?:ero)?|n[\u00ba\u00b0]|no[.:])(?: ?[0-9]:)?[.:]*(?:\/[/.:]*| [/.:]+)? ?)+(?=[ +(0-9])/u;
/** What an address of telephony adds behind the number: '@central', ';phone-context=…'. */
const DOMAIN = /[@;].*$/u;
/** '(0xx11)', '0xx21', '0-xx-11-', '(xx11)', '+55 (0**11)': the carrier's digits as they were printed for years. */
const CARRIER_MARK = /^(\+?(?:55)?[ -]?)(?:(\(?0)[ .-]?\(?(?:xx|\*\*)\)?|(\(?)xx\)?)[ .-]?/u;
/** 'ramal 12', 'ext. 12', 'r. 12', 'x12' behind a number. */
const EXTENSION = /[ ,-]*(?:ramal|ram|rml|rm|ext|r|x)[.:]? ?[0-9]+$/u;
/** A whole number, and behind it a note, a name or another number: '11 3333-4444 / 98765-4321', '11 98765-4321 (recado)'. */
const FIRST = /^(\+?(?:[ ().-]*[0-9]){8,})(?:\)? ?[/|,+]| ?\((?![0-9])| -? ?[a-zA-ZÀ-ÿ]).*$/u;
/** Two numbers with nothing but a blank or a hyphen between them: '(11) 98765-4321 (11) 3333-4444', '11 98765-4321 11 3333-4444'. */
const TWO = /^((?:[^0-9]*[0-9]){8,})[ -]*\(0?[0-9]{2}\)(?:[ .-]*[0-9]){8,}$/u;
const TWO_PLAIN = /^(0?[1-9][0-9] ?9?[0-9]{4}-?[0-9]{4})[ -]+0?[1-9][0-9] ?9?[0-9]{4}-?[0-9]{4}$/u;

/** Most numbers of most sheets: nothing stands around them. */
const PLAIN = /^\+?[0-9]*$/u;
/** No number is longer with all that stands around it: a text beyond is none, and is not searched for one. */
export const ESCRITO_MAX = 200;

/** A text as numbers are compared by: one blank for many, small letters, hyphens for dashes. */
export const plainPhone = (written: string): string =>
  written
    .replace(BLANKS, ' ')
    .replace(/^ | $/gu, '')
    .replace(/[A-Z]/gu, (letter) => letter.toLowerCase())
    .replace(DASHES, '-');

/** The first number of a text, still with its brackets and hyphens; the text itself where it has none. */
export const firstPhone = (written: string): string =>
  PLAIN.test(written)
    ? written
    : written.length > ESCRITO_MAX
      ? plainPhone(written)
      : withoutMore(withoutHead(written));

/** Whether a text says more than its first number: an extension, a note, another number. */
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

/** Words by which telephony says that there is no number; compared without accents, case, '<>' and what follows an '@'. */
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

/** What telephony calls the thing that is missing: 'Private Number', 'Chamada privada', 'ID não disponível'. */
const DE_QUE =
  /^(?:numero|number|id|caller id|chamada|ligacao|telefone) (?=..)|(?<=..) (?:number|caller|call)$/gu;

/** Whether a caller's id says that there is none: 'anonymous', 's', '<unknown>', 'Número privado'. Not an empty one. */
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
