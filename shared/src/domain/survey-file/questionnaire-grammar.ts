/**
 * Reads a questionnaire out of a document's lines: questions, their kind and options, what is said to the interviewer, and who is asked
 * what. Rules alone, no model: the same document always gives the same questions, and a person confirms them. What is not understood is
 * kept and named, never dropped.
 */
import type { Bloco } from './document.ts';
import { type Marcas, marksOf, skipOf, specialOf, tidy } from './field-marks.ts';
import { numberedLine, type OpcaoEscrita, optionsOf } from './option-marks.ts';
import type { OpcaoLida, PerguntaLida, QuestionarioLido } from './read-questionnaire.ts';
import { plainWords, scaleOf } from './scale-words.ts';

/** Most lines that are listed as not understood. */
export const SOBRAS = 50;
/** Most questions that are read. */
export const PERGUNTAS_LIDAS = 300;
/** Longest texts: those of the questionnaire's own fields. */
const MAIS_LONGO = { texto: 2000, opcao: 500, instrucao: 1000, apresentacao: 4000, titulo: 200 } as const;
const OPCOES = 100;

type Salto = { opcao: number | null; para: string };
type Aberta = {
  numero: string;
  texto: string;
  escritas: OpcaoEscrita[];
  saltos: Salto[];
  instrucoes: string[];
  avisos: string[];
};

const PREFIXED =
  /^(?:P|Q|PERGUNTA|QUESTÃO|QUEST[AÃ]O)\s*\.?\s*(\d{1,3}(?:\.\d{1,2})?|\d{1,3}[a-z])\s*(?:[-–—.):º°]+\s*|\s+)(\S.*)$/iu;
const PART = /^(\d{1,3}\.\d{1,2})\s*[-–—.):]*\s+(\S.*)$/u;
const INTRO =
  /^(?:apresentação|apresentacao|abertura|introdução|introducao|consentimento|texto de abertura|termo de consentimento[^:]*)\s*[:.–—-]\s*(.*)$/iu;
const NOTE =
  /^(?:observação|observacao|obs|instrução|instrucao|instruções|atenção|atencao|entrevistador(?:\(a\)|a)?|nota(?: ao entrevistador)?)\s*[.:–—-]+\s*(.+)$/iu;
const SECTION = /^(?:bloco|seção|secao|parte|módulo|modulo|capítulo)\s+(?:[\dIVXLC]+|[A-Z])\b/iu;
const CODE_HEADER =
  /^c[oó]d(?:igo|\.)?\s+(?:op[cç][aã]o|resposta|alternativa|descri[cç][aã]o)(?:\s+valor)?$/iu;
const HEADER_WORDS =
  /^(?:c[oó]d(?:igo|\.)?|op[cç][aã]o|op[cç][oõ]es|resposta|respostas|alternativas?|valor|descri[cç][aã]o)$/iu;

const UNIDADES: readonly (readonly [RegExp, string | null])[] = [
  [/\bquantos anos|\bidade\b/, 'anos'],
  [/\bquantas pessoas|\bquantos moradores\b/, 'pessoas'],
  [/\bquantos filhos\b/, 'filhos'],
  [/\bquantos reais|\bqual (?:e |foi )?o valor|\brenda\b.*\br\b|\bem reais\b/, 'reais'],
  [/\bquantos minutos|\bem minutos\b/, 'minutos'],
  [/\bquantas horas|\bem horas\b/, 'horas'],
  [/\bquantos dias\b/, 'dias'],
  [/\bquantos meses\b/, 'meses'],
  [/\bquant[oa]s\b/, null],
];
const DATA = /\bdata de nascimento\b|\bque dia\b|\bem que data\b|\bqual a data\b/;

function kindOf(
  texto: string,
  escrito: string,
  opcoes: number,
  marcas: Marcas,
): Pick<PerguntaLida, 'tipo' | 'minimo' | 'maximo' | 'unidade'> {
  const nothing = { minimo: null, maximo: null, unidade: null };
  if (opcoes >= 2) return { tipo: marcas.respostas === 'varias' ? 'multipla' : 'escolha', ...nothing };
  if (marcas.livre) return { tipo: 'texto', ...nothing };
  const scale = scaleOf(texto);
  if (scale) return { tipo: 'escala', ...scale, unidade: null };
  const words = plainWords(texto);
  if (DATA.test(words) || /_+\s*\/\s*_+\s*\/\s*_+|dd\/mm\/a/iu.test(escrito))
    return { tipo: 'data', ...nothing };
  const unit = UNIDADES.find(([form]) => form.test(words));
  if (unit) return { tipo: 'numero', ...nothing, unidade: unit[1] };
  if (/\|_+\|/u.test(escrito)) return { tipo: 'numero', ...nothing };
  return { tipo: 'texto', ...nothing };
}

