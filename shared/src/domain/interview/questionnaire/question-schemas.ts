/** Schemas of conditions and rules: their stored form is their form on the wire. */
import { z } from 'zod';
import { type Faixa, LIGACOES, LIMITES_CONDICAO, type MostrarSe, type Teste } from './conditions.ts';
import { LIMITES_REGRAS, RODIZIOS, type RegrasDaOpcao, type RegrasDaPergunta } from './question-rules.ts';

const opcoes = z.array(z.string().max(64)).max(LIMITES_CONDICAO.opcoes);
const limite = z.number().nullable();
const comOpcoes = z.strictObject({ opcoes });
const comExceto = z.strictObject({ exceto: opcoes });
const comFaixa = z.strictObject({ de: limite, ate: limite });
const comTexto = z.strictObject({ contem: z.string().trim().min(1).max(LIMITES_CONDICAO.contem) });

const deOutraWire = { pergunta_id: z.uuid({ error: 'Identificador inválido.' }) };
const deOutra = { perguntaId: z.string().max(64) };
const teste: z.ZodType<Teste> = z.union([
  comOpcoes.extend(deOutra),
  comExceto.extend(deOutra),
  comFaixa.extend(deOutra),
  comTexto.extend(deOutra),
]);

export const mostrarSe: z.ZodType<MostrarSe> = z.union([
  teste,
  z.strictObject({
    liga: z.enum(LIGACOES),
    testes: z.array(teste).min(1).max(LIMITES_CONDICAO.testes),
  }),
]);

/** A condition on the wire: ids named as everywhere there. */
const testeWire = z.union([
  comOpcoes.extend({ opcoes: z.array(z.uuid()).min(1).max(LIMITES_CONDICAO.opcoes), ...deOutraWire }),
  comExceto.extend({ exceto: z.array(z.uuid()).min(1).max(LIMITES_CONDICAO.opcoes), ...deOutraWire }),
  comFaixa.extend(deOutraWire),
  comTexto.extend(deOutraWire),
]);
export const mostrarSeWire = z.union([
  testeWire,
  z.strictObject({
    liga: z.enum(LIGACOES),
    testes: z.array(testeWire).min(1).max(LIMITES_CONDICAO.testes),
  }),
]);
export type MostrarSeWire = z.infer<typeof mostrarSeWire>;
type TesteWire = z.infer<typeof testeWire>;

const words = (max: number) => z.string().trim().min(1).max(max);

export const regrasDaPergunta = z.strictObject({
  inteiro: z.literal(true).optional(),
  rodizio: z.enum(RODIZIOS).optional(),
  bateria: z
    .strictObject({ id: z.uuid(), texto: words(LIMITES_REGRAS.bateria), rodizio: z.literal(true).optional() })
    .optional(),
  encerra: z
    .strictObject({
      faixa: (comFaixa satisfies z.ZodType<Faixa>).nullable(),
      mensagem: words(LIMITES_REGRAS.mensagem).nullable(),
    })
    .optional(),
  cartao: z.strictObject({ id: z.uuid(), descricao: words(LIMITES_REGRAS.descricao) }).optional(),
} satisfies Record<keyof RegrasDaPergunta, z.ZodType>);

export const regrasDaOpcao = z.strictObject({
  exclusiva: z.literal(true).optional(),
  fixa: z.literal(true).optional(),
  encerra: z.literal(true).optional(),
  bloco: z.int().min(1).max(LIMITES_REGRAS.blocos).optional(),
} satisfies Record<keyof RegrasDaOpcao, z.ZodType>);

const testToWire = ({ perguntaId, ...rest }: Teste): TesteWire =>
  ({ pergunta_id: perguntaId, ...structuredClone(rest) }) as TesteWire;
const testFromWire = ({ pergunta_id: perguntaId, ...rest }: TesteWire): Teste =>
  ({ perguntaId, ...rest }) as Teste;

/** A stored condition as the wire has it. */
export const conditionToWire = (condition: MostrarSe): MostrarSeWire =>
  'liga' in condition
    ? { liga: condition.liga, testes: condition.testes.map(testToWire) }
    : testToWire(condition);

/** A sent condition in stored form; options named twice count once. */
export function conditionFromWire(sent: MostrarSeWire): MostrarSe {
  const once = (one: TesteWire): Teste => {
    const test = testFromWire(one);
    if ('opcoes' in test) return { ...test, opcoes: [...new Set(test.opcoes)] };
    if ('exceto' in test) return { ...test, exceto: [...new Set(test.exceto)] };
    return test;
  };
  return 'liga' in sent ? { liga: sent.liga, testes: sent.testes.map(once) } : once(sent);
}
