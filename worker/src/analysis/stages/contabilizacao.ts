import type { Db } from '@escuta/prisma/db';
import { PROFILES } from '@escuta/shared/domain/profiles/table';
import { creditsUsed } from '@escuta/shared/domain/runs/credits';
import { companyScope } from '@escuta/shared/domain/scope';
import { plural } from '@escuta/shared/domain/text/in-words';
import { captureCredit, creditsTaken } from '@escuta/shared/services/credits/ledger';
import { settleCorrections } from '@escuta/shared/services/runs/copy';
import { addTimeline } from '../../engine/run-repo.ts';
import type { Stage, StageRun, TimelineEntry } from '../../engine/stage.ts';
import { findLastResult, publishCells, type TrabalhoLevado } from '../interview/publish.ts';
import { carryHumanWork } from '../templates/carry.ts';

/** Adds up the run's cost, settles its credits, and stores its findings for the dashboards. */
export const contabilizacaoStage: Stage = {
  async run({ run, db }) {
    const creditos = await creditsTaken(db, run.execucaoId);
    const { rows } = await db.query<{ total: string; chamadas: number }>({
      name: 'costs_sum',
      text: `select coalesce(sum(total_usd), 0)::text as total, count(distinct chamada_id)::int as chamadas
             from linhas_custo where item_id = $1 and execucao_id = $2`,
      values: [run.itemId, run.execucaoId],
    });
    const { total = '0', chamadas = 0 } = rows[0] ?? {};
    const usd = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 4, maximumFractionDigits: 4 });
    return {
      tipo: 'concluida',
      saida: { custoTotalUsd: total, chamadas },
      evento: {
        evento: 'Processamento concluído',
        detalhes: `Custo dos provedores: US$ ${usd.format(Number(total))}. ${creditsUsed(creditos)}`,
      },
      write: async (tx) => {
        await captureCredit(tx, { empresaId: run.empresaId, execucaoId: run.execucaoId });
        await saveQuality(tx, run.execucaoId);
        const { levados, ficam } = await carryHumanWork(tx, run);
        if (levados + ficam > 0) await addTimeline(tx, run, [carryNotice(levados, ficam)]);
        if (PROFILES[run.perfil].fluxo.includes('confronto')) {
          const carried = await publishCells(tx, run);
          if (carried) await addTimeline(tx, run, interviewNotices(carried));
        } else {
          const correcoes = await carryCallCorrections(tx, run);
          if (correcoes.levadas + correcoes.ficam > 0) {
            await addTimeline(tx, run, [
              correctionNotice(correcoes, 'Confira se as correções antigas ainda são necessárias.'),
            ]);
          }
        }
      },
    };
  },
};

function carryNotice(levados: number, ficam: number): TimelineEntry {
  return {
    evento: 'Vereditos e comentários',
    detalhes: [
      ...(levados > 0
        ? [
            `${plural(levados, 'veredito ou comentário foi mantido', 'vereditos ou comentários foram mantidos')} nesta análise, porque a IA deu a mesma resposta.`,
          ]
        : []),
      ...(ficam > 0 ? [`${plural(ficam, 'fica', 'ficam')} no histórico, com a análise anterior.`] : []),
    ].join(' '),
  };
}

/** @param left advice about corrections that could not be copied */
function correctionNotice({ levadas, ficam }: TrabalhoLevado['correcoes'], left: string): TimelineEntry {
  return {
    evento: 'Correções da transcrição',
    detalhes: [
      ...(levadas > 0 ? [`${plural(levadas, 'foi levada', 'foram levadas')} para esta análise.`] : []),
      ...(ficam > 0
        ? [
            `${plural(ficam, 'não pôde ser reaplicada', 'não puderam ser reaplicadas')}, porque a frase mudou na nova transcrição. ${left}`,
          ]
        : []),
    ].join(' '),
  };
}

async function carryCallCorrections(
  tx: Db,
  { itemId, arquivoPath, empresaId, execucaoId, resultadoId }: StageRun,
): Promise<TrabalhoLevado['correcoes']> {
  const corrected = await tx
    .within(companyScope(empresaId))
    .sentencaCorrecao.findFirst({ where: { empresaId, itemId, emVigor: true }, select: { id: true } });
  if (!corrected || !resultadoId) return { levadas: 0, ficam: 0 };
  const de = await findLastResult(tx, { itemId, arquivoPath, execucaoId });
  return settleCorrections(tx, { itemId, arquivoPath, de, para: resultadoId });
}

function interviewNotices({ confrontada, vereditos, correcoes }: TrabalhoLevado): TimelineEntry[] {
  const notices: TimelineEntry[] = [];
  if (!confrontada && vereditos.ficam > 0) {
    notices.push({
      evento: 'Vereditos sobre as respostas',
      detalhes: `As respostas não foram confrontadas nesta análise. ${plural(vereditos.ficam, 'veredito de pessoa fica guardado e volta', 'vereditos de pessoas ficam guardados e voltam')} a valer na próxima análise que confrontar a mesma gravação com as mesmas respostas digitadas.`,
    });
  } else if (vereditos.levados + vereditos.ficam > 0) {
    notices.push({
      evento: 'Vereditos sobre as respostas',
      detalhes: [
        ...(vereditos.levados > 0
          ? [`${plural(vereditos.levados, 'foi levado', 'foram levados')} para esta análise.`]
          : []),
        ...(vereditos.ficam > 0
          ? [
              `${plural(vereditos.ficam, 'fica', 'ficam')} no histórico, porque a gravação ou a resposta digitada mudou.`,
            ]
          : []),
      ].join(' '),
    });
  }
  if (correcoes.levadas + correcoes.ficam > 0) {
    notices.push(
      correctionNotice(
        correcoes,
        'As correções antigas estão no painel de cada resposta, no mapa: confira se ainda são necessárias.',
      ),
    );
  }
  return notices;
}

/**
 * Replaces the item's findings; triggers update the dashboards. Runs before finishRun, because these rows are locked
 * before the item's totals (docs/decisions/0004-rollups.md).
 */
async function saveQuality(tx: Db, execucaoId: string): Promise<void> {
  await tx.query({
    name: 'run_quality',
    text: 'select escuta_grava_qualidade(array[$1::uuid])',
    values: [execucaoId],
  });
}
