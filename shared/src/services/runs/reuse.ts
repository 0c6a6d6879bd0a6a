import type { Db } from '@escuta/prisma/db';
import { FLUXOS, flowUpTo } from '../../domain/profiles/flows.ts';
import type { Perfil } from '../../domain/profiles/profile.ts';
import { type Canal, type Papel, sideOf } from '../../domain/profiles/roles.ts';
import type { ModeloPadrao } from '../../domain/runs/default-models.ts';
import { type ProcessingConfig, processingConfigSchema } from '../../domain/runs/processing-config.ts';
import {
  analysisInput,
  audioInput,
  businessInput,
  confrontInput,
  type ModeloEscolhido,
  soundInput,
  transcriptionInput,
} from '../../domain/runs/stage-inputs.ts';
import type { Etapa } from '../../domain/runs/status.ts';
import { interviewInput, readAuditedInterview } from '../verdicts/interview-input.ts';
import { readCapabilities } from './model-catalog.ts';
import { digestOf, ENTRADA_V2, stageHash } from './stage-hash.ts';

/** Present inputs of an item's stages. */
export type Situacao = {
  itemId: string;
  perfil: Perfil;
  empresaId: string;
  projetoId: string;
  arquivoPath: string;
  arquivoSha256: string | null;
  canalAgente: Canal;
  config: ProcessingConfig;
};

/**
 * Kinds of reuse. `transcricao`: new analysis and insights on the existing transcript. `lacunas`: keeps everything
 * valid and makes the rest. `falha`: continues a failed run.
 */
export type Reuso = { modo: 'transcricao' | 'lacunas' } | { modo: 'falha'; execucaoId: string };

/** Last reusable stage per kind. Accounting is never reused. */
const ATE: Record<Reuso['modo'], Etapa> = {
  transcricao: 'transcricao',
  lacunas: 'negocio',
  falha: 'negocio',
};

export type EtapasAceitas = {
  execucaoId: string;
  resultadoId: string;
  etapas: readonly Etapa[];
};

export type Plano = {
  base: EtapasAceitas | null;
  /** True if an earlier run has the present recording's transcript, whatever its inputs. */
  temTranscricao: boolean;
  /** True if the analysis in force is complete and valid. */
  completo: boolean;
  entradas: Partial<Record<Etapa, string>>;
};

const RUNS_MAX = 20;

type EtapaRow = { status: string; hash: string | null; saida: Record<string, unknown> | null };
type RunRow = {
  id: string;
  status: string;
  configuracao: unknown;
  resultado_id: string | null;
  tem_transcricao: boolean;
  etapas: Partial<Record<Etapa, EtapaRow>>;
};

export async function planReuse(db: Db, situacao: Situacao, reuso: Reuso): Promise<Plano> {
  const atuais = await currentInputs(db, situacao);
  const entradas = hashesOf(FLUXOS[situacao.perfil], atuais);
  const { rows } = await db.query<RunRow>({
    name: 'reuse_runs',
    text: `select x.id, x.status::text as status, x.configuracao, r.id as resultado_id,
             exists (select 1 from transcricoes t where t.resultado_id = r.id) as tem_transcricao,
             (select json_object_agg(e.etapa,
               json_build_object('status', e.status, 'hash', e.entrada_hash, 'saida', e.saida))
              from execucao_etapas e where e.execucao_id = x.id) as etapas
           from execucoes x left join auditoria_resultados r on r.execucao_id = x.id
           where x.item_id = $1 and x.status in ('concluida', 'erro') and ($2::uuid is null or x.id = $2)
           order by x.created_at desc, x.id desc limit ${RUNS_MAX}`,
    values: [situacao.itemId, reuso.modo === 'falha' ? reuso.execucaoId : null],
  });
  const own = rows.filter(
    (row) => row.tem_transcricao && row.etapas?.audio?.saida?.arquivoPath === situacao.arquivoPath,
  );
  let best: { base: EtapasAceitas; concluida: boolean } | null = null;
  for (const row of own) {
    const etapas = findValidStages(row, situacao, atuais, ATE[reuso.modo]);
    // A run without transcript cannot be reused: its prepared sound was deleted.
    if (!row.resultado_id || !etapas.includes('transcricao')) continue;
    const concluida = row.status === 'concluida';
    const longer = !best || etapas.length > best.base.etapas.length;
    const better = best && etapas.length === best.base.etapas.length && concluida && !best.concluida;
    if (longer || better) {
      best = { base: { execucaoId: row.id, resultadoId: row.resultado_id, etapas }, concluida };
    }
  }
  const inForce = rows.find(({ status }) => status === 'concluida')?.id;
  return {
    base: best?.base ?? null,
    temTranscricao: own.length > 0,
    completo: best !== null && best.base.execucaoId === inForce && best.base.etapas.includes('negocio'),
    entradas,
  };
}

