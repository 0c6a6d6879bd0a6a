/** What each report says. Sums come from the repo, one statement a table; the rest is arithmetic. */
import type { GrupoWire, RelatorioWire } from '@escuta/shared/contracts/relatorios';
import { TIPO_EXTRATO_LABEL, type TipoExtrato } from '@escuta/shared/domain/credits';
import { AppError } from '@escuta/shared/domain/errors';
import {
  DIAS_DA_SEMANA,
  NENHUM,
  SENTIMENTO_LABEL,
  SENTIMENTOS,
  type Sentimento,
} from '@escuta/shared/domain/filtro-campos';
import { sumByStep } from '@escuta/shared/domain/reports/compare';
import { logOdds, Z_NOTAVEL } from '@escuta/shared/domain/reports/log-odds';
import { meanOf } from '@escuta/shared/domain/reports/mean';
import { wholeMonths } from '@escuta/shared/domain/reports/period';
import { rank, semBase } from '@escuta/shared/domain/reports/ranking';
import { ETAPA_LABEL, STATUS_PROCESSAMENTO } from '@escuta/shared/domain/status';
import type { Medida } from './numbers.ts';
import {
  AGENTES_MAX,
  type AgenteSums,
  type ConsumoRow,
  type CreditoRow,
  type CustoRow,
  type QualidadeSums,
  readAgentes,
  readConsumo,
  readCreditos,
  readCustos,
  readHoras,
  readInaudiveis,
  readPalavras,
  readPreco,
  readQualidade,
  readQualidadePorProjeto,
  readVereditos,
  readVolume,
  type VereditosRow,
  type VolumeRow,
} from './repo.ts';
import type { Pedido } from './service.ts';

const formatted = (n: number) => n.toLocaleString('pt-BR');
const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Scores under this and from that on, as people read them. */
export const NOTA_BAIXA = 50;
export const NOTA_ALTA = 80;

const STATUS_NOME = {
  pendente: 'Pendentes',
  processando: 'Em processamento',
  concluido: 'Concluídas',
  erro: 'Com erro',
} as const;

// ───────────────────────────── volume ─────────────────────────────

type Volume = { n: number; duracao: number; gravacao: number } & Record<
  (typeof STATUS_PROCESSAMENTO)[number],
  number
>;
const noVolume = (): Volume => ({
  n: 0,
  duracao: 0,
  gravacao: 0,
  pendente: 0,
  processando: 0,
  concluido: 0,
  erro: 0,
});
function addVolume(sum: Volume, row: VolumeRow): void {
  sum.n += row.n;
  sum.duracao += row.duracao;
  sum.gravacao += row.gravacao ?? 0;
  for (const status of STATUS_PROCESSAMENTO) sum[status] += row[status];
}

/** 1: Monday. */
const weekdayOf = (dia: string): number => new Date(`${dia}T12:00:00Z`).getUTCDay() || 7;

