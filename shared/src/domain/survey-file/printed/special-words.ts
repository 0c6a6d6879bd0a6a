/** Reads names and codes of 'não sabe' and refusals: '99 – NS/NR', '(99 = NÃO SABE)', 'NR 98'. */

/** An option as written; `valor`: its code, if any. */
export type OpcaoEscrita = { texto: string; valor: number | null };

const RESPONDE = String.raw`(?:respond\p{L}+|quis(?:\s+(?:responder|opinar|informar))?|opin\p{L}+|lembr\p{L}+|inform\p{L}+|tem\s+opini[ãa]o)`;
const NOMES = [
  String.raw`n\.?\s?s\.?\s?[/–-]\s?n\.?\s?[ro]\.?|nsnr`,
  String.raw`n[ãa]o\s+sab\p{L}+(?:\s+(?:dizer|responder|informar|opinar|avaliar))?(?:\s*(?:/|,|–|-|ou|e)\s*n[ãa]o\s+${RESPONDE})?`,
  String.raw`n[ãa]o\s+(?:sei|soube|(?:se\s+)?lembr\p{L}+|declar\p{L}+|${RESPONDE})(?:\s*(?:/|–|-|ou)\s*n[ãa]o\s+sabe)?`,
  String.raw`n[ãa]o\s+se\s+aplica|recus\p{L}+(?:\s+responder)?|sem\s+resposta|prefere\s+n[ãa]o\s+\p{L}+|nsa|ign(?:orado)?`,
  'n/s|n/r|ns|nr',
].join('|');
const NOME = String.raw`(?<![\p{L}\p{N}])(?:${NOMES})(?![\p{L}\p{N}])`;
const CODIGO = String.raw`(?<![\p{L}\p{N},.])(\d{1,4})(?![\p{L}\p{N}%]|[,.]\d)`;

const ANTES = new RegExp(
  String.raw`[([]?\s*${CODIGO}\s*[)\]]?\s*[-–—=:.)]{0,3}\s*[([]?\s*(${NOME})\s*[)\]]?`,
  'giu',
);
const ATRAS = new RegExp(
  String.raw`[([]?\s*(${NOME})\s*[)\]]?[\s.…_]*[-–—=:]?\s*[([]?\s*${CODIGO}\s*[)\]]?`,
  'giu',
);
const USUAL = /^(?:0|[789]|[789]{2,4}|9[5-9]|0[89])$/u;
const COMECA = new RegExp(String.raw`^[\s([]*(?:${NOMES})(?![\p{L}\p{N}])`, 'iu');
const SO_NOME = new RegExp(String.raw`^[\s([]*(?:${NOMES})[\s)\].]*$`, 'iu');

export const beginsSpecial = (text: string): boolean => COMECA.test(text);
export const isSpecialName = (text: string): boolean => SO_NOME.test(text);

/** Splits a text into special names and codes (`especiais`), and the rest (`resto`). */
export function specialsIn(text: string): { especiais: OpcaoEscrita[]; resto: string } {
  // Masks ranges such as '(0 a 10)', because a scale's ends are no codes.
  const masked = text.replace(/[([]\s*\d{1,2}\s*(?:a|até|[-–])\s*\d{1,3}\s*[)\]]/giu, (range) =>
    '§'.repeat(range.length),
  );
  const before = [...masked.matchAll(ANTES)];
  const behind = [...masked.matchAll(ATRAS)];
  const [first] = before;
  const [other] = behind;
  // 'NS 8 NR 9' also contains '8 NR'. The earlier match counts, unless only the later has a usual code.
  const comesFirst = first && (!other || first.index <= other.index);
  const doubted = comesFirst && other && !USUAL.test(first[1] ?? '') && USUAL.test(other[2] ?? '');
  const hits = comesFirst && !doubted ? before : behind;
  const isBefore = hits === before;
  const especiais = hits.map((hit) => ({
    texto: ((isBefore ? hit[2] : hit[1]) ?? '').trim(),
    valor: Number(isBefore ? hit[1] : hit[2]),
  }));
  let resto = text;
  for (const [hit] of hits) resto = resto.replace(hit, ' ');
  return { especiais, resto: resto.trim() };
}