/** The longest prefix of a run's finished stages up to `ate` with matching input hashes. */
function findValidStages(row: RunRow, situacao: Situacao, atuais: Entradas, ate: Etapa): Etapa[] {
  const found: Etapa[] = [];
  const stored: Partial<Record<Etapa, string | null>> = {};
  for (const etapa of flowUpTo(FLUXOS[situacao.perfil], ate)) {
    const stage = row.etapas[etapa];
    if (!stage || (stage.status !== 'concluida' && stage.status !== 'ignorada')) break;
    const holds = stage.hash?.startsWith(ENTRADA_V2)
      ? stage.hash === stageHash(etapa, atuais[etapa], stored)
      : isValidWithoutHash(etapa, stage, row, situacao);
    if (!holds) break;
    stored[etapa] = stage.hash;
    found.push(etapa);
  }
  return found;
}

/** Checks runs without hashes by recording, options, roles and model. */
function isValidWithoutHash(etapa: Etapa, stage: EtapaRow, row: RunRow, situacao: Situacao): boolean {
  // Applies only to calls, because interviews had no profile before hashes existed.
  if (situacao.perfil !== 'ligacao') return false;
  if (etapa === 'audio') {
    const then = processingConfigSchema.safeParse(row.configuracao);
    const gravacao = { arquivoSha256: null, arquivoPath: situacao.arquivoPath };
    const left = (stage.saida?.canais as { canal: Canal; papel: Papel }[] | undefined)?.find(
      ({ canal }) => canal === 'left',
    );
    return (
      then.success &&
      digestOf(soundInput(gravacao, then.data)) === digestOf(soundInput(gravacao, situacao.config)) &&
      (left === undefined ||
        sideOf(left.papel) === null ||
        (sideOf(left.papel) === 'agente') === (situacao.canalAgente === 'left'))
    );
  }
  if (etapa !== 'transcricao') return false;
  const then = processingConfigSchema.safeParse(row.configuracao);
  return then.success && then.data.transcriptionConfig.modelo === situacao.config.transcriptionConfig.modelo;
}

type InputsRow = {
  modelos: Exclude<ModeloEscolhido, null>[];
  templates: { versaoId: string; parametros: unknown; rotulo: string }[];
};

type Entradas = Partial<Record<Etapa, unknown>>;

function hashesOf(fluxo: readonly Etapa[], atuais: Entradas): Partial<Record<Etapa, string>> {
  const hashes: Partial<Record<Etapa, string>> = {};
  for (const etapa of fluxo) {
    if (etapa in atuais) hashes[etapa] = stageHash(etapa, atuais[etapa], hashes);
  }
  return hashes;
}

async function currentInputs(db: Db, situacao: Situacao): Promise<Entradas> {
  const { config, perfil } = situacao;
  const { rows } = await db.query<InputsRow>({
    name: 'reuse_inputs',
    text: `with templates as (
             select v.id, l.parametros, v.modelo_llm from projeto_insight_templates l
             join insight_templates t on t.id = l.insight_template_id and t.ativo and t.excluido_em is null
             join insight_template_versoes v on v.template_id = t.id and v.versao = t.versao
             where l.projeto_id = $1 and l.empresa_id = $2 and l.ativo
           )
           select (select coalesce(json_agg(json_build_object('versaoId', id, 'parametros', parametros,
               'rotulo', modelo_llm)), '[]') from templates) as templates,
             (select coalesce(json_agg(json_build_object('rotulo', m.rotulo, 'provedor', m.provedor, 'modelo', m.modelo,
                'capacidades', m.capacidades)), '[]')
              from modelos_catalogo m where m.ativo and (m.rotulo = any ($3::text[])
                or m.rotulo in (select modelo_llm from templates))) as modelos`,
    values: [
      situacao.projetoId,
      situacao.empresaId,
      [
        config.transcriptionConfig.modelo,
        config.textAnalysisConfig.modelo,
        config.textAnalysisConfig.modelo_confronto,
      ].filter((rotulo) => rotulo !== null),
    ],
  });
  const { modelos = [], templates = [] } = rows[0] ?? {};
  const byLabel = new Map(
    modelos.map((modelo) => {
      const readable = { ...modelo, capacidades: readCapabilities(modelo.capacidades) };
      return [modelo.rotulo, readable as ModeloPadrao];
    }),
  );
  const of = (rotulo: string | null) => (rotulo === null ? null : (byLabel.get(rotulo) ?? null));
  const confronto = FLUXOS[perfil].includes('confronto')
    ? {
        confronto: confrontInput(
          perfil,
          config,
          {
            modelo: of(config.textAnalysisConfig.modelo),
            segundo: of(config.textAnalysisConfig.modelo_confronto),
          },
          interviewInput(await readAuditedInterview(db, situacao.itemId)),
        ),
      }
    : {};
  return {
    audio: audioInput(perfil, situacao, situacao.canalAgente, config),
    transcricao: transcriptionInput(of(config.transcriptionConfig.modelo)),
    analise_texto: analysisInput(perfil, config, of(config.textAnalysisConfig.modelo)),
    ...confronto,
    negocio: businessInput(
      perfil,
      config,
      templates.map(({ versaoId, parametros, rotulo }) => ({ versaoId, parametros, modelo: of(rotulo) })),
    ),
  };
}
