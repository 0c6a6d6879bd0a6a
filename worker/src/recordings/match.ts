// SQL instead of Prisma, because indices find the calls for a thousand names at once; recording-match.ts then decides.

import type { Db } from '@escuta/prisma/db';
import {
  type CallFacts,
  type FileToSettle,
  fileKey,
  findCall,
  MOMENTO_MS,
  type NameFacts,
  readRecordingName,
  type Settled,
  settle,
} from '@escuta/shared/domain/recordings/recording-match';
import { TIPOS_LIGACAO } from '@escuta/shared/domain/runs/status';
import { companyScope } from '@escuta/shared/domain/scope';
import { discardUploads } from '@escuta/shared/services/intake/uploads';
import { runPattern } from '@escuta/shared/services/recordings/name-pattern';
import { writeHeld } from '../intake/intake-repo.ts';
import type { TaskContext } from '../tasks/task.ts';
import { filesOf, type Lote, ofBatch } from './batch-repo.ts';

type Context = TaskContext<'ler_gravacoes'>;

/** Names per search, and rows per update. */
const AT_ONCE = 1000;

type Arquivo = { id: string; indice: number; nome: string; sha256: string };

async function notByPeople(db: Db, lote: Lote): Promise<Arquivo[]> {
  const rows = await filesOf(db, lote).findMany({
    where: {
      ...ofBatch(lote),
      porPessoa: false,
      situacao: { in: ['pareada', 'ja_tem', 'ambigua', 'orfa', 'repetida'] },
    },
    orderBy: { indice: 'asc' },
    select: { id: true, indice: true, nome: true, sha256: true },
  });
  // Files in these states are stored, so `sha256` is never null.
  return rows as Arquivo[];
}

/** Reads names by the company's pattern, applied to the file name or, without a match, to the name with its folders. */
async function readNames(padrao: string | null, nomes: readonly string[]): Promise<NameFacts[]> {
  if (padrao === null) return nomes.map((nome) => readRecordingName(nome));
  const alone = await runPattern(
    padrao,
    nomes.map((nome) => nome.slice(nome.lastIndexOf('/') + 1)),
  );
  const whole = await runPattern(padrao, nomes);
  return nomes.map((nome, at) => readRecordingName(nome, alone[at] ?? whole[at] ?? null));
}

async function patternOf(db: Db, empresaId: string): Promise<string | null> {
  const found = await db
    .within(companyScope(empresaId))
    .padraoGravacao.findFirst({ where: { empresaId }, select: { padrao: true } });
  return found?.padrao ?? null;
}

/** A call's extension in SQL, normalised like `plainExtension`. */
const RAMAL = `upper(split_part(split_part(regexp_replace(btrim(i.ramal), '^.*/', ''), '-', 1), '@', 1))`;

/** Finds the calls to which names may belong. */
async function lookUp(db: Db, lote: Lote, names: readonly NameFacts[]): Promise<CallFacts[]> {
  const moments = names.flatMap(({ momento, numeros, ramais, agente }) =>
    momento === null
      ? []
      : [
          {
            de: new Date(momento - MOMENTO_MS).toISOString(),
            ate: new Date(momento + MOMENTO_MS).toISOString(),
            fins: numeros.map((numero) => numero.slice(-8)),
            ramais: ramais.map((ramal) => ramal.toUpperCase()),
            agente: agente !== null,
          },
        ],
  );
  const { rows } = await db.query<Omit<CallFacts, 'agentes'> & { agentes: string[] }>({
    name: 'batch_calls',
    text: `with achadas as (
             select i.id from auditoria_itens i where i.projeto_id = $1 and i.asterisk_filename is not null
               and escuta_nome_gravacao(i.asterisk_filename) = any ($2::text[])
             union
             select i.id from auditoria_itens i where i.projeto_id = $1 and i.unique_id = any ($3::text[])
             union
             select i.id from jsonb_to_recordset($4::jsonb) as m (de timestamptz, ate timestamptz, fins text[],
               ramais text[], agente boolean)
               join auditoria_itens i on i.projeto_id = $1 and i.momento_chamada between m.de and m.ate
                 and (right(i.numero_digitos, 8) = any (m.fins) or ${RAMAL} = any (m.ramais) or m.agente
                   and i.agente_id is not null)
           )
           select i.id, i.asterisk_filename as "asteriskFilename", i.unique_id as "uniqueId",
             i.numero_digitos as numero, i.ramal,
             (extract(epoch from i.call_start_time) * 1000)::float8 as momento,
               i.arquivo_path is not null as "temGravacao",
             coalesce((select array_agg(nome) from (select a.nome from agentes a where a.id = i.agente_id
               union select a.matricula from agentes a where a.id = i.agente_id and a.matricula is not null
               union select p.apelido from agente_apelidos p where p.agente_id = i.agente_id) nomes), '{}') as agentes
           from achadas join auditoria_itens i using (id)
           where i.dados_apagados_em is null and i.tipo_item::text = any ($5::text[])`,
    values: [
      lote.projetoId,
      names.map(({ chave }) => chave),
      names.flatMap(({ ids }) => ids),
      JSON.stringify(moments),
      TIPOS_LIGACAO,
    ],
  });
  return rows;
}

