import type { Db } from '@escuta/prisma/db';
import { email as emailSchema } from '@escuta/shared/contracts/accounts/auth';
import type * as contracts from '@escuta/shared/contracts/accounts/convites';
import type { ConvitesConferidos } from '@escuta/shared/contracts/accounts/convites';
import type { BodyOf, ResponseOf } from '@escuta/shared/contracts/contract';
import { COLETORES_MAX } from '@escuta/shared/contracts/surveys/quadro';
import {
  CONVITES_MAX,
  type LinhaDeConvite,
  readInviteList,
} from '@escuta/shared/domain/accounts/invite-list';
import { AppError } from '@escuta/shared/domain/errors';
import { createInvitationLinks } from '@escuta/shared/services/accounts/password-links';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { enqueueMails, mailIsConfigured } from '@escuta/shared/services/tasks/mail-queue';
import { lockAccounts } from '../../accounts/accounts.ts';
import { invitationMail } from '../../accounts/password-mails.ts';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import { assertNotInvitedOften, assertRoomForInvites, roomForInvites } from './invite-limits.ts';
import {
  addColetores,
  type ContaRow,
  findAccountsOf,
  findInviter,
  listColetores,
  lockQuestionario,
  openAccounts,
} from './invite-list-repo.ts';
import { isStill, makeFieldOnly, nameOf } from './manage-repo.ts';

type Body = BodyOf<typeof contracts.sendConvites>;

const isEmail = (address: string): boolean => emailSchema.safeParse(address).success;

/** Reads a list of people to invite. @throws AppError requisicao_invalida if the list is too long or empty */
function readList(lista: string) {
  const read = readInviteList(lista, isEmail);
  if (read.excesso) {
    throw new AppError(
      'requisicao_invalida',
      `A lista tem mais de ${CONVITES_MAX} linhas. Divida a lista em partes.`,
    );
  }
  if (read.convites.length + read.invalidas.length === 0) {
    throw new AppError(
      'requisicao_invalida',
      'A lista está vazia: escreva uma pessoa por linha, no formato nome;e-mail.',
    );
  }
  return read;
}

/**
 * The company of the invited people: the questionnaire's, or the caller's own.
 * @throws AppError nao_encontrado
 */
async function companyOf(db: Db, session: Session, questionarioId: string | null): Promise<string> {
  if (questionarioId === null) return session.empresaId;
  const questionario = await lockQuestionario(db, session.scope, questionarioId);
  if (!questionario) throw new AppError('nao_encontrado', 'Questionário não encontrado.');
  return questionario.empresaId;
}

/** Reason for not inviting a person with an account. */
const whyThere = ({ ativo, convite }: ContaRow): string =>
  ativo
    ? convite
      ? 'Esta pessoa já foi convidada, e o convite está em aberto.'
      : 'Esta pessoa já tem uma conta nesta empresa.'
    : 'Esta pessoa tem uma conta desativada: reative a conta em Usuários.';

const byEmail = (contas: readonly ContaRow[]) => new Map(contas.map((conta) => [conta.email, conta]));
const emailsOf = (convites: readonly LinhaDeConvite[]) => convites.map(({ email }) => email);

/**
 * Previews a list's effect; changes nothing.
 * @throws AppError requisicao_invalida, nao_encontrado, email_nao_confirmado
 */
export function checkInvites(
  deps: AppDeps,
  session: Session,
  body: BodyOf<typeof contracts.checkConvites>,
): Promise<ConvitesConferidos> {
  const { convites, invalidas } = readList(body.lista);
  return deps.db.transaction(async (tx) => {
    const questionarioId = body.questionario_id ?? null;
    const empresaId = await companyOf(tx, session, questionarioId);
    const contas = byEmail(await findAccountsOf(tx, empresaId, emailsOf(convites)));
    const room = await roomForInvites(deps, tx, session, empresaId);
    return {
      cabem: room && Math.max(0, room.max - room.abertos),
      novos: convites.filter(({ email }) => !contas.has(email)),
      existentes: convites.flatMap((convite) => {
        const conta = contas.get(convite.email);
        return conta ? [{ ...convite, motivo: whyThere(conta), coleta: conta.ativo }] : [];
      }),
      invalidos: invalidas,
      todos_coletam:
        questionarioId !== null && (await listColetores(tx, { id: questionarioId, empresaId })).length === 0,
    };
  });
}

