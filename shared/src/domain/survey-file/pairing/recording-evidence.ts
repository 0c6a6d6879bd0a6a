import { uuidsIn } from '../columns/collector-columns.ts';
import { isNeutral, nameWords } from '../documents/name-words.ts';
import { comparablePath, type IndiceDeLinhas, keyOf } from '../rows/row-index.ts';
import { type Identificadas, identify, PERTO } from './pairing-identifier.ts';
import {
  type Dia,
  type Ficha,
  isSameDay,
  pathOf,
  readName,
  type Telefone,
  withoutZeros,
} from './recording-name.ts';

/** Rules by which a recording's name identifies rows, strongest first. */
export type Regra =
  | 'caminho_exato'
  | 'base_exata'
  | 'caminho_igual'
  | 'base_igual'
  | 'identificador'
  | 'telefone'
  | 'nome_data';

/**
 * `regra`: the rule that names `linhas`, or null. `certa`: a single row without contradiction. `talvez`: possible rows.
 * `dizem`: rows of `linhas` or `talvez` that a file's name, a phone or a respondent supports.
 */
export type Evidencia = {
  regra: Regra | null;
  linhas: number[];
  certa: boolean;
  talvez: number[];
  dizem: number[];
};

/** Maximum examined words of a name, because each pair of words is looked up. */
const PALAVRAS = 24;

type Dito = { regra: Regra; linhas: number[] };
/** Other evidence, against which the chosen rule is checked. */
type Prova = { regra: Regra; linhas: number[]; has: (place: number) => boolean };

const union = (lists: readonly (readonly number[] | undefined)[]): number[] => {
  const all = new Set<number>();
  for (const list of lists) for (const place of list?.slice(0, PERTO + 1) ?? []) all.add(place);
  return [...all];
};

/** True if folders differ: only the cell has a folder of the archive, or only the path has a folder of the sheet. */
function isElsewhere(
  cell: readonly string[],
  own: readonly string[],
  known: { daPlanilha: ReadonlySet<string>; doPacote: ReadonlySet<string> },
): boolean {
  if (cell.length === 0 || own.length === 0) return false;
  return (
    cell.some((pasta) => !own.includes(pasta) && known.doPacote.has(pasta)) ||
    own.some((pasta) => !cell.includes(pasta) && known.daPlanilha.has(pasta))
  );
}

function byFile(
  indice: IndiceDeLinhas,
  doPacote: ReadonlySet<string>,
  nome: string,
): { dito: Dito | null; talvez: number[] } {
  const written = nome.normalize('NFC');
  const { pastas, base } = comparablePath(nome);
  const parts = [...pastas, base];
  const path = (from: number) => indice.porCaminho.get(keyOf(parts.slice(from)));
  const alike = base === '' ? [] : (indice.porBaseIgual.get(base) ?? []);
  const near = alike
    .slice(0, PERTO + 1)
    .filter((place) =>
      indice.linhas[place]?.arquivos.some(
        (cell) =>
          cell.base === base && !isElsewhere(cell.pastas, pastas, { daPlanilha: indice.pastas, doPacote }),
      ),
    );
  const found: [Regra, readonly number[] | undefined][] = [
    ['caminho_exato', indice.porArquivo.get(written)],
    ['base_exata', indice.porBase.get(written.split(/[/\\]/u).at(-1) ?? written)],
    [
      'caminho_igual',
      union([
        ...[...pastas.keys()].map(path),
        pastas.length > 0 ? indice.porFimDoCaminho.get(keyOf(parts)) : undefined,
      ]),
    ],
    ['base_igual', near],
  ];
  for (const [regra, linhas] of found) {
    if (linhas && linhas.length > 0) return { dito: { regra, linhas: [...linhas] }, talvez: [] };
  }
  const zeros = base === '' ? undefined : indice.porBaseSemZeros.get(withoutZeros(base));
  return { dito: null, talvez: union([alike, zeros]) };
}

const isDisjoint = (a: ReadonlySet<number>, b: ReadonlySet<number>): boolean =>
  ![...a].some((place) => b.has(place));

