/** Reads an XLSForm (xlsform.org); reports unsupported parts. */
import { specialOf } from '../columns/field-marks.ts';
import {
  type LinhaLida,
  type OpcaoLida,
  PERGUNTAS_LIDAS,
  type PerguntaLida,
  type QuestionarioLido,
} from '../documents/read-questionnaire.ts';
import { shortened } from '../options/option-reading.ts';
import { type Contexto, conditionOf, intersectRules, type Traduzida } from './relevant.ts';
import { type AbaLida, chooseLanguage, type Lingua, type Registro, tableOf, textIn } from './tables.ts';
import { PONTOS_MAX, rowType, type TipoDeLinha } from './types.ts';

const MAIS_LONGO = { texto: 2000, opcao: 500, instrucao: 1000, apresentacao: 4000, titulo: 200 } as const;
const OPCOES = 100;
/** Longest question code in characters. A longer XLSForm name becomes only the variable's name. */
const CODIGO = 20;
const NOME = 200;
const SOBRAS = 200;
const INTEIRO_MAX = 2_147_483_647;

const sheetNamed = (abas: readonly AbaLida[], nome: string): AbaLida | undefined =>
  abas.find((aba) => aba.nome.trim().toLowerCase() === nome);

export function isXlsform(abas: readonly AbaLida[]): boolean {
  const survey = sheetNamed(abas, 'survey');
  return survey !== undefined && tableOf(survey, ['type', 'name']) !== null;
}

/** Keeps distinct whole numbers as codes; other choices get the next free codes. */
function assignCodes(
  rows: readonly { nome: string; texto: string; valor: string; especial: string | null }[],
): OpcaoLida[] {
  const wanted = rows.map(({ nome, valor }) => {
    const number = /^-?\d{1,10}$/u.test(valor || nome) ? Number(valor || nome) : null;
    return number !== null && Math.abs(number) <= INTEIRO_MAX ? number : null;
  });
  const free = wanted.map((one, at) => (rows[at]?.valor || wanted.indexOf(one) === at ? one : null));
  const used = new Set(free);
  let next = 1;
  return rows.map(({ nome, texto, especial }, at): OpcaoLida => {
    let valor = free[at] ?? null;
    if (valor === null) {
      while (used.has(next)) next += 1;
      valor = next;
      used.add(next);
    }
    const words = texto || nome;
    const inferred = specialOf(words) ?? (/^(?:other|outr[oa]s?)$/iu.test(nome) ? 'outro' : null);
    const said = especial === 'nao_sabe' || especial === 'recusa' || especial === 'outro' ? especial : null;
    return {
      texto: words.slice(0, MAIS_LONGO.opcao),
      valor,
      especial: especial === null ? inferred : said,
      ...(nome === String(valor) ? {} : { nome: nome.slice(0, NOME) }),
    };
  });
}

function choiceLists(
  aba: AbaLida | undefined,
  lingua: (registro: Registro) => string,
): Map<string, OpcaoLida[]> {
  const tabela = aba && tableOf(aba, ['list_name', 'name']);
  const lists = new Map<string, { nome: string; texto: string; valor: string; especial: string | null }[]>();
  const marked = tabela?.colunas.some(({ nome }) => nome === 'escuta_especial') ?? false;
  for (const registro of tabela?.registros ?? []) {
    const [lista, nome] = [registro.cell('list_name'), registro.cell('name')];
    if (lista === '' || nome === '') continue;
    const rows = lists.get(lista) ?? [];
    const especial = marked ? registro.cell('escuta_especial') : null;
    rows.push({ nome, texto: lingua(registro), valor: registro.cell('escuta_valor'), especial });
    lists.set(lista, rows);
  }
  return new Map([...lists].map(([lista, rows]) => [lista, assignCodes(rows)]));
}

const yes = (text: string): boolean => /^(?:yes|true|true\(\)|1|sim|verdadeiro)$/iu.test(text);

