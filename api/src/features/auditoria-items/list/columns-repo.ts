/** The columns of an item: a call's fields (shared/src/contracts/calls/call-fields.ts), and every item's fields. */

import type { AuditoriaItem } from '@escuta/prisma/generated/client';
import {
  CAMPOS_LIGACAO,
  type CampoDado,
  type CampoLigacao,
  type camposCriados,
  type camposMostrados,
  type camposMudados,
  NOMES_APAGADOS,
  NOMES_DADOS,
  NOMES_LIGACAO,
  NOMES_LISTA,
} from '@escuta/shared/contracts/calls/call-fields';
import type { OrigemAgente } from '@escuta/shared/domain/calls/agents';
import type { PrecisaoInicio } from '@escuta/shared/domain/interview/device/start';
import type { StatusProcessamento, TipoItem } from '@escuta/shared/domain/runs/status';
import { ITEM_PRECISION } from '@escuta/shared/platform/database/conditions/start';
import { join, literal, param, type Sql, sql } from '@escuta/shared/platform/database/sql';
import type { z } from 'zod';

type Stored = { texto: string | null; inteiro: number | null; instante: Date | null };
type Kind<N extends CampoLigacao> = (typeof CAMPOS_LIGACAO)[N]['tipo'];

export type CallRow = { [N in CampoLigacao]: Stored[Kind<N>] };

type Camel<S extends string> = S extends `${infer A}_${infer B}` ? `${A}${Capitalize<Camel<B>>}` : S;
/** Fields that schema.prisma lacks, or has with another type. */
type Unknown = {
  [N in CampoLigacao]: Camel<N> extends keyof AuditoriaItem
    ? AuditoriaItem[Camel<N>] extends CallRow[N]
      ? never
      : N
    : N;
}[CampoLigacao];
/** Fails to compile, naming the field, if the schema lacks a field or gives it another type. */
const IN_SCHEMA: [Unknown] extends [never] ? true : Unknown = true;
void IN_SCHEMA;

export type ItemRow = CallRow & {
  id: string;
  empresa_id: string;
  auditoria_id: string;
  projeto_id: string;
  tipo_item: TipoItem;
  status: StatusProcessamento;
  motivo: string | null;
  arquivo_path: string | null;
  arquivo_nome: string | null;
  arquivo_tipo: string | null;
  /** Size, bytes. */
  arquivo_tamanho: number | null;
  arquivo_sha256: string | null;
  inicio_precisao: PrecisaoInicio | null;
  pesquisa_id: string | null;
  questionario_id: string | null;
  entrevista_id: string | null;
  metadata: Record<string, unknown>;
  /** The agent, or the agent into which it was merged. */
  agente: { id: string; nome: string } | null;
  agente_origem: OrigemAgente | null;
  dados_apagados_em: Date | null;
  created_at: Date;
  updated_at: Date;
};

const named = (nomes: readonly CampoLigacao[], write: (column: Sql, nome: CampoLigacao) => Sql): Sql =>
  join(
    nomes.map((nome) => write(literal(nome), nome)),
    ', ',
  );

export const COLUMNS = sql`i.id, i.empresa_id, i.auditoria_id, i.projeto_id, i.tipo_item, i.status, i.motivo,
  ${named(NOMES_LIGACAO, (column) => sql`i.${column}`)}, ${ITEM_PRECISION} as inicio_precisao, i.arquivo_path,
    i.arquivo_nome, i.arquivo_tipo,
  i.arquivo_tamanho::float8 as arquivo_tamanho, i.arquivo_sha256, i.pesquisa_id, i.questionario_id, i.entrevista_id,
  i.metadata, i.agente_origem, (select json_build_object('id', d.id, 'nome', d.nome) from agentes a
    join agentes d on d.id = coalesce(a.fundido_em_id, a.id) where a.id = i.agente_id) as agente, i.dados_apagados_em,
    i.created_at, i.updated_at`;
export const LIST_COLUMNS = named(NOMES_LISTA, (column) => sql`i.${column}`);
/** Columns of an insertion, in the order of `callValues`. */
export const CALL_COLUMNS = named(NOMES_LIGACAO, (column) => column);
export const ERASED = sql`${named(NOMES_APAGADOS, (column) => sql`${column} = null`)}, agente_id = null,
  agente_origem = null,
  chave_dup = null`;

/** Values of a call to be written; a time may also be given as text. */
export type CallValues = {
  [N in CampoLigacao]: CallRow[N] | (CallRow[N] extends Date | null ? string : never);
};
export const callValues = (values: CallValues): Sql =>
  named(NOMES_LIGACAO, (_, nome) => sql`${param(values[nome])}`);
export const callSets = (values: CallValues): Sql =>
  named(NOMES_LIGACAO, (column, nome) => sql`${column} = ${values[nome]}`);

export function presentCall(row: CallRow): { [N in CampoLigacao]: z.output<(typeof camposMostrados)[N]> } {
  const shown = NOMES_LIGACAO.map((nome) => {
    const value = row[nome];
    return [nome, value instanceof Date ? value.toISOString() : value];
  });
  return Object.fromEntries(shown);
}

export type NewCall = { [N in CampoDado]?: z.output<(typeof camposCriados)[N]> | undefined };
export type ChangedCall = { [N in CampoDado]?: z.output<(typeof camposMudados)[N]> | undefined };
type Given = Pick<CallValues, CampoDado>;

/** The fields of a new call; null if the request lacks them. */
export function givenCall(body: NewCall): { [N in CampoDado]: NonNullable<NewCall[N]> | null } {
  const given = NOMES_DADOS.map((nome) => [nome, body[nome] ?? null]);
  return Object.fromEntries(given);
}

/** Applies a request to a call: an absent field leaves the stored value, an empty text clears it. */
export function changedCall(row: CallRow, body: ChangedCall): Pick<CallRow, CampoDado> {
  const changed = NOMES_DADOS.map((nome) => {
    const given = body[nome];
    if (given === undefined) return [nome, row[nome]];
    if (CAMPOS_LIGACAO[nome].tipo === 'instante') return [nome, given === null ? null : new Date(given)];
    return [nome, given === '' ? null : given];
  });
  return Object.fromEntries(changed);
}

const comparable = (nome: CampoDado, value: Given[CampoDado]) =>
  CAMPOS_LIGACAO[nome].tipo === 'instante' && value !== null ? new Date(value).getTime() : value;

/** True if a stored call equals a requested one, apart from the duration, which follows from times or recording. */
export function isSameCall(row: CallRow, asked: Given): boolean {
  return NOMES_DADOS.every(
    (nome) => nome === 'call_duration' || comparable(nome, row[nome]) === comparable(nome, asked[nome]),
  );
}
