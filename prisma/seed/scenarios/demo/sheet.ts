// The demonstration's day sheet, received, seen and answered by the interviewer with an account. The sheet equals the
// product's preview (tests/e2e/sinais.test.ts).
import type { Db } from '@escuta/prisma/db';
import { addUnit, noUnits } from '@escuta/shared/domain/intervals/ratio';
import { TAXAS_DE_CAMPO, type TaxaDeCampo } from '@escuta/shared/domain/interview/device/field-quality';
import { wholeText } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import {
  type CelulaDaFolha,
  chooseMoments,
  excerptOf,
  momentText,
  type NumerosDoDia,
  sheetText,
  sheetTitle,
  TITULO_MOMENTO_FOLHA,
} from '@escuta/shared/domain/interview/sheet/day-sheet';
import type { Veredito } from '@escuta/shared/domain/interview/verdicts/verdict';
import { MOMENTO_DIAS_MAX } from '@escuta/shared/domain/recordings/moment';
import { dayInSaoPaulo } from '@escuta/shared/domain/zone-clock';
import { newId } from '@escuta/shared/platform/database/ids';
import { insertRows } from '@escuta/shared/platform/database/insert-rows';
import type { EntrevistaNova, PesquisaNova } from '@escuta/shared/services/surveys/sample-survey';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RESPOSTA = 'Ouvi o bom exemplo. Nas próximas entrevistas, faço todas as perguntas antes de encerrar.';

type Cell = Omit<CelulaDaFolha, 'tipo' | 'pergunta' | 'sondou'> & {
  itemId: string;
  ordem: number;
  v: Veredito;
  leitura: string;
  provada: boolean;
  conducao: string;
  conducaoProvada: boolean;
  confianca: number | null;
  cobertura: number;
};

async function readCells(tx: Db, ids: readonly string[]): Promise<Cell[]> {
  const { rows } = await tx.query<Cell>(
    `select c.entrevista_id as "entrevistaId", c.item_id as "itemId", c.pergunta_id as "perguntaId", c.ordem,
      c.veredito as v,
       c.leitura, c.leitura_provada as provada, c.conducao, c.conducao_provada as "conducaoProvada", c.confianca,
       c.cobertura,
       c.falado, c.digitado, c.faltou, c.acrescentou, c.ouvir_inicio_ms as "ouvirInicioMs",
       c.ouvir_fim_ms as "ouvirFimMs",
       c.resposta_fim_ms as "respostaFimMs"
     from confrontos c where c.entrevista_id = any ($1) and c.vigente order by c.entrevista_id, c.ordem`,
    [ids],
  );
  return rows;
}

/** Cells in each rate's numerator and denominator, as in api/src/field/counted-cells-repo.ts. */
const RATES: Record<TaxaDeCampo, { n: (cell: Cell) => boolean; d: (cell: Cell) => boolean }> = {
  fidelidade: {
    n: ({ provada, leitura }) => provada && ['exata', 'menor'].includes(leitura),
    d: ({ provada, leitura }) => provada && ['exata', 'menor', 'maior'].includes(leitura),
  },
  omissao: {
    n: ({ v }) => v === 'nao_perguntada',
    d: ({ v }) => v !== 'nao_se_aplica' && v !== 'inaudivel',
  },
  inducao: {
    n: ({ v }) => v === 'induzida',
    d: ({ v, provada, leitura }) =>
      ['confere', 'diverge', 'induzida'].includes(v) ||
      (v === 'a_revisar' && provada && leitura !== 'nao_feita' && leitura !== 'inaudivel'),
  },
  digitacao: { n: ({ v }) => v === 'diverge', d: ({ v }) => v === 'diverge' || v === 'confere' },
};

function ratesOf(cells: readonly Cell[], ids: readonly string[]) {
  const sums = Object.fromEntries(TAXAS_DE_CAMPO.map((taxa) => [taxa, noUnits()])) as Record<
    TaxaDeCampo,
    ReturnType<typeof noUnits>
  >;
  for (const id of ids) {
    const own = cells.filter(({ entrevistaId }) => entrevistaId === id);
    for (const taxa of TAXAS_DE_CAMPO) {
      const { n, d } = RATES[taxa];
      const c = own.filter(d).length;
      if (c > 0) addUnit(sums[taxa], { x: own.filter(n).length, c });
    }
  }
  return sums;
}

