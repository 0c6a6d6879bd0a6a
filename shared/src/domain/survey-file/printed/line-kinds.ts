import { isConditionNote } from './conditions/condition-notes.ts';

const SECTION =
  /^(?:bloco|seção|secao|parte|módulo|modulo|capítulo|capitulo|tema|unidade)\s+(?:[\dIVXLC]+|[A-Z])(?![\p{L}\p{N}])/iu;
const ROMAN = /^(?:[IVX]{1,4}|[A-Z])(?:\.\s*|\s+[-–—]\s*|[-–—]\s+)\p{Lu}[\p{Lu}\s,/&–—-]{3,60}$/u;
const CAPS_HEADING = /^\p{Lu}[\p{Lu}\d\s,/&():–—.-]{3,80}$/u;
const THEMES =
  /^(?:PERFIL|IDENTIFICA[ÇC][ÃA]O|DADOS|CARACTERIZA[ÇC][ÃA]O|AVALIA[ÇC][ÃA]O|CONTROLE|FILTRO|QUESTION[ÁA]RIO|CLASSIFICA[ÇC][ÃA]O|INFORMA[ÇC][ÕO]ES|SA[ÚU]DE|EDUCA[ÇC][ÃA]O|SEGURAN[ÇC]A|TRANSPORTE|MORADIA|TRABALHO|RENDA|LAZER|CULTURA|POL[ÍI]TICA|CONSUMO|H[ÁA]BITOS|CR[ÍI]TERIO|CRIT[ÉE]RIO|DEMOGRAFIA|S[ÓO]CIO|OPINI[ÃA]O|SERVI[ÇC]OS|ATENDIMENTO|MOBILIDADE|MEIO AMBIENTE)/u;

/** True for a heading: 'BLOCO B – MORADIA'. */
export function headingOf(texto: string): boolean {
  if (SECTION.test(texto) || ROMAN.test(texto)) return true;
  return CAPS_HEADING.test(texto) && THEMES.test(texto) && !/[?_|]|\d\s*$/u.test(texto);
}

const INTRO =
  /^(?:texto de )?(?:apresentação|apresentacao|abertura|introdução|introducao|consentimento|abordagem|script|sauda[çc][ãa]o|termo de consentimento)(?:\s+(?:e|\/|livre|inicial|ao|do|da|para)\s*[^:.–—-]{0,60})?\s*(?:[:.–—-]\s*(.*))?$/iu;
const GREETING =
  /(?<!\p{L})(?:bom dia|boa tarde|boa noite|ol[áa]|meu nome [ée]|o meu nome|sou (?:do|da|entrevistador|pesquisador)|estamos (?:realizando|fazendo|a realizar)|estou (?:realizando|fazendo|entrevistando)|aceita participar|poderia (?:me )?responder|gostar[íi]amos de contar|voc[êe] foi (?:convidad|sortead)|sua participa[çc][ãa]o|suas respostas|respostas (?:desta pesquisa |ser[ãa]o |s[ãa]o )|sigilo|confidencia)/iu;

/** The words after a label such as 'Apresentação:'; empty if the line has only the label; null without the label. */
export function openingOf(texto: string): string | null {
  const hit = INTRO.exec(texto);
  return hit ? (hit[1] ?? '').trim() : null;
}
export const greets = (texto: string): boolean => GREETING.test(texto);

const NOTE =
  /^(?:observação|observacao|obs|instrução|instrucao|instruções|instrucoes|atenção|atencao|entrevistador(?:\s?\((?:a|es)\)|a|es)?|pesquisador(?:\s?\(a\)|a)?|nota(?: ao entrevistador)?|notas?)\s*[.:–—-]+\s*(.+)$/iu;
