import { createAudioUrlDoPreparo } from '@escuta/shared/contracts/surveys/preparos';
import { plural } from '@escuta/shared/domain/text/in-words';
import { CircleCheck } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { HearingBar, useHearing } from '../../domain/intake/hearing.tsx';
import { useUnsaved } from '../../kit/form/use-unsaved.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { TYPED } from '../../lib/page/unsaved.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx';
import { AlertList, AlertsCard, blockers } from './alerts.tsx';
import type { ColumnDraft } from './columns/column-draft.ts';
import { ColumnsTab } from './columns/columns-tab.tsx';
import { ConfirmAudit } from './confirm-dialog.tsx';
import { Figures, type Place, type Resumo } from './figures.tsx';
import { PortalFiles } from './files/files.tsx';
import { isOpenQuestion, MainAudioLine, MainAudioQuestion, useMainAudio } from './files/main-audio.tsx';
import { PairsTab } from './pairs/pairs-tab.tsx';
import { type DryRunProps, RecordingsTab } from './pairs/recordings-tab.tsx';
import { QuestionsTab } from './questions/questions-tab.tsx';
import type { QuestionDrafting } from './questions/use-question-draft.ts';
import { useCorrections } from './use-corrections.ts';
import type { Detalhe } from './words.ts';

const TABS = [
  { value: 'pares', label: 'Pares', of: ({ resumo }: Detalhe) => resumo?.pares },
  { value: 'gravacoes', label: 'Gravações', of: ({ resumo }: Detalhe) => resumo?.gravacoes },
  { value: 'colunas', label: 'Colunas', of: ({ colunas }: Detalhe) => colunas.length },
  {
    value: 'perguntas',
    label: 'Perguntas',
    of: ({ questionario }: Detalhe) => questionario?.perguntas.length,
  },
  {
    value: 'avisos',
    label: 'Avisos',
    of: ({ avisos, alertas }: Detalhe) => avisos.length + alertas.length,
  },
  { value: 'arquivos', label: 'Arquivos', of: () => undefined },
] as const;
type Tab = (typeof TABS)[number]['value'];

function NoticesTab({ avisos, alertas }: Pick<Detalhe, 'avisos' | 'alertas'>) {
  return avisos.length + alertas.length === 0 ? (
    <EmptyState icon={<CircleCheck />} title="Nenhum aviso" description="Nada chamou a atenção na leitura." />
  ) : (
    <Card className="grid gap-4 p-4 sm:p-5">
      <AlertList label="Perguntas e colunas" alertas={alertas} />
      <ul aria-label="Avisos da leitura" className="grid gap-2 empty:hidden">
        {avisos.map((aviso) => (
          <li key={aviso}>
            <Notice>
              <span className="break-words">{aviso}</span>
            </Notice>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type ContentProps = DryRunProps &
  Pick<ComponentProps<typeof ColumnsTab>, 'draft' | 'onDraft' | 'onGo'> & { drafting: QuestionDrafting };

function DryRunContent({ tab, ...props }: ContentProps & { tab: Tab }) {
  switch (tab) {
    case 'pares':
      return <PairsTab {...props} />;
    case 'gravacoes':
      return <RecordingsTab {...props} />;
    case 'colunas':
      return <ColumnsTab {...props} />;
    case 'perguntas':
      return <QuestionsTab {...props} />;
    case 'avisos':
      return <NoticesTab {...props.preparo} />;
    case 'arquivos':
      return <PortalFiles {...props} />;
  }
}

/** Shows what was read from the files, for a person to check and correct before anything is charged. */
export function DryRun({
  preparo,
  drafting,
}: {
  preparo: Detalhe & { resumo: Resumo };
  drafting: QuestionDrafting;
}) {
  const can = useCan();
  const mayCorrect = can('audit', 'create');
  const mayConfirm = can('result', 'process');
  const [search, setSearch] = useSearchParams();
  const [confirming, setConfirming] = useState(false);
  const [columns, setColumns] = useState<ColumnDraft>(new Map());
  useUnsaved(() => (columns.size > 0 ? TYPED : null));
  const hearing = useHearing(createAudioUrlDoPreparo, preparo.id);
  const corrections = useCorrections(preparo.id);
  const audio = useMainAudio(preparo);
  const tab = TABS.find(({ value }) => value === search.get('aba'))?.value ?? 'pares';
  // Opens a tab; the filters of other tabs are removed from the address.
  const go = ({ aba, ...filters }: Place): void =>
    setSearch({ ...(aba === 'pares' ? {} : { aba }), ...filters }, { preventScrollReset: true });
  const asks = mayCorrect && isOpenQuestion(audio);
  const props: ContentProps = {
    preparo,
    corrections,
    mayCorrect,
    hearing,
    draft: columns,
    onDraft: setColumns,
    drafting,
    onGo: go,
  };
  const stopping = blockers(preparo.alertas).length;
  const unsaved = columns.size > 0 ? 'colunas' : drafting.draft ? 'perguntas' : null;
  return (
    <div className="grid grid-cols-1 gap-5">
      <Figures preparo={preparo} onGo={go} />
      <AlertsCard preparo={preparo} mayCorrect={mayCorrect} onGo={go} />
      {asks ? (
        <MainAudioQuestion preparoId={preparo.id} audio={audio} corrections={corrections} hearing={hearing} />
      ) : audio ? (
        <MainAudioLine audio={audio} hearing={hearing} />
      ) : null}
      <HearingBar hearing={hearing} />
      <Tabs value={tab} onValueChange={(aba) => go({ aba })}>
        <TabsList aria-label="Resumo da leitura">
          {TABS.map(({ value, label, of }) => {
            const n = of(preparo);
            return (
              <TabsTrigger key={value} value={value}>
                {label}
                {n === undefined ? null : (
                  <span className="text-muted-foreground tabular-nums">{formatNumber(n)}</span>
                )}
              </TabsTrigger>
            );
          })}
        </TabsList>
        {TABS.map(({ value }) => (
          <TabsContent key={value} value={value}>
            <DryRunContent {...props} tab={value} />
          </TabsContent>
        ))}
      </Tabs>
      {unsaved === tab ? null : (
        <Card className="sticky bottom-2 z-10 flex flex-wrap items-center justify-between gap-3 p-3 sm:px-4">
          <p id="confirmar-porque" className="min-w-0 flex-1 basis-52 text-sm">
            {unsaved
              ? `Há ${unsaved} alteradas e não salvas. Salve ou descarte as alterações antes de confirmar.`
              : stopping > 0
                ? `${plural(stopping, 'problema impede', 'problemas impedem')} a confirmação: veja acima o que corrigir.`
                : mayConfirm
                  ? 'Nada é cobrado antes de você confirmar.'
                  : 'A confirmação cobra créditos, e o seu papel não permite processar áudios. Peça a um gerente da sua empresa que confirme.'}
          </p>
          {unsaved ? (
            <Button variant="outline" className="max-sm:w-full" onClick={() => go({ aba: unsaved })}>
              Ver {unsaved}
            </Button>
          ) : mayConfirm ? (
            <Button
              className="max-sm:w-full"
              disabled={stopping > 0}
              aria-describedby="confirmar-porque"
              onClick={() => setConfirming(true)}
            >
              Confirmar
            </Button>
          ) : null}
        </Card>
      )}
      <ConfirmAudit
        preparo={preparo}
        open={confirming}
        onClose={() => setConfirming(false)}
        openQuestion={isOpenQuestion(audio)}
      />
    </div>
  );
}
