// The last month's firings of every company's default rules. A person has resolved those before the last week.
import type { Db } from '@escuta/prisma/db';
import type { RegraPadrao } from '@escuta/shared/domain/rules/rules';
import { newId } from '@escuta/shared/platform/database/ids';
import { insertRows } from '@escuta/shared/platform/database/insert-rows';
import { insightsBehind } from '@escuta/shared/services/rules/judge';
import { activeRules } from '@escuta/shared/services/rules/rules';
import { type Call, endOf } from './calls.ts';
import { findReviewer } from './reviews.ts';

const DAY_MS = 86_400_000;
const DIAS = 30;
const DIAS_ABERTOS = 7;

type Fired = {
  item_id: string;
  projeto_id: string;
  agente_id: string | null;
  momento: Date;
  insights: readonly string[];
};

/** Adds the firings of calls with a row in item_qualidade. */
export async function addFirings(
  tx: Db,
  empresaId: string,
  calls: readonly Call[],
  until: Date,
): Promise<void> {
  const recent = calls.filter(({ at }) => at.getTime() > until.getTime() - DIAS * DAY_MS);
  const { rows: found } = await tx.query<Omit<Fired, 'momento' | 'insights'> & { critica: boolean }>(
    `SELECT item_id, projeto_id, agente_id, falhas_criticas > 0 AS critica FROM item_qualidade
      WHERE item_id = ANY ($1)`,
    [recent.map(({ item }) => item)],
  );
  const quality = new Map(found.map((row) => [row.item_id, row]));
  // Sets the rules' last change a year back, so that the history's resolved firings count in the rules' precision.
  await tx.query(`UPDATE regras SET alvo_em = $2::timestamptz - interval '1 year' WHERE empresa_id = $1`, [
    ...[empresaId, until],
  ]);
  const { rows: rules } = await tx.query<{ id: string; padrao: RegraPadrao; gravidade: string }>(
    'SELECT id, padrao, gravidade FROM regras WHERE empresa_id = $1 AND padrao IS NOT NULL ORDER BY padrao',
    [empresaId],
  );
  const reviewer = await findReviewer(tx, empresaId);
  const active = await activeRules(tx, empresaId, 'ligacao');
  for (const rule of rules) {
    const judging = active.find(({ id }) => id === rule.id);
    const behind = judging ? await insightsBehind(tx, judging, [...quality.keys()]) : null;
    const fired = recent.flatMap((call): Fired[] => {
      const row = quality.get(call.item);
      if (!row || !fires(rule.padrao, call, row.critica)) return [];
      const { item_id, projeto_id, agente_id } = row;
      const insights = behind?.get(item_id) ?? [];
      return [{ item_id, projeto_id, agente_id, momento: endOf(call), insights }];
    });
    const isOpen = ({ momento }: Fired) => momento.getTime() > until.getTime() - DIAS_ABERTOS * DAY_MS;
    const open = fired.filter(isOpen);
    const past = new Map<string, Fired[]>();
    for (const one of fired) {
      const day = one.momento.toISOString().slice(0, 10);
      if (!isOpen(one)) past.set(day, [...(past.get(day) ?? []), one]);
    }
    for (const group of [...past.values(), ...(open.length > 0 ? [open] : [])])
      await addGroup(tx, { empresaId, rule, group, resolvedBy: group === open ? null : reviewer });
  }
}

function fires(padrao: RegraPadrao, { dialogue, amostra }: Call, critica: boolean): boolean {
  switch (padrao) {
    case 'falha_critica':
      return critica;
    case 'ofensa_agente':
      return dialogue?.alertas.some(({ titulo }) => titulo === 'Ofensa do agente') ?? false;
    case 'orgaos':
      return dialogue
        ? dialogue.linhas.some(({ quem, texto }) => quem === 'c' && /Procon/.test(texto))
        : amostra === 'cancelamento-mal-conduzido';
  }
}

type Group = {
  empresaId: string;
  rule: { id: string; gravidade: string };
  group: readonly Fired[];
  /** Person who resolved the firing; null if open. */
  resolvedBy: string | null;
};

async function addGroup(tx: Db, { empresaId, rule, group, resolvedBy }: Group): Promise<void> {
  const id = newId();
  const moments = group.map(({ momento }) => momento.getTime());
  const inicio = new Date(Math.min(...moments));
  await insertRows(tx, 'regra_grupos', [
    {
      id,
      empresa_id: empresaId,
      regra_id: rule.id,
      chave: '',
      inicio,
      ultimo_em: new Date(Math.max(...moments)),
      n: group.length,
      avisado_em: inicio,
    },
  ]);
  await insertRows(
    tx,
    'regra_disparos',
    group.map((one, n) => {
      // One firing in six was no fault, so the rule's precision is below 100 %.
      const procedente = resolvedBy === null ? null : (one.momento.getTime() / 1000 + n) % 6 >= 1;
      const resolved = resolvedBy === null ? null : new Date(one.momento.getTime() + DAY_MS / 2);
      return {
        id: newId(),
        empresa_id: empresaId,
        regra_id: rule.id,
        grupo_id: id,
        ...one,
        chave: one.item_id,
        dados: {},
        gravidade: rule.gravidade,
        estado: resolvedBy === null ? 'aberto' : 'resolvido',
        procedente,
        visto_por: resolvedBy,
        visto_em: resolved,
        resolvido_por: resolvedBy,
        resolvido_em: resolved,
        observacao: procedente === false ? 'Ouvi a ligação: não houve falha.' : null,
      };
    }),
  );
}
