// Half a year of calls for the demonstration's reports, labelled as invented. They fill the tables that processing
// fills, by the same rules; a dozen calls have a sample recording.

import type { Db } from '@escuta/prisma/db';
import { FLUXOS } from '@escuta/shared/domain/profiles/flows';
import { AUDITORIA_PADRAO_NOME } from '@escuta/shared/domain/runs/status';
import { seededRandom } from '@escuta/shared/domain/seeded-random';
import { workingTime } from '@escuta/shared/domain/working-hours';
import { newId } from '@escuta/shared/platform/database/ids';
import { insertRows } from '@escuta/shared/platform/database/insert-rows';
import type { SeedContext } from '../../context.ts';
import { DEMO_TEMPLATES } from '../../templates.ts';
import {
  type Acerto,
  AGENTES,
  type AgenteDemo,
  addAgents,
  chanceOf,
  RETENCAO,
  TELEVENDAS,
} from './agents.ts';
import { type Call, endOf, FALHA, secondsOf, type Template } from './calls.ts';
import { composeDialogue, type Dialogue, TEMAS, TEMAS_DE_VENDA, type Tema } from './dialogues.ts';
import { addInsights, addResults } from './findings.ts';
import { addFirings } from './firings.ts';
import { addLedger } from './ledger.ts';
import { addSounding, COM_SOM, type Gravada, type Guardada, readRecorded, storeSound } from './sounding.ts';

const OBSERVACAO = 'Ligação fictícia da demonstração.';
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** Weeks of the history, and of its last part, which has many more calls. */
const SEMANAS = 26;
const SEMANAS_CHEIAS = 9;
/** Time from a call's start to its analysis, ms. */
const ANTES_MS = 600_000;

/** The projects, with calls per week before and in the last weeks. */
const PROJECTS = [
  { nome: RETENCAO, porSemana: [3, 21], temas: TEMAS },
  { nome: TELEVENDAS, porSemana: [2, 15], temas: TEMAS_DE_VENDA },
] as const;
const NOMES = 'Aline Bruna César Dora Eduardo Fernanda Gustavo Helena Ivo Joana Kátia Leonardo Mônica'.split(
  ' ',
);
const SOBRENOMES = 'Alves Barros Cardoso Duarte Esteves Farias Gomes Horta Lemos Matos Pires'.split(' ');

/**
 * Creates a company's agents and history unless the history's projects exist. The history ends at `end` or, if earlier,
 * before the company's ledger begins; separate ledger entries buy the history's credits.
 */
export async function seedHistory(
  { prisma, db: pool, store }: SeedContext,
  empresaId: string,
  end: Date,
): Promise<void> {
  const names = PROJECTS.map(({ nome }) => nome);
  if (await prisma.projeto.findFirst({ where: { empresaId, nome: { in: names } }, select: { id: true } }))
    return;
  const first = await prisma.creditoLancamento.aggregate({ where: { empresaId }, _min: { createdAt: true } });
  const begun = (first._min.createdAt ?? new Date()).getTime() - 5 * 60_000;
  const until = new Date(Math.min(begun, end.getTime()));
  const versions = await prisma.insightTemplateVersao.findMany({
    where: { empresaId, versao: 1, nome: { in: DEMO_TEMPLATES.map(({ nome }) => nome) } },
    select: { id: true, templateId: true, nome: true, categoria: true },
  });
  const templates = versions.map(({ id, ...rest }) => ({ ...rest, versaoId: id }));
  const recorded = await readRecorded();
  // Each start shows the same demonstration.
  const random = seededRandom(20_260_701);
  const projects = PROJECTS.map((project) => ({ ...project, id: newId(), auditoria: newId() }));
  const calls = projects.flatMap((project) => makeCalls(project, until, random, recorded));
  calls.sort((a, b) => a.at.getTime() - b.at.getTime());
  const sounding = new Map<string, { call: Call; gravada: Gravada; guardada: Guardada }>();
  await Promise.all(
    calls.map(async (call) => {
      const gravada = call.amostra === null ? undefined : recorded.get(call.amostra);
      if (gravada)
        sounding.set(call.item, {
          ...{ call, gravada },
          guardada: await storeSound(store, empresaId, call.item, gravada),
        });
    }),
  );
  await pool.transaction(async (tx) => {
    const since = new Date(until.getTime() - SEMANAS * WEEK_MS);
    await addAgents(tx, empresaId, since);
    for (const { id, auditoria, nome } of projects)
      await addProject(tx, { empresaId, projeto: id, auditoria, nome, templates, created: since });
    await addItems(tx, empresaId, calls, sounding);
    await addRuns(tx, empresaId, calls);
    await addResults(tx, empresaId, calls);
    await addInsights(tx, empresaId, calls, templates, until);
    const byName = new Map(templates.map(({ nome, versaoId }) => [nome, versaoId]));
    await addSounding(tx, empresaId, [...sounding.values()], byName);
    await addLedger(tx, empresaId, calls);
    const done = calls.filter(({ status }) => status === 'concluido').map(({ run }) => run);
    await tx.query('SELECT escuta_grava_qualidade($1::uuid[])', [done]);
    await addFirings(tx, empresaId, calls, until);
  });
}

