import { criarImportacao, listImportacoes } from '@escuta/shared/contracts/importacoes';
import { getProjeto } from '@escuta/shared/contracts/projetos';
import { ESTADO_IMPORTACAO_LABEL } from '@escuta/shared/domain/call-sheet/fields';
import { useQuery } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { FileDrop } from '../../kit/file-drop.tsx';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import type { Wire } from '../../lib/api.ts';
import { usePollWhileOffline } from '../../lib/events.ts';
import { formatDateTime } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { href, paths } from '../../lib/paths.ts';
import { useCan } from '../../lib/permissions.ts';
import { apiQuery } from '../../lib/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Steps } from './steps.tsx';
import { sendSheet } from './uploads.ts';
import { ACEITA, countsText, ESTADO_VARIANTE, sheetProblem } from './words.ts';

type Row = Wire<typeof listImportacoes>['data'][number];

const COLUMNS: readonly Column<Row>[] = [
  { label: 'Arquivo', link: true, card: 'title', className: 'w-full max-w-0', text: ({ nome }) => nome },
  {
    label: 'Situação',
    cell: ({ estado }) => <Badge variant={ESTADO_VARIANTE[estado]}>{ESTADO_IMPORTACAO_LABEL[estado]}</Badge>,
  },
  {
    label: 'Linhas',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ resultado, simulacao, linhas }) => {
      const counts = resultado ?? simulacao;
      return counts ? countsText(counts) : (linhas ?? '-');
    },
  },
  { label: 'Por', cell: ({ autor }) => (autor ? (autor.nome ?? '-') : 'Chave de API') },
  {
    label: 'Em',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ created_at }) => formatDateTime(created_at),
  },
];

/** The first step of an import of calls, and the project's imports. */
export default function ImportarPage() {
  const { projectId = '' } = useParams();
  const navigate = useNavigate();
  const mayCreate = useCan()('audit_item', 'create');
  const [file, setFile] = useState<File | null>(null);
  const project = useQuery({
    ...apiQuery(getProjeto, { params: { id: projectId } }),
    select: (answer) => answer.data,
  });
  const { run, busy } = useApiMutation(criarImportacao, { failed: 'Não foi possível começar a importação' });
  const list = useList(
    listImportacoes,
    {},
    (asked) => ({ params: { id: projectId }, query: { limit: 10, ...asked } }),
    { refetchInterval: usePollWhileOffline(5000) },
  );
  const begin = (chosen: File | null): void => {
    setFile(chosen);
    if (!chosen) return;
    const id = newId();
    void run({ params: { id: projectId }, body: { id, nome: chosen.name, tamanho: chosen.size } }).then(
      ({ data }) => {
        sendSheet(data.id, null, chosen);
        navigate(href(paths.importacao, { projectId, importacaoId: data.id }));
      },
      () => setFile(null),
    );
  };
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title="Importar ligações"
        back={{ to: href(paths.ligacoes, { projectId }), label: 'Relatório de Ligações' }}
        description={project.data?.nome}
        className="mb-0"
      />
      {mayCreate ? (
        <Card className="grid gap-4 p-4 sm:p-5">
          <Steps current={0} />
          <FileDrop
            file={file}
            onChange={begin}
            disabled={busy}
            accept={ACEITA}
            problemOf={sheetProblem}
            invitation="Arraste a planilha até aqui ou clique para escolher"
            hint="XLSX, XLS ou CSV, até 100 MB e 500.000 linhas. Relatórios do Asterisk, FreePBX, Issabel, 3CX, Vonix e Genesys são reconhecidos."
            icon={FileSpreadsheet}
            testId="planilha-de-ligacoes"
          />
        </Card>
      ) : null}
      <ListPanel
        list={list}
        errorTitle="Erro ao carregar importações"
        noun="importações"
        nothing="Nenhuma importação"
        empty={{
          icon: <FileSpreadsheet />,
          title: 'Nenhuma importação neste projeto',
          description: 'As planilhas importadas ficam aqui, com o que virou ligação e o que foi recusado.',
        }}
      >
        {(rows, stale) => (
          <DataList
            label="Importações"
            rows={rows}
            stale={stale}
            columns={COLUMNS}
            rowHref={({ id }) => ({ to: href(paths.importacao, { projectId, importacaoId: id }) })}
          />
        )}
      </ListPanel>
    </div>
  );
}
