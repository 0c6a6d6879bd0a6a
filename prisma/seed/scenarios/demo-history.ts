// Half a year of calls for the demonstration's dashboards: invented conversations without recordings, said to be so on
// the project and on each call, in the same tables and by the same rules as processed ones.
import { quarterMeans } from '@escuta/shared/domain/analysis-merge';
import { alertKey } from '@escuta/shared/domain/insight-result';
import { isProven, scoreCriteria } from '@escuta/shared/domain/scores';
import { AUDITORIA_PADRAO_NOME, ETAPAS } from '@escuta/shared/domain/status';
import { sentimentLabel, type TextAnalysis } from '@escuta/shared/domain/text-analysis';
import { newId } from '@escuta/shared/node/ids';
import { type Queryable, transaction } from '@escuta/shared/node/transaction';
import type { SeedContext } from '../context.ts';
import { DEMO_TEMPLATES } from '../templates.ts';
import { DIRETA, type Dialogue, RESOLVIDA, RISPIDA, SEM_SOLUCAO } from './demo-dialogues.ts';

const OBSERVACAO = 'Ligação inventada para a demonstração, sem gravação.';
const MODELO = 'demonstração';
const MONTHS = 6;
const DAY_MS = 86_400_000;

/** `porMes`: calls of each month, oldest first. `boas`: share of good conversations, in the first month and in the last. */
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

type Template = { versaoId: string; templateId: string; nome: string; categoria: string };
type Call = {
  item: string;
  projeto: string;
  auditoria: string;
  at: Date;
  status: 'concluido' | 'erro' | 'pendente';
  run: string;
  dialogue: Dialogue;
  index: number;
};
type Row = Record<string, unknown>;

/** The same numbers each time: a demonstration should not change from one start to the next. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Makes the history of a company once; its projects are the sign that it is there. It ends where the company's ledger
 * begins, and leaves the balance as it is: what its runs used was bought by entries of its own.
 */
export async function seedHistory({ prisma, pool }: SeedContext, empresaId: string): Promise<void> {
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
  await transaction(pool, async (tx) => {
    const random = createRandom(20_260_701);
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

/** Inserts rows whose fields are columns; what a column's type is, the table says. */
async function insert(tx: Queryable, table: string, rows: readonly Row[]): Promise<void> {
  const [sample] = rows;
  if (!sample) return;
  const columns = Object.keys(sample).join(', ');
  await tx.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}

type NewProject = {
  empresaId: string;
  project: (typeof PROJECTS)[number];
  templates: readonly Template[];
  until: Date;
  random: () => number;
};

async function addProject(
  tx: Queryable,
  { empresaId, project, templates, until, random }: NewProject,
): Promise<Call[]> {
  const [projeto, auditoria] = [newId(), newId()];
  const months = monthsUntil(until);
  const created = months[0]?.from ?? until;
  await insert(tx, 'projetos', [
    {
      id: projeto,
      empresa_id: empresaId,
      nome: project.nome,
      descricao: 'Histórico inventado da demonstração: seis meses de ligações sem gravação.',
      tipo_projeto: 'call_center',
      is_active: true,
      canal_agente: 'left',
      created_at: created,
      updated_at: created,
    },
  ]);
  await insert(tx, 'auditorias', [
    {
      id: auditoria,
      empresa_id: empresaId,
      projeto_id: projeto,
      nome: AUDITORIA_PADRAO_NOME,
      status: 'pendente',
      padrao: true,
      created_at: created,
      updated_at: created,
    },
  ]);
  await insert(
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
        dialogue: pick(random(), good),
        index,
      };
    });
  });
}

function pick(value: number, good: number): Dialogue {
  if (value < good) return RESOLVIDA;
  const rest = (value - good) / (1 - good);
  if (rest < 0.5) return DIRETA;
  return rest < 0.92 ? SEM_SOLUCAO : RISPIDA;
}

/** The last months up to an instant; `share`: how much of the month has passed by then. */
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

const secondsOf = ({ dialogue, index }: Call) => dialogue.linhas.length * 9 + (index % 7) * 11;
const endOf = (call: Call) => new Date(call.at.getTime() + 150_000);