export async function volume({ deps: { pool }, alvo, laid, numbers, head }: Pedido): Promise<RelatorioWire> {
  const daLigacao = alvo.data === 'ligacao';
  const [rows, horas, achados, inaudiveis] = await Promise.all([
    readVolume(pool, alvo),
    daLigacao && !alvo.agenteId ? readHoras(pool, alvo) : [],
    readQualidade(pool, alvo, false),
    readInaudiveis(pool, alvo),
  ]);
  const sums = sumByStep(laid, rows, noVolume, addVolume);
  const total: Medida<Volume> = {
    chave: 'total',
    nome: 'Ligações',
    unidade: 'ligacoes',
    valor: (v) => v.n,
    n: (v) => v.n,
  };
  const porHora = {
    chave: 'hora',
    nome: total.nome,
    unidade: total.unidade,
    valor: (n: number) => n,
    n: (n: number) => n,
  };
  const minutos: Medida<Volume> = {
    ...total,
    chave: 'minutos',
    nome: 'Minutos falados',
    unidade: 'minutos',
    valor: (v) => v.duracao / 60,
  };
  const gravacao: Medida<Volume> = {
    ...total,
    chave: 'gravacao',
    nome: 'Com gravação',
    valor: (v) => v.gravacao,
    n: (v) => v.gravacao,
    filtro: { gravacao: 'com' },
  };
  const porStatus = STATUS_PROCESSAMENTO.map(
    (status): Medida<Volume> => ({
      ...total,
      chave: status,
      nome: STATUS_NOME[status],
      valor: (v) => v[status],
      n: (v) => v[status],
      filtro: { status },
    }),
  );
  const q = sumByStep(laid, achados, noQuality, addQuality);
  const ouvidas = {
    agora: { ...q.agora, inaudiveis: inaudiveis.agora },
    antes: { ...q.antes, inaudiveis: inaudiveis.antes },
  };
  return {
    ...head,
    numeros: [
      numbers.numero(laid, total, sums),
      numbers.numero(laid, minutos, sums),
      ...(alvo.data === 'ligacao' ? [numbers.numero(laid, gravacao, sums)] : []),
      numbers.numero(laid, INAUDIVEIS, ouvidas),
    ],
    series: [
      numbers.serie(laid, total, sums),
      ...porStatus.map((medida) => numbers.serie(laid, medida, sums)),
    ],
    grupos: [
      {
        chave: 'status',
        titulo: 'Situação',
        partes: porStatus.map((medida) => numbers.numero(laid, medida, sums)),
      },
      ...(daLigacao
        ? [
            {
              chave: 'dia_semana',
              titulo: 'Por dia da semana',
              partes: DIAS_DA_SEMANA.map((nome, index) =>
                numbers.numero(
                  laid,
                  { ...total, chave: `dia_${index + 1}`, nome, filtro: { dia_semana: `${index + 1}` } },
                  sumByStep(
                    laid,
                    rows.filter(({ dia }) => weekdayOf(dia) === index + 1),
                    noVolume,
                    addVolume,
                  ),
                ),
              ),
            },
          ]
        : []),
      ...(daLigacao && !alvo.agenteId
        ? [
            {
              chave: 'hora',
              titulo: 'Por hora',
              partes: horas.map(({ hora, agora, antes }) =>
                numbers.numero(
                  laid,
                  { ...porHora, chave: `hora_${hora}`, nome: `${hora}h`, filtro: { hora: `${hora}` } },
                  { agora, antes },
                ),
              ),
            },
          ]
        : []),
    ],
    avisos: [
      ...(daLigacao
        ? []
        : [
            'Por data de entrada não se conta quantas têm gravação, nem por hora e dia da semana da ligação.',
          ]),
      ...(alvo.agenteId ? ['As horas das ligações não são contadas por agente.'] : []),
    ],
  };
}

// ───────────────────────────── quality ─────────────────────────────

type Quality = {
  n: number;
  somas: { n: number; soma: number; quadrados: number };
  positivo: number;
  neutro: number;
  negativo: number;
  alertas: number;
  comAlerta: number;
  revisadas: number;
  notas: number[];
};
const noQuality = (): Quality => ({
  n: 0,
  somas: { n: 0, soma: 0, quadrados: 0 },
  positivo: 0,
  neutro: 0,
  negativo: 0,
  alertas: 0,
  comAlerta: 0,
  revisadas: 0,
  notas: Array(10).fill(0),
});
function addQuality(sum: Quality, row: QualidadeSums): void {
  sum.n += row.n;
  sum.somas.n += row.n_pontuacao;
  sum.somas.soma += row.soma;
  sum.somas.quadrados += row.quadrados ?? 0;
  sum.positivo += row.positivos;
  sum.neutro += row.neutros;
  sum.negativo += row.negativos;
  sum.alertas += row.alertas ?? 0;
  sum.comAlerta += row.com_alerta ?? 0;
  sum.revisadas += row.revisadas ?? 0;
  for (const [index, n] of (row.notas ?? []).entries()) sum.notas[index] = (sum.notas[index] ?? 0) + n;
}