const COMPARA = /^\.\s*(>=|<=|>|<)\s*(-?\d+(?:\.\d+)?)$/u;
/** Bounds of a constraint such as '. >= 0 and . <= 120'; null: another kind of constraint. */
function limitsOf(rule: string, integer: boolean): { minimo: number | null; maximo: number | null } | null {
  const limits: { minimo: number | null; maximo: number | null } = { minimo: null, maximo: null };
  const parts = rule.replace(/^\s*\((.*)\)\s*$/su, '$1').split(/\s+and\s+/iu);
  for (const part of parts) {
    const hit = COMPARA.exec(
      part
        .trim()
        .replace(/^\((.*)\)$/su, '$1')
        .trim(),
    );
    if (!hit) return null;
    const [, op = '', digits = ''] = hit;
    const strict = !op.includes('=');
    // A strict bound becomes the next whole number; a question with fractions has no next number.
    if (strict && !integer) return null;
    const value = Number(digits) + (strict ? (op === '>' ? 1 : -1) : 0);
    if (op.startsWith('>')) limits.minimo = Math.max(limits.minimo ?? value, value);
    else limits.maximo = Math.min(limits.maximo ?? value, value);
  }
  return limits;
}

/** Type and bounds of a range question ('start=0 end=10 step=1'). */
function rangeOf(parameters: string): { tipo: 'escala' | 'numero'; minimo: number; maximo: number } {
  const value = (name: string, otherwise: number): number => {
    const hit = new RegExp(`(?:^|[\\s;,])${name}\\s*=\\s*(-?\\d+(?:\\.\\d+)?)`, 'iu').exec(parameters);
    return hit ? Number(hit[1]) : otherwise;
  };
  const [minimo, maximo, step] = [value('start', 0), value('end', 10), value('step', 1)];
  const whole = [minimo, maximo, step].every(Number.isInteger) && maximo - minimo <= PONTOS_MAX;
  return { tipo: whole ? 'escala' : 'numero', minimo, maximo };
}

/** `n`: the group's number, from 1. `ordena`: its items are ranked. */
type Grupo = { n: number; regra: Traduzida; repete: boolean; tronco: string; lista: string; ordena: boolean };

const TUDO: Traduzida = { condicao: null, inteira: true };

class Formulario {
  readonly perguntas: PerguntaLida[] = [];
  readonly sobras: string[] = [];
  readonly linhas: LinhaLida[] = [];
  readonly notas: string[] = [];
  readonly #porNome = new Map<string, number>();
  readonly #lists: ReadonlyMap<string, OpcaoLida[]>;
  readonly #lingua: Lingua;
  readonly #grupos: Grupo[] = [];
  readonly #repetidas: string[] = [];
  readonly #demais: string[] = [];
  #pendentes: string[] = [];
  #calculos = 0;
  #abertos = 0;

  constructor(lists: ReadonlyMap<string, OpcaoLida[]>, lingua: Lingua) {
    this.#lists = lists;
    this.#lingua = lingua;
  }

  get #contexto(): Contexto {
    return { perguntas: this.perguntas, porNome: this.#porNome };
  }

  row(registro: Registro): void {
    const type = registro.cell('type');
    const nome = registro.cell('name');
    const texto = textIn(registro, 'label', this.#lingua);
    if ((type === '' && nome === '' && texto === '') || yes(registro.cell('disabled'))) return;
    const tipo = rowType(type);
    const before = this.perguntas.length;
    const uso = this.#take(tipo, registro, { nome, texto });
    if (tipo.tipo === 'programa' || tipo.tipo === 'fecha') return;
    const made = this.perguntas.length > before ? before : null;
    const doubtful = made !== null && (this.perguntas[made]?.avisos.length ?? 0) > 0;
    this.linhas.push({
      texto: (texto || nome || type).slice(0, MAIS_LONGO.texto),
      uso: doubtful ? 'duvidosa' : uso,
      pergunta: made,
      lugar: null,
    });
  }

  #left(words: string): 'deixada' {
    if (this.sobras.length < SOBRAS) this.sobras.push(words);
    return 'deixada';
  }

