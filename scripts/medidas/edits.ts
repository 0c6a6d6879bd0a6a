/**
 * The edits that a new filter, list or dialog takes: an example of each, and the places that name it, held against the
 * sources.
 */
import type { SourceFile } from './count.ts';

export interface Edit {
  what: string;
  /** Places at dd2f2bdd, counted by hand. */
  before: number;
  /** The file that names the example, and the text that does. */
  places: readonly (readonly [path: string, text: string])[];
}

export const EDITS: readonly Edit[] = [
  {
    // Then: schema, both ways of the address, two readers, chip, control, condition; nothing missed a forgotten one.
    what: 'filtro das ligações',
    before: 8,
    places: [
      ['shared/src/domain/filters/filtro-tabela.ts', "direcao: umDe('Direção'"],
      ['shared/src/platform/database/conditions/filter.ts', 'direcao: ({ valor })'],
      ['web/src/features/ligacoes/call-filters.tsx', "direcao: { place: 'more'"],
    ],
  },
  {
    // Then: contract, type and condition of the list, reader, choices and control of the page.
    what: 'filtro de outra lista',
    before: 6,
    places: [
      ['shared/src/domain/filters/lists/signals.ts', "estado: { rotulo: 'Status'"],
      ['api/src/features/sinais/repo.ts', 'estado: (estado) => sql'],
      ['web/src/features/sinais/sinais-page.tsx', "estado: { all: 'Todos os status'"],
    ],
  },
  {
    // Then: the same, and the request of a file, the page's own, and what the file's rows made of it.
    what: 'filtro de lista exportada',
    before: 9,
    places: [
      [
        'shared/src/domain/filters/lists/accounts.ts',
        "situacao: { rotulo: 'Situação', valor: palavra(SITUACOES_CONTA)",
      ],
      ['shared/src/services/lists/people.ts', 'situacao: (situacao) => STATE[situacao]'],
      ['web/src/features/usuarios/usuarios-page.tsx', "situacao: { all: 'Todas as situações'"],
    ],
  },
  {
    // Beside its two files. Then the sidebar and the list of stale answers too.
    what: 'tela com lista',
    before: 5,
    places: [
      ['shared/src/contracts/all.ts', "from './accounts/leads.ts'"],
      ['web/src/lib/paths.ts', "adminLeads: '/admin/leads'"],
      ['web/src/app/screens.ts', "screen(paths.adminLeads, 'Leads'"],
    ],
  },
  {
    // Beside its file.
    what: 'diálogo',
    before: 1,
    places: [['web/src/features/usuarios/usuarios-page.tsx', '<InviteDialog']],
  },
];

/**
 * The places of each addition. @throws where a place names its example no more: the way has changed, and its entry with
 * it
 */
export function editsIn(tree: readonly SourceFile[]): { what: string; before: number; now: number }[] {
  const texts = new Map(tree.map(({ path, text }) => [path, text]));
  return EDITS.map(({ what, before, places }) => {
    const gone = places.find(([path, text]) => !texts.get(path)?.includes(text));
    if (gone) throw new Error(`${what}: ${gone[0]} does not name its example (${gone[1]})`);
    return { what, before, now: places.length };
  });
}