/** Evidence by the identifier in the name, else in the folders. `contra`: name and folders identify different rows. */
function byIdentifier(
  base: Identificadas,
  pastas: readonly Identificadas[],
): { linhas: number[]; contra: boolean; inteiro: boolean; talvez: number[]; completo: ReadonlySet<number> } {
  const completo = new Set([...base.completo, ...pastas.flatMap((pasta) => [...pasta.completo])]);
  const join = (...kinds: ('inteiro' | 'dito' | 'solto' | 'talvez')[]) =>
    new Set(pastas.flatMap((pasta) => kinds.flatMap((kind) => [...pasta[kind]])));
  const talvez = union([[...base.talvez], [...join('talvez', 'solto')]]);
  const decide = (own: ReadonlySet<number>, inteiro: boolean, ...others: ReadonlySet<number>[]) => {
    const against = others.filter((other) => other.size > 0 && isDisjoint(own, other));
    return {
      linhas: union([[...own], ...against.map((other) => [...other])]),
      contra: against.length > 0,
      inteiro,
      talvez,
      completo,
    };
  };
  if (base.inteiro.size > 0) return decide(base.inteiro, true, base.dito, join('inteiro'));
  if (base.dito.size > 0) return decide(base.dito, false, join('inteiro', 'dito'));
  if (base.solto.size > 0) return decide(base.solto, false, join('inteiro', 'dito', 'solto', 'talvez'));
  const whole = join('inteiro');
  return whole.size > 0 ? decide(whole, true) : decide(join('dito'), false);
}

/** `talvez`: rows whose phone has the same last digits, whatever the area code. */
function byPhone(
  indice: IndiceDeLinhas,
  telefones: readonly Telefone[],
): { linhas: number[]; talvez: number[] } {
  const linhas = union(
    telefones.flatMap(({ ddd, fim }) =>
      ddd === null
        ? [indice.porFimDoTelefone.get(fim)]
        : [indice.porTelefone.get(keyOf([ddd, fim])), indice.porTelefone.get(keyOf(['?', fim]))],
    ),
  );
  return { linhas, talvez: union(telefones.map(({ fim }) => indice.porFimDoTelefone.get(fim))) };
}

/** `pessoas`: rows with the respondent on any day; `iguais`: rows of `pessoas` that match all words of the name. */
function byPerson(
  indice: IndiceDeLinhas,
  fichas: readonly Ficha[],
  dias: readonly Dia[],
): { linhas: number[]; pessoas: number[]; iguais: number[]; has: (place: number) => boolean } {
  const own = [...new Set(nameWords(fichas.map(({ texto }) => texto)))].slice(0, PALAVRAS);
  const said = new Set(own);
  const pairs = own.flatMap((a) => own.flatMap((b) => (a === b ? [] : [[a, b] as const])));
  const pessoas = union(pairs.map((pair) => indice.porNome.get(keyOf(pair))));
  const dated = union(
    pairs.flatMap((pair) =>
      dias.map(({ dia, mes }) => indice.porNomeEDia.get(keyOf([...pair, `${dia}/${mes}`]))),
    ),
  );
  const isNamed = (place: number) => {
    const nome = indice.linhas[place]?.nome ?? [];
    return own.every((word) => nome.includes(word) || isNeutral(word) || isMonth(word));
  };
  const linhas = dated.filter(
    (place) =>
      isNamed(place) &&
      indice.linhas[place]?.dias.some((day) => dias.some((other) => isSameDay(day, other))) === true,
  );
  const has = (place: number) => {
    const [first = '', ...others] = indice.linhas[place]?.nome ?? [];
    return said.has(first) && others.some((word) => said.has(word));
  };
  return { linhas, pessoas, iguais: pessoas.filter(isNamed), has };
}
const isMonth = (word: string): boolean => /^(?:jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez)/u.test(word);

/**
 * Finds the strongest rule by which a recording's name identifies rows, and contradictions.
 * @param doPacote all folders of the archive, normalised
 */