/** Chooses a day's moments by the AI's verdicts alone: a question read with another meaning, and a good example. */
function momentsOf(cells: readonly Cell[], { conteudo }: PesquisaNova) {
  const asked = new Map(conteudo.perguntas.map((one) => [one.id, `${one.codigo}. ${wholeText(one)}`]));
  const sondou = ({ conducao, conducaoProvada }: Cell) => conducao === 'sondagem_adequada' && conducaoProvada;
  const as = (tipo: CelulaDaFolha['tipo'], fits: (cell: Cell) => boolean, order: (cell: Cell) => number) =>
    cells
      .filter(fits)
      .sort((a, b) => order(a) - order(b))
      .map((cell) => ({
        ...cell,
        tipo,
        pergunta: asked.get(cell.perguntaId) ?? '',
        sondou: cell.conducao === 'sondagem_adequada',
      }));
  return chooseMoments([
    ...as(
      'leitura',
      ({ leitura, provada, v }) =>
        leitura === 'maior' && provada && !['nao_se_aplica', 'inaudivel', 'a_revisar'].includes(v),
      ({ cobertura }) => cobertura,
    ),
    ...as(
      'exemplo',
      ({ v, leitura, provada, conducao }) =>
        v === 'confere' && leitura === 'exata' && provada && conducao !== 'diretiva',
      (cell) => (sondou(cell) ? 0 : 2) + 1 - (cell.confianca ?? 0),
    ),
  ]);
}

/** Writes the sheet of the last day on which the interviewer with an account worked, in the survey's transaction. */
export async function insertSheet(
  tx: Db,
  pesquisa: PesquisaNova,
  feitas: readonly EntrevistaNova[],
  autorId: string,
): Promise<void> {
  const own = feitas.filter(({ usuarioId, agenteId }) => usuarioId !== null && agenteId !== null);
  const dia = own
    .map(({ at }) => dayInSaoPaulo(at))
    .sort()
    .at(-1);
  const ofDay = own.filter(({ at }) => dayInSaoPaulo(at) === dia);
  const agenteId = ofDay[0]?.agenteId;
  if (!dia || !agenteId) return;
  const { empresaId } = pesquisa;
  const ids = ofDay.map(({ id }) => id);
  const cells = await readCells(tx, ids);
  const numeros: NumerosDoDia = {
    ...{
      concluidas: ids.length,
      interrompidas: 0,
      emAndamento: 0,
      emEspera: 0,
      rejeitadas: 0,
      quarentena: 0,
    },
    ...{ recusas: 0, foraDoPerfil: 0, cotaPreenchida: 0, auditadas: ids.length },
    aRevisar: cells.filter(({ v }) => v === 'a_revisar').length,
  };
  const sent = new Date(Math.max(...ofDay.map(({ auditedAt }) => auditedAt.getTime())) + HOUR_MS);
  const seen = new Date(sent.getTime() + 2 * HOUR_MS);
  const row = { empresa_id: empresaId, agente_id: agenteId, folha_dia: dia, autor_id: autorId };
  const times = { created_at: sent, visto_em: seen };
  const moments = momentsOf(cells, pesquisa).map((cell) => ({ id: newId(), cell, trecho: excerptOf(cell) }));
  await insertRows(tx, 'agente_retornos', [
    {
      ...{ id: newId(), ...row, ...times, criterio: sheetTitle(dia) },
      ...{ texto: sheetText(dia, numeros, ratesOf(cells, ids)), item_id: null, inicio_ms: null },
      ...{ resposta: RESPOSTA, respondido_em: seen },
    },
    ...moments.map(({ id, cell, trecho }) => ({
      ...{ id, ...row, ...times, criterio: TITULO_MOMENTO_FOLHA[cell.tipo], texto: momentText(cell) },
      ...{ item_id: cell.itemId, inicio_ms: trecho.inicioMs, resposta: null, respondido_em: null },
    })),
  ]);
  // A worker cuts the moments' sounds later. The hash belongs to no token, so no link opens these rows.
  await tx.query(
    `insert into momentos (id, empresa_id, item_id, inicio_ms, fim_ms, com_frase, token_hash, usuario_id, expira_em,
      chave_original,
       tipo, retorno_id)
     select x.id, $1, x.item, x.inicio, x.fim, false,
       encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), $2, $4, i.arquivo_path,
       i.arquivo_tipo,
       x.retorno
     from jsonb_to_recordset($3::jsonb) as x (id uuid, item uuid, inicio int, fim int, retorno uuid)
       join auditoria_itens i on i.id = x.item`,
    [
      empresaId,
      autorId,
      JSON.stringify(
        moments.map(({ id, cell, trecho }) => ({
          ...{ id: newId(), item: cell.itemId, inicio: trecho.inicioMs, fim: trecho.fimMs, retorno: id },
        })),
      ),
      new Date(Date.now() + MOMENTO_DIAS_MAX * DAY_MS),
    ],
  );
}
