import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, truncate, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rar4Of, rar5Of, zipOf } from '../../../../tests/support/archives.ts';
import { cases } from '../../../../tests/support/longo.ts';
import { LIMITES_ARQUIVO, type LimitesDoArquivo } from '../limits.ts';
import { extractEntries, listArchive } from '../read-file.ts';
import { Counter, totalGrande } from './entries.ts';
import type { EntradaExtraida } from './entry.ts';
import { extractFrom, listOf } from './read-archive.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arquivos-'));
});
afterAll(() => rm(folder, { recursive: true }));

let count = 0;
async function put(bytes: Buffer): Promise<string> {
  count += 1;
  const arquivo = join(folder, `a${count}`);
  await writeFile(arquivo, bytes);
  return arquivo;
}

async function list(bytes: Buffer) {
  const entries: { indice: number; nome: string; tamanho: number | null; motivo: string | null }[] = [];
  await listOf(await put(bytes), async (some) => void entries.push(...some));
  return entries;
}

const refused = async (bytes: Buffer | string): Promise<string> =>
  listOf(typeof bytes === 'string' ? bytes : await put(bytes), async () => {}).then(
    () => 'aberto',
    (error: Error) => (error.name === 'UnreadableError' ? error.message : `${error.name}: ${error.message}`),
  );

/** Each entry's content, or the reason of its failure, by its place in the archive. */
async function unpacked(
  bytes: Buffer,
  indices: number[],
  limites?: LimitesDoArquivo,
): Promise<[number, string][]> {
  const pasta = await mkdtemp(join(folder, 'saida-'));
  const out: [number, string][] = [];
  const take = async (entry: EntradaExtraida): Promise<void> => {
    out.push([entry.indice, 'motivo' in entry ? entry.motivo : await readFile(entry.caminho, 'utf8')]);
    if ('motivo' in entry) return;
    expect(readFileSync(entry.caminho)).toHaveLength(entry.tamanho);
    await unlink(entry.caminho);
  };
  await extractFrom(await put(bytes), indices, pasta, take, limites).catch((error: Error) => {
    out.push([-1, error.message]);
  });
  expect(await readdir(pasta)).toEqual([]);
  return out;
}

const one = (nome: string): Buffer => Buffer.from(`áudio de ${nome}`);
const NAMES = ['entrevista 1.mp3', 'Zona Sul/João Conceição.wav'];
const files = NAMES.map((nome) => ({ nome, dados: one(nome) }));
const KINDS = [
  ['.zip', zipOf],
  ['.rar of format 4', (some: typeof files) => rar4Of(some.map((x) => ({ ...x, nome: plain(x.nome) })))],
  ['.rar of format 5', rar5Of],
] as const;
/** Removes accents, which RAR format 4 encodes in a special way. */
const plain = (nome: string): string => nome.normalize('NFD').replace(/\p{M}/gu, '');

