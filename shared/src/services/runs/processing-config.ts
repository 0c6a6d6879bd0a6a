import type { Db } from '@escuta/prisma/db';
import type { z } from 'zod';
import { type ProcessingConfig, processingConfigSchema } from '../../domain/runs/processing-config.ts';
import { readStoredRecord } from '../../domain/text/stored.ts';
import { newId } from '../../platform/database/ids.ts';
import { join, literal, param, sql } from '../../platform/database/sql.ts';

export type ConfigRow = {
  projeto: boolean;
  isActive: boolean;
  transcriptionConfig: object;
  audioProcessingConfig: object;
  textAnalysisConfig: object;
  businessProcessingConfig: object;
  retryConfig: object;
  loggingConfig: object;
};

export const CONFIG_PARTS = [
  'transcriptionConfig',
  'audioProcessingConfig',
  'textAnalysisConfig',
  'businessProcessingConfig',
  'retryConfig',
  'loggingConfig',
] as const;

/**
 * Merges configurations field by field: the project's value, else the company's, else the default. A company that
 * switches processing off does so in all projects. Unreadable fields count as unset.
 */
export function mergeConfig(rows: readonly ConfigRow[]): ProcessingConfig {
  const company = rows.find((row) => !row.projeto);
  const project = rows.find((row) => row.projeto);
  const merged: Record<string, unknown> = { isActive: rows.every((row) => row.isActive) };
  for (const part of CONFIG_PARTS) {
    merged[part] = { ...readableFields(part, company?.[part]), ...readableFields(part, project?.[part]) };
  }
  return processingConfigSchema.parse(merged);
}

function readableFields(part: (typeof CONFIG_PARTS)[number], stored: unknown): Record<string, unknown> {
  const fields: Record<string, z.ZodType> = processingConfigSchema.shape[part].unwrap().shape;
  return Object.fromEntries(
    Object.entries(readStoredRecord(stored)).filter(
      ([name, value]) => Object.hasOwn(fields, name) && fields[name]?.safeParse(value).success,
    ),
  );
}

/** Subquery: stored configurations as a JSON array of `ConfigRow`; the caller filters `c`. */
export const CONFIG_ROWS = `select coalesce(json_agg(json_build_object(
    'projeto', c.projeto_id is not null, 'isActive', c.is_active,
    'transcriptionConfig', c.transcription_config, 'audioProcessingConfig', c.audio_processing_config,
    'textAnalysisConfig', c.text_analysis_config, 'businessProcessingConfig', c.business_processing_config,
    'retryConfig', c.retry_config, 'loggingConfig', c.logging_config)), '[]')
  from configuracoes_processamento c`;

/** The configuration in force for a project; without `projetoId` for the company. */
export async function getProcessingConfig(
  db: Db,
  empresaId: string,
  projetoId: string | null,
): Promise<ProcessingConfig> {
  const { rows } = await db.query<{ configs: ConfigRow[] }>(
    `select (${CONFIG_ROWS} where c.empresa_id = $1 and (c.projeto_id is null or c.projeto_id = $2)) as configs`,
    [empresaId, projetoId],
  );
  return mergeConfig(rows[0]?.configs ?? []);
}

export type ConfigPatch = { isActive?: boolean } & {
  [Part in (typeof CONFIG_PARTS)[number]]?: Partial<ProcessingConfig[Part]>;
};

const COLUMNS = {
  transcriptionConfig: 'transcription_config',
  audioProcessingConfig: 'audio_processing_config',
  textAnalysisConfig: 'text_analysis_config',
  businessProcessingConfig: 'business_processing_config',
  retryConfig: 'retry_config',
  loggingConfig: 'logging_config',
} as const satisfies Record<(typeof CONFIG_PARTS)[number], string>;

/**
 * Changes a company's configuration, or a project's overrides with `projetoId`. Unset fields stay inherited; concurrent
 * changes are merged.
 */
export async function patchProcessingConfig(
  db: Db,
  target: { empresaId: string; projetoId: string | null },
  patch: ConfigPatch,
): Promise<void> {
  const isActive = sql`${param(patch.isActive ?? null)}::boolean`;
  const parts = CONFIG_PARTS.map((part) => ({
    column: literal(COLUMNS[part]),
    value: sql`${param(JSON.stringify(patch[part] ?? {}))}::jsonb`,
  }));
  const columns = join(
    parts.map(({ column }) => column),
    ', ',
  );
  const values = join(
    parts.map(({ value }) => value),
    ', ',
  );
  const sets = join(
    // Replaces a stored value that is no object, which `||` would turn into a list.
    parts.map(
      ({ column, value }) =>
        sql`${column} = case when jsonb_typeof(c.${column}) = 'object' then c.${column} else '{}' end || ${value}`,
    ),
    ', ',
  );
  await db.sql(
    sql`insert into configuracoes_processamento as c (id, empresa_id, projeto_id, is_active, ${columns}, updated_at)
     values (${newId()}, ${target.empresaId}, ${target.projetoId}, coalesce(${isActive}, true), ${values}, now())
     on conflict (empresa_id, projeto_id) do update set
       is_active = coalesce(${isActive}, c.is_active), ${sets}, updated_at = now()`,
  );
}