/** Mails the invitations, or returns their links if no e-mail is configured. */
async function invite(
  deps: AppDeps,
  db: Db,
  session: Session,
  empresaId: string,
  opened: readonly { membroId: string; email: string }[],
  soCampo: boolean,
): Promise<{ email: string; url: string }[]> {
  const company = await findInviter(db, session.scope, empresaId);
  if (!company) throw new AppError('nao_encontrado', 'Empresa não encontrada.');
  const urls = await createInvitationLinks(
    db,
    deps.env,
    empresaId,
    opened.map(({ membroId }) => membroId),
  );
  const links = opened.map(({ email }, index) => ({ email, url: urls[index] ?? '' }));
  if (!mailIsConfigured(deps.env)) return links;
  await assertNotInvitedOften(
    db,
    empresaId,
    opened.map(({ email }) => email),
  );
  const quem = await nameOf(db, session.ownScope, session.membroId);
  await enqueueMails(
    db,
    deps,
    links.map(({ email, url }) => ({
      empresaId,
      para: email,
      ...invitationMail({ ...company, email }, url, { quem, soCampo }),
    })),
  );
  return [];
}

/**
 * Adds people to a locked questionnaire's list. Without a list everybody may collect, so starting a list needs
 * `comecar`.
 * @returns number of added people
 * @throws AppError regra_violada
 */
async function enlist(
  db: Db,
  actor: Actor,
  questionario: { id: string; empresaId: string },
  people: readonly string[],
  comecar: boolean,
): Promise<number> {
  const antes = await listColetores(db, questionario);
  const novos = people.filter((id) => !antes.includes(id));
  if (novos.length === 0 || (antes.length === 0 && !comecar)) return 0;
  if (antes.length + novos.length > COLETORES_MAX) {
    throw new AppError(
      'regra_violada',
      `A lista de coletores pode ter até ${COLETORES_MAX} pessoas: já tem ${antes.length}, e passaria a ter ${antes.length + novos.length}. Ninguém foi convidado.`,
    );
  }
  await addColetores(db, questionario, novos);
  await recordAction(db, {
    ...actor,
    empresaId: questionario.empresaId,
    acao: 'coletores_alterados',
    recurso: 'questionario',
    recursoId: questionario.id,
    detalhes: { antes, depois: [...antes, ...novos] },
  });
  return novos.length;
}

/**
 * Invites the listed people without account as usuario, and adds active ones to a questionnaire's list. A repetition
 * invites nobody twice.
 * @throws AppError requisicao_invalida, nao_encontrado, email_nao_confirmado, muitas_tentativas, regra_violada for an
 * archived company and beyond its limit
 */
export function sendInvites(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  body: Body,
): Promise<ResponseOf<typeof contracts.sendConvites>['data']> {
  const { convites, invalidas } = readList(body.lista);
  const questionarioId = body.questionario_id ?? null;
  return deps.db.transaction(async (tx) => {
    const empresaId = await companyOf(tx, session, questionarioId);
    await lockAccounts(tx, empresaId);
    if (
      session.membroId === null ||
      !(await isStill(tx, session.ownScope, session.membroId, session.papel))
    ) {
      throw new AppError('nao_autenticado', 'Usuário não autenticado.');
    }
    if ((await findInviter(tx, session.scope, empresaId))?.arquivada) {
      throw new AppError(
        'regra_violada',
        'Esta empresa está arquivada. Reative-a antes de convidar pessoas.',
      );
    }
    const before = await findAccountsOf(tx, empresaId, emailsOf(convites));
    const there = byEmail(before);
    const opened = await openAccounts(
      tx,
      empresaId,
      convites.filter(({ email }) => !there.has(email)),
    );
    if (opened.length > 0) await assertRoomForInvites(deps, tx, session, empresaId, opened.length);
    const links = opened.length > 0 ? await invite(deps, tx, session, empresaId, opened, body.so_campo) : [];
    const membroIds = opened.map(({ membroId }) => membroId);
    if (body.so_campo) await makeFieldOnly(tx, empresaId, membroIds, actor.usuarioId);
    for (const membroId of membroIds) {
      await recordAction(tx, {
        ...actor,
        empresaId,
        acao: 'usuario_convidado',
        recurso: 'usuario',
        recursoId: membroId,
        detalhes: {
          papel: 'usuario',
          finalidade: 'convite',
          ...(body.so_campo ? { direito_so_campo: true } : {}),
        },
      });
    }
    const collectors = [
      ...opened.map(({ usuarioId }) => usuarioId),
      ...before.filter(({ ativo }) => ativo).map(({ usuarioId }) => usuarioId),
    ];
    const nameFor = new Map(convites.map(({ email, nome }) => [email, nome]));
    return {
      convidados: opened.length,
      ja_existiam: before.length,
      invalidos: invalidas.length,
      coletores:
        questionarioId === null
          ? null
          : await enlist(tx, actor, { id: questionarioId, empresaId }, collectors, body.comecar_lista),
      links: links.map((link) => ({ ...link, nome: nameFor.get(link.email) ?? '' })),
    };
  });
}
