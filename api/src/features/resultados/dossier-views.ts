/** The dossier in other formats: each has the content of its JSON and its signature. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { CAMINHO_VERIFICAR, type FormatoDossie } from '@escuta/shared/domain/exports/dossier';
import type { Row } from '@escuta/shared/services/exports/cells';
import { writeCsv } from '@escuta/shared/services/exports/csv';
import { writePdf } from '@escuta/shared/services/exports/pdf';
import { writeXlsx } from '@escuta/shared/services/exports/xlsx';

type Json = { readonly [key: string]: unknown };
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const rowsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** Every value of a JSON with its path: 'insights.1.criterios.2.atendido_ia'. Includes empty lists and objects. */
export function leavesOf(value: unknown, path = ''): [string, string | number | null][] {
  if (typeof value === 'number') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [[path, value === null ? null : textOf(value)]];
  const members = Array.isArray(value)
    ? value.map((one, n) => [String(n + 1), one] as const)
    : Object.entries(value);
  if (members.length === 0) return [[path, Array.isArray(value) ? '[]' : '{}']];
  return members.flatMap(([name, one]) => leavesOf(one, path === '' ? name : `${path}.${name}`));
}

export type Assinado = {
  dossie: Json;
  /** The canonical text of `dossie`. */
  texto: string;
  assinatura: string;
  chave: string;
  endereco: string;
};

/** The lines about the signature in each format. */
function proofOf({ texto, assinatura, chave, endereco }: Assinado): [string, string][] {
  return [
    ['SHA-256 do JSON canônico', createHash('sha256').update(texto).digest('hex')],
    ['Assinatura (Ed25519, do JSON canônico)', assinatura],
    ['Chave', chave],
    ['Onde verificar', `${endereco}${CAMINHO_VERIFICAR}, com o arquivo JSON do dossiê`],
  ];
}

const TITULOS = {
  xlsx: 'Dossiê',
  falas: 'Falas',
  criterios: 'Critérios',
  revisoes: 'Revisões',
  custos: 'Custos',
};
const seconds = (ms: unknown): number | null => (typeof ms === 'number' ? ms / 1000 : null);
const cell = (value: unknown): string | number | null =>
  typeof value === 'number' ? value : value === null || value === undefined ? null : textOf(value);

function tables(dossie: Json): { nome: string; colunas: string[]; linhas: Row[] }[] {
  const insights = rowsOf(dossie.insights);
  const nameOf = (insight: Json) => (isObject(insight.template) ? insight.template : {});
  return [
    {
      nome: TITULOS.falas,
      colunas: [
        'Ordem',
        'Início (s)',
        'Fim (s)',
        'Falante',
        'Fala',
        'Falante, pela IA',
        'Transcrição original',
      ],
      linhas: rowsOf(dossie.falas).map((one) => [
        cell(one.ordem),
        seconds(one.inicio_ms),
        seconds(one.fim_ms),
        cell(one.falante),
        cell(one.texto),
        cell(one.falante_ia),
        cell(one.texto_ia),
      ]),
    },
    {
      nome: TITULOS.criterios,
      colunas: [
        'Template',
        'Versão',
        'Critério',
        'Atendido (IA)',
        'Comprovado',
        'Atendido (pessoa)',
        'Justificativa',
        'Citações',
      ],
      linhas: insights.flatMap((insight) =>
        rowsOf(insight.criterios).map((one) => [
          cell(nameOf(insight).nome),
          cell(nameOf(insight).versao),
          cell(one.descricao),
          cell(one.atendido_ia),
          one.comprovado === true ? 'sim' : 'nao',
          cell(one.atendido_pessoa),
          cell(one.justificativa),
          rowsOf(insight.evidencias)
            .filter(({ criterio }) => criterio === one.id)
            .map(({ citacao }) => textOf(citacao))
            .join('\n'),
        ]),
      ),
    },
    {
      nome: TITULOS.revisoes,
      colunas: ['Template', 'Veredito', 'Motivo', 'Observações', 'Por', 'Em', 'Em vigor'],
      linhas: insights.flatMap((insight) =>
        rowsOf(insight.revisoes).map((one) => [
          cell(nameOf(insight).nome),
          cell(one.veredito),
          cell(one.motivo),
          cell(one.observacoes),
          isObject(one.por) ? cell(one.por.nome) : null,
          cell(one.em),
          one.em_vigor === true ? 'sim' : 'nao',
        ]),
      ),
    },
    {
      nome: TITULOS.custos,
      colunas: ['Etapa', 'Provedor', 'Modelo', 'Unidade', 'Quantidade', 'Preço (US$)', 'Total (US$)'],
      linhas: rowsOf(dossie.custos).map((one) => [
        cell(one.etapa),
        cell(one.provedor),
        cell(one.modelo),
        cell(one.unidade),
        cell(one.quantidade),
        cell(one.preco_usd),
        cell(one.total_usd),
      ]),
    },
  ];
}

export function viewOf(formato: Exclude<FormatoDossie, 'json'>, signed: Assinado): Promise<Buffer> {
  const { dossie } = signed;
  const proof = proofOf(signed);
  if (formato === 'csv') {
    const rows: Row[] = [...proof, ...leavesOf(dossie)];
    return buffer(Readable.from(writeCsv(['Campo', 'Valor'], [rows]), { objectMode: false }));
  }
  const { falas: _falas, insights: _insights, custos: _custos, ...facts } = dossie;
  if (formato === 'xlsx') {
    const sheets = tables(dossie).map(({ nome, colunas, linhas }) => ({
      nome,
      colunas: colunas.map((titulo) => ({ titulo, largura: 24 })),
      linhas: [linhas],
    }));
    const first = {
      nome: TITULOS.xlsx,
      colunas: [
        { titulo: 'Campo', largura: 36 },
        { titulo: 'Valor', largura: 90 },
      ],
      linhas: [[...proof, ...leavesOf(facts)] as Row[]],
    };
    return buffer(Readable.from(writeXlsx([first, ...sheets]), { objectMode: false }));
  }
  const ligacao = isObject(dossie.ligacao) ? dossie.ligacao : {};
  return writePdf({
    titulo: 'Dossiê da análise',
    subtitulo: [ligacao.nome, ligacao.numero, ligacao.inicio].map(textOf).filter(Boolean).join(' · '),
    rodape: `Chave ${signed.chave}`,
    blocos: [
      { tipo: 'secao', titulo: 'Assinatura' },
      { tipo: 'fatos', fatos: proof },
      { tipo: 'secao', titulo: 'Ligação e gravação' },
      { tipo: 'fatos', fatos: leavesOf(facts).map(([campo, valor]) => [campo, textOf(valor)] as const) },
      ...tables(dossie)
        .filter(({ linhas }) => linhas.length > 0)
        .flatMap(({ nome, colunas, linhas }) => [
          { tipo: 'secao' as const, titulo: nome },
          {
            tipo: 'tabela' as const,
            colunas: colunas.map((titulo) => ({ titulo, largura: '*' as const })),
            linhas: linhas.map((row) => row.map(textOf)),
          },
        ]),
    ],
  });
}