describe.each(KINDS)('a %s', (kind, make) => {
  const names = kind.includes('4') ? NAMES.map(plain) : NAMES;

  it('is listed in its order and unpacked by place', async () => {
    const archive = make(files);
    expect(await list(archive)).toEqual(
      files.map(({ dados }, indice) => ({
        indice,
        nome: names[indice],
        tamanho: dados.length,
        motivo: null,
      })),
    );
    expect(await unpacked(archive, [1])).toEqual([[1, one('Zona Sul/João Conceição.wav').toString()]]);
    expect(await unpacked(archive, [1, 0, 99])).toEqual(files.map(({ dados }, n) => [n, dados.toString()]));
  });

  it('tells an entry that is damaged, and goes on', async () => {
    const three = ['a.mp3', 'b.mp3', 'c.mp3'].map((nome) => ({ nome, dados: one(nome) }));
    const archive = make(three.map((file, n) => (n === 1 ? { ...file, crc: 7 } : file)));
    expect(await unpacked(archive, [0, 1, 2])).toEqual([
      [0, 'áudio de a.mp3'],
      [1, 'está danificado no arquivo e não pôde ser descompactado'],
      [2, 'áudio de c.mp3'],
    ]);
  });

  it('stops at what is larger than it may be, and goes on, until all together are too much', async () => {
    const five = ['a', 'b', 'c', 'd', 'e'].map((nome, n) => ({
      nome: `${nome}.mp3`,
      // The second entry is far too large, so that unrar is interrupted. The fourth is slightly too large: the whole
      // entry is unpacked and discarded.
      dados: n === 1 ? Buffer.alloc(5000, 'x') : n === 3 ? Buffer.alloc(1100, 'x') : one(nome),
    }));
    const limites = { ...LIMITES_ARQUIVO, entrada: 1000 };
    expect(await unpacked(make(five), [0, 1, 2, 3, 4], limites)).toEqual([
      [0, 'áudio de a'],
      [1, 'passa de 1 GB'],
      [2, 'áudio de c'],
      [3, 'passa de 1 GB'],
      [4, 'áudio de e'],
    ]);
    expect(await unpacked(make(five), [0, 1, 4], { ...LIMITES_ARQUIVO, total: 1000 })).toEqual([
      [0, 'áudio de a'],
      [-1, totalGrande(1000)],
    ]);
  });

  it.each(['/etc/a.mp3', 'C:/a.mp3', '../a.mp3', 'x/../../a.mp3', '..\\a.mp3'])(
    'is refused for a path that leads out of it: %s',
    async (nome) => {
      expect(await refused(make([...files, { nome, dados: one('fora') }]))).toContain('sai da própria pasta');
    },
  );

  it('is refused when it has more entries than anybody listens to', async () => {
    const many = Array.from({ length: LIMITES_ARQUIVO.entradas + 1 }, (_, n) => ({
      nome: `${n}.mp3`,
      dados: Buffer.alloc(0),
    }));
    expect(await refused(make(many))).toContain('mais de 5.000 itens');
    expect(await list(make(many.slice(1)))).toHaveLength(5_000);
  });

  it('is refused when it is damaged', async () => {
    const archive = make(files);
    expect(await refused(archive.subarray(0, archive.length / 2))).toBe(
      'O arquivo está danificado e não pôde ser aberto. Envie outra cópia.',
    );
  });
});

it('lists recordings, says of what is none why, and leaves out what nobody put there', async () => {
  const dados = one('x');
  const nomes = ['a.MP3', 'pasta/', 'pasta/b.opus', 'leia.txt', 'c.zip', 'd.rar', 'Thumbs.db'];
  const more = [
    ...['__MACOSX/._a.mp3', 'pasta/.DS_Store', 'pasta/._b.opus', 'e.3gp'],
    ...['u/audit.csv', 'media/audit-2.csv', 'Pesquisa - audit.csv', 'media/TA_u.csv', 'u/submission.xml'],
  ];
  const archive = zipOf([...nomes, ...more].map((nome) => ({ nome, dados })));
  expect((await list(archive)).map(({ indice, nome, motivo }) => [indice, nome, motivo])).toEqual([
    [0, 'a.MP3', null],
    [2, 'pasta/b.opus', null],
    [3, 'leia.txt', 'não é um arquivo de áudio'],
    [4, 'c.zip', 'arquivo dentro de arquivo não é aberto'],
    [5, 'd.rar', 'arquivo dentro de arquivo não é aberto'],
    [10, 'e.3gp', null],
  ]);
  const dir = { nome: 'pasta', pasta: true };
  for (const make of [rar4Of, rar5Of])
    expect(await list(make([dir, { nome: 'pasta/a.mp3', dados }]))).toEqual([
      { indice: 1, nome: 'pasta/a.mp3', tamanho: dados.length, motivo: null },
    ]);
});

describe('names of a .zip', () => {
  const nome = 'Região/José da Conceição – nº 5 (manhã).mp3';
  const dos = 'Região/José da Conceição - nº 5 (manhã) ÁÉÍÓÚÃÕÇ.mp3';
  const CP850: Record<string, number> = {
    ã: 0xc6,
    é: 0x82,
    ç: 0x87,
    º: 0xa7,
    Á: 0xb5,
    É: 0x90,
    Í: 0xd6,
    Ó: 0xe0,
    Ú: 0xe9,
    Ã: 0xc7,
    Õ: 0xe5,
    Ç: 0x80,
  };
  const inDos = Buffer.from(Array.from(dos, (char) => CP850[char] ?? char.charCodeAt(0)));
  it.each([
    ['UTF-8, as its flag says', { nome }, nome],
    ['UTF-8 without the flag', { nome, flags: 0 }, nome],
    ['accents apart, as macOS writes', { nome: nome.normalize('NFD'), flags: 0 }, nome],
    ['Windows in Portuguese', { nome: inDos, flags: 0 }, dos],
    ['code page 437', { nome: Buffer.from([0x4a, 0x6f, 0x73, 0x82]), flags: 0 }, 'José'],
    [
      'Windows-1252',
      { nome: Buffer.from('Seção São José, pé.mp3', 'latin1'), flags: 0 },
      'Seção São José, pé.mp3',
    ],
    ['folders with \\', { nome: 'a\\b.mp3' }, 'a/b.mp3'],
  ])('keep their accents: %s', async (_, sample, expected) => {
    expect((await list(zipOf([sample]))).map((entry) => entry.nome)).toEqual([expected]);
  });
});

