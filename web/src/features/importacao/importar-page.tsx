import { createImportacao, listImportacoes } from '@escuta/shared/contracts/calls/importacoes';
import { getProjeto } from '@escuta/shared/contracts/operation/projetos';
import { AUDITORIA_PADRAO_ID } from '@escuta/shared/domain/runs/status';
import { useQuery } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { Steps } from '../../domain/intake/stage.tsx';
import { StagedList } from '../../domain/intake/staged-list.tsx';
import { sendFile } from '../../domain/intake/uploads.ts';
import { FileDrop } from '../../kit/file-drop.tsx';
import type { Column } from '../../kit/list/data-list.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import type { Wire } from '../../lib/network/api.ts';
import { usePollWhileOffline } from '../../lib/network/events.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { href, paths } from '../../lib/paths.ts';
import { newId } from '../../lib/text/ids.ts';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IMPORTACAO } from './intake.tsx';
import { ACEITA, countsText, sheetProblem } from './words.ts';

type Row = Wire<typeof listImportacoes>['data'][number];

const COLUMNS: readonly Column<Row>[] = [
  {
    label: 'Linhas',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ resultado, simulacao, linhas }) => {
      const counts = resultado ?? simulacao;
      return counts ? countsText(counts) : (linhas ?? '-');
    },
  },
];

/** Shows how a program with the company's key imports a sheet in a single request. */
function ByKey({ projectId }: { projectId: string }) {
  const mayCreate = useCan()('audit_item', 'create');
  if (!mayCreate) return null;
  const command = [
    `curl -X POST ${window.location.origin}/api/v1/auditoria/${AUDITORIA_PADRAO_ID}/items/importar`,
    '-H "X-API-Key: SUA_CHAVE"',
    `-F "projeto_id=${projectId}"`,
    '-F "file=@ligacoes.xlsx"',
  ].join(' \\\n  ');
  return (
    <details className="rounded-xl border bg-card px-4 py-3 text-sm sm:px-5">
      <summary className="focus-ring cursor-pointer rounded-sm font-medium">
        Importar por um programa, com a chave da empresa
      </summary>
      <div className="mt-3 grid grid-cols-1 gap-3">
        <p className="text-muted-foreground">
          O comando funciona com planilhas de modelo conhecido ou com o mesmo cabeçalho de uma planilha já
          importada aqui. A importação é feita sem perguntas e aparece na lista abaixo. Se faltar algum dado,
          a resposta do comando diz qual.
        </p>
        <pre className="whitespace-pre-wrap break-all rounded-lg border bg-muted/40 p-3 text-xs">
          <code>{command}</code>
        </pre>
        <CopyButton text={command} label="Copiar o comando" size="sm" className="justify-self-start" />
      </div>
    </details>
  );
}

/** Page with the first step of an import of calls, and with the project's imports. */
export default function ImportarPage() {
  const { projectId = '' } = useParams();
  const navigate = useNavigate();
  const mayCreate = useCan()('audit_item', 'create');
  const [file, setFile] = useState<File | null>(null);
  const project = useQuery({
    ...apiQuery(getProjeto, { params: { id: projectId } }),
    select: (answer) => answer.data,
  });
  const { run, busy } = useApiMutation(createImportacao, { failed: 'Não foi possível começar a importação' });
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
        sendFile(IMPORTACAO, data.id, 'importacao', null, chosen);
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
          <Steps kind={IMPORTACAO} current={0} />
          <FileDrop
            file={file}
            onChange={begin}
            disabled={busy}
            accept={ACEITA}
            problemOf={sheetProblem}
            what="a planilha"
            hint="XLSX, XLS ou CSV, até 100 MB e 500.000 linhas. Relatórios do Asterisk, FreePBX, Issabel, 3CX, VICIdial, Vonix e Genesys são reconhecidos."
            icon={FileSpreadsheet}
            testId="planilha-de-ligacoes"
          />
        </Card>
      ) : null}
      <ByKey projectId={projectId} />
      <StagedList
        kind={IMPORTACAO}
        list={list}
        title="Importações anteriores"
        name={{ label: 'Arquivo', of: ({ nome }) => nome }}
        columns={COLUMNS}
        rowHref={({ id }) => ({ to: href(paths.importacao, { projectId, importacaoId: id }) })}
        empty={{
          icon: <FileSpreadsheet />,
          title: 'Nenhuma importação neste projeto',
          description: 'As planilhas importadas ficam aqui, com as ligações criadas e as linhas recusadas.',
        }}
      />
    </div>
  );
}