/** Indexes calls by identifier, time and recording name. */
class Calls {
  readonly #all: readonly CallFacts[];
  readonly #byId = new Map<string, CallFacts[]>();
  readonly #byTime: CallFacts[];

  constructor(all: readonly CallFacts[]) {
    this.#all = all;
    for (const call of all) {
      if (call.uniqueId === null) continue;
      this.#byId.set(call.uniqueId, [...(this.#byId.get(call.uniqueId) ?? []), call]);
    }
    this.#byTime = all
      .filter(({ momento }) => momento !== null)
      .sort((a, b) => (a.momento ?? 0) - (b.momento ?? 0));
  }

  /** @param byKey calls by their recording's telephony name */
  near(name: NameFacts, byKey: ReadonlyMap<string, readonly CallFacts[]>): CallFacts[] {
    const found = new Set(byKey.get(name.chave) ?? []);
    for (const id of name.ids) for (const call of this.#byId.get(id) ?? []) found.add(call);
    if (name.momento !== null) {
      for (let at = this.#from(name.momento - MOMENTO_MS); at < this.#byTime.length; at += 1) {
        const call = this.#byTime[at];
        if (!call || (call.momento ?? 0) > name.momento + MOMENTO_MS) break;
        found.add(call);
      }
    }
    return [...found];
  }

  byKey(keyOf: (name: string) => string): Map<string, CallFacts[]> {
    const out = new Map<string, CallFacts[]>();
    for (const call of this.#all) {
      if (call.asteriskFilename === null) continue;
      const key = keyOf(call.asteriskFilename);
      out.set(key, [...(out.get(key) ?? []), call]);
    }
    return out;
  }

  /** Index of the first call at or after `moment`. */
  #from(moment: number): number {
    let [low, high] = [0, this.#byTime.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#byTime[middle]?.momento ?? 0) < moment) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Finds the calls that already have the batch's sounds, and reads what people decided about the batch's recordings. */
async function soundsOf(db: Db, lote: Lote, sums: readonly string[]) {
  const keptBy = new Map<string, string>();
  for (let at = 0; at < sums.length; at += AT_ONCE) {
    const { rows } = await db.query<{ sha256: string; id: string }>({
      name: 'batch_sounds',
      text: `select distinct on (arquivo_sha256) arquivo_sha256 as sha256, id from auditoria_itens
             where projeto_id = $1 and arquivo_sha256 = any ($2::text[]) order by arquivo_sha256, id`,
      values: [lote.projetoId, sums.slice(at, at + AT_ONCE)],
    });
    for (const { sha256, id } of rows) keptBy.set(sha256, id);
  }
  const rows = await filesOf(db, lote).findMany({
    where: { ...ofBatch(lote), porPessoa: true, situacao: { in: ['pareada', 'substituir', 'criar'] } },
    orderBy: { indice: 'asc' },
    select: { id: true, sha256: true, itemId: true },
  });
  const taken = new Set(rows.flatMap(({ itemId }) => itemId ?? []));
  return { keptBy, decided: new Map(rows.map(({ sha256, id }) => [sha256 as string, id])), taken };
}

/** A name's unambiguous facts, to be shown and stored with a new call. */
function said({ numeros, ramais, agente, momento }: NameFacts) {
  const only = (all: readonly string[]): string | null => (all.length === 1 ? (all[0] ?? null) : null);
  return {
    numero: only(numeros),
    ramal: only(ramais),
    agente,
    momento: momento === null ? null : new Date(momento).toISOString(),
  };
}

async function write(
  tx: Db,
  lote: Lote,
  settled: readonly Settled[],
  names: ReadonlyMap<string, NameFacts>,
): Promise<void> {
  // Clears all matches first, because recordings may exchange their calls.
  await filesOf(tx, lote).updateMany({
    where: {
      ...ofBatch(lote),
      porPessoa: false,
      situacao: { in: ['pareada', 'ja_tem', 'ambigua', 'repetida'] },
    },
    data: {
      ...{ situacao: 'orfa', itemId: null, regra: null, candidatas: [] },
      ...{ repetidaDe: null, repetidaItem: null },
    },
  });
  for (let at = 0; at < settled.length; at += AT_ONCE) {
    const rows = settled.slice(at, at + AT_ONCE).map((one) => {
      const name = names.get(one.id);
      return { ...one, lido: name ? said(name) : null };
    });
    await tx.query({
      name: 'batch_settle',
      text: `update lote_gravacoes g set situacao = s.situacao, item_id = s."itemId", regra = s.regra,
        candidatas = s.candidatas,
               repetida_de = s."repetidaDe", repetida_item = s."repetidaItem", lido = s.lido
             from jsonb_to_recordset($2::jsonb) as s (id uuid, situacao text, "itemId" uuid, regra text,
               candidatas uuid[], "repetidaDe" uuid,
               "repetidaItem" uuid, lido jsonb)
             where g.lote_id = $1 and g.id = s.id`,
      values: [lote.id, JSON.stringify(rows)],
    });
  }
}

/** Matches a batch's recordings with calls, and ends the reading. */
export async function pairBatch(context: Context, lote: Lote): Promise<void> {
  const { db, save } = context;
  const files = await notByPeople(db, lote);
  const padrao = await patternOf(db, lote.empresaId);
  const names = await readNames(
    padrao,
    files.map(({ nome }) => nome),
  );
  const withCall = new Set<string>();
  const toSettle: FileToSettle[] = [];
  for (let at = 0; at < files.length; at += AT_ONCE) {
    await save(db, {});
    const some = names.slice(at, at + AT_ONCE);
    const found = await lookUp(db, lote, some);
    for (const { id, temGravacao } of found) if (temGravacao) withCall.add(id);
    const calls = new Calls(found);
    const byKey = calls.byKey(fileKey);
    for (const [n, name] of some.entries()) {
      const file = files[at + n];
      if (!file) continue;
      const { id, indice, sha256 } = file;
      toSettle.push({ id, indice, sha256, found: findCall(name, calls.near(name, byKey)) });
    }
  }
  const sounds = await soundsOf(db, lote, [...new Set(files.map(({ sha256 }) => sha256))]);
  const settled = settle(toSettle, { ...sounds, temGravacao: (id) => withCall.has(id) });
  const byId = new Map(files.map(({ id }, at) => [id, names[at] as NameFacts]));
  await writeHeld(context, 'lote', { estado: 'lendo' }, async (tx) => {
    await write(tx, lote, settled, byId);
    await discardUploads(tx, { dono: 'lote', ids: [lote.id] });
    await tx.query({
      name: 'batch_ready',
      text: `update lotes_gravacao set estado = 'pronto', motivo = null, versao = versao + 1, updated_at = now()
        where id = $1`,
      values: [lote.id],
    });
    const { rows } = await tx.query<{ gravacoes: number; pareadas: number; aDecidir: number }>({
      name: 'batch_figures',
      text: `select count(*)::int as gravacoes, (count(*) filter (where situacao = 'pareada'))::int as pareadas,
               (count(*) filter (where situacao in ('ambigua', 'orfa', 'ja_tem')))::int as "aDecidir"
             from lote_gravacoes where lote_id = $1`,
      values: [lote.id],
    });
    const resultado = rows[0] ?? { gravacoes: 0, pareadas: 0, aDecidir: 0 };
    await save(tx, { feito: resultado.gravacoes, total: resultado.gravacoes, resultado });
  });
}