it('is refused as a whole, with the reason', async () => {
  const dados = one('x');
  const x = { nome: 'x.mp3', dados };
  const sparse = async (bytes: Buffer, size: number): Promise<string> => {
    const arquivo = await put(bytes);
    await truncate(arquivo, size);
    return arquivo;
  };
  const split = zipOf([x]);
  split.writeUInt16LE(3, split.length - 18);
  const senha = 'O arquivo está protegido por senha. Compacte as gravações de novo, sem senha.';
  const link =
    'O arquivo tem um atalho (link simbólico) em vez de um arquivo. Compacte as gravações de novo, sem atalhos.';
  const partes = 'O arquivo está dividido em partes. Compacte as gravações em um só arquivo .zip.';
  const cases: [Buffer | string, string][] = [
    [Buffer.alloc(0), 'O arquivo está vazio.'],
    [Buffer.from('ID3 gravação'), 'O arquivo não é .zip nem .rar.'],
    [Buffer.from('7z\u00bc\u00af\u0027\u001c', 'latin1'), 'O arquivo não é .zip nem .rar.'],
    [
      Buffer.from('PK\u0003\u0004 quebrado'),
      'O arquivo está danificado e não pôde ser aberto. Envie outra cópia.',
    ],
    [zipOf([x, { ...x, flags: 0x801 }]), senha],
    [zipOf([x, { ...x, flags: 0x841 }]), senha],
    [rar4Of([x, { ...x, senha: true }]), senha],
    [rar5Of([x, { ...x, senha: true }]), senha],
    [rar4Of([x], { senha: true }), senha],
    [zipOf([x, { nome: 'y.mp3', dados: Buffer.from('/etc/passwd'), modo: 0o120777 }]), link],
    [rar4Of([x, { nome: 'y.mp3', link: '/etc/passwd' }]), link],
    [rar5Of([x, { nome: 'y.mp3', link: '/etc/passwd' }]), link],
    [split, partes],
    [rar4Of([x], { volume: true }), partes],
    [rar5Of([x], { volume: true }), partes],
    [
      await sparse(zipOf([x]), LIMITES_ARQUIVO.bytes + 1),
      'O arquivo passa de 2 GB. Divida o conteúdo em vários arquivos .zip.',
    ],
    [
      await sparse(rar5Of([x]), LIMITES_ARQUIVO.bytesRar + 1),
      'O arquivo .rar passa de 512 MB. Compacte as gravações como .zip.',
    ],
  ];
  const said: string[] = [];
  for (const [bytes] of cases) said.push(await refused(bytes));
  expect(said).toEqual(cases.map(([, reason]) => reason));
});

it('unpacks no bomb, whatever its directory says, and goes on with the others', async () => {
  const zeros = Buffer.alloc(3 * 1024 * 1024);
  const archive = zipOf([
    { nome: 'honesta.wav', dados: zeros },
    { nome: 'mente.wav', dados: zeros, tamanho: 1000 },
    { nome: 'maior.wav', dados: one('maior'), tamanho: 5 },
    { nome: 'menor.wav', dados: one('menor'), tamanho: 5000 },
    { nome: 'pequena.wav', dados: Buffer.alloc(200_000) },
    { nome: 'metodo.wav', dados: one('metodo'), metodo: 12 },
    { nome: 'boa.wav', dados: one('boa') },
  ]);
  const bomba = 'descompactado, é grande demais para uma gravação';
  const danificado = 'está danificado no arquivo e não pôde ser descompactado';
  const out = await unpacked(archive, [0, 1, 2, 3, 4, 5, 6]);
  expect(out.map(([n, text]) => [n, text.slice(0, 70)])).toEqual([
    [0, bomba],
    [1, bomba],
    [2, danificado],
    [3, danificado],
    [4, '\u0000'.repeat(70)],
    [5, 'o modo de compactação não é aceito: compacte de novo como .zip comum'],
    [6, 'áudio de boa.wav'.replace('.wav', '')],
  ]);
});

