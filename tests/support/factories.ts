// Rows for tests, each valid and unique; a test passes the values that matter.

import { createHmac, randomInt, randomUUID } from 'node:crypto';
import type { Papel } from '@escuta/shared/domain/accounts/permissions';
import type { StatusProcessamento, TipoItem, TipoProjeto } from '@escuta/shared/domain/runs/status';
import { hmacHex, newApiKey, newDeviceSecret, seal } from '@escuta/shared/platform/crypto/crypto';
import { hashPassword } from '@escuta/shared/platform/crypto/password';
import { telephonyPasswordContext } from '@escuta/shared/services/telephony/telephony';
import type { TestDeps } from './app.ts';
import { frozenOption, frozenQuestion } from './frozen-question.ts';

export const SENHA = 'Senha-de-teste-1';
let senhaHash: Promise<string> | null = null;

/** Generates a valid numeric CNPJ without punctuation. */
export function newCnpj(): string {
  const base = `${randomInt(10_000_000, 99_999_999)}${String(randomInt(1, 9999)).padStart(4, '0')}`;
  const digit = (text: string): string => {
    let weight = 2;
    let sum = 0;
    for (const char of [...text].reverse()) {
      sum += Number(char) * weight;
      weight = weight === 9 ? 2 : weight + 1;
    }
    const rest = sum % 11;
    return String(rest < 2 ? 0 : 11 - rest);
  };
  const first = digit(base);
  return `${base}${first}${digit(base + first)}`;
}

/** Creates a company with a balance of `creditos`, booked in the ledger. */
export async function createEmpresa(
  deps: TestDeps,
  fields: { nome?: string; cnpj?: string; creditos?: number } = {},
) {
  const creditos = fields.creditos ?? 0;
  const empresa = await deps.prisma.empresa.create({
    data: {
      nome: fields.nome ?? `Empresa ${randomUUID().slice(0, 8)}`,
      cnpj: fields.cnpj ?? newCnpj(),
      saldoCreditos: creditos,
      emailConfirmadoEm: new Date(),
    },
  });
  if (creditos > 0) {
    await deps.prisma.creditoLancamento.create({
      data: { empresaId: empresa.id, tipo: 'ajuste', quantidade: creditos, saldoApos: creditos },
    });
  }
  return empresa;
}

/** Creates a credit package for sale, by default of 800 credits for R$ 1.200,00. */
export function createPacote(
  deps: TestDeps,
  fields: {
    nome?: string;
    quantidadeCreditos?: number;
    precoCentavos?: number | null;
    ativo?: boolean;
    ordem?: number;
  } = {},
) {
  return deps.prisma.creditoPacote.create({
    data: {
      nome: `Pacote ${randomUUID().slice(0, 8)}`,
      descricao: 'Créditos para o teste.',
      quantidadeCreditos: 800,
      precoCentavos: 120_000,
      ...fields,
    },
  });
}

/** Creates a company's pending request for a package of 800 credits. */
export function createPedido(deps: TestDeps, empresa: { id: string }, pacote: { id: string }) {
  return deps.prisma.creditoPedido.create({
    data: {
      empresaId: empresa.id,
      pacoteId: pacote.id,
      pacote: 'Pacote de teste',
      quantidade: 800,
      chaveIdempotente: randomUUID(),
    },
  });
}

export type TestMembro = {
  id: string;
  usuarioId: string;
  empresaId: string;
  papel: Papel;
  versaoToken: number;
  email: string;
};

/** Creates a person with an account in a company; password SENHA. */
export async function createMembro(
  deps: TestDeps,
  empresa: { id: string },
  fields: { papel?: Papel; email?: string; nome?: string | null; ativo?: boolean } = {},
): Promise<TestMembro> {
  senhaHash ??= hashPassword(SENHA);
  const email = fields.email ?? `pessoa-${randomUUID().slice(0, 12)}@exemplo.com.br`;
  const usuario = await deps.prisma.usuario.upsert({
    where: { email },
    create: { email, nome: fields.nome ?? 'Pessoa de Teste' },
    update: {},
  });
  const membro = await deps.prisma.membro.create({
    data: {
      empresaId: empresa.id,
      usuarioId: usuario.id,
      papel: fields.papel ?? 'usuario',
      ativo: fields.ativo ?? true,
      senhaHash: await senhaHash,
    },
  });
  const { id, usuarioId, empresaId, papel, versaoToken } = membro;
  return { id, usuarioId, empresaId, papel, versaoToken, email };
}