export function readRecording(
  indice: IndiceDeLinhas,
  doPacote: ReadonlySet<string>,
  nome: string,
): Evidencia {
  const path = pathOf(nome);
  const base = readName(path.base);
  const pastas = path.pastas.map(readName);
  const ofFolders = pastas.flatMap(({ dias }) => dias);
  const dias = base.dias.length > 0 ? base.dias : ofFolders;
  const arquivo = byFile(indice, doPacote, nome);
  const id = byIdentifier(
    identify(indice, base.fichas, base.dias),
    pastas.map((pasta) => identify(indice, pasta.fichas, pasta.dias)),
  );
  const telefones = base.telefones.length > 0 ? base.telefones : pastas.flatMap((pasta) => pasta.telefones);
  const telefone = byPhone(indice, telefones);
  const pessoa = byPerson(indice, base.fichas, dias);
  const porUuid = union(uuidsIn(nome).map((uuid) => indice.porUuid.get(uuid)));
  const talvez = union([arquivo.talvez, id.talvez, telefone.talvez, pessoa.pessoas]);
  const dizem = union([
    arquivo.dito?.linhas,
    arquivo.talvez,
    telefone.linhas,
    telefone.talvez,
    pessoa.iguais,
  ]);

  const member = (linhas: readonly number[]) => {
    const set = new Set(linhas);
    return (place: number) => set.has(place);
  };
  const phoneRows = telefone.linhas.length > 0 ? telefone.linhas : telefone.talvez;
  const byPhoneRows: Prova = { regra: 'telefone', linhas: phoneRows, has: member(phoneRows) };
  const byId: Prova = { regra: 'identificador', linhas: id.linhas, has: member(id.linhas) };
  const byUuid: Prova = { regra: 'identificador', linhas: porUuid, has: member(porUuid) };
  const byName: Prova = { regra: 'nome_data', linhas: pessoa.pessoas, has: pessoa.has };

  const follow = (dito: Dito, provas: readonly Prova[], contra: boolean): Evidencia => {
    // Evidence that fits many rows is too weak to contradict the chosen rule.
    const asked = provas.filter(({ linhas }) => linhas.length > 0 && linhas.length <= PERTO);
    const many = dito.linhas.length > PERTO;
    const left = many ? dito.linhas : dito.linhas.filter((place) => asked.every(({ has }) => has(place)));
    const [only] = left;
    if (contra || left.length === 0) {
      // The evidence contradicts itself, so a person chooses from all its rows.
      const all = union([dito.linhas, ...asked.map(({ linhas }) => linhas)]);
      return { regra: dito.regra, linhas: all, certa: false, talvez, dizem };
    }
    if (left.length > 1 || only === undefined || many) {
      return { regra: dito.regra, linhas: left, certa: false, talvez, dizem };
    }
    const own =
      dito.linhas.length === 1 ? dito.regra : asked.find(({ linhas }) => linhas.length === 1)?.regra;
    return { regra: own ?? asked.at(-1)?.regra ?? dito.regra, linhas: [only], certa: true, talvez, dizem };
  };
  /** Withdraws certainty if the row itself names a recording, because that must be another recording. */
  const isOther = (evidencia: Evidencia): Evidencia =>
    evidencia.certa && evidencia.linhas.some((place) => indice.linhas[place]?.temArquivoSeu)
      ? { ...evidencia, certa: false }
      : evidencia;

  if (arquivo.dito) {
    return follow(
      arquivo.dito,
      [byUuid, ...(id.inteiro && porUuid.length === 0 ? [byId] : []), byPhoneRows, byName],
      false,
    );
  }
  // Collection programs keep files in folders named by UUID.
  if (porUuid.length > 0) {
    return isOther(follow({ regra: 'identificador', linhas: porUuid }, [byPhoneRows, byName], false));
  }
  /** Withdraws certainty from a partial identifier that neither phone nor respondent supports. */
  const isWhole = (evidencia: Evidencia): Evidencia => {
    const [row = -1] = evidencia.linhas;
    if (!evidencia.certa || evidencia.regra !== 'identificador' || id.completo.has(row)) return evidencia;
    if (telefone.linhas.includes(row)) return { ...evidencia, regra: 'telefone' };
    return pessoa.linhas.includes(row)
      ? { ...evidencia, regra: 'nome_data' }
      : { ...evidencia, certa: false };
  };
  if (id.linhas.length > 0) {
    return isWhole(
      isOther(follow({ regra: 'identificador', linhas: id.linhas }, [byPhoneRows, byName], id.contra)),
    );
  }
  if (telefone.linhas.length > 0) {
    return isOther(follow({ regra: 'telefone', linhas: telefone.linhas }, [byName], false));
  }
  if (pessoa.linhas.length > 0) {
    return isOther(follow({ regra: 'nome_data', linhas: pessoa.linhas }, [], false));
  }
  return { regra: null, linhas: [], certa: false, talvez, dizem };
}