const AVALIADAS: Medida<Quality> = {
  chave: 'avaliadas',
  nome: 'Ligações avaliadas',
  unidade: 'ligacoes',
  valor: (v) => v.n,
  n: (v) => v.n,
  filtro: { avaliada: 'sim' },
};
/** The mean of the calls that have a score. */
const NOTA: Medida<Quality> = {
  chave: 'nota',
  nome: 'Nota média',
  unidade: 'nota',
  valor: ({ somas }) => share(somas.soma, somas.n),
  n: ({ somas }) => somas.n,
  filtro: { nota_de: '0' },
};
/** By the day of the call alone is it known how scores scatter. */
const NOTA_COM_INTERVALO: Medida<Quality> = {
  ...NOTA,
  intervalo: ({ somas }) => meanOf(somas)?.intervalo ?? null,
};
const ALERTAS: Medida<Quality> = {
  chave: 'alertas',
  nome: 'Alertas',
  unidade: 'alertas',
  valor: (v) => v.alertas,
  n: (v) => v.comAlerta,
  filtro: { alertas: 'com' },
};
const COM_ALERTA: Medida<Quality> = {
  ...ALERTAS,
  chave: 'com_alerta',
  nome: 'Com alerta',
  unidade: 'ligacoes',
  valor: (v) => v.comAlerta,
};
const INAUDIVEIS: Medida<Quality & { inaudiveis: number }> = {
  chave: 'inaudiveis',
  nome: 'Inaudíveis',
  unidade: 'ligacoes',
  valor: (v) => v.inaudiveis,
  n: (v) => v.inaudiveis,
  filtro: { inaudivel: 'sim' },
};

/** Calls whose score lies in some tenths, [from, to). */
function emFaixas(chave: string, nome: string, from: number, to: number): Medida<Quality> {
  const count = (v: Quality) => v.notas.slice(from, to).reduce((sum, n) => sum + n, 0);
  return {
    chave,
    nome,
    unidade: 'ligacoes',
    valor: count,
    n: count,
    filtro: { nota_de: String(from * 10), nota_ate: String(to === 10 ? 100 : to * 10 - 1) },
  };
}

/** The same measure of each project: what the group's parts are. */
async function byProject(
  { deps: { pool }, alvo, laid, numbers }: Pedido,
  titulo: string,
  medida: Medida<Quality>,
): Promise<GrupoWire> {
  const rows = await readQualidadePorProjeto(pool, alvo);
  const projects = new Map<string, { nome: string; agora: Quality; antes: Quality }>();
  for (const row of rows) {
    const known = projects.get(row.id) ?? { nome: row.nome, agora: noQuality(), antes: noQuality() };
    projects.set(row.id, known);
    addQuality(row.agora ? known.agora : known.antes, row);
  }
  return {
    chave: 'projetos',
    titulo,
    partes: [...projects].map(([id, { nome, ...sums }]) =>
      numbers.numero(
        laid,
        { ...medida, chave: id, nome, filtro: { ...medida.filtro, projeto_id: id } },
        sums,
      ),
    ),
  };
}

export async function qualidade(pedido: Pedido): Promise<RelatorioWire> {
  const { deps, alvo, laid, numbers, head } = pedido;
  const daLigacao = alvo.data === 'ligacao';
  const nota = daLigacao ? NOTA_COM_INTERVALO : NOTA;
  const [rows, projetos] = await Promise.all([
    readQualidade(deps.pool, alvo, true),
    byProject(pedido, 'Nota média por projeto', nota),
  ]);
  const sums = sumByStep(laid, rows, noQuality, addQuality);
  const baixas = emFaixas('baixas', `Abaixo de ${NOTA_BAIXA}`, 0, NOTA_BAIXA / 10);
  const altas = emFaixas('altas', `${NOTA_ALTA} ou mais`, NOTA_ALTA / 10, 10);
  const faixas = Array.from({ length: 10 }, (_, k) =>
    emFaixas(`faixa_${k}`, k === 9 ? '90 a 100' : `${k * 10} a ${k * 10 + 9}`, k, k + 1),
  );
  const medidas = daLigacao ? [nota, AVALIADAS, baixas, altas, ALERTAS, COM_ALERTA] : [nota, AVALIADAS];
  return {
    ...head,
    numeros: medidas.map((medida) => numbers.numero(laid, medida, sums)),
    series: [nota, ...(daLigacao ? [COM_ALERTA] : [])].map((medida) => numbers.serie(laid, medida, sums)),
    grupos: [
      ...(daLigacao
        ? [
            {
              chave: 'distribuicao',
              titulo: 'Distribuição das notas',
              partes: faixas.map((medida) => numbers.numero(laid, medida, sums)),
            },
          ]
        : []),
      projetos,
    ],
    avisos: daLigacao
      ? []
      : ['Por data de entrada não se contam alertas, distribuição e intervalo: escolha a data da ligação.'],
  };
}