it('counts an entry up to 1 GB and all together up to 20 GB', () => {
  expect(totalGrande(LIMITES_ARQUIVO.total)).toBe(
    'O arquivo, descompactado, passa de 20 GB. Divida o conteúdo em vários arquivos .zip.',
  );
  const GB = LIMITES_ARQUIVO.entrada;
  const counter = new Counter();
  for (let n = 0; n < 20; n += 1) {
    counter.begin(GB);
    expect(counter.add(GB)).toBeNull();
  }
  counter.begin(GB);
  expect(() => counter.add(1)).toThrow('passa de 20 GB');
  const other = new Counter();
  other.begin(GB);
  other.add(GB);
  expect(other.add(1)).toBe('passa de 1 GB');
});

describe('in a process of its own', () => {
  const many = Array.from({ length: 1200 }, (_, n) => ({ nome: `${n}.mp3`, dados: one(`${n}`) }));
  const ask = async (bytes: Buffer) => ({ arquivo: await put(bytes), nome: 'gravacoes.zip' });

  it('hands a long list over whole', async () => {
    const entries = await listArchive(await ask(zipOf(many)));
    expect(entries.map(({ indice, nome }) => [indice, nome])).toEqual(many.map(({ nome }, n) => [n, nome]));
  });

  it.each(cases(KINDS))('waits with the next recording until one is taken: %s', async (_, make) => {
    const file = await ask(make(many.slice(0, 6)));
    const pasta = await mkdtemp(join(folder, 'um-'));
    const taken: EntradaExtraida[] = [];
    await extractEntries(file, [0, 1, 2, 3, 4, 5], pasta, async (entry) => {
      // Lasts long enough for another process to read the archive.
      if (taken.length < 2) await listArchive(file);
      taken.push(entry);
      const there = await readdir(pasta);
      expect(there).toHaveLength(1);
      expect(there[0]).not.toContain('mp3');
      if ('caminho' in entry) await unlink(entry.caminho);
    });
    expect(taken.map(({ indice }) => indice)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('ends when the one who takes the recordings fails, or is asked to stop', async () => {
    const file = await ask(zipOf(many));
    const pasta = await mkdtemp(join(folder, 'fim-'));
    const fails = extractEntries(file, [0, 1, 2], pasta, () => Promise.reject(new Error('sem espaço')));
    await expect(fails).rejects.toThrow('sem espaço');
    const stop = new AbortController();
    const taken: number[] = [];
    const stopped = extractEntries(
      file,
      [0, 1, 2],
      pasta,
      async ({ indice }) => {
        taken.push(indice);
        stop.abort(new Error('parou'));
      },
      stop.signal,
    );
    await expect(stopped).rejects.toThrow('parou');
    expect(taken).toEqual([0]);
    await expect(listArchive(file, stop.signal)).rejects.toThrow('parou');
  });

  it('says why an archive is refused, or that its reading was ended', async () => {
    const file = await ask(zipOf([{ nome: '../x.mp3' }]));
    await expect(listArchive(file)).rejects.toMatchObject({ name: 'UnreadableError' });
    await expect(extractEntries(file, [0], folder, async () => {})).rejects.toThrow('sai da própria pasta');
    const good = await ask(zipOf(many));
    const memoria = LIMITES_ARQUIVO.memoria;
    await expect(listArchive(good, undefined, { tempoMs: 1, memoria })).rejects.toThrow(
      'A leitura do arquivo demorou demais e foi interrompida.',
    );
    await expect(
      listArchive(good, undefined, { tempoMs: 60_000, memoria: 30 * 1024 * 1024 }),
    ).rejects.toThrow('A leitura do arquivo precisou de memória demais e foi interrompida.');
  });

  it('does not call its folder being gone a fault of the archive', async () => {
    const file = await ask(zipOf(many));
    const reasons: unknown[] = [];
    const nowhere = extractEntries(file, [0, 1], join(folder, 'nao-existe'), async (entry) => {
      reasons.push(entry);
    });
    await expect(nowhere).rejects.toThrow();
    expect(reasons).toEqual([]);
  });
});

it('keeps no more of a name than anybody reads, and takes no such entry', async () => {
  const long = `${'pasta/'.repeat(1000)}a.mp3`;
  const [first, second] = await list(
    zipOf([
      { nome: long, dados: one('a') },
      { nome: 'b.mp3', dados: one('b') },
    ]),
  );
  expect(first).toMatchObject({ indice: 0, motivo: 'tem um nome longo demais, contando as pastas' });
  expect(first!.nome).toBe(long.slice(0, LIMITES_ARQUIVO.nome));
  expect(second).toMatchObject({ indice: 1, nome: 'b.mp3', motivo: null });
});
