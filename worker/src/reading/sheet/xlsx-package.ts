import { DANIFICADA, decodeEscapes, readWhole } from '../formats/xml.ts';
import { LIMITES_VAZIO } from '../limits.ts';
import { type Parts, relationsOf } from '../packed.ts';
import { UnreadableError } from '../unreadable.ts';
import { type Formato, formatOf } from './shown.ts';

const DEMAIS = `A planilha tem mais de ${LIMITES_VAZIO.abas.toLocaleString('pt-BR')} abas, ou partes demais. Deixe só a aba que tem os dados e envie de novo.`;

export type Pasta = {
  abas: { nome: string; parte: string; oculta: boolean }[];
  de1904: boolean;
  /** True if the workbook asks for recalculation; a 0 beside a formula is then no value. */
  recalcula: boolean;
  textos: Textos;
  formatos: Formato[];
};

/** Texts by number, as bytes, because strings would take ten times the memory. */
export class Textos {
  #bytes = Buffer.alloc(64 * 1024);
  #ends = new Uint32Array(4096);
  #n = 0;

  push(text: string): void {
    const begin = this.#n === 0 ? 0 : (this.#ends[this.#n - 1] as number);
    // A UTF-16 code unit takes at most three UTF-8 bytes.
    while (begin + text.length * 3 > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(this.#bytes.length * 2);
      this.#bytes.copy(larger, 0, 0, begin);
      this.#bytes = larger;
    }
    if (this.#n === this.#ends.length) {
      const larger = new Uint32Array(this.#ends.length * 2);
      larger.set(this.#ends);
      this.#ends = larger;
    }
    this.#ends[this.#n] = begin + this.#bytes.write(text, begin);
    this.#n += 1;
  }

  at(index: number): string {
    if (!Number.isInteger(index) || index < 0 || index >= this.#n) return '';
    return this.#bytes.toString('utf8', index === 0 ? 0 : this.#ends[index - 1], this.#ends[index]);
  }
}

/** Reads the texts that cells share, without phonetic reading aids. */
async function sharedTexts(stream: AsyncIterable<Buffer> | null): Promise<Textos> {
  const texts = new Textos();
  if (!stream) return texts;
  let text = '';
  let inText = false;
  let aside = 0;
  await readWhole(stream, {
    open: (tag) => {
      if (tag === 'si') text = '';
      else if (tag === 'rPh') aside += 1;
      else if (tag === 't') inText = aside === 0;
    },
    text: (part) => {
      if (inText) text += part;
    },
    close: (tag) => {
      if (tag === 't') inText = false;
      else if (tag === 'rPh') aside -= 1;
      else if (tag === 'si') texts.push(decodeEscapes(text));
    },
  });
  return texts;
}

async function formatsOf(stream: AsyncIterable<Buffer> | null): Promise<Formato[]> {
  const own = new Map<number, string>();
  const ids: number[] = [];
  if (!stream) return [];
  let inCells = false;
  await readWhole(stream, {
    open: (tag, attrs) => {
      const { numFmtId, formatCode } = attrs();
      if (tag === 'numFmt' && formatCode !== undefined) own.set(Number(numFmtId), formatCode);
      else if (tag === 'cellXfs') inCells = true;
      else if (tag === 'xf' && inCells) ids.push(Number(numFmtId ?? 0));
    },
    close: (tag) => {
      if (tag === 'cellXfs') inCells = false;
    },
  });
  return ids.map((id) => formatOf(own.get(id) ?? id));
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** Reads a workbook's sheets, shared texts and formats. @throws UnreadableError if it is no workbook */
export async function readWorkbook(parts: Parts): Promise<Pasta> {
  const root = (await relationsOf(parts, '', DEMAIS)).find(({ kind }) => kind === 'officeDocument');
  const part = root?.part ?? 'xl/workbook.xml';
  const stream = await parts(part);
  if (!stream) throw new UnreadableError(DANIFICADA);
  const relations = await relationsOf(parts, part, DEMAIS);
  const listed: { nome: string; id: string; oculta: boolean }[] = [];
  let de1904 = false;
  let recalcula = false;
  await readWhole(stream, {
    open: (tag, attrs) => {
      if (tag === 'workbookPr') de1904 = isTrue(attrs().date1904);
      if (tag === 'calcPr') recalcula = isTrue(attrs().fullCalcOnLoad);
      if (tag !== 'sheet') return;
      const { name = '', state, ...others } = attrs();
      const id = Object.entries(others).find(([name]) => /:id$/iu.test(name))?.[1] ?? '';
      if (listed.length >= LIMITES_VAZIO.abas) throw new UnreadableError(DEMAIS);
      listed.push({ nome: name, id, oculta: state === 'hidden' || state === 'veryHidden' });
    },
  });
  const byId = new Map(relations.filter(({ kind }) => kind === 'worksheet').map((one) => [one.id, one.part]));
  // A part is read once, even if several sheets refer to it.
  const taken = new Set<string>();
  const abas = listed.flatMap(({ nome, id, oculta }) => {
    const parte = byId.get(id);
    if (parte === undefined || taken.has(parte)) return [];
    taken.add(parte);
    return [{ nome, oculta, parte }];
  });
  if (abas.length === 0) throw new UnreadableError(DANIFICADA);
  const shared = async (kind: string): Promise<AsyncIterable<Buffer> | null> => {
    const found = relations.find((one) => one.kind === kind);
    return found ? parts(found.part) : null;
  };
  return {
    abas,
    de1904,
    recalcula,
    textos: await sharedTexts(await shared('sharedStrings')),
    formatos: await formatsOf(await shared('styles')),
  };
}