const ORDER =
  /^[\s([*]*(?:N[ÃA]O\s+)?(?:MOSTR|ENTREGU|APRESENT|LEIA|LER(?!\p{L})|ANOT|REGISTR|MARQUE|ASSINAL|ACEIT|ESPER|AGUARD|INSIST|EXPLOR|RODIZI|APLI|CIT|REPIT|ESTIMUL|ESPONT|CART[ÃA]O|PREENCH|OBSERV|CONFIR|VERIFI|SE\s+N[ÃA]O\s|ENTREVISTADOR|PESQUISADOR|RESPOSTA|RU(?!\p{L})|RM(?!\p{L})|M[ÚU]LTIPL|UMA\s+RESPOSTA|PARA\s+CADA|EM\s+SEGUIDA)/u;

/** Returns the note for the interviewer that a line contains; null: no note. */
export function noteOf(texto: string): string | null {
  const hit = NOTE.exec(texto);
  if (hit) return (hit[1] ?? '').trim();
  const letters = texto.replace(/[^\p{L}]/gu, '');
  const shouts = letters.length >= 2 && letters === letters.toUpperCase();
  const bracketed = /^[([][^()[\]]*\p{L}[^()[\]]*[)\]][.]?$/u.test(texto);
  if (shouts && ORDER.test(texto) && !/[([]?\s*\d{1,4}\s*[)\]]?\s*$/u.test(texto)) return texto;
  if (shouts && /^CART[ÃA]O\s+\w{1,3}$/u.test(texto)) return texto;
  return bracketed &&
    /^[([]\s*(?:n[ãa]o )?(?:leia|ler|mostr|anot|marqu|aceit|assinal|registr|entregu|entrevistador|resposta|estimulad|espont)/iu.test(
      texto,
    )
    ? texto
    : null;
}

/** True if a line continues the previous line. */
export const goesOn = (texto: string): boolean => /^(?:\p{Ll}{2}|[aeoà]\s)/u.test(texto);

/** True if a line is a condition of the next question. */
export function isFilterLine(texto: string): boolean {
  if (!isConditionNote(texto.replace(/^[\s([]+|[\s)\].:]+$/gu, ''))) return false;
  const letters = texto.replace(/[^\p{L}]/gu, '');
  return /^[\s([*–—-]*[([]/u.test(texto) || letters === letters.toUpperCase() || texto.length < 90;
}

const CLOSING =
  /^[\s([*]*(?:AGRADE[ÇC]|ENCERR|FIM\b|T[ÉE]RMINO|OBRIGAD|MUITO OBRIGAD|TERMIN(?:E|AR)\b)|^(?:agrade[çc](?:a|o|emos)|encerre|muito obrigad|obrigad[oa]|assinatura|ass\.|rubrica|nome do (?:entrevistad|respondente|pesquisador|supervisor)|telefone|fone|tel\.?\s*:|endere[çc]o|e-?mail|hora(?:\s+d[eo])?\s*(?:t[ée]rmino|final|fim)|t[ée]rmino|fim d[ao]|crítica|checagem|supervisor|verificad|declaro que|data\s*:|c[óo]digo do (?:entrevistador|pesquisador))/iu;
/** True if a line after the last question belongs to the end of the interview. */
export const closes = (texto: string): boolean => CLOSING.test(texto);

const BLANK = /_{2,}|\|_|\.{5,}|…{2,}|\[_/u;
const SIGNED =
  /^(?:entrevistador|pesquisador|supervisor|coordenador)[\p{L}()/]*\s*:|(?:assinatura|rubrica)(?:\s*:|\s+d[aoe]s?\s|[\s_.…]*$)/iu;
export const isSignature = (texto: string): boolean => BLANK.test(texto) && SIGNED.test(texto);
/** True for a drawn line to write on. */
export const isRule = (texto: string): boolean => /^[\s_.…]+$/u.test(texto) && BLANK.test(texto);

const FORM_FIELD =
  /^(?:question[áa]rio\s*(?:n|:)|n[º°o.]\s|n[úu]mero|entrevistador|pesquisador|setor|data|hora|in[íi]cio|cidade|munic[íi]pio|estado|bairro|ponto|lista|cota|checado|v\.\s|nome|endere[çc]o|job|projeto|c[óo]digo|supervisor|t[ée]rmino|quota|uf\b|tipo\b|rota)/iu;
/** True for a form field above the first question: 'Questionário nº |__|__|'. */
export const isFormField = (texto: string): boolean =>
  FORM_FIELD.test(texto) && (BLANK.test(texto) || /:|n[º°]/u.test(texto)) && texto.length < 160;