// ───────────────────────────── sentiment ─────────────────────────────

const SENTIMENTO_NOME: Record<Sentimento, string> = {
  positivo: 'Positivas',
  neutro: 'Neutras',
  negativo: 'Negativas',
};

export async function sentimento(pedido: Pedido): Promise<RelatorioWire> {
  const { deps, alvo, laid, numbers, head } = pedido;
  const medidas = SENTIMENTOS.map(
    (sentido): Medida<Quality> => ({
      chave: sentido,
      nome: SENTIMENTO_NOME[sentido],
      unidade: 'ligacoes',
      valor: (v) => v[sentido],
      n: (v) => v[sentido],
      filtro: { sentimento: sentido },
    }),
  );
  const negativas: Medida<Quality> = {
    ...(medidas[2] as Medida<Quality>),
    chave: 'parte_negativa',
    nome: 'Parte negativa',
    unidade: 'parte',
    valor: (v) => share(v.negativo, v.positivo + v.neutro + v.negativo),
  };
  const [rows, projetos] = await Promise.all([
    readQualidade(deps.pool, alvo, false),
    byProject(pedido, `${SENTIMENTO_LABEL.negativo}: parte por projeto`, negativas),
  ]);
  const sums = sumByStep(laid, rows, noQuality, addQuality);
  return {
    ...head,
    numeros: [...medidas, negativas].map((medida) => numbers.numero(laid, medida, sums)),
    series: medidas.map((medida) => numbers.serie(laid, medida, sums)),
    grupos: [projetos],
  };
}

// ───────────────────────────── agents ─────────────────────────────

/** By the day of the call alone. @throws AppError regra_violada */
export async function agentes({ deps: { pool }, alvo, laid, numbers, head }: Pedido) {
  if (alvo.data === 'entrada') {
    throw new AppError('regra_violada', 'Por agente, os números são contados pela data da ligação.');
  }
  const rows = await readAgentes(pool, alvo);
  const sums = ({ n, n_pontuacao, soma, quadrados }: AgenteSums): Quality => ({
    ...noQuality(),
    n,
    somas: { n: n_pontuacao, soma, quadrados },
  });
  const known = rows.map((row) => ({
    ...row,
    agora: sums(row.agora),
    antes: sums(row.antes),
    ligacoes: row.agora.ligacoes,
    antesLigacoes: row.antes.ligacoes,
  }));
  type Agente = (typeof known)[number];
  // Calls that are nobody's are no agent's to rank.
  const present = known.filter(({ id }) => id !== null).slice(0, AGENTES_MAX);
  const nobody = known.find(({ id }) => id === null);
  const all = (rows[0]?.agentes ?? 0) - (nobody ? 1 : 0);
  const ranked = rank(present.map((one) => ({ ...one, somas: one.agora.somas })));
  const line = (one: Agente) => {
    const filtro = { agente_id: one.id ?? NENHUM };
    const ligacoes: Medida<number> = {
      chave: 'ligacoes',
      nome: 'Ligações',
      unidade: 'ligacoes',
      valor: (n) => n,
      n: (n) => n,
      filtro,
    };
    return {
      id: one.id,
      nome: one.nome,
      ativo: one.ativo,
      nota: numbers.numero(laid, { ...NOTA_COM_INTERVALO, filtro: { ...NOTA.filtro, ...filtro } }, one),
      ligacoes: numbers.numero(laid, ligacoes, { agora: one.ligacoes, antes: one.antesLigacoes }),
    };
  };
  return {
    ...head,
    numeros: [],
    avisos:
      all > present.length
        ? [
            `O ranking tem os ${formatted(present.length)} agentes com mais ligações no período, de ${formatted(all)}: escolha um projeto ou um período menor para ver os outros.`,
          ]
        : [],
    ranking: [
      ...ranked.map((one) => ({
        ...line(one),
        posicao: one.posicao,
        semDiferenca: one.semDiferenca,
        motivo: one.posicao === null ? semBase(one.somas.n) : null,
      })),
      ...(nobody
        ? [
            {
              ...line(nobody),
              posicao: null,
              semDiferenca: false,
              motivo: 'Ligações de que não se sabe quem atendeu.',
            },
          ]
        : []),
    ],
  };
}

