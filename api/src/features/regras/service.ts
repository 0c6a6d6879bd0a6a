import type { Db } from '@escuta/prisma/db';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/insights/regras';
import { APLICAR_MAX, janelaDaRegra, type RegraWire } from '@escuta/shared/contracts/insights/regras';
import { AppError } from '@escuta/shared/domain/errors';
import { filtroSchema } from '@escuta/shared/domain/filters/filtro';
import { conditionsOf } from '@escuta/shared/domain/filters/filtro-endereco';
import { REGRAS_MAX } from '@escuta/shared/domain/rules/rules';
import { withoutText } from '@escuta/shared/domain/text/typed-text';
import { lock } from '@escuta/shared/platform/database/locks';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { diffOf } from '../../access/action-diff.ts';
import { personOf } from '../../access/person.ts';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import {
  addRegra,
  applyToPast,
  criteriaNames,
  type Definicao,
  findRegra,
  listRegras,
  namesOf,
  type RegraRow,
  rejudgeFirings,
  removeRegra,
  roomFor,
  saveRegra,
} from './repo.ts';

const notFound = () => new AppError('nao_encontrado', 'Regra não encontrada.');
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Shapes rules, with the names of their agents, projects and people. */
async function present(db: Db, session: Session, rows: readonly RegraRow[]): Promise<RegraWire[]> {
  const read = rows.map((row) => ({
    row,
    filtro: filtroSchema.safeParse(row.filtro).data ?? null,
    janela: janelaDaRegra.safeParse(row.janela).data ?? null,
  }));
  const idsIn = ({ filtro, janela }: (typeof read)[number]): string[] => [
    ...(filtro ? conditionsOf(filtro) : [])
      .flatMap(({ valor }) => (Array.isArray(valor) ? valor.map(String) : []))
      .filter((valor) => UUID.test(valor)),
    ...(janela?.projeto_id ? [janela.projeto_id] : []),
  ];
  const entriesIn = ({ filtro }: (typeof read)[number]): string[] =>
    (filtro ? conditionsOf(filtro) : []).flatMap((one) => (one.campo === 'criterio' ? one.valor : []));
  const names: Record<string, string> = {
    ...(await namesOf(db, session.ownScope, [...new Set(read.flatMap(idsIn))])),
    ...(await criteriaNames(db, session.ownScope, [...new Set(read.flatMap(entriesIn))])),
  };
  return read.map((one) => {
    const { row, filtro, janela } = one;
    const { autor_id, autor_nome, vigente_desde, updated_at, ...known } = row;
    return {
      ...known,
      filtro,
      janela,
      autor: autor_id === null ? null : { id: autor_id, nome: autor_nome },
      vigente_desde: vigente_desde.toISOString(),
      updated_at: updated_at.toISOString(),
      nomes: Object.fromEntries(
        [...idsIn(one), ...entriesIn(one)].flatMap((id) => {
          const nome = names[id];
          return nome === undefined ? [] : [[id, nome]];
        }),
      ),
    };
  });
}

/** The company's rules, by name. */
export async function regrasOf(deps: AppDeps, session: Session): Promise<RegraWire[]> {
  return present(deps.db, session, await listRegras(deps.db, session.ownScope));
}

async function loadRegra(db: Db, session: Session, id: string): Promise<RegraWire> {
  const row = await findRegra(db, session.ownScope, id);
  const [rule] = row ? await present(db, session, [row]) : [];
  if (!rule) throw notFound();
  return rule;
}

/**
 * Checks that the name is free and there is room for another rule.
 * @throws AppError conflito, regra_violada
 */
async function requireRoom(
  db: Db,
  session: Session,
  rule: { id: string | null; nome: string },
): Promise<void> {
  const { regras, repetida } = await roomFor(db, session.ownScope, rule);
  if (repetida) {
    const mensagem = `Já existe uma regra com o nome “${rule.nome}”. Use outro nome.`;
    throw new AppError('conflito', mensagem, { errors: [{ campo: 'nome', mensagem }] });
  }
  if (rule.id === null && regras >= REGRAS_MAX)
    throw new AppError('regra_violada', `A empresa já tem ${REGRAS_MAX} regras: exclua uma sem uso.`);
}