  #take(tipo: TipoDeLinha, registro: Registro, said: { nome: string; texto: string }): 'usada' | 'deixada' {
    const inRepeat = this.#grupos.some(({ repete }) => repete);
    switch (tipo.tipo) {
      case 'abre':
        this.#open(registro, said.texto, tipo.repete);
        return 'usada';
      case 'fecha':
        this.#grupos.pop();
        return 'usada';
      case 'programa':
        if (/^calculate$/iu.test(registro.cell('type'))) this.#calculos += 1;
        return 'usada';
      case 'nota':
        if (said.texto !== '' && !inRepeat)
          (this.perguntas.length === 0 ? this.notas : this.#pendentes).push(said.texto);
        return 'usada';
      case 'item': {
        const lista = this.#grupos.at(-1)?.lista ?? '';
        const choice = { tipo: 'opcoes', varias: false, lista, arquivo: false, outro: false } as const;
        return this.#take(choice, registro, said);
      }
      case 'deixada':
        return this.#left(
          `${said.texto || said.nome} (${tipo.nome}): a resposta não pode ser conferida na gravação.`,
        );
      default:
        if (inRepeat) {
          this.#repetidas.push(said.texto || said.nome);
          return 'deixada';
        }
        if (this.perguntas.length >= PERGUNTAS_LIDAS) {
          this.#demais.push(said.texto || said.nome);
          return 'deixada';
        }
        if (tipo.tipo === 'opcoes' && /^(?:label|list-nolabel label)$/iu.test(registro.cell('appearance')))
          return 'usada';
        if (tipo.tipo === 'pergunta' && this.#isTextOfOther(registro, said.nome)) return 'usada';
        this.#ask(tipo, registro, said);
        return 'usada';
    }
  }

  #open(registro: Registro, texto: string, repete: boolean): void {
    const above = this.#grupos.at(-1)?.regra ?? TUDO;
    const own = conditionOf(registro.cell('relevant'), this.#contexto);
    const table = /table-list|list-nolabel/iu.test(registro.cell('appearance'));
    const lista = registro.cell('kobo--score-choices') || registro.cell('kobo--rank-items');
    const tronco = table || lista !== '' || registro.cell('escuta_tipo') === 'bateria' ? texto : '';
    this.#abertos += 1;
    this.#grupos.push({
      ...{ n: this.#abertos, repete, tronco, lista, ordena: registro.cell('kobo--rank-items') !== '' },
      regra: intersectRules(above, own, this.#contexto),
    });
  }

  #isTextOfOther(registro: Registro, nome: string): boolean {
    const hit = /^(.+)_(?:other|others|outr[oa]s?|qual|quais|especifi\w+|specify)$/iu.exec(nome);
    const place = this.#porNome.get(hit?.[1] ?? '');
    const asked = this.perguntas[place ?? -1];
    if (!asked || !/^(?:text|string)$/iu.test(registro.cell('type'))) return false;
    const { condicao, inteira } = conditionOf(registro.cell('relevant'), this.#contexto);
    const [only, ...more] = condicao?.opcoes ?? [];
    return (
      inteira &&
      condicao?.pergunta === place &&
      more.length === 0 &&
      asked.opcoes[only ?? -1]?.especial === 'outro'
    );
  }