// ───────────────────────────── words ─────────────────────────────

/** Words that a report names. */
const PALAVRAS_MAX = 40;

export async function palavras({ deps: { pool }, alvo, laid, head }: Pedido) {
  if (alvo.agenteId) {
    throw new AppError('regra_violada', 'Palavras não são contadas por agente: retire o agente do filtro.');
  }
  const comparados = wholeMonths(laid.periodo);
  const said = await readPalavras(pool, alvo, comparados);
  return {
    ...head,
    numeros: [],
    comparados,
    palavras: logOdds(said.palavras, said)
      .filter(({ z }) => Math.abs(z) >= Z_NOTAVEL)
      .slice(0, PALAVRAS_MAX),
    avisos: ['Palavras são contadas por meses inteiros, pela data da conversa.'],
  };
}

// ───────────────────────────── costs ─────────────────────────────

type Custo = { n: number; usd: number; usdLigacoes: number; minutos: number; tokens: number };
const noCost = (): Custo => ({ n: 0, usd: 0, usdLigacoes: 0, minutos: 0, tokens: 0 });
function addCost(sum: Custo, { n, usd, usd_ligacoes, minutos, tokens }: CustoRow): void {
  sum.n += n;
  sum.usd += usd;
  sum.usdLigacoes += usd_ligacoes;
  sum.minutos += minutos;
  sum.tokens += tokens;
}
type Credito = { n: number; entrada: number; saida: number; centavos: number };
const noCredit = (): Credito => ({ n: 0, entrada: 0, saida: 0, centavos: 0 });
function addCredit(sum: Credito, { n, entrada, saida, centavos }: CreditoRow): void {
  sum.n += n;
  sum.entrada += entrada;
  sum.saida += saida;
  sum.centavos += centavos;
}

type Consumo = { itens: number; creditos: number };
const noConsumo = (): Consumo => ({ itens: 0, creditos: 0 });
function addConsumo(sum: Consumo, { itens, creditos }: ConsumoRow): void {
  sum.itens += itens;
  sum.creditos += creditos;
}

const CREDITOS: readonly { tipo: TipoExtrato; valor: (sum: Credito) => number }[] = [
  { tipo: 'reserva', valor: ({ saida }) => saida },
  { tipo: 'estorno', valor: ({ entrada }) => entrada },
  { tipo: 'compra', valor: ({ entrada }) => entrada },
  { tipo: 'ajuste', valor: ({ entrada, saida }) => entrada - saida },
];

