// Half a year of invented calls without recordings for the demonstration's dashboards, labelled as such, with the
// tables and rules of processed calls.

import type { Db } from '@escuta/prisma/db';
import { FLUXOS } from '@escuta/shared/domain/profiles/flows';
import { AUDITORIA_PADRAO_NOME } from '@escuta/shared/domain/runs/status';
import { seededRandom } from '@escuta/shared/domain/seeded-random';
import { newId } from '@escuta/shared/platform/database/ids';
import { insertRows } from '@escuta/shared/platform/database/insert-rows';
import type { SeedContext } from '../../context.ts';
import { type Call, endOf, FALHA, secondsOf, type Template } from './calls.ts';
import { DIRETA, type Dialogue, RESOLVIDA, RISPIDA, SEM_SOLUCAO } from './dialogues.ts';
import { addInsights, addResults } from './findings.ts';
import { addLedger } from './ledger.ts';

const OBSERVACAO = 'Ligação fictícia da demonstração, sem gravação.';
const MONTHS = 6;

/** `porMes`: calls of each month, oldest first. `boas`: share of good conversations, in the first and last month. */
const PROJECTS = [
  { nome: 'Retenção Lumavia', porMes: [22, 26, 31, 35, 40, 38], boas: [0.25, 0.5] },
  { nome: 'Televendas Lumavia', porMes: [16, 18, 21, 22, 26, 24], boas: [0.4, 0.6] },
] as const;
const NAMES = [
  'Ana Prado',
  'Bruno Leal',
  'Carla Dias',
  'Davi Rocha',
  'Elisa Nunes',
  'Fábio Reis',
  'Gilda Melo',
  'Hugo Sá',
];

/**
 * Creates a company's history unless its projects exist. It ends before the company's ledger begins and keeps the
 * balance: entries of its own buy its credits.
 */
export async function seedHistory({ prisma, db: pool }: SeedContext, empresaId: string): Promise<void> {
  const names = PROJECTS.map(({ nome }) => nome);
  if (await prisma.projeto.findFirst({ where: { empresaId, nome: { in: names } }, select: { id: true } }))
    return;
  const first = await prisma.creditoLancamento.aggregate({ where: { empresaId }, _min: { createdAt: true } });
  const until = new Date((first._min.createdAt ?? new Date()).getTime() - 5 * 60_000);
  const versions = await prisma.insightTemplateVersao.findMany({
    where: { empresaId, versao: 1, nome: { in: Object.keys(RESOLVIDA.insights) } },
    select: { id: true, templateId: true, nome: true, categoria: true },
  });
  const templates = versions.map(({ id, ...rest }) => ({ ...rest, versaoId: id }));
  await pool.transaction(async (tx) => {
    // A fixed seed: each start shows the same demonstration.
    const random = seededRandom(20_260_701);
    const calls: Call[] = [];
    for (const project of PROJECTS) {
      calls.push(...(await addProject(tx, { empresaId, project, templates, until, random })));
    }
    calls.sort((a, b) => a.at.getTime() - b.at.getTime());
    await addItems(tx, empresaId, calls);
    await addRuns(tx, empresaId, calls);
    await addResults(tx, empresaId, calls);
    await addInsights(tx, empresaId, calls, templates, until);
    await addLedger(tx, empresaId, calls);
    const done = calls.filter(({ status }) => status === 'concluido').map(({ run }) => run);
    await tx.query('SELECT escuta_grava_qualidade($1::uuid[])', [done]);
  });
}

type NewProject = {
  empresaId: string;
  project: (typeof PROJECTS)[number];
  templates: readonly Template[];
  until: Date;
  random: () => number;
};

async function addProject(
  tx: Db,
  { empresaId, project, templates, until, random }: NewProject,
): Promise<Call[]> {
  const [projeto, auditoria] = [newId(), newId()];
  const months = monthsUntil(until);
  const created = months[0]?.from ?? until;
  await insertRows(tx, 'projetos', [
    {
      id: projeto,
      empresa_id: empresaId,
      nome: project.nome,
      descricao: 'Histórico fictício da demonstração: seis meses de ligações sem gravação.',
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
    templates.map(({ templateId }) => ({
      id: newId(),
      empresa_id: empresaId,
      projeto_id: projeto,
      insight_template_id: templateId,
      ativo: true,
      parametros: {},
      created_at: created,
    })),
  );
  return months.flatMap(({ from, to, share }, month) => {
    const good = project.boas[0] + ((project.boas[1] - project.boas[0]) * month) / (MONTHS - 1);
    return Array.from({ length: Math.ceil((project.porMes[month] ?? 0) * share) }, (_, index) => {
      const fate = random();
      return {
        item: newId(),
        projeto,
        auditoria,
        at: new Date(from.getTime() + random() * (to.getTime() - from.getTime())),
        status:
          fate < 0.04 ? ('erro' as const) : fate < 0.09 ? ('pendente' as const) : ('concluido' as const),
        run: newId(),
        dialogue: pick(random(), good, index),
        index,
      };
    });
  });
}

function pick(value: number, good: number, n: number): Dialogue {
  if (value < good) return RESOLVIDA;
  const rest = (value - good) / (1 - good);
  if (rest < 0.5) return DIRETA;
  return rest < 0.92 ? (SEM_SOLUCAO[n % SEM_SOLUCAO.length] ?? DIRETA) : RISPIDA;
}

/** The last months before an instant; `share`: elapsed part of the month. */
function monthsUntil(until: Date): { from: Date; to: Date; share: number }[] {
  return Array.from({ length: MONTHS }, (_, index) => {
    const back = MONTHS - 1 - index;
    // Midnight in São Paulo.
    const from = new Date(Date.UTC(until.getUTCFullYear(), until.getUTCMonth() - back, 1, 3));
    const end = new Date(Date.UTC(until.getUTCFullYear(), until.getUTCMonth() - back + 1, 1, 3));
    const to = end < until ? end : until;
    return {
      from: from < to ? from : to,
      to,
      share: Math.max(0, to.getTime() - from.getTime()) / (end.getTime() - from.getTime()),
    };
  });
}

function addItems(tx: Db, empresaId: string, calls: readonly Call[]): Promise<void> {
  return insertRows(
    tx,
    'auditoria_itens',
    calls.map((call, n) => ({
      id: call.item,
      empresa_id: empresaId,
      projeto_id: call.projeto,
      auditoria_id: call.auditoria,
      tipo_item: 'ligacao',
      status: call.status,
      motivo: call.status === 'erro' ? FALHA.motivo : null,
      call_start_time: new Date(call.at.getTime() - 600_000),
      call_end_time: new Date(call.at.getTime() - 600_000 + secondsOf(call) * 1000),
      call_duration: secondsOf(call),
      ramal: String(2001 + (n % 8)),
      numero_destino: `1195555${String(1000 + n).slice(-4)}`,
      nome_entrevistado: NAMES[n % NAMES.length],
      metadata: { tipo: 'ligacao', historico: true, observacoes: OBSERVACAO },
      created_at: call.at,
      updated_at: endOf(call),
    })),
  );
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