/** Codes as they stand where every option has its own; else 1 to n. */
function valued(escritas: readonly OpcaoEscrita[]): OpcaoLida[] {
  const given = escritas.map(({ valor }) => valor);
  const own = given.every((valor) => valor !== null) && new Set(given).size === given.length;
  return escritas.map(({ texto, valor }, index) => {
    const { texto: words } = marksOf(texto);
    return {
      texto: (words || tidy(texto)).slice(0, MAIS_LONGO.opcao),
      valor: own && valor !== null ? valor : index + 1,
      especial: specialOf(words),
    };
  });
}

function finish(aberta: Aberta): PerguntaLida & { saltos: Salto[] } {
  const { texto, marcas } = marksOf(aberta.texto);
  const opcoes = valued(aberta.escritas.slice(0, OPCOES));
  const avisos = [...aberta.avisos];
  if (aberta.escritas.length > OPCOES) avisos.push(`Só as primeiras ${OPCOES} opções foram lidas.`);
  if (opcoes.length === 1) avisos.push(`Só uma opção foi reconhecida ('${opcoes[0]?.texto}'): confira.`);
  const repeated = opcoes.find(
    ({ texto: words }, index) =>
      opcoes.findIndex((one) => plainWords(one.texto) === plainWords(words)) < index,
  );
  if (repeated) avisos.push(`A opção '${repeated.texto}' aparece mais de uma vez.`);
  if (texto === '') avisos.push('O texto da pergunta não foi reconhecido.');
  if (texto.length > MAIS_LONGO.texto)
    avisos.push(`O texto passa de ${MAIS_LONGO.texto} caracteres: o fim foi cortado.`);
  const kind = kindOf(texto, aberta.texto, opcoes.length, marcas);
  const instrucao = [...marcas.instrucoes, ...aberta.instrucoes].join(' ').slice(0, MAIS_LONGO.instrucao);
  const saltos = marcas.pular ? [...aberta.saltos, { opcao: null, para: marcas.pular }] : aberta.saltos;
  return {
    codigo: `P${aberta.numero}`,
    texto: texto.slice(0, MAIS_LONGO.texto),
    ...kind,
    obrigatoria: marcas.obrigatoria,
    ler_opcoes: marcas.lerOpcoes ?? true,
    instrucao: instrucao === '' ? null : instrucao,
    opcoes: kind.tipo === 'escolha' || kind.tipo === 'multipla' ? opcoes : [],
    mostrar_se: null,
    avisos,
    saltos,
  };
}

/**
 * Who is asked what, from where people are sent on: those who chose an option that leads past a question are not asked it. A question holds
 * one condition; where a document wants two of one, the first stands and the rest is named.
 */
function conditions(lidas: readonly (PerguntaLida & { saltos: Salto[] })[]): PerguntaLida[] {
  const place = new Map(lidas.map(({ codigo }, index) => [codigo.slice(1), index]));
  const perguntas: PerguntaLida[] = lidas.map(({ saltos: _, ...pergunta }) => pergunta);
  for (const [from, { saltos, codigo, opcoes }] of lidas.entries()) {
    const targets = new Map<number, number[]>();
    for (const { opcao, para } of saltos) {
      const to = place.get(para);
      const words = opcao === null ? 'todas as respostas' : `a opção '${opcoes[opcao]?.texto ?? opcao + 1}'`;
      if (opcao === null || to === undefined || to <= from || !opcoes[opcao]) {
        perguntas[from]?.avisos.push(
          to === undefined
            ? `Manda ${words} para a pergunta ${para}, que não foi encontrada.`
            : to <= from
              ? `Manda ${words} de volta para a pergunta ${para}: isso não foi lido como condição.`
              : `Manda ${words} para a pergunta ${para}: confira quem responde as perguntas no meio.`,
        );
        continue;
      }
      for (let skipped = from + 1; skipped < to; skipped += 1)
        targets.set(skipped, [...(targets.get(skipped) ?? []), opcao]);
    }
    for (const [skipped, jumping] of targets) {
      const staying = opcoes.flatMap((_, index) => (jumping.includes(index) ? [] : [index]));
      const target = perguntas[skipped];
      if (!target) continue;
      if (target.mostrar_se)
        target.avisos.push(`Também depende da ${codigo}, e só uma condição cabe: confira.`);
      else if (staying.length === 0)
        target.avisos.push(`Nenhuma opção da ${codigo} leva a esta pergunta: confira.`);
      else target.mostrar_se = { pergunta: from, opcoes: staying };
    }
  }
  return perguntas;
}

