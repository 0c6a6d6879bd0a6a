import { type Marcas, marksOf } from '../columns/field-marks.ts';
import {
  addConditionalSkips,
  addDoubts,
  answerBy,
  choose,
  itemCode,
  scaledBy,
  withoutSkips,
} from './answering.ts';
import { type Bateria, readBattery, readFields, readStatements, rowOf, SEM_NOME } from './batteries.ts';
import { isForAll, openingCondition } from './conditions/condition-notes.ts';
import { conditionalSkip, Saltos } from './conditions/skips.ts';
import { fieldOf, isFieldLine, scaleNumbers } from './fields.ts';
import { goesOn, isRule, noteOf } from './line-kinds.ts';
import { isAloneNumber, type Linha } from './lines.ts';
import {
  hasBoxesBehind,
  type LinhaDeLista,
  type Lista,
  readList,
  readUnmarked,
  splitOptions,
} from './options.ts';
import type { Inicio } from './question-starts.ts';
import { asked, assignCodes, type Lida, MAIS_LONGO } from './reading.ts';
import { notesApart, roleOf, type Trabalho, withWholeBrackets } from './roles.ts';
import { isSpecialName, specialsIn } from './special-words.ts';

/** Maximum final lines of a question that may lead over to the next question. */
const PASSAGEM = 8;
const GUARDADO = 5000;

export type Trecho = {
  lidas: Lida[];
  proxima: { condicoes: string[]; instrucoes: string[]; tronco: string | null; origens: number[] };
  deixadas: number[];
  duvidosas: number[];
};

const isOpen = ({ especial }: { especial: string | null }): boolean =>
  especial === 'nao_sabe' || especial === 'recusa';
const bare = (text: string): string => text.replace(/^[\s([]+|[\s)\].:]+$/gu, '');