/** Signs a session token by hand (HS256), independently of the API's code. */
export function signToken(
  deps: Pick<TestDeps, 'env'>,
  membro: Omit<TestMembro, 'email'>,
  options: { secret?: string; expiresInS?: number; algorithm?: 'HS256' | 'none' } = {},
): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const algorithm = options.algorithm ?? 'HS256';
  const text = `${part({ alg: algorithm, typ: 'JWT' })}.${part({
    sub: membro.usuarioId,
    exp: Math.floor(Date.now() / 1000) + (options.expiresInS ?? 3600),
    user_metadata: { role: membro.papel, empresa_id: membro.empresaId },
    empresa_id: membro.empresaId,
    membro: membro.id,
    versao: membro.versaoToken,
  })}`;
  if (algorithm === 'none') return `${text}.`;
  const secret = options.secret ?? deps.env.JWT_SECRET;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

/** Makes the headers of a request with a session token or API key. */
export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}

/** Creates a field device, authorised for a member for 7 days. @returns id and credential */
export async function createAparelho(
  deps: TestDeps,
  membro: Pick<TestMembro, 'id' | 'empresaId' | 'usuarioId'>,
  fields: { id?: string; autorizadoAte?: Date } = {},
): Promise<{ id: string; segredo: string }> {
  const segredo = newDeviceSecret();
  const { id } = await deps.prisma.aparelho.create({
    data: {
      id: fields.id ?? randomUUID(),
      empresaId: membro.empresaId,
      membroId: membro.id,
      usuarioId: membro.usuarioId,
      nome: 'Chrome em Android',
      hmac: hmacHex(deps.env.API_KEY_HMAC_SECRET, segredo),
      autorizadoAte: fields.autorizadoAte ?? new Date(Date.now() + 7 * 86_400_000),
    },
  });
  return { id, segredo };
}

/** Creates an API key in force. @returns the key */
export async function createApiKey(deps: TestDeps, empresa: { id: string }): Promise<string> {
  const key = newApiKey();
  const id = randomUUID();
  await deps.prisma.chaveApi.create({
    data: {
      id,
      empresaId: empresa.id,
      cifra: seal(deps.keyRing, key, `chaves_api:${id}:${empresa.id}`),
      hmac: hmacHex(deps.env.API_KEY_HMAC_SECRET, key),
    },
  });
  return key;
}

/** Creates a telephony configuration, by default active; nothing listens at its default address. */
export async function createAsteriskConfig(
  deps: TestDeps,
  empresa: { id: string },
  fields: { url?: string; username?: string; senha?: string; timeoutMs?: number; isActive?: boolean } = {},
) {
  const id = randomUUID();
  const context = telephonyPasswordContext({ id, empresa_id: empresa.id });
  return deps.prisma.asteriskConfig.create({
    data: {
      id,
      empresaId: empresa.id,
      name: `Telefonia ${id.slice(0, 8)}`,
      asteriskUrl: fields.url ?? 'http://127.0.0.1:9',
      username: fields.username ?? 'escuta',
      senhaCifra: seal(deps.keyRing, fields.senha ?? 'senha-da-telefonia', context),
      timeoutMs: fields.timeoutMs ?? 5000,
      isActive: fields.isActive ?? true,
    },
  });
}

export async function createProjeto(
  deps: TestDeps,
  empresa: { id: string },
  fields: { nome?: string; tipoProjeto?: TipoProjeto; canalAgente?: 'left' | 'right' } = {},
) {
  return deps.prisma.projeto.create({
    data: {
      empresaId: empresa.id,
      nome: fields.nome ?? `Projeto ${randomUUID().slice(0, 8)}`,
      tipoProjeto: fields.tipoProjeto ?? 'call_center',
      canalAgente: fields.canalAgente ?? 'left',
    },
  });
}

export async function createAuditoria(
  deps: TestDeps,
  projeto: { id: string; empresaId: string },
  fields: { nome?: string; padrao?: boolean; status?: StatusProcessamento; createdAt?: Date } = {},
) {
  return deps.prisma.auditoria.create({
    data: {
      empresaId: projeto.empresaId,
      projetoId: projeto.id,
      nome: fields.nome ?? `Auditoria ${randomUUID().slice(0, 8)}`,
      ...fields,
    },
  });
}

