import type { Database } from '@escuta/prisma/db';
import { addDays } from '@escuta/shared/domain/reports/period';
import type { JanelaDaRegra } from '@escuta/shared/domain/rules/rules';
import { companyScope } from '@escuta/shared/domain/scope';
import { dayInSaoPaulo } from '@escuta/shared/domain/zone-clock';
import { tryLock } from '@escuta/shared/platform/database/locks';
import { sql } from '@escuta/shared/platform/database/sql';
import type { Logger } from '@escuta/shared/platform/process/log';
import type { LivePublisher } from '@escuta/shared/platform/redis/live-events';
import { activeRules } from '@escuta/shared/services/rules/rules';
import { type JanelaAchada, windowsFound } from '@escuta/shared/services/rules/windows';
import type { RoundWork, Turn } from '../background/loop.ts';
import { fire, type NovoDisparo } from './firings-repo.ts';

const POLL_MS = 300_000;
/** Greatest number of firing windows per round; no company has as many in an hour. */
const ACHADAS_MAX = 5000;

type Options = {
  db: Database;
  log: Logger;
  publish: LivePublisher;
  isMyTurn?: Turn;
  pollMs?: number;
  now?: () => Date;
};

/**
 * Judges rules on windows of yesterday and today every five minutes, over roll-ups. A firing's key names rule, target
 * and window, so that a rule fires once per target and window.
 */
export function judgingWindows({
  db,
  log,
  publish,
  isMyTurn,
  pollMs = POLL_MS,
  now = () => new Date(),
}: Options): RoundWork {
  return {
    nome: 'janelas',
    pollMs,
    isMyTurn,
    round: async ({ isStopped, moved }) => {
      let came = true;
      for (const empresaId of await companiesWithWindows(db)) {
        if (isStopped()) return came;
        try {
          if (await judgeCompany(db, empresaId, now())) publish([{ tipo: 'alertas', empresaId }]);
          moved();
        } catch (error) {
          log.warn({ err: error, empresaId }, 'Regras de janela não avaliadas: serão de novo');
          came = false;
        }
      }
      return came;
    },
  };
}

async function companiesWithWindows(db: Database): Promise<string[]> {
  const { rows } = await db.sql<{ id: string }>(
    sql`select distinct r.empresa_id as id from regras r join empresas e on e.id = r.empresa_id
      where r.tipo = 'janela' and r.ativa and e.arquivada_em is null order by 1`,
    'regra_janelas_empresas',
  );
  return rows.map(({ id }) => id);
}

/** @returns true if a rule fired */
function judgeCompany(db: Database, empresaId: string, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await tryLock(tx, 'regras', empresaId))) return false;
    const today = dayInSaoPaulo(now);
    let fired = 0;
    for (const rule of await activeRules(tx, empresaId, 'janela')) {
      const { janela } = rule;
      if (janela === null) continue;
      const since = dayInSaoPaulo(rule.vigenteDesde);
      let de = addDays(today, -1);
      if (de < since) de = since;
      const found = await windowsFound(tx, companyScope(empresaId), janela, {
        de,
        ate: today,
        max: ACHADAS_MAX,
      });
      fired += await fire(
        tx,
        rule,
        found.map((one) => firingOf(janela, one)),
      );
    }
    return fired > 0;
  });
}

function firingOf(
  { medida }: JanelaDaRegra,
  { alvoId, dia, hora, valor, limite }: JanelaAchada,
): NovoDisparo {
  const ofAgent = medida === 'nota_agente';
  return {
    chave: [medida, alvoId, dia, ...(hora === null ? [] : [hora])].join(':'),
    itemId: null,
    projetoId: ofAgent ? null : alvoId,
    agenteId: ofAgent ? alvoId : null,
    raizId: ofAgent ? alvoId : null,
    insights: [],
    dados: { medida, valor, limite, dia, hora },
  };
}