class Leitura {
  readonly #saltos = new Saltos();
  readonly #condicionais: { se: string; para: string[] }[] = [];
  readonly #linhas: Trabalho[] = [];
  readonly #inicio: Inicio;
  readonly #texto: string;
  readonly #origens: readonly number[];
  readonly #trecho: Trecho = {
    lidas: [],
    proxima: { condicoes: [], instrucoes: [], tronco: null, origens: [] },
    deixadas: [],
    duvidosas: [],
  };

  constructor(inicio: Inicio, linhas: readonly Linha[], last: boolean) {
    this.#inicio = inicio;
    const [first, ...others] = withWholeBrackets(linhas, inicio.texto);
    this.#origens = first ? [first.origem, ...(first.unidas ?? [])] : [];
    const texto = this.#withoutConditional(first?.texto ?? inicio.texto);
    const cells = first?.celulas.slice(isAloneNumber(first.celulas[0] ?? '') ? 2 : 1) ?? [];
    const joined = cells.join(' ');
    const beside = cells.length > 0 && texto.endsWith(joined) ? cells.map((cell) => this.#take(cell)) : [];
    const line = { texto: beside.join(' '), celulas: beside, fim: true, tabela: true, campo: false };
    const field = beside.length > 0 && isFieldLine(line.texto);
    // Cells beside the question may be a list's first option: 'Sexo | Masculino | 1', '| Feminino | 2'.
    const isRow = beside.length === 2 && (others[0]?.celulas.length ?? 0) > 1 && isCoded(beside);
    const before = this.#take(texto.slice(0, texto.length - joined.length));
    // The words before the other cells may already contain the first option: 'Sexo: ( ) M'.
    const isWhole = BOX_INSIDE.test(before);
    const list = !isWhole && (field || isRow || (beside.length > 0 && readList([line]) !== null));
    const own = list ? before : this.#take(texto);
    const split = list ? { antes: own, opcoes: line.texto } : splitOptions(own);
    this.#texto = split?.antes ?? own;
    if (split && first)
      this.#linhas.push({
        ...first,
        texto: split.opcoes,
        celulas: list ? beside : [split.opcoes],
        papel: field ? 'campo' : 'conteudo',
        campo: field,
      });
    let closed = false;
    for (const linha of others.flatMap(notesApart))
      this.#add(linha, last, (papel) => (closed ||= papel === 'fecho'));
    this.#withLetters();
  }

  /** Treats lines with consecutive letters as options, because 'A. SIM' would otherwise pass for a heading. */
  #withLetters(): void {
    const letters = this.#linhas.map(
      ({ texto }) => /^([A-Z])(?:\.|\s*[-–—])\s/u.exec(texto)?.[1]?.charCodeAt(0) ?? 0,
    );
    for (const [at, linha] of this.#linhas.entries()) {
      const own = letters[at] ?? 0;
      const counts = letters[at - 1] === own - 1 || letters[at + 1] === own + 1;
      if (linha.papel === 'titulo' && own > 0 && counts) linha.papel = 'conteudo';
    }
  }

  /** Removes and stores conditional skips such as '(Se não, pule para a 7)'. */
  #withoutConditional(text: string): string {
    return text.replace(/[([]([^()[\]]*)[)\]]/gu, (whole, inner: string) => {
      const skip = conditionalSkip(inner);
      if (skip) this.#condicionais.push(skip);
      return skip ? ' ' : whole;
    });
  }

  #take(text: string): string {
    return this.#saltos.take(text).replace(/\s+/gu, ' ').trim();
  }
  #resto(text: string): string {
    return this.#saltos.of(text).resto.replace(/\s+/gu, ' ').trim();
  }

  #add(linha: Linha, last: boolean, isClosed: (papel: Trabalho['papel']) => boolean): void {
    const previous = this.#linhas.at(-1);
    const texto = this.#take(linha.texto);
    const own = roleOf(linha, texto, last);
    const papel = isClosed(own) ? 'fecho' : own;
    const skip = papel === 'salto' ? conditionalSkip(linha.texto) : null;
    if (skip) this.#condicionais.push(skip);
    // A line above a signature belongs to the signature, unless the question has no other line for the answer.
    if (own === 'fecho' && previous && this.#linhas.length > 1 && isRule(previous.texto)) {
      previous.papel = 'fecho';
      previous.campo = false;
    }
    const celulas = linha.celulas.map((cell) => this.#take(cell)).filter((cell) => cell !== '');
    const one: Trabalho = { ...linha, texto, celulas, papel, campo: papel === 'campo' };
    // Splits a line where a question ends with '?' and options begin.
    const ends = /^([^?]*\?["”)]*(?:\s*[([][^()[\]]*[)\]])*)\s+(\S.*)$/u.exec(
      papel === 'conteudo' ? texto : '',
    );
    if (ends && celulas.length < 2 && /[\p{L}\p{N}]/u.test(ends[2] ?? '') && this.#isUnasked()) {
      this.#linhas.push({ ...one, texto: ends[1] ?? '', celulas: [ends[1] ?? ''] });
      Object.assign(one, { texto: ends[2] ?? '', celulas: [ends[2] ?? ''] });
    }
    const note =
      previous?.papel === 'unida' ? this.#linhas.findLast((before) => before.papel === 'nota') : previous;
    if (note?.papel === 'nota' && previous?.fim === false && papel === 'conteudo' && goesOn(linha.texto)) {
      note.texto = `${note.texto} ${one.texto}`;
      one.papel = 'unida';
    }
    this.#linhas.push(one);
  }

  #isUnasked(): boolean {
    const whole = [this.#texto, ...this.#linhas.map(({ texto }) => texto)].join(' ');
    return !whole.includes('?') && whole.length < GUARDADO;
  }

  #at(place: number): Trabalho {
    return this.#linhas[place] as Trabalho;
  }
  #firstLines(places: readonly number[]): number[] {
    return places.map((at) => this.#at(at).origem);
  }
  #allLines(places: readonly number[]): number[] {
    return places.flatMap((at) => {
      const { origem, unidas = [] } = this.#at(at);
      return [origem, ...unidas];
    });
  }

  read(): Trecho {
    const trecho = this.#trecho;
    const apart = new Set<number>();
    for (const [at, { codigo }] of this.#linhas.entries()) if (codigo) apart.add(at);
    const tail = this.#findTail(apart);
    const of = (...papeis: Trabalho['papel'][]): number[] =>
      this.#linhas.flatMap(({ papel, grade }, at) =>
        papeis.includes(papel) && !tail.has(at) && !apart.has(at) && !grade ? [at] : [],
      );
    const content = of('conteudo');
    const fields = of('campo');
    const notes = of('nota');
    const filters = of('filtro');
    trecho.deixadas.push(...this.#allLines(of('titulo', 'fecho')));
    const told = notes.map((at) => this.#resto(noteOf(this.#at(at).texto) ?? this.#at(at).texto));
    const filtered = filters.map((at) => bare(this.#at(at).texto)).filter((one) => !isForAll(one));
    const shared = [
      ...this.#origens,
      ...this.#allLines([...notes, ...filters, ...of('unida', 'cabecalho', 'salto')]),
    ];
    const lida = (stem: readonly number[]): { one: Lida; marcas: Marcas } => {
      const whole = [this.#texto, ...stem.map((at) => this.#at(at).texto)].join(' ').slice(0, GUARDADO);
      const { para, resto } = this.#saltos.of(whole);
      const { texto, marcas: own } = marksOf(resto);
      const noted = told.map((note) => marksOf(note).marcas);
      const marcas: Marcas = {
        ...own,
        respostas: own.respostas ?? noted.find(({ respostas }) => respostas)?.respostas ?? null,
        lerOpcoes: own.lerOpcoes ?? noted.find(({ lerOpcoes }) => lerOpcoes !== null)?.lerOpcoes ?? null,
        livre: own.livre || noted.some(({ livre }) => livre),
      };
      const one: Lida = {
        codigo: this.#inicio.codigo,
        texto: texto.slice(0, MAIS_LONGO.texto),
        tipo: 'texto',
        obrigatoria: marcas.obrigatoria,
        lerOpcoes: marcas.lerOpcoes,
        varias: marcas.respostas === 'varias',
        instrucoes: [...marcas.instrucoes, ...told],
        ...{ minimo: null, maximo: null, unidade: null },
        ...{ opcoes: [], impressos: [] },
        saltos: para.map((one) => ({ opcao: null, para: one })),
        condicoes: [...marcas.condicoes, ...filtered].filter((note) => !isForAll(note)),
        comeco: openingCondition(texto),
        avisos:
          texto.length > MAIS_LONGO.texto
            ? [`O texto passa de ${MAIS_LONGO.texto} caracteres: o fim foi cortado.`]
            : [],
        origens: [...shared, ...this.#allLines(stem)],
        ...{ semResposta: false, bateria: null, fila: null, colunas: null },
      };
      return { one, marcas };
    };
    const found = this.#readGrids(content, lida) ??
      this.#readBattery(content, fields, lida) ?? [this.#single(content, fields, lida)];
    trecho.lidas.push(...found.map((one) => this.#finished(one)));
    return trecho;
  }

  #readGrids(
    content: readonly number[],
    lida: (stem: readonly number[]) => { one: Lida; marcas: Marcas },
  ): Lida[] | null {
    const grids = this.#linhas.flatMap(({ grade }, at) => (grade ? [{ grade, at }] : []));
    const [first] = grids;
    if (!first) return null;
    const stem = content.filter((at) => at < first.at);
    this.#trecho.duvidosas.push(...this.#allLines(content.filter((at) => at > first.at)));
    const { one, marcas } = lida(stem);
    return grids.flatMap(({ grade }) => {
      const rows = new Set(grade.itens.map(({ origem }) => origem));
      const head = {
        ...one,
        origens: [...one.origens, ...grade.origens.filter((origem) => !rows.has(origem))],
      };
      const itens = grade.itens.map((item) => ({ ...item, linhas: [] }));
      return this.#readItems(
        head,
        { opcoes: grade.opcoes, escala: grade.escala, itens, aviso: null },
        marcas.respostas === 'varias',
      );
    });
  }

  /** Reads a battery: rows with codes, items with fields, or statements. */
  #readBattery(
    content: readonly number[],
    fields: readonly number[],
    lida: (stem: readonly number[]) => { one: Lida; marcas: Marcas },
  ): Lida[] | null {
    const lines = content.map((at) => this.#at(at));
    const places = (own: readonly number[]): number[] => own.map((at) => content[at] ?? 0);
    const left = (used: ReadonlySet<number>, stem: readonly number[], all: readonly number[]): void => {
      this.#trecho.duvidosas.push(...this.#allLines(all.filter((at) => !used.has(at) && !stem.includes(at))));
    };
    const rows = readBattery(lines, this.#firstLines(content));
    if (rows) {
      const used = new Set(places([...rows.cabecalho, ...rows.itens.flatMap(({ linhas }) => linhas)]));
      const stem = places([...content.keys()].filter((at) => at < rows.inicio)).filter((at) => !used.has(at));
      left(used, stem, content);
      const { one } = lida(stem);
      one.origens.push(...this.#allLines(places(rows.cabecalho)));
      const itens = rows.itens.map((item) => ({ ...item, linhas: places(item.linhas) }));
      const scale = scaledBy(one);
      // The numbers are a scale only if the question or a note says so.
      const escala = rows.escala && scale?.maximo === rows.escala.maximo ? rows.escala : null;
      const aviso = rows.escala && !escala ? SEM_NOME : rows.aviso;
      return this.#readItems(one, { ...rows, itens, escala, aviso }, false);
    }
    const all = [...content, ...fields].sort((a, b) => a - b);
    const withFields = readFields(
      all.map((at) => this.#at(at)),
      this.#firstLines(all),
    );
    if (withFields) {
      const used = new Set(withFields.map(({ linhas }) => all[linhas[0] ?? 0] ?? 0));
      const others = all.filter((at) => !used.has(at));
      // Fields ('1º lugar ____', '2º lugar ____') may share an option list.
      const list = withFields.every(({ ordem }) => ordem) ? readList(others.map((at) => this.#at(at))) : null;
      const isListed = list !== null && list.fora.length === 0 && list.opcoes.length > 1;
      const stem = isListed ? others.slice(0, list.inicio) : all.filter((at) => at < Math.min(...used));
      if (!isListed) left(used, stem, all);
      const { one } = lida(stem);
      if (isListed) {
        one.origens.push(...this.#allLines(others));
        const itens = withFields.map((item) => ({ ...item, linhas: [] }));
        return this.#readItems(one, { opcoes: list.opcoes, escala: null, itens, aviso: null }, false);
      }
      const scale = scaledBy(one);
      return withFields.map((item, at) => {
        const own = this.#item(one, { ...item, linhas: [] }, at);
        answerBy(own, this.#texto, fieldOf(this.#at(all[item.linhas[0] ?? 0] ?? 0).texto), null, scale);
        own.semResposta = false;
        return own;
      });
    }
    const statements = readStatements(lines, this.#firstLines(content));
    if (!statements) return null;
    const own = places(statements.resto);
    const { tronco, lista, fora } = this.#readBody(own, fields);
    this.#trecho.duvidosas.push(...this.#allLines(fora));
    const { one, marcas } = lida(tronco);
    const items = new Set(statements.itens.map(({ origem }) => origem));
    one.origens.push(...this.#allLines(own).filter((origem) => !items.has(origem)));
    const bateria = {
      opcoes: lista?.opcoes ?? [],
      escala: null,
      aviso: null,
      itens: statements.itens.map((item) => ({ ...item, linhas: [] })),
    };
    return this.#readItems(one, bateria, marcas.respostas === 'varias');
  }

  /** Finds the option list; `tronco`: lines before the list, `fora`: lines between its options. */
  #readBody(
    content: readonly number[],
    fields: readonly number[],
  ): { tronco: number[]; lista: Lista | null; fora: number[] } {
    const places = [...content, ...fields].sort((a, b) => a - b);
    const lista = readList(places.map((at): LinhaDeLista => this.#at(at)));
    const first = lista ? (places[lista.inicio] ?? 0) : Number.POSITIVE_INFINITY;
    const tronco = content.filter((at) => at < first);
    return { tronco, lista, fora: (lista?.fora ?? []).map((at) => places[at] ?? 0) };
  }

  #single(
    content: readonly number[],
    fields: readonly number[],
    lida: (stem: readonly number[]) => { one: Lida; marcas: Marcas },
  ): Lida {
    const all = [...content, ...fields].sort((a, b) => a - b);
    const numbers = all.find((at) => scaleNumbers(this.#at(at).texto) !== null);
    const scale =
      numbers === undefined
        ? scaleNumbers(this.#texto.slice(this.#texto.lastIndexOf('?') + 1))
        : scaleNumbers(this.#at(numbers).texto);
    const row = all.length === 0 ? rowOf(this.#resto(this.#texto)) : null;
    if (row && !row.texto.includes('?')) {
      const { one } = lida([]);
      return { ...one, texto: marksOf(row.texto).texto, fila: row.codigos, semResposta: true };
    }
    let { tronco, lista, fora } = this.#readBody(content, fields);
    if (!lista && !scale && fields.length === 0 && !fieldOf(this.#texto)) {
      const { texto, marcas } = marksOf(this.#texto);
      const loose =
        /[?:]["”)\s]*$/u.test(texto) && !marcas.livre
          ? readUnmarked(content.map((at) => this.#at(at)))
          : null;
      if (loose) ({ tronco, lista, fora } = { tronco: [], lista: loose, fora: [] });
    }
    const coded = assignCodes(withoutSkips(lista?.opcoes ?? [], this.#saltos));
    const closed = coded.filter((one) => !isOpen(one));
    const origens = this.#allLines(all);
    if (scale && (closed.length < 2 || closed.every(({ texto }) => /^\d{1,2}$/u.test(texto)))) {
      const stem = content.filter(
        (at) => at < (numbers ?? Number.POSITIVE_INFINITY) && isWords(this.#at(at).texto),
      );
      const { one } = lida(stem);
      one.origens.push(...origens);
      Object.assign(one, { tipo: 'escala', minimo: scale.minimo, maximo: scale.maximo });
      one.opcoes = assignCodes(scale.especiais);
      this.#readSpecialCodes(one, all);
      return one;
    }
    const { one, marcas } = lida(tronco.filter((at) => lista !== null || isWords(this.#at(at).texto)));
    one.origens.push(...origens);
    if (lista && closed.length >= 1 && coded.length >= 2) {
      choose(one, lista.opcoes, marcas.respostas === 'varias', this.#saltos);
      if (lista.forma === 'letra') one.impressos = [];
      if (lista.forma === 'sem sinal') one.avisos.push('As opções não têm marcador nem código: confira.');
      const left = new Set(this.#allLines(fora));
      this.#trecho.duvidosas.push(...left);
      one.origens = one.origens.filter((origem) => !left.has(origem));
      if (fora.length > 0)
        one.avisos.push(
          `Há ${fora.length === 1 ? 'uma linha' : `${fora.length} linhas`} sem sentido claro entre as opções: confira.`,
        );
      return one;
    }
    if (lista && closed.length === 1) {
      choose(one, lista.opcoes, marcas.respostas === 'varias', this.#saltos);
      one.avisos.push(`Só uma opção foi reconhecida (“${one.opcoes[0]?.texto}”): confira.`);
      return one;
    }
    const whole = [this.#texto, ...tronco.map((at) => this.#at(at).texto)].join(' ').slice(0, GUARDADO);
    // Words next to a blank give the answer's unit ('____ anos').
    const texts = [whole.slice(whole.lastIndexOf('?') + 1), whole];
    const field = [...texts, ...fields.map((at) => this.#at(at).texto)]
      .map(fieldOf)
      .find((found) => found !== null);
    one.opcoes = coded.filter(isOpen);
    this.#readSpecialCodes(one, all);
    answerBy(one, this.#texto, field ?? null, marcas, scaledBy(one));
    const names = content.at(-1);
    if (one.semResposta && names !== undefined)
      one.colunas = { linha: this.#at(names), texto: lida(tronco.filter((at) => at !== names)).one.texto };
    return one;
  }

  /** Adds codes of 'não sabe', and skips, to a question without an option list. */
  #readSpecialCodes(one: Lida, places: readonly number[]): void {
    const known = new Set(one.opcoes.map(({ valor }) => valor));
    const texts = places.map((at) => this.#at(at).texto);
    for (const text of [...texts, this.#texto]) {
      const field = fieldOf(text);
      const { especiais, resto } = specialsIn(text);
      if (!field && (scaleNumbers(text) !== null || isWords(this.#resto(resto)))) continue;
      for (const opcao of assignCodes(especiais)) {
        if (!known.has(opcao.valor)) one.opcoes.push(opcao);
        known.add(opcao.valor);
      }
    }
    for (const text of texts)
      for (const para of this.#saltos.of(text).para) one.saltos.push({ opcao: null, para });
  }

  #item(stem: Lida, item: Bateria['itens'][number], at: number): Lida {
    const { instrucoes, avisos, saltos, condicoes } = stem;
    return {
      ...stem,
      codigo: itemCode(this.#inicio.codigo, item.rotulo, at),
      texto: asked(stem.texto, marksOf(this.#resto(item.texto)).texto),
      ...{ instrucoes: [...instrucoes], avisos: [...avisos], saltos: [...saltos], condicoes: [...condicoes] },
      origens: [...stem.origens, item.origem, ...this.#allLines(item.linhas)],
    };
  }

  #readItems(
    stem: Lida,
    { opcoes, escala, itens, aviso }: Pick<Bateria, 'opcoes' | 'escala' | 'itens' | 'aviso'>,
    several: boolean,
  ): Lida[] {
    const grupo = itens[0]?.origem ?? 0;
    return itens.map((item, at) => {
      const one = this.#item(stem, item, at);
      one.bateria = { grupo, texto: stem.texto, item: marksOf(this.#resto(item.texto)).texto };
      if (escala) Object.assign(one, { tipo: 'escala', minimo: escala.minimo, maximo: escala.maximo });
      else if (opcoes.length > 0) choose(one, opcoes, several, this.#saltos);
      if (aviso) one.avisos.push(aviso);
      return one;
    });
  }

  #finished(one: Lida): Lida {
    addConditionalSkips(one, this.#condicionais);
    addDoubts(one);
    if (one.tipo === 'texto' && hasBoxesBehind(this.#texto))
      one.avisos.push('Há caixas depois do texto da pergunta: separe o texto e as opções.');
    if (one.texto === '') one.avisos.push('O texto da pergunta não foi reconhecido.');
    one.instrucoes = one.instrucoes.map((text) => this.#resto(text)).filter((text) => text !== '');
    return one;
  }

  /** Finds final lines outside this question: headings, and the next question's conditions, notes and transitions. */
  #findTail(apart: ReadonlySet<number>): ReadonlySet<number> {
    const places = new Set<number>();
    const { proxima, deixadas } = this.#trecho;
    for (let at = this.#linhas.length - 1; at >= 0 && !apart.has(at); at -= 1) {
      const { papel, texto, origem } = this.#at(at);
      if (papel === 'titulo' || papel === 'fecho') deixadas.unshift(origem);
      else if (papel === 'filtro') {
        if (!isForAll(bare(texto))) proxima.condicoes.unshift(bare(texto));
        proxima.origens.unshift(origem);
      } else if (papel === 'nota' && places.size > 0) {
        proxima.instrucoes.unshift(this.#resto(noteOf(texto) ?? texto));
        proxima.origens.unshift(origem);
      } else if (papel === 'conteudo' && at > 0 && places.size < PASSAGEM && this.#leadsOver(at)) {
        if (/[?:]$/u.test(texto)) proxima.tronco = proxima.tronco ? `${texto} ${proxima.tronco}` : texto;
        else proxima.instrucoes.unshift(texto);
        proxima.origens.unshift(origem);
      } else break;
      places.add(at);
    }
    return places;
  }

  #leadsOver(at: number): boolean {
    const { texto, celulas, grade } = this.#at(at);
    if (grade || celulas.length > 1 || !/^[\p{Lu}“"(]/u.test(texto) || !/[.?:!]["”)]*$/u.test(texto))
      return false;
    if (texto.split(' ').length < 4 || fieldOf(texto)) return false;
    const before = this.#linhas.slice(0, at);
    if (before.some(({ codigo }) => codigo !== null)) return true;
    const own = before.filter(
      ({ papel, grade: grid }) => !grid && (papel === 'conteudo' || papel === 'campo'),
    );
    const list = readList(own);
    const answered =
      before.some(({ grade: grid }) => grid) ||
      own.some(
        ({ texto: words }) => isFieldLine(words) || scaleNumbers(words) !== null || rowOf(words) !== null,
      ) ||
      fieldOf(this.#texto) !== null;
    if (!answered && (!list || (list.opcoes.length < 2 && list.fora.length === 0))) return false;
    // A line that extends the option list does not lead over to the next question.
    const longer = readList([...own, this.#at(at)]);
    return !list || !longer || longer.opcoes.length <= list.opcoes.length;
  }
}

const BOX_INSIDE = /(?:\(\s*\)|\[\s*\]|[☐□○])\s*\p{L}/u;

const isCoded = (cells: readonly string[]): boolean =>
  cells.filter((cell) => /^\d{1,4}$/u.test(cell)).length === 1 && cells.some((cell) => /\p{L}/u.test(cell));

/** True if a line is no numeric scale and has words besides names and codes of 'não sabe'. */
const isWords = (text: string): boolean =>
  /[\p{L}\p{N}]/u.test(specialsIn(text).resto) && !isSpecialName(text) && scaleNumbers(text) === null;

/** Reads a printed question, the next question's parts (`proxima`), and doubtful lines. */
export function readQuestion(inicio: Inicio, linhas: readonly Linha[], last: boolean): Trecho {
  return new Leitura(inicio, linhas, last).read();
}
