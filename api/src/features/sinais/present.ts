import type { ResumoDeSinais, SinalWire } from '@escuta/shared/contracts/surveys/sinais';
import { FAMILIA_DO_SINAL, TIPOS_SINAL, type TipoSinal } from '@escuta/shared/domain/interview/signals/kinds';
import { readStored, readStoredList } from '@escuta/shared/domain/text/stored';
import { z } from 'zod';
import type { ResumoRow, SinalRow } from './repo.ts';

const trecho = z.object({
  entrevistaId: z.uuid(),
  perguntaId: z.uuid().nullable().catch(null),
  inicioMs: z.number(),
  fimMs: z.number(),
});
const prova = z.object({ trechos: z.unknown(), fatos: z.unknown() });
const fatos = z.record(z.string(), z.union([z.number(), z.string(), z.null()]));
const calculo = z.object({
  tipo: z.enum(TIPOS_SINAL),
  base: z.object({ n: z.number().int(), d: z.number().int() }),
  naoCalculado: z.string().nullable(),
});

/** Reason why the caller may give no opinion; null if allowed. */
export function hindranceOf({
  proprio,
  nota,
  vigente,
}: Pick<SinalRow, 'proprio' | 'nota' | 'vigente'>): string | null {
  if (proprio)
    return 'Este sinal é sobre uma entrevista que você fez: só outras pessoas podem dar um parecer.';
  if (nota) return 'É só uma observação: não exige parecer.';
  return vigente ? null : 'Este sinal deixou de valer: os pareceres ficam no histórico.';
}

export function presentSinal(row: SinalRow): SinalWire {
  const stored = readStored(prova, row.prova, { trechos: [], fatos: {} });
  const perguntaOf = new Map(row.perguntas.map((pergunta) => [pergunta.id, pergunta]));
  return {
    id: row.id,
    tipo: row.tipo,
    alvo: row.alvo,
    pesquisa_id: row.pesquisa_id,
    agente: row.agente,
    medida: row.medida,
    limite: row.limite,
    base: { n: row.base_n, d: row.base_d },
    nota: row.nota,
    lista: row.lista,
    fatos: readStored(fatos, stored.fatos, {}),
    entrevistas: row.entrevistas.map(({ tem_audio: _, em, ...one }) => ({
      ...one,
      em: em && new Date(em).toISOString(),
    })),
    entrevistas_total: row.entrevistas_total,
    trechos: readStoredList(trecho, stored.trechos).map(({ entrevistaId, perguntaId, inicioMs, fimMs }) => ({
      entrevista_id: entrevistaId,
      pergunta: perguntaId === null ? null : (perguntaOf.get(perguntaId) ?? null),
      inicio_ms: Math.max(0, Math.round(inicioMs)),
      fim_ms: Math.max(0, Math.round(fimMs)),
    })),
    estado: row.estado,
    vigente: row.vigente,
    visto: row.versao,
    pareceres: row.pareceres.map((one) => ({
      ...one,
      em: new Date(one.em).toISOString(),
      desfeito_em: one.desfeito_em === null ? null : new Date(one.desfeito_em).toISOString(),
    })),
    indicado: row.indicado,
    impedido: hindranceOf(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const familiesOf = (tipos: readonly TipoSinal[]): number =>
  new Set(tipos.map((tipo) => FAMILIA_DO_SINAL[tipo])).size;

export function presentResumo(row: ResumoRow): ResumoDeSinais {
  const people = row.entrevistadores.map(({ id, nome, lista, tipos, sinais }) => ({
    id,
    nome,
    listado: lista.length > 0,
    familias: familiesOf(lista),
    tipos,
    sinais,
  }));
  return {
    calculado_em: row.calculado_em?.toISOString() ?? null,
    recalculando: row.recalculando,
    entrevistas: row.entrevistas,
    calculos: readStoredList(calculo, row.calculos).map(({ tipo, base, naoCalculado }) => ({
      tipo,
      ...base,
      nao_calculado: naoCalculado,
    })),
    entrevistadores: people.toSorted(
      (a, b) => Number(b.listado) - Number(a.listado) || b.familias - a.familias,
    ),
  };
}
