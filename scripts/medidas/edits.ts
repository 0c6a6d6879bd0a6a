/**
 * Number of places of the sources that must be edited to add a filter, a list or a dialog. For each kind there is an
 * example that exists, with the places that name it; editsIn checks these places against the sources.
 */
import type { SourceFile } from './count.ts';

export interface Edit {
  what: string;
  /** Number of places at commit dd2f2bdd, counted by hand. */
  before: number;
  /** The file that names the example, and the text that names it. */
  places: readonly (readonly [path: string, text: string])[];
}

export const EDITS: readonly Edit[] = [
  {
    // The eight places at commit dd2f2bdd: schema, both directions of the address, two readers, chip, control and
    // condition. Nothing reported a forgotten place.
    what: 'filtro das ligações',
    before: 8,
    places: [
      ['shared/src/domain/filters/filtro-tabela.ts', "direcao: umDe('Direção'"],
      ['shared/src/platform/database/conditions/filter.ts', 'direcao: ({ valor })'],
      ['web/src/features/ligacoes/call-filters.tsx', "direcao: { place: 'more'"],
    ],
  },
  {
    // The six places at commit dd2f2bdd: contract, type and condition of the list; reader, choices and control of the
    // page.
    what: 'filtro de outra lista',
    before: 6,
    places: [
      ['shared/src/domain/filters/lists/signals.ts', "estado: { rotulo: 'Status'"],
      ['api/src/features/sinais/repo.ts', 'estado: (estado) => sql'],
      ['web/src/features/sinais/sinais-page.tsx', "estado: { all: 'Todos os status'"],
    ],
  },
  {
    // At commit dd2f2bdd there were nine places: the six of 'filtro de outra lista', the contract of the request for a
    // file, the page's part of this request, and the conversion for the file's rows.
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
    // A new screen: its own two files do not count. At commit dd2f2bdd the sidebar and the list of stale answers needed
    // a change, too.
    what: 'tela com lista',
    before: 5,
    places: [
      ['shared/src/contracts/all.ts', "from './accounts/leads.ts'"],
      ['web/src/lib/paths.ts', "adminLeads: '/admin/leads'"],
      ['web/src/app/screens.ts', "screen(paths.adminLeads, 'Leads'"],
    ],
  },
  {
    // A new dialog: its own file does not count.
    what: 'diálogo',
    before: 1,
    places: [['web/src/features/usuarios/usuarios-page.tsx', '<InviteDialog']],
  },
];

/**
 * Counts the places of each kind of addition.
 * @throws Error if a place does not contain the example's name: then the steps have changed, and EDITS must be
 * corrected
 */
export function editsIn(tree: readonly SourceFile[]): { what: string; before: number; now: number }[] {
  const texts = new Map(tree.map(({ path, text }) => [path, text]));
  return EDITS.map(({ what, before, places }) => {
    const gone = places.find(([path, text]) => !texts.get(path)?.includes(text));
    if (gone) throw new Error(`${what}: ${gone[0]} does not name its example (${gone[1]})`);
    return { what, before, now: places.length };
  });
}