  #ask(
    tipo: Extract<TipoDeLinha, { tipo: 'opcoes' | 'pergunta' }>,
    registro: Registro,
    { nome, texto }: { nome: string; texto: string },
  ): void {
    const avisos: string[] = [];
    const place = this.perguntas.length;
    const grupo = this.#grupos.find((one) => one.tronco !== '');
    const tronco = grupo?.tronco ?? '';
    const words = tronco === '' ? texto : `${tronco} ${texto}`.trim();
    const kind = this.#kindOf(tipo, registro, avisos);
    const hints = [
      ...this.#pendentes,
      textIn(registro, 'hint', this.#lingua),
      textIn(registro, 'guidance_hint', this.#lingua),
    ];
    this.#pendentes = [];
    const instrucao = hints.filter((one) => one !== '').join(' ');
    if (/\$\{/u.test(words)) avisos.push('O texto cita a resposta de outra pergunta: confira.');
    if (words.length > MAIS_LONGO.texto)
      avisos.push(`O texto passa de ${MAIS_LONGO.texto} caracteres: o fim foi cortado.`);
    if (registro.cell('choice_filter') !== '')
      avisos.push('As opções dependem de outra resposta (choice_filter): todas foram lidas.');
    const rule = registro.cell('relevant');
    const { condicao, inteira } = intersectRules(
      this.#grupos.at(-1)?.regra ?? TUDO,
      conditionOf(rule, this.#contexto),
      this.#contexto,
    );
    if (!inteira)
      avisos.push(
        `No formulário, esta pergunta só é feita ${rule ? `se ${shortened(rule)}` : 'conforme a regra do grupo dela'}. ${condicao ? 'A Escuta aceita só parte desta regra.' : 'A Escuta não aceita esta regra: a pergunta é feita a todos.'}`,
      );
    const codigo = registro.cell('escuta_codigo') || nome;
    const taken = this.perguntas.some((one) => one.codigo.toLowerCase() === codigo.toLowerCase());
    this.#porNome.set(nome, place);
    this.perguntas.push({
      codigo: codigo !== '' && codigo.length <= CODIGO && !taken ? codigo : this.#freeCode(place + 1),
      nome: nome.slice(0, NOME),
      texto: words.slice(0, MAIS_LONGO.texto),
      obrigatoria: yes(registro.cell('required')),
      ler_opcoes: !/^n(?:ao|ão|o)$/iu.test(registro.cell('escuta_ler_opcoes')),
      ...(yes(registro.cell('escuta_observada')) ? { observada: true } : {}),
      instrucao: instrucao === '' ? null : instrucao.slice(0, MAIS_LONGO.instrucao),
      ...kind,
      unidade: registro.cell('escuta_unidade') || null,
      mostrar_se: condicao,
      ...(grupo && !grupo.ordena && texto !== ''
        ? { bateria: { grupo: grupo.n, texto: tronco, item: texto } }
        : {}),
      avisos,
    });
  }

  #freeCode(n: number): string {
    for (let at = n; ; at += 1) {
      const codigo = `P${at}`;
      if (!this.perguntas.some((one) => one.codigo.toUpperCase() === codigo)) return codigo;
    }
  }

  #listOf(lista: string, avisos: string[]): OpcaoLida[] {
    const opcoes = this.#lists.get(lista) ?? [];
    if (opcoes.length <= OPCOES) return opcoes.map((opcao) => ({ ...opcao }));
    avisos.push(
      `A lista “${lista}” tem ${opcoes.length} opções (o limite é ${OPCOES}): a pergunta foi lida como texto livre.`,
    );
    return [];
  }

  #kindOf(
    tipo: Extract<TipoDeLinha, { tipo: 'opcoes' | 'pergunta' }>,
    registro: Registro,
    avisos: string[],
  ): Pick<PerguntaLida, 'tipo' | 'minimo' | 'maximo' | 'opcoes'> {
    const nothing = { minimo: null, maximo: null };
    const constraint = registro.cell('constraint');
    const unread = (): void => {
      if (constraint !== '') avisos.push(`O limite “${shortened(constraint)}” do formulário não foi lido.`);
    };
    if (tipo.tipo === 'opcoes') {
      const opcoes = tipo.arquivo ? [] : this.#listOf(tipo.lista, avisos);
      unread();
      if (opcoes.length === 0) {
        if (tipo.arquivo)
          avisos.push(`As opções estão no arquivo “${tipo.lista}”, que não está no formulário.`);
        else if (!this.#lists.has(tipo.lista))
          avisos.push(`A lista de opções “${tipo.lista}” não está na aba “choices”.`);
        return { tipo: 'texto', ...nothing, opcoes: [] };
      }
      if (tipo.outro && !opcoes.some(({ especial }) => especial === 'outro'))
        opcoes.push({
          ...{ texto: 'Outro', especial: 'outro', nome: 'other' },
          valor: Math.max(0, ...opcoes.map(({ valor }) => valor)) + 1,
        });
      return { tipo: tipo.varias ? 'multipla' : 'escolha', ...nothing, opcoes };
    }
    if (tipo.aviso !== null) avisos.push(tipo.aviso);
    const scale = registro.cell('escuta_tipo') === 'escala' || tipo.como === 'escala';
    const como = scale ? 'escala' : tipo.como;
    const opcoes = this.#listOf(registro.cell('escuta_opcoes'), avisos);
    if (tipo.como === 'escala') {
      unread();
      return { ...rangeOf(registro.cell('parameters')), opcoes };
    }
    if (tipo.como !== 'numero') {
      unread();
      return { tipo: como, ...nothing, opcoes };
    }
    const limits = constraint === '' ? nothing : limitsOf(constraint, /^int/iu.test(registro.cell('type')));
    if (!limits) unread();
    return { tipo: como, ...(limits ?? nothing), opcoes };
  }

  end(): void {
    const { outras, escolhida } = this.#lingua;
    for (const one of this.#pendentes) this.#left(one);
    if (this.#demais.length > 0) {
      const n = this.#demais.length;
      this.#left(
        `${n} ${n === 1 ? 'pergunta' : 'perguntas'} além das ${PERGUNTAS_LIDAS} que um questionário pode ter, a partir de “${shortened(this.#demais[0] ?? '')}”.`,
      );
    }
    if (this.#repetidas.length > 0)
      this.#left(
        `Perguntas de um grupo que se repete: ${this.#repetidas.slice(0, 20).map(shortened).join('; ')}.`,
      );
    if (this.#calculos > 0)
      this.#left(
        this.#calculos === 1
          ? '1 campo calculado pelo formulário.'
          : `${this.#calculos} campos calculados pelo formulário.`,
      );
    if (outras.length > 0)
      this.#left(
        `Textos em ${outras.map((one) => one || 'língua sem nome').join(', ')}: a Escuta leu os textos em ${escolhida || 'língua sem nome'}.`,
      );
  }
}

export function readXlsform(abas: readonly AbaLida[]): QuestionarioLido {
  const aba = sheetNamed(abas, 'survey');
  const survey = aba ? tableOf(aba, ['type', 'name']) : null;
  const choices = sheetNamed(abas, 'choices');
  const settings = sheetNamed(abas, 'settings');
  const [general] = (settings && tableOf(settings, ['form_title'])?.registros) || [];
  const listed = choices ? tableOf(choices, ['list_name', 'name']) : null;
  const lingua = chooseLanguage([survey, listed], general?.cell('default_language') ?? '');
  const lists = choiceLists(choices, (registro) => textIn(registro, 'label', lingua));
  const form = new Formulario(lists, lingua);
  for (const registro of survey?.registros ?? []) form.row(registro);
  form.end();
  const apresentacao = form.notas.join('\n').trim();
  return {
    titulo: general?.cell('form_title').slice(0, MAIS_LONGO.titulo) || null,
    apresentacao: apresentacao.slice(0, MAIS_LONGO.apresentacao) || null,
    perguntas: form.perguntas,
    sobras: form.sobras,
    linhas: form.linhas,
  };
}