export type ItemFields = {
  tipoItem?: TipoItem;
  status?: StatusProcessamento;
  numeroDestino?: string | null;
  nomeEntrevistado?: string | null;
  ramal?: string | null;
  callDuration?: number | null;
  callStartTime?: Date | null;
  createdAt?: Date;
  /** Id of an agent whom a person has assigned to the item. */
  agenteId?: string;
  agenteOrigem?: 'pessoa';
  pesquisaId?: string;
  questionarioId?: string;
  entrevistaId?: string;
  asteriskFilename?: string;
  uniqueId?: string;
};

/** Creates an item of an audit, without a recording. */
export async function createItem(
  deps: TestDeps,
  auditoria: { id: string; projetoId: string; empresaId: string },
  fields: ItemFields = {},
) {
  return deps.prisma.auditoriaItem.create({
    data: {
      empresaId: auditoria.empresaId,
      projetoId: auditoria.projetoId,
      auditoriaId: auditoria.id,
      numeroDestino: '11987654321',
      callStartTime: new Date('2026-03-02T13:00:00.000Z'),
      ...fields,
    },
  });
}

/**
 * Creates a survey with one questionnaire of one question, and an interview that `usuario` has begun.
 * @param semPerguntas the interview's version has no questions, so that nothing is compared with the interview's sound
 */
export async function createPesquisa(
  deps: TestDeps,
  projeto: { id: string; empresaId: string },
  { usuario, semPerguntas }: { usuario?: { usuarioId: string }; semPerguntas?: boolean } = {},
) {
  const { prisma } = deps;
  const { empresaId } = projeto;
  const pesquisa = await prisma.pesquisa.create({
    data: { empresaId, projetoId: projeto.id, titulo: `Pesquisa ${randomUUID().slice(0, 8)}` },
  });
  const questionario = await prisma.questionario.create({
    data: { empresaId, pesquisaId: pesquisa.id, nome: 'Questionário' },
  });
  const pergunta = await prisma.pergunta.create({
    data: {
      empresaId,
      questionarioId: questionario.id,
      codigo: 'F1',
      textoPergunta: 'O senhor está satisfeito?',
      tipo: 'escolha',
      respostasDefinidas: { create: { empresaId, textoResposta: 'Sim', valor: 1 } },
    },
    include: { respostasDefinidas: true },
  });
  const [opcao] = pergunta.respostasDefinidas;
  if (!opcao) throw new Error('the question has no option');
  const versao = await prisma.questionarioVersao.create({
    data: {
      empresaId,
      questionarioId: questionario.id,
      numero: 1,
      publicadaEm: new Date(),
      conteudo: {
        perguntas: semPerguntas
          ? []
          : [
              frozenQuestion({
                id: pergunta.id,
                codigo: 'F1',
                texto: pergunta.textoPergunta,
                opcoes: [frozenOption({ id: opcao.id, texto: 'Sim', valor: 1 })],
              }),
            ],
      },
    },
  });
  const agente = await prisma.agente.create({
    data: { empresaId, nome: 'Entrevistadora' },
  });
  const entrevista = await prisma.entrevista.create({
    data: {
      empresaId,
      projetoId: projeto.id,
      pesquisaId: pesquisa.id,
      questionarioId: questionario.id,
      questionarioVersaoId: versao.id,
      usuarioId: usuario?.usuarioId ?? null,
      agenteId: agente.id,
      nomeEntrevistado: 'Pessoa Entrevistada',
    },
  });
  return { pesquisa, questionario, versao, pergunta, opcao, agente, entrevista };
}

/** Creates a company with a person of each role, a project with audit and item, and a survey. */
export async function createTenant(deps: TestDeps, fields: { nome?: string; creditos?: number } = {}) {
  const empresa = await createEmpresa(deps, fields);
  const [admin, gerente, usuario] = [
    await createMembro(deps, empresa, { papel: 'admin' }),
    await createMembro(deps, empresa, { papel: 'gerente' }),
    await createMembro(deps, empresa, { papel: 'usuario' }),
  ];
  const projeto = await createProjeto(deps, empresa);
  const auditoria = await createAuditoria(deps, projeto);
  const item = await createItem(deps, auditoria);
  return {
    empresa,
    admin,
    gerente,
    usuario,
    projeto,
    auditoria,
    item,
    ...(await createPesquisa(deps, projeto, { usuario })),
    tokens: {
      admin: signToken(deps, admin),
      gerente: signToken(deps, gerente),
      usuario: signToken(deps, usuario),
    },
  };
}
