// The demonstration's survey: twelve interviews with sound, whose answers and audits follow the product's rules, and a
// day's sheet.
import { Readable } from 'node:stream';
import type { Db } from '@escuta/prisma/db';
import { newId } from '@escuta/shared/platform/database/ids';
import { insertRows, type Row } from '@escuta/shared/platform/database/insert-rows';
import { loadSurveySamples, versionOf } from '@escuta/shared/services/surveys/sample-interviews';
import {
  type EntrevistaNova,
  insertSampleSurvey,
  type PesquisaNova,
  prepareInterview,
} from '@escuta/shared/services/surveys/sample-survey';
import type { SeedContext } from '../../context.ts';
import { insertSheet } from './sheet.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const MINUTE_MS = 60_000;

/**
 * Creates a company's survey unless its project exists. The interviews take place at working hours, end at least two
 * days before the company's ledger begins, and do not change the balance.
 */
export async function seedSurvey({ prisma, db: pool, store }: SeedContext, empresaId: string): Promise<void> {
  const { pesquisa: amostra, entrevistas } = await loadSurveySamples();
  const { titulo, descricao, questionario } = amostra;
  const where = { empresaId, nome: titulo };
  if (await prisma.projeto.findFirst({ where, select: { id: true } })) return;
  const members = await prisma.membro.findMany({
    where: { empresaId },
    select: { usuarioId: true, papel: true, usuario: { select: { nome: true } } },
  });
  const accounts = new Map(members.map(({ usuario, usuarioId }) => [usuario.nome ?? '', usuarioId]));
  const first = await prisma.creditoLancamento.aggregate({ where: { empresaId }, _min: { createdAt: true } });
  const shift = weeksTo(entrevistas, (first._min.createdAt ?? new Date()).getTime() - 2 * DAY_MS);
  const begun = entrevistas.map(({ em }) => Date.parse(em) + shift);
  const pesquisa: PesquisaNova = {
    ...{ empresaId, projetoId: newId(), auditoriaId: newId(), pesquisaId: newId() },
    ...{ questionarioId: newId(), versaoId: newId(), conteudo: versionOf(amostra, newId) },
    ...{ titulo, descricao, questionario, at: new Date(Math.min(...begun) - DAY_MS) },
  };
  const agentes = new Map(entrevistas.map(({ entrevistador }) => [entrevistador, newId()]));
  const feitas: EntrevistaNova[] = [];
  for (const [index, one] of entrevistas.entries()) {
    const { entrevista, objetos } = await prepareInterview(pesquisa, one, {
      at: new Date(begun[index] ?? 0),
      agenteId: agentes.get(one.entrevistador) ?? null,
      usuarioId: accounts.get(one.entrevistador) ?? null,
    });
    for (const { chave, bytes, contentType } of objetos)
      await store.put(chave, Readable.from([bytes]), { contentType });
    feitas.push(entrevista);
  }
  await pool.transaction(async (tx) => {
    await insertRows(tx, 'projetos', [
      {
        id: pesquisa.projetoId,
        empresa_id: empresaId,
        nome: titulo,
        descricao: 'Pesquisa fictícia da demonstração: doze entrevistas com falhas plantadas.',
        tipo_projeto: 'pesquisa',
        is_active: true,
        canal_agente: 'left',
        created_at: pesquisa.at,
        updated_at: pesquisa.at,
      },
    ]);
    await insertRows(
      tx,
      'agentes',
      [...agentes].map(([nome, id]) => ({
        id,
        empresa_id: empresaId,
        nome,
        usuario_id: accounts.get(nome) ?? null,
        created_at: feitas[0]?.at,
        updated_at: feitas[0]?.at,
      })),
    );
    await insertSampleSurvey(tx, pesquisa, feitas);
    const gerente = members.find(({ papel }) => papel === 'gerente');
    if (gerente) await insertSheet(tx, pesquisa, feitas, gerente.usuarioId);
    await addLedger(tx, empresaId, feitas);
  });
}

/** Time, ms, by which to move interviews so that the last lies before `until`; whole weeks keep hour and weekday. */
export function weeksTo(entrevistas: readonly { em: string }[], until: number): number {
  const last = Math.max(...entrevistas.map(({ em }) => Date.parse(em)));
  return Math.floor((until - last) / WEEK_MS) * WEEK_MS;
}

/** Adds ledger entries: the credits of all interviews are bought before the first. */
async function addLedger(tx: Db, empresaId: string, feitas: readonly EntrevistaNova[]): Promise<void> {
  const ordered = [...feitas].sort((a, b) => a.at.getTime() - b.at.getTime());
  const [first] = ordered;
  if (!first) return;
  let saldo = 0;
  const line = (created_at: Date, tipo: string, quantidade: number, descricao: string, extra: Row) => {
    saldo += quantidade;
    const id = newId();
    return {
      id,
      empresa_id: empresaId,
      tipo,
      quantidade,
      saldo_apos: saldo,
      ...extra,
      descricao,
      created_at,
    };
  };
  const bought = { execucao_id: null, chave_idempotente: 'pesquisa-da-demonstracao' };
  const rows = [
    line(new Date(first.at.getTime() - DAY_MS), 'compra', ordered.length, 'Pacote da demonstração', bought),
  ];
  for (const { execucaoId, auditedAt } of ordered) {
    const of = { execucao_id: execucaoId, chave_idempotente: null };
    rows.push(
      line(new Date(auditedAt.getTime() - MINUTE_MS), 'reserva', -1, 'Processamento de gravação', of),
    );
    rows.push(line(auditedAt, 'captura', 0, 'Gravação processada', of));
  }
  await insertRows(tx, 'credito_lancamentos', rows);
}