/** Where a line that goes on with a sentence belongs. */
type Rumo = 'titulo' | 'apresentacao' | 'pergunta' | 'opcao' | 'instrucao' | null;

/**
 * The sign behind the numbers of questions; null: they have a letter before them ('P1'). Lines under one sign that count 1, 2, 3 through the
 * document are the questions; where two signs count as far, those that begin first.
 */
function signOf(blocks: readonly Bloco[]): string | null {
  const runs = new Map<string, number>();
  let letters = 0;
  const lines = blocks.flatMap((block) =>
    block.tipo === 'linha' ? [block.texto] : block.linhas.flat().flatMap((cell) => cell.split('\n')),
  );
  for (const line of lines) {
    if (PREFIXED.test(line.trim())) letters += 1;
    // Options count as well, but only after the question that they belong to.
    if (letters > 0 && (letters > 1 || runs.size === 0)) return null;
    const numbered = numberedLine(line.trim());
    const run = runs.get(numbered?.sinal ?? '') ?? 0;
    if (numbered && numbered.numero > run && numbered.numero <= run + 3 && (run > 0 || numbered.numero === 1))
      runs.set(numbered.sinal, numbered.numero);
  }
  const [best] = [...runs].sort(([, a], [, b]) => b - a);
  return best?.[0] ?? '.';
}

class Reader {
  titulo: string | null = null;
  apresentacao: string | null = null;
  readonly lidas: (PerguntaLida & { saltos: Salto[] })[] = [];
  readonly sobras: string[] = [];
  #aberta: Aberta | null = null;
  #rumo: Rumo = null;
  #ultimo = 0;
  #tabela = false;
  readonly #sinal: string | null;

  constructor(blocks: readonly Bloco[]) {
    this.#sinal = signOf(blocks);
  }