function addItems(tx: Queryable, empresaId: string, calls: readonly Call[]): Promise<void> {
  return insert(
    tx,
    'auditoria_itens',
    calls.map((call, n) => ({
      id: call.item,
      empresa_id: empresaId,
      projeto_id: call.projeto,
      auditoria_id: call.auditoria,
      tipo_item: 'ligacao',
      status: call.status,
      motivo: call.status === 'erro' ? 'O provedor de transcrição não respondeu a tempo.' : null,
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

async function addRuns(tx: Queryable, empresaId: string, calls: readonly Call[]): Promise<void> {
  const runs = calls.filter(({ status }) => status !== 'pendente');
  await insert(
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
      motivo: call.status === 'erro' ? 'O provedor de transcrição não respondeu a tempo.' : null,
      codigo_motivo: call.status === 'erro' ? 'provedor_indisponivel' : null,
      admitida_em: call.at,
      iniciada_em: call.at,
      terminada_em: endOf(call),
      created_at: call.at,
    })),
  );
  await insert(
    tx,
    'execucao_etapas',
    runs.flatMap((call) =>
      ETAPAS.slice(0, call.status === 'erro' ? 2 : ETAPAS.length).map((etapa) => {
        const failed = call.status === 'erro' && etapa === 'transcricao';
        return {
          execucao_id: call.run,
          etapa,
          empresa_id: empresaId,
          status: failed ? 'erro' : 'concluida',
          tentativa: 1,
          versao: 1,
          erro: failed ? 'O provedor de transcrição não respondeu a tempo.' : null,
          iniciada_em: call.at,
          terminada_em: endOf(call),
        };
      }),
    ),
  );
}

async function addResults(tx: Queryable, empresaId: string, calls: readonly Call[]): Promise<void> {
  const done = calls.filter(({ status }) => status === 'concluido');
  const results = done.map((call) => ({ call, id: newId(), left: newId(), right: newId() }));
  await insert(
    tx,
    'auditoria_resultados',
    results.map(({ call, id }) => ({
      id,
      empresa_id: empresaId,
      projeto_id: call.projeto,
      auditoria_id: call.auditoria,
      item_id: call.item,
      execucao_id: call.run,
      status_processamento: 'concluido',
      analise_texto: analysisOf(call),
      processado_em: endOf(call),
      created_at: call.at,
      updated_at: endOf(call),
    })),
  );
  // busca_texto is generated: named columns only.
  await insert(
    tx,
    'transcricoes',
    results.flatMap(({ call, id, left, right }) =>
      (['a', 'c'] as const).map((quem) => ({
        id: quem === 'a' ? left : right,
        empresa_id: empresaId,
        projeto_id: call.projeto,
        item_id: call.item,
        resultado_id: id,
        canal: quem === 'a' ? 'left' : 'right',
        papel: quem === 'a' ? 'agente' : 'cliente',
        modelo: MODELO,
        full_text: call.dialogue.linhas
          .filter((linha) => linha.quem === quem)
          .map(({ texto }) => texto)
          .join(' '),
      })),
    ),
  );
  await insert(
    tx,
    'sentencas',
    results.flatMap(({ call, left, right }) =>
      call.dialogue.linhas.map(({ quem, texto, s }, ordem) => ({
        id: newId(),
        empresa_id: empresaId,
        transcricao_id: quem === 'a' ? left : right,
        ordem,
        texto,
        ...timesOf(ordem),
        sentimento: s,
        rotulo_sentimento: sentimentLabel(s),
        ofensas: call.dialogue.ofensas.filter(({ linha }) => linha === ordem).map(({ termo }) => termo),
      })),
    ),
  );
}

function timesOf(ordem: number): { start_ms: number; end_ms: number } {
  return { start_ms: ordem * 9000 + 500, end_ms: ordem * 9000 + 7500 };
}

function analysisOf({ dialogue }: Call): TextAnalysis {
  return {
    resumo: dialogue.resumo,
    sentimentoGeral: dialogue.sentimento,
    sentimentoPorQuarto: quarterMeans(
      dialogue.linhas.map(({ s }, ordem) => ({ startMs: ordem * 9000 + 500, sentimento: s })),
      dialogue.linhas.length * 9000,
    ),
    ofensas: dialogue.ofensas.map(({ linha, termo, contexto }) => ({
      ordem: linha,
      termo,
      citacao: dialogue.linhas[linha]?.texto ?? '',
      contexto,
    })),
    respostas: [],
    modelo: MODELO,
  };
}

async function addInsights(
  tx: Queryable,
  empresaId: string,
  calls: readonly Call[],
  templates: readonly Template[],
  until: Date,
): Promise<void> {
  const insights: Row[] = [];
  const quotes: Row[] = [];
  for (const call of calls.filter(({ status }) => status === 'concluido')) {
    for (const template of templates) {
      const id = newId();
      const judged = judge(call.dialogue, template.nome);
      const alert = template.nome === 'Cortesia e empatia' ? call.dialogue.alerta : null;
      // What is older than a week has been looked at, most of it.
      const reviewed =
        alert !== null && (until.getTime() - call.at.getTime() > 7 * DAY_MS || call.index % 3 === 0);
      insights.push({
        id,
        empresa_id: empresaId,
        projeto_id: call.projeto,
        auditoria_id: call.auditoria,
        item_id: call.item,
        execucao_id: call.run,
        template_versao_id: template.versaoId,
        status_processamento: 'concluido',
        categoria: template.categoria,
        tags: [],
        score_confianca: 0.78 + (call.index % 5) * 0.04,
        pontuacao: judged.pontuacao,
        resultado: { pontuacaoIa: judged.pontuacao ?? 0, criterios: judged.criterios },
        resumo: judged.resumo,
        alertas_identificados: alert
          ? [
              {
                titulo: alert.titulo,
                descricao: alert.descricao,
                gravidade: alert.gravidade,
                comprovado: true,
              },
            ]
          : [],
        sem_evidencia: false,
        modelo: MODELO,
        parametros_omitidos: [],
        validado_humano: reviewed,
        veredito: reviewed ? 'aprovado' : null,
        validado_em: reviewed ? new Date(Math.min(call.at.getTime() + DAY_MS, until.getTime())) : null,
        processed_at: endOf(call),
        created_at: endOf(call),
        updated_at: endOf(call),
      });
      const found = alert
        ? [
            ...judged.provas,
            {
              criterio: alertKey(0),
              linha: alert.linha,
              citacao: call.dialogue.linhas[alert.linha]?.texto ?? '',
            },
          ]
        : judged.provas;
      quotes.push(
        ...found.map(({ criterio, linha, citacao }, ordem) => ({
          id: newId(),
          empresa_id: empresaId,
          insight_id: id,
          ordem,
          criterio,
          citacao,
          verificada: true,
          sentenca_ordem: linha,
          canal: call.dialogue.linhas[linha]?.quem === 'a' ? 'left' : 'right',
          ...timesOf(linha),
        })),
      );
    }
  }
  await insert(tx, 'insights', insights);
  await insert(tx, 'evidencias', quotes);
}

/** The dialogue's answers to a template, scored as the worker scores them. */
function judge(dialogue: Dialogue, nome: string) {
  const { resumo, respostas } = dialogue.insights[nome as keyof Dialogue['insights']];
  const template = DEMO_TEMPLATES.find((one) => one.nome === nome);
  const provas: { criterio: string; linha: number; citacao: string }[] = [];
  const criterios = (template?.criterios ?? []).map(({ id, descricao, peso, critico, ausencia = false }) => {
    const answer = respostas[id] ?? { atendido: 'nao' as const };
    const quoted = answer.linha !== undefined && answer.citacao !== undefined;
    if (quoted)
      provas.push({ criterio: id, linha: answer.linha as number, citacao: answer.citacao as string });
    return {
      id,
      descricao,
      peso,
      critico,
      atendido: answer.atendido,
      justificativa: answer.atendido === 'sim' ? 'Observado na ligação.' : 'Não foi observado na ligação.',
      comprovado: isProven(answer.atendido, quoted ? [{ verificada: true }] : [], ausencia),
    };
  });
  return { resumo, criterios, provas, pontuacao: scoreCriteria(criterios) };
}

/** Each month's credits are bought before its first call and used up by its calls: the balance ends as it began. */
async function addLedger(tx: Queryable, empresaId: string, calls: readonly Call[]): Promise<void> {
  const runs = calls.filter(({ status }) => status !== 'pendente');
  const monthOf = (call: Call) => call.at.toISOString().slice(0, 7);
  const used = new Map<string, number>();
  for (const call of runs) {
    if (call.status === 'concluido') used.set(monthOf(call), (used.get(monthOf(call)) ?? 0) + 1);
  }
  const rows: Row[] = [];
  let saldo = 0;
  const add = (at: Date, tipo: string, quantidade: number, descricao: string, extra: Row = {}): void => {
    saldo += quantidade;
    rows.push({
      id: newId(),
      empresa_id: empresaId,
      tipo,
      quantidade,
      saldo_apos: saldo,
      execucao_id: null,
      chave_idempotente: null,
      ...extra,
      descricao,
      created_at: at,
    });
  };
  const bought = new Set<string>();
  const moves = runs.flatMap((call) => [
    { at: call.at, call, fim: false },
    { at: endOf(call), call, fim: true },
  ]);
  moves.sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const { at, call, fim } of moves) {
    const month = monthOf(call);
    if (!bought.has(month)) {
      bought.add(month);
      // One more, for a reservation that is given back while the others are out.
      add(
        new Date(at.getTime() - 60_000),
        'compra',
        (used.get(month) ?? 0) + (bought.size === 1 ? 2 : 0),
        'Pacote da demonstração',
        {
          chave_idempotente: `historico:${month}`,
        },
      );
    }
    const extra = { execucao_id: call.run };
    if (!fim) add(at, 'reserva', -1, 'Processamento de gravação', extra);
    else if (call.status === 'concluido') add(at, 'captura', 0, 'Gravação processada', extra);
    else add(at, 'estorno', 1, 'O provedor de transcrição não respondeu a tempo.', extra);
  }
  const last = moves.at(-1);
  if (last && saldo !== 0) {
    add(new Date(last.at.getTime() + 60_000), 'ajuste', -saldo, 'Acerto do histórico da demonstração', {
      chave_idempotente: 'historico:acerto',
    });
  }
  await insert(tx, 'credito_lancamentos', rows);
}