const entryOf = (session: Session, actor: Actor, id: string) =>
  ({ ...actor, empresaId: session.empresaId, recurso: 'regra', recursoId: id }) as const;

const definitionOf = ({
  nome,
  filtro,
  janela,
  gravidade,
  agrupar_por,
  espera_min,
  ativa,
}: RegraWire): Definicao => ({ nome, filtro, janela, gravidade, agrupar_por, espera_min, ativa });

/** A definition for the log, without parts of names or numbers. */
const loggedOf = ({ filtro, ...rest }: Definicao) => ({ ...rest, filtro: filtro && withoutText(filtro) });

/**
 * Creates a rule.
 * @throws AppError conflito for a used name, regra_violada if there are too many
 */
export function makeRegra(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  body: BodyOf<typeof contracts.createRegra>,
): Promise<RegraWire> {
  const autorId = personOf(session);
  return deps.db.transaction(async (tx) => {
    await lock(tx, 'regras', session.ownScope.empresaId);
    await requireRoom(tx, session, { id: null, nome: body.nome });
    const id = await addRegra(tx, session.ownScope, autorId, body);
    await recordAction(tx, {
      ...entryOf(session, actor, id),
      acao: 'regra_criada',
      detalhes: loggedOf(body),
    });
    return loadRegra(tx, session, id);
  });
}

/**
 * Changes a rule. New conditions, and switching the rule on again, apply from the present on.
 * @throws AppError nao_encontrado, conflito (changed by another person, or a used name), regra_violada
 */
export function changeRegra(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  { versao, ...body }: BodyOf<typeof contracts.updateRegra>,
): Promise<RegraWire> {
  return deps.db.transaction(async (tx) => {
    await lock(tx, 'regras', session.ownScope.empresaId);
    const current = await loadRegra(tx, session, id);
    if (current.versao !== versao)
      throw new AppError(
        'conflito',
        'Outra pessoa mudou esta regra. Veja como ela está agora e tente de novo.',
      );
    const before = definitionOf(current);
    const after = { ...before, ...body } as Definicao;
    if (Boolean(after.filtro) === Boolean(after.janela))
      throw new AppError(
        'regra_violada',
        'Uma regra usa condições ou uma medida: selecione só uma das duas formas.',
      );
    const changes = diffOf(before, after);
    if (!changes) return current;
    if (after.nome !== before.nome) await requireRoom(tx, session, { id, nome: after.nome });
    const alvo = 'filtro' in changes.depois || 'janela' in changes.depois;
    await saveRegra(tx, session.ownScope, id, after, { alvo, desde: alvo || (after.ativa && !before.ativa) });
    if (alvo) await rejudgeFirings(tx, session.ownScope, id, after.filtro !== null);
    await recordAction(tx, {
      ...entryOf(session, actor, id),
      acao: 'regra_alterada',
      detalhes: { ...diffOf(loggedOf(before), loggedOf(after)) },
    });
    return loadRegra(tx, session, id);
  });
}

/**
 * Deletes a rule and its firings.
 * @throws AppError nao_encontrado
 */
export async function dropRegra(deps: AppDeps, session: Session, actor: Actor, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lock(tx, 'regras', session.ownScope.empresaId);
    const { nome } = await loadRegra(tx, session, id);
    const alertas = await removeRegra(tx, session.ownScope, id);
    await recordAction(tx, {
      ...entryOf(session, actor, id),
      acao: 'regra_excluida',
      detalhes: { nome, alertas },
    });
  });
}

/**
 * Applies an active rule to the past days.
 * @throws AppError nao_encontrado, regra_violada
 */
export function applyRegra(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
): Promise<{ ligacoes: number }> {
  return deps.db.transaction(async (tx) => {
    await lock(tx, 'regras', session.ownScope.empresaId);
    const { ativa, filtro } = await loadRegra(tx, session, id);
    if (!ativa || filtro === null)
      throw new AppError('regra_violada', 'Só regras ativas de ligações podem ser aplicadas.');
    const ligacoes = await applyToPast(tx, session.ownScope, id, APLICAR_MAX);
    await recordAction(tx, {
      ...entryOf(session, actor, id),
      acao: 'regra_aplicada',
      detalhes: { ligacoes },
    });
    return { ligacoes };
  });
}
