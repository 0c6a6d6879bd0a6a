/**
 * The table of a call's fields, from which wire schemas and the columns of
 * api/src/features/auditoria-items/list/columns-repo.ts derive (docs/dev/recipes.md, 'Add a field of a call').
 */
import { z } from 'zod';
import { ORIGENS_AGENTE } from '../../domain/calls/agents.ts';
import { DIRECOES } from '../../domain/calls/call-direction.ts';
import { dateTime, givenDateTime, optionalText, text } from '../common.ts';

/** An item's agent; null if unknown. `origem`: how the agent is known. */
export const agenteDoItem = z
  .object({ id: z.uuid(), nome: z.string(), origem: z.enum(ORIGENS_AGENTE) })
  .nullable();

type Traits = {
  lista?: true;
  /** True if an erased call keeps the field, because the field reveals neither speaker nor content. */
  resta?: true;
};

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

const inteiro = <const T extends Traits>(max: number, traits: T) => {
  const given = z.number().int().min(0).max(max).nullish();
  return { tipo: 'inteiro' as const, traits, mostra: z.number().int().nullable(), cria: given, muda: given };
};

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

export const CAMPOS_DADOS = {
  call_start_time: instante({ lista: true }),
  call_end_time: instante({}),
  numero_destino: texto(64, { lista: true }),
  direcao: palavra(DIRECOES, 'Direção inválida: use recebida, efetuada ou interna.', {
    lista: true,
    resta: true,
  }),
  ramal: texto(64, { lista: true }),
  asterisk_filename: texto(255, {}),
  unique_id: texto(200, {}),
  /** Seconds. */
  call_duration: inteiro(86_400, { lista: true, resta: true }),
};

/** CAMPOS_DADOS with the respondent's name, which comes from the call's metadata or contact. */
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
export const NOMES_APAGADOS = NOMES_LIGACAO.filter((nome) => {
  const traits: Traits = CAMPOS_LIGACAO[nome].traits;
  return !traits.resta;
});

function schemas<N extends CampoLigacao, K extends 'mostra' | 'cria' | 'muda'>(nomes: readonly N[], kind: K) {
  return Object.fromEntries(nomes.map((nome) => [nome, CAMPOS_LIGACAO[nome][kind]])) as {
    [Nome in N]: Ligacao[Nome][K];
  };
}

export const camposMostrados = schemas(NOMES_LIGACAO, 'mostra');
export const camposDaLista = schemas(NOMES_LISTA, 'mostra');
/** Fields of requests that create or change a call. A change leaves an absent field as it is. */
export const camposCriados = schemas(NOMES_DADOS, 'cria');
export const camposMudados = schemas(NOMES_DADOS, 'muda');