type NewProject = {
  empresaId: string;
  projeto: string;
  auditoria: string;
  nome: string;
  templates: readonly Template[];
  created: Date;
};

async function addProject(
  tx: Db,
  { empresaId, projeto, auditoria, nome, templates, created }: NewProject,
): Promise<void> {
  await insertRows(tx, 'projetos', [
    {
      id: projeto,
      empresa_id: empresaId,
      nome,
      descricao: 'Histórico fictício da demonstração: seis meses de ligações, algumas com gravação.',
      tipo_projeto: 'call_center',
      is_active: true,
      canal_agente: 'left',
      created_at: created,
      updated_at: created,
    },
  ]);
  await insertRows(tx, 'auditorias', [
    {
      id: auditoria,
      empresa_id: empresaId,
      projeto_id: projeto,
      nome: AUDITORIA_PADRAO_NOME.call_center,
      status: 'pendente',
      padrao: true,
      created_at: created,
      updated_at: created,
    },
  ]);
  await insertRows(
    tx,
    'projeto_insight_templates',
    templates.map(({ templateId, nome: template }) => ({
      id: newId(),
      empresa_id: empresaId,
      projeto_id: projeto,
      insight_template_id: templateId,
      ativo: true,
      parametros: parametersOf(template),
      created_at: created,
    })),
  );
}

function parametersOf(template: string): Record<string, string> {
  const needed = DEMO_TEMPLATES.find(({ nome }) => nome === template)?.parametrosObrigatorios ?? [];
  return needed.includes('empresa') ? { empresa: 'Lumavia Telecom' } : {};
}

type Project = (typeof PROJECTS)[number] & { id: string; auditoria: string };

/** A project's calls, unordered. */
function makeCalls(
  { id, auditoria, nome, porSemana, temas }: Project,
  until: Date,
  random: () => number,
  recorded: ReadonlyMap<string, Gravada>,
): Call[] {
  const team = AGENTES.filter(({ projeto }) => projeto === nome);
  const common = { projeto: id, auditoria };
  const calls: Call[] = [];
  for (let week = SEMANAS - 1; week >= 0; week--) {
    const from = new Date(until.getTime() - (week + 1) * WEEK_MS);
    const to = new Date(from.getTime() + WEEK_MS);
    for (let n = 0; n < (week < SEMANAS_CHEIAS ? porSemana[1] : porSemana[0]); n++) {
      const index = calls.length;
      const agente = team[index % team.length] as AgenteDemo;
      const fate = random();
      const start = workingTime(from, new Date(to.getTime() - ANTES_MS), random);
      calls.push({
        ...common,
        item: newId(),
        run: newId(),
        at: new Date(start.getTime() + ANTES_MS),
        status: fate < 0.03 ? 'erro' : fate < 0.06 ? 'pendente' : 'concluido',
        dialogue: talk(agente, temas, week, start, index, random),
        ramal: agente.ramal,
        cliente: `${pick(NOMES, random())} ${pick(SOBRENOMES, random())}`,
        amostra: null,
        index,
      });
    }
  }
  for (const { amostra, ramal, dias, cliente } of COM_SOM) {
    const gravada = recorded.get(amostra);
    if (!gravada || !team.some((agente) => agente.ramal === ramal)) continue;
    const day = new Date(until.getTime() - dias * DAY_MS);
    const start = workingTime(day, new Date(day.getTime() + ANTES_MS), random);
    calls.push({
      ...common,
      item: newId(),
      run: newId(),
      at: new Date(start.getTime() + ANTES_MS),
      status: 'concluido',
      dialogue: null,
      ramal,
      cliente: cliente ?? gravada.gravado.ligacao.nomeEntrevistado,
      amostra,
      index: calls.length,
    });
  }
  return calls;
}

const pick = <T>(list: readonly T[], value: number): T => list[Math.floor(value * list.length)] as T;

