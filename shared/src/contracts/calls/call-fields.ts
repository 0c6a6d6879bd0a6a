/**
 * The fields of a call, each said once: what clients read and give follows from this table, and so do the columns that are
 * selected, inserted, changed, listed and erased (api/src/features/auditoria-items/list/columns-repo.ts). A new one is a column in
 * schema.prisma with its migration, and a line here (docs/dev/recipes.md, 'Add a field of a call').
 */
import { z } from 'zod';
import { DIRECOES } from '../../domain/calls/call-direction.ts';
import { dateTime, givenDateTime, optionalText, text } from '../common.ts';

type Traits = {
  /** A row of the call report shows it. */
  lista?: true;
  /** Stays on the tombstone of a call whose data were erased: it says nothing of who spoke or of what. */
  resta?: true;
};

/** Text of at most `max` characters; an empty one is none. */
const texto = <const T extends Traits>(max: number, traits: T) => ({
  tipo: 'texto' as const,
  max,
  traits,
  mostra: z.string().nullable(),
  cria: optionalText(max),
  muda: text(max).nullable().optional(),
});

const instante = <const T extends Traits>(traits: T) => ({
  tipo: 'instante' as const,
  traits,
  mostra: dateTime.nullable(),
  cria: givenDateTime.nullish(),
  muda: givenDateTime.nullish(),
});

/** A whole number from 0 to `max`. */
const inteiro = <const T extends Traits>(max: number, traits: T) => {
  const given = z.number().int().min(0).max(max).nullish();
  return { tipo: 'inteiro' as const, traits, mostra: z.number().int().nullable(), cria: given, muda: given };
};

/** One of a few words; an empty one is none. */
const palavra = <const W extends readonly [string, ...string[]], const T extends Traits>(
  words: W,
  error: string,
  traits: T,
) => {
  const given = z
    .union([z.enum(words), z.literal('')], { error })
    .nullish()
    .transform((word) => (word === '' ? null : word));
  return { tipo: 'texto' as const, traits, mostra: z.enum(words).nullable(), cria: given, muda: given };
};

/** What clients give of a call. */
export const CAMPOS_DADOS = {
  call_start_time: instante({ lista: true }),
  call_end_time: instante({}),
  numero_destino: texto(64, { lista: true }),
  /** Which way it went. */
  direcao: palavra(DIRECOES, 'Direção inválida: use recebida, efetuada ou interna.', {
    lista: true,
    resta: true,
  }),
  ramal: texto(64, { lista: true }),
  asterisk_filename: texto(255, {}),
  /** The telephony's own name of the call: one call of a project has it. */
  unique_id: texto(200, {}),
  /** Seconds. */
  call_duration: inteiro(86_400, { lista: true, resta: true }),
};

/** All of a call: the name is given in its metadata, or with its contact. */
export const CAMPOS_LIGACAO = { ...CAMPOS_DADOS, nome_entrevistado: texto(200, { lista: true }) };

type Dados = typeof CAMPOS_DADOS;
type Ligacao = typeof CAMPOS_LIGACAO;
export type CampoDado = keyof Dados;
export type CampoLigacao = keyof Ligacao;
type Listed = { [N in CampoLigacao]: Ligacao[N]['traits'] extends { lista: true } ? N : never }[CampoLigacao];

export const NOMES_DADOS = Object.keys(CAMPOS_DADOS) as CampoDado[];
export const NOMES_LIGACAO = Object.keys(CAMPOS_LIGACAO) as CampoLigacao[];
export const NOMES_LISTA = NOMES_LIGACAO.filter((nome): nome is Listed => {
  const traits: Traits = CAMPOS_LIGACAO[nome].traits;
  return traits.lista === true;
});
/** What goes with a call's data. */
export const NOMES_APAGADOS = NOMES_LIGACAO.filter((nome) => {
  const traits: Traits = CAMPOS_LIGACAO[nome].traits;
  return !traits.resta;
});

/** One schema of each field, by its name. */
function schemas<N extends CampoLigacao, K extends 'mostra' | 'cria' | 'muda'>(nomes: readonly N[], kind: K) {
  return Object.fromEntries(nomes.map((nome) => [nome, CAMPOS_LIGACAO[nome][kind]])) as {
    [Nome in N]: Ligacao[Nome][K];
  };
}

/** As answers show them. */
export const camposMostrados = schemas(NOMES_LIGACAO, 'mostra');
/** As a row of the call report shows them. */
export const camposDaLista = schemas(NOMES_LISTA, 'mostra');
/** As requests give them: for a new call, and for one that is changed (absent: stays). */
export const camposCriados = schemas(NOMES_DADOS, 'cria');
export const camposMudados = schemas(NOMES_DADOS, 'muda');