  /** The number and the text of a line that begins a question. */
  #question(line: string): { numero: string; texto: string } | null {
    const prefixed = PREFIXED.exec(line);
    if (prefixed && this.#sinal === null)
      return { numero: this.#plainNumber(prefixed[1] ?? ''), texto: prefixed[2] ?? '' };
    if (this.#sinal === null) return null;
    const part = PART.exec(line);
    if (part && !this.#tabela && Number((part[1] ?? '').split('.')[0]) === this.#ultimo && /\?/.test(line))
      return { numero: this.#plainNumber(part[1] ?? ''), texto: part[2] ?? '' };
    const numbered = numberedLine(line);
    if (!numbered || numbered.sinal !== this.#sinal) return null;
    const { numero, texto } = numbered;
    // A gap is a number that a page lost; further off it is a code (99) or a year.
    if (numero <= this.#ultimo || numero > this.#ultimo + 3) return null;
    const list = this.#aberta?.escritas ?? [];
    const next = (list.at(-1)?.valor ?? 0) + 1;
    // The same sign before options and questions: a list that counts on as the questions do.
    const looksAsked = /[?:]\s*(?:[([{].*)?$/u.test(texto) || texto.length > 60;
    if (list.length > 0 && list.every(({ valor }) => valor !== null) && numero === next && !looksAsked)
      return null;
    return { numero: String(numero), texto };
  }

  #plainNumber(written: string): string {
    const [whole, part] = written.toLowerCase().split('.');
    const number = (whole ?? '').replace(/^0+(?=\d)/, '');
    return part === undefined ? number : `${number}.${Number(part)}`;
  }

  #close(): void {
    if (this.#aberta && this.lidas.length < PERGUNTAS_LIDAS) this.lidas.push(finish(this.#aberta));
    this.#aberta = null;
  }

  #begin({ numero, texto }: { numero: string; texto: string }): void {
    this.#close();
    this.#tabela = false;
    const whole = Number.parseInt(numero, 10);
    const avisos =
      whole > this.#ultimo + 1 && this.lidas.length > 0
        ? [`Da pergunta ${this.#ultimo} passa à ${whole}: confira se falta uma.`]
        : [];
    this.#ultimo = whole;
    const aberta: Aberta = { numero, texto: '', escritas: [], saltos: [], instrucoes: [], avisos };
    this.#aberta = aberta;
    this.#rumo = 'pergunta';
    this.#text(aberta, texto);
  }

  /** A question's text, and the options that stand in the same line. */
  #text(aberta: Aberta, texto: string): void {
    const box = /[?:.]\s*((?:\(\s*\)|\[\s*\]|[☐□○])\s*\S.*)$/u.exec(texto);
    const coded = box ? null : /[?:]\s*((?:\(?[01aA]\)?)\s*[-–.)=]\s*\S.*)$/u.exec(texto);
    const inline = box?.[1] ?? coded?.[1];
    const options = inline === undefined ? null : optionsOf(inline, { numero: 1, letra: 1 });
    const before = options ? texto.slice(0, texto.length - (inline?.length ?? 0)) : texto;
    aberta.texto = aberta.texto === '' ? before : `${aberta.texto} ${before}`;
    if (options) this.#options(aberta, options);
  }

  #options(aberta: Aberta, options: readonly OpcaoEscrita[]): void {
    for (const { texto, valor } of options) {
      const skip = skipOf(texto);
      if (skip) aberta.saltos.push({ opcao: aberta.escritas.length, para: skip.para });
      aberta.escritas.push({ texto: skip ? skip.resto : texto, valor });
    }
    this.#rumo = 'opcao';
  }

  #line(texto: string): void {
    const question = this.#question(texto);
    if (question) {
      this.#begin(question);
      return;
    }
    if (CODE_HEADER.test(texto) || (HEADER_WORDS.test(texto) && this.#hasOptions())) {
      this.#tabela = true;
      this.#rumo = null;
      return;
    }
    if (this.#tabela && this.#codeRow(texto)) return;
    const aberta = this.#aberta;
    if (!aberta) {
      this.#before(texto);
      return;
    }
    const note = NOTE.exec(texto);
    if (note) {
      this.#tabela = false;
      const skip = skipOf(note[1] ?? '');
      if (skip) aberta.saltos.push({ opcao: null, para: skip.para });
      aberta.instrucoes.push((note[1] ?? '').trim());
      this.#rumo = 'instrucao';
      return;
    }
    if (SECTION.test(texto)) {
      this.#left(texto);
      this.#rumo = null;
      return;
    }
    const last = aberta.escritas.at(-1)?.valor ?? 0;
    const letters = aberta.escritas.length + 1;
    const options =
      optionsOf(texto, { numero: last + 1, letra: letters }) ?? this.#single(aberta, texto, last);
    if (options) {
      this.#tabela = false;
      this.#options(aberta, options);
      return;
    }
    this.#goOn(aberta, texto);
  }

  /** One coded option in a line ('2 - Não'): of a list that it begins or goes on with, or one of the high codes (98, 99). */
  #single(aberta: Aberta, texto: string, last: number): OpcaoEscrita[] | null {
    const numbered = numberedLine(texto);
    if (!numbered) return null;
    const begins = (aberta.escritas.length === 0 && numbered.numero <= 1) || numbered.numero > last;
    if (!begins) return null;
    if (aberta.escritas.length === 0 && numbered.numero > 1) return null;
    return [{ texto: numbered.texto, valor: numbered.numero }];
  }

  #hasOptions(): boolean {
    return (this.#aberta?.escritas.length ?? 0) > 0 || this.lidas.some(({ opcoes }) => opcoes.length > 0);
  }

  /** Of a table of codes: '2.1 Até uma hora 1', whole or a cell a line: the codes of options that are there already. */
  #codeRow(texto: string): boolean {
    if (/^\d{1,3}\.\d{1,3}$/.test(texto) || /^\d{1,3}$/.test(texto)) return true;
    const row = /^(?:(\d{1,3})\.\d{1,3}\s+)?(\S.*?)(?:\s+(\d{1,3}))?$/u.exec(texto);
    return (
      row !== null &&
      this.#codeOf(row[1] ? String(Number(row[1])) : null, row[2] ?? '', row[3] ? Number(row[3]) : null)
    );
  }

  /** An option's code, said elsewhere. @returns whether there is such an option */
  #codeOf(numero: string | null, texto: string, valor: number | null): boolean {
    const wanted = plainWords(texto);
    const candidates = [...this.lidas, ...(this.#aberta ? [this.#aberta] : [])];
    for (const one of candidates.reverse()) {
      const isOpen = 'escritas' in one;
      if (numero !== null && (isOpen ? one.numero : one.codigo.slice(1)) !== numero) continue;
      const option = isOpen
        ? one.escritas.find((option) => plainWords(option.texto) === wanted)
        : one.opcoes.find((option) => plainWords(option.texto) === wanted);
      if (!option) continue;
      if (valor !== null) option.valor = valor;
      return true;
    }
    return false;
  }

  /** Before the first question: the title, then what is read at the beginning. */
  #before(texto: string): void {
    const intro = INTRO.exec(texto);
    if (intro) {
      this.apresentacao = (intro[1] ?? '').trim();
      this.#rumo = 'apresentacao';
    } else if (this.#rumo === 'apresentacao') {
      if ((this.apresentacao?.length ?? 0) > MAIS_LONGO.apresentacao) this.#left(texto);
      else this.apresentacao = `${this.apresentacao} ${texto}`.trim();
    } else if (this.titulo === null) {
      this.titulo = texto;
      this.#rumo = 'titulo';
    } else if (this.#rumo === 'titulo') {
      if (this.titulo.length > MAIS_LONGO.titulo) this.#left(texto);
      else this.titulo = `${this.titulo} ${texto}`;
    } else this.#left(texto);
  }

  /** A line that begins nothing: it goes on with what stands before it, or is left over. */
  #goOn(aberta: Aberta, texto: string): void {
    const option = aberta.escritas.at(-1);
    // Beyond what a field holds nothing is gathered.
    const grown = Math.max(
      aberta.texto.length,
      option?.texto.length ?? 0,
      aberta.instrucoes.at(-1)?.length ?? 0,
    );
    if (grown > MAIS_LONGO.apresentacao) this.#left(texto);
    else if (this.#rumo === 'pergunta') this.#text(aberta, texto);
    else if (this.#rumo === 'opcao' && option) {
      option.texto = `${option.texto} ${texto}`;
    } else if (this.#rumo === 'instrucao') {
      aberta.instrucoes.push(`${aberta.instrucoes.pop()} ${texto}`);
    } else if (aberta.escritas.length === 0) this.#text(aberta, texto);
    else this.#left(texto);
  }

  #left(texto: string): void {
    if (this.sobras.length < SOBRAS) this.sobras.push(texto);
  }

  /** A table: of options (code, text, value), or lines like any other. */
  #table(rows: readonly string[][]): void {
    const [header, ...rest] = rows;
    const isHeader = header?.some((cell) => HEADER_WORDS.test(cell.trim())) ?? false;
    if (!isHeader) {
      for (const row of rows) {
        const cells = row.map((cell) => cell.trim()).filter((cell) => cell !== '');
        // A code or a box and its words are one line; other cells are as many.
        const coded = /^(?:\d{1,3}(?:\.\d{1,3})?|\(\s*\)|\[\s*\])[.)-]?$/u.test(cells[0] ?? '');
        const lines = coded ? [cells.join(' ')] : cells.flatMap((cell) => cell.split('\n'));
        for (const line of lines) {
          if (line.trim() !== '') this.#line(line.trim());
          this.#rumo = this.#rumo === 'apresentacao' ? this.#rumo : null;
        }
      }
      return;
    }
    const names = (header ?? []).map(plainWords);
    const text = names.findIndex((name) =>
      /^(opcao|opcoes|resposta|respostas|alternativas?|descricao)$/.test(name),
    );
    const value = names.indexOf('valor');
    const code = names.findIndex((name) => /^cod/.test(name));
    for (const row of rest) {
      const texto = row[text]?.trim() ?? '';
      const numero = /^(\d{1,3})\.\d{1,3}$/.exec(row[code]?.trim() ?? '')?.[1] ?? null;
      const written = row[value === -1 ? code : value]?.trim() ?? '';
      const valor = /^\d{1,9}$/.test(written) ? Number(written) : null;
      if (texto === '' || this.#codeOf(numero, texto, valor)) continue;
      if (this.#aberta && (numero === null || numero === this.#aberta.numero))
        this.#options(this.#aberta, [{ texto, valor }]);
      else this.#left(row.join(' ').trim());
    }
    this.#rumo = null;
  }

  read(blocks: readonly Bloco[]): QuestionarioLido {
    for (const block of blocks) {
      if (block.tipo === 'tabela') this.#table(block.linhas);
      else {
        this.#line(block.texto);
        if (block.fim && this.#rumo !== 'apresentacao') this.#rumo = null;
      }
    }
    this.#close();
    const cut = (text: string | null, longest: number): string | null => {
      const tidied = text === null ? '' : text.replace(/\s+/g, ' ').trim();
      return tidied === '' ? null : tidied.slice(0, longest);
    };
    return {
      titulo: cut(this.titulo, MAIS_LONGO.titulo),
      apresentacao: cut(this.apresentacao, MAIS_LONGO.apresentacao),
      perguntas: conditions(this.lidas),
      sobras: this.sobras,
    };
  }
}

/**
 * The questionnaire that a document's blocks hold.
 * @returns no question at all where none was recognised: whoever asked says so to the person
 */
export function readQuestionnaire(blocks: readonly Bloco[]): QuestionarioLido {
  return new Reader(blocks).read(blocks);
}