export async function custos({ deps: { pool }, alvo, laid, numbers, head }: Pedido): Promise<RelatorioWire> {
  if (alvo.agenteId) {
    throw new AppError('regra_violada', 'Custos não são contados por agente: retire o agente do filtro.');
  }
  const [rows, consumo, creditos, preco] = await Promise.all([
    readCustos(pool, alvo),
    readConsumo(pool, alvo),
    alvo.projetoId ? [] : readCreditos(pool, alvo),
    alvo.projetoId ? { agora: null, antes: null } : readPreco(pool, alvo),
  ]);
  const usd: Medida<Custo> = {
    chave: 'usd',
    nome: 'Custo dos provedores',
    unidade: 'usd',
    valor: (v) => v.usd,
    n: (v) => v.n,
    lista: 'custos',
  };
  const minutos: Medida<Custo> = {
    ...usd,
    chave: 'minutos',
    nome: 'Minutos de áudio',
    unidade: 'minutos',
    valor: (v) => v.minutos,
  };
  const tokens: Medida<Custo> = {
    ...usd,
    chave: 'tokens',
    nome: 'Tokens',
    unidade: 'tokens',
    valor: (v) => v.tokens,
  };
  const sums = sumByStep(laid, rows, noCost, addCost);
  const group = (chave: 'etapa' | 'modelo', titulo: string, nome: (value: string) => string): GrupoWire => ({
    chave,
    titulo,
    partes: [...new Set(rows.map((row) => row[chave]))].sort().map((value) =>
      numbers.numero(
        laid,
        { ...usd, chave: value, nome: nome(value), filtro: { [chave]: value } },
        sumByStep(
          laid,
          rows.filter((row) => row[chave] === value),
          noCost,
          addCost,
        ),
      ),
    ),
  });
  const porMinuto: Medida<Custo> = {
    ...usd,
    chave: 'usd_por_minuto',
    nome: 'Custo por minuto de áudio',
    valor: (v) => share(v.usd, v.minutos),
  };
  // Per call that was charged: one that failed gave its credit back, and what it cost all the same is borne by the others.
  const charged = sumByStep(laid, consumo, noConsumo, addConsumo);
  const entries = sumByStep(
    laid,
    creditos.filter(({ tipo }) => tipo === 'reserva'),
    noCredit,
    addCredit,
  );
  const each = (half: 'agora' | 'antes') => ({
    ...sums[half],
    ...charged[half],
    entries: entries[half].n,
    preco: preco[half],
  });
  const ligacoes = { agora: each('agora'), antes: each('antes') };
  type PorLigacao = ReturnType<typeof each>;
  const usdPorLigacao: Medida<PorLigacao> = {
    chave: 'usd_por_ligacao',
    nome: 'Custo por ligação',
    unidade: 'usd',
    // Nothing was booked: what the calls cost is not known, it is not nothing.
    valor: (v) => (v.n === 0 ? null : share(v.usdLigacoes, v.itens)),
    n: (v) => v.n,
    lista: 'custos',
  };
  const creditosPorLigacao: Medida<PorLigacao> = {
    chave: 'creditos_por_ligacao',
    nome: 'Créditos por ligação',
    unidade: 'media_creditos',
    valor: (v) => share(v.creditos, v.itens),
    n: (v) => v.entries,
    lista: 'extrato',
    filtro: { tipo: 'reserva' },
  };
  const reaisPorLigacao: Medida<PorLigacao> = {
    ...creditosPorLigacao,
    chave: 'reais_por_ligacao',
    nome: 'Reais por ligação',
    unidade: 'centavos',
    // Credits that were given cost nothing that could be divided.
    valor: (v) => (v.preco && v.itens > 0 ? (v.preco * v.creditos) / v.itens : null),
  };
  const comprado: Medida<Credito> = {
    chave: 'comprado',
    nome: 'Comprado em reais',
    unidade: 'centavos',
    valor: ({ centavos }) => centavos,
    n: ({ n }) => n,
    lista: 'extrato',
    filtro: { tipo: 'compra' },
  };
  const compras = sumByStep(
    laid,
    creditos.filter(({ tipo }) => tipo === 'compra'),
    noCredit,
    addCredit,
  );
  const credits = CREDITOS.map(({ tipo, valor }) =>
    numbers.numero(
      laid,
      {
        chave: tipo,
        nome: TIPO_EXTRATO_LABEL[tipo],
        unidade: 'creditos',
        valor,
        n: ({ n }) => n,
        lista: 'extrato',
        filtro: { tipo },
      },
      sumByStep(
        laid,
        creditos.filter((row) => row.tipo === tipo),
        noCredit,
        addCredit,
      ),
    ),
  );
  return {
    ...head,
    numeros: [
      ...[usd, porMinuto].map((medida) => numbers.numero(laid, medida, sums)),
      ...[usdPorLigacao, ...(alvo.projetoId ? [] : [creditosPorLigacao, reaisPorLigacao])].map((medida) =>
        numbers.numero(laid, medida, ligacoes),
      ),
      ...[minutos, tokens].map((medida) => numbers.numero(laid, medida, sums)),
      ...(alvo.projetoId ? [] : [numbers.numero(laid, comprado, compras)]),
    ],
    series: [numbers.serie(laid, usd, sums)],
    grupos: [
      group('etapa', 'Por etapa', (value) => ETAPA_LABEL[value as keyof typeof ETAPA_LABEL]),
      group('modelo', 'Por modelo', (value) => value),
      ...(alvo.projetoId ? [] : [{ chave: 'creditos', titulo: 'Créditos', partes: credits }]),
    ],
    avisos: [
      'Custos e créditos são contados pelo dia em que foram lançados; por ligação, divididos pelas que foram cobradas. Em reais, um crédito vale o que custou em média até o fim do período.',
      ...(alvo.projetoId ? ['Créditos são da empresa inteira: retire o projeto do filtro para vê-los.'] : []),
    ],
  };
}