/** Composes an agent's conversation in `week`, which counts back from the history's end. */
function talk(
  agente: AgenteDemo,
  temas: readonly Tema[],
  week: number,
  start: Date,
  n: number,
  random: () => number,
): Dialogue {
  const tema = pickTheme(temas, week, random());
  const acertos = new Set<Acerto>();
  for (const acerto of ACERTOS) {
    const chance = chanceOf(acerto, agente, week) * (acerto === 'solucao' ? (tema.resolve ?? 1) : 1);
    if (random() < chance) acertos.add(acerto);
  }
  const solved = acertos.has('solucao');
  const irritado = !tema.venda && random() < (solved ? 0.08 : 0.6);
  const ofende = irritado && random() < 0.04;
  const procon = irritado && !solved && random() < 0.25;
  return composeDialogue({
    ...{ agente: agente.nome, tema, acertos, n, irritado, ofende, procon },
    satisfeito: !procon && !ofende && random() < (solved ? 0.8 : 0.05),
    manha: start.getUTCHours() - 3 < 12,
  });
}

const ACERTOS: readonly Acerto[] = [
  'gravacao',
  'nome',
  'cortesia',
  'dados',
  'empatia',
  'espera',
  'solucao',
  'prazo',
  'protocolo',
  'maisAjuda',
];

/** Weeks over which the subjects' weights change from old to new. */
const SEMANAS_DA_MUDANCA = 6;

/** Picks a subject by its weight in the week. */
function pickTheme(temas: readonly Tema[], week: number, value: number): Tema {
  const late = Math.max(0, 1 - week / SEMANAS_DA_MUDANCA);
  const weights = temas.map(({ peso: [antes, agora] }) => antes + (agora - antes) * late);
  let left = value * weights.reduce((sum, weight) => sum + weight, 0);
  const found = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return temas[found] ?? (temas[0] as Tema);
}

/** Length of a call, s. */
const lengthOf = (call: Call, sound: { gravada: Gravada } | undefined) =>
  sound ? sound.gravada.gravado.duracaoS : secondsOf(call);

async function addItems(
  tx: Db,
  empresaId: string,
  calls: readonly Call[],
  sounding: ReadonlyMap<string, { gravada: Gravada; guardada: Guardada }>,
): Promise<void> {
  const items = calls.map((call, n) => {
    const sound = sounding.get(call.item);
    const start = call.at.getTime() - ANTES_MS;
    const numero = sound?.gravada.gravado.ligacao.numeroDestino ?? `1195555${String(1000 + n).slice(-4)}`;
    return {
      id: call.item,
      empresa_id: empresaId,
      projeto_id: call.projeto,
      auditoria_id: call.auditoria,
      tipo_item: 'ligacao',
      status: call.status,
      motivo: call.status === 'erro' ? FALHA.motivo : null,
      call_start_time: new Date(start),
      call_end_time: new Date(start + lengthOf(call, sound) * 1000),
      call_duration: lengthOf(call, sound),
      ramal: call.ramal,
      numero_destino: numero,
      nome_entrevistado: call.cliente,
      arquivo_path: sound?.guardada.chave ?? null,
      arquivo_nome: sound?.gravada.nome ?? null,
      arquivo_tipo: sound ? 'audio/mpeg' : null,
      arquivo_tamanho: sound?.gravada.som.length ?? null,
      arquivo_sha256: sound?.gravada.sha256 ?? null,
      arquivo_recebido_em: sound ? call.at : null,
      metadata: {
        ...{ tipo: 'ligacao', historico: true, observacoes: OBSERVACAO },
        ...{ nome_entrevistado: call.cliente, telefone_entrevistado: numero },
      },
      created_at: call.at,
      updated_at: endOf(call),
    };
  });
  await insertRows(tx, 'auditoria_itens', items);
}

async function addRuns(tx: Db, empresaId: string, calls: readonly Call[]): Promise<void> {
  const runs = calls.filter(({ status }) => status !== 'pendente');
  await insertRows(
    tx,
    'execucoes',
    runs.map((call) => ({
      id: call.run,
      empresa_id: empresaId,
      projeto_id: call.projeto,
      item_id: call.item,
      status: call.status === 'erro' ? 'erro' : 'concluida',
      etapa_atual: call.status === 'erro' ? 'transcricao' : 'contabilizacao',
      origem: 'manual',
      configuracao: {},
      motivo: call.status === 'erro' ? FALHA.motivo : null,
      codigo_motivo: call.status === 'erro' ? FALHA.codigo : null,
      admitida_em: call.at,
      iniciada_em: call.at,
      terminada_em: endOf(call),
      created_at: call.at,
    })),
  );
  await insertRows(
    tx,
    'execucao_etapas',
    runs.flatMap((call) =>
      FLUXOS.ligacao.slice(0, call.status === 'erro' ? 2 : undefined).map((etapa, index) => {
        const failed = call.status === 'erro' && etapa === 'transcricao';
        return {
          execucao_id: call.run,
          etapa,
          ordem: index + 1,
          empresa_id: empresaId,
          status: failed ? 'erro' : 'concluida',
          tentativa: 1,
          versao: 1,
          erro: failed ? FALHA.motivo : null,
          iniciada_em: call.at,
          terminada_em: endOf(call),
        };
      }),
    ),
  );
}