// ───────────────────────────── validation ─────────────────────────────

/** Criteria that a report names. */
const CRITERIOS_MAX = 50;

export async function validacao({
  deps: { pool },
  alvo,
  laid,
  numbers,
  head,
}: Pedido): Promise<RelatorioWire> {
  if (alvo.data === 'entrada') {
    throw new AppError('regra_violada', 'A conferência é contada pela data da ligação.');
  }
  const [rows, inaudiveis, vereditos] = await Promise.all([
    readQualidade(pool, alvo, false),
    readInaudiveis(pool, alvo),
    readVereditos(pool, alvo),
  ]);
  const sums = sumByStep(laid, rows, noQuality, addQuality);
  type Conferencia = Quality & { inaudiveis: number; decididos: number; aprovados: number };
  const whole = (agora: boolean): Conferencia => {
    return {
      ...(agora ? sums.agora : sums.antes),
      inaudiveis: agora ? inaudiveis.agora : inaudiveis.antes,
      ...decided(vereditos, agora),
    };
  };
  const decided = (rows: readonly VereditosRow[], agora: boolean) => ({
    decididos: rows.reduce((sum, row) => sum + (row.agora === agora ? row.decididos : 0), 0),
    aprovados: rows.reduce((sum, row) => sum + (row.agora === agora ? row.aprovados : 0), 0),
  });
  const both = { agora: whole(true), antes: whole(false) };
  const revisadas: Medida<Quality> = {
    chave: 'revisadas',
    nome: 'Revisadas por pessoas',
    unidade: 'ligacoes',
    valor: (v) => v.revisadas,
    n: (v) => v.revisadas,
    filtro: { revisada: 'sim' },
  };
  const parteRevisada: Medida<Quality> = {
    ...revisadas,
    chave: 'parte_revisada',
    nome: 'Parte revisada',
    unidade: 'parte',
    valor: (v) => share(v.revisadas, v.n),
  };
  const decididos: Medida<Conferencia> = {
    chave: 'decididos',
    nome: 'Insights decididos',
    unidade: 'insights',
    valor: (v) => v.decididos,
    n: (v) => v.revisadas,
    filtro: { revisada: 'sim' },
  };
  const concordancia: Medida<Conferencia> = {
    ...decididos,
    chave: 'concordancia',
    nome: 'Pessoas concordam com a IA',
    unidade: 'parte',
    valor: (v) => share(v.aprovados, v.decididos),
  };
  const audiveis: Medida<Conferencia> = {
    chave: 'audiveis',
    nome: 'Parte audível',
    unidade: 'parte',
    valor: (v) => share(v.n, v.n + v.inaudiveis),
    n: (v) => v.n,
    filtro: { avaliada: 'sim' },
  };
  return {
    ...head,
    numeros: [
      ...[AVALIADAS, audiveis, INAUDIVEIS, revisadas, parteRevisada, decididos, concordancia].map((medida) =>
        numbers.numero(laid, medida as Medida<Conferencia>, both),
      ),
    ],
    series: [revisadas, AVALIADAS].map((medida) => numbers.serie(laid, medida, sums)),
    grupos: [
      {
        chave: 'criterios',
        titulo: 'Concordância por critério',
        // Behind each stand the reviewed calls, of which its insights are a part.
        partes: [...new Map(vereditos.map(({ id, nome }) => [id, nome]))]
          .sort(([, a], [, b]) => a.localeCompare(b, 'pt-BR'))
          .slice(0, CRITERIOS_MAX)
          .map(([id, nome]) => {
            const own = vereditos.filter((row) => row.id === id);
            return numbers.numero(
              laid,
              { ...concordancia, chave: id, nome },
              {
                agora: { ...both.agora, ...decided(own, true) },
                antes: { ...both.antes, ...decided(own, false) },
              },
            );
          }),
      },
    ],
  };
}
