import { codeText } from '@escuta/shared/domain/exports/dossier';
import { BadgeCheck, FileBadge, FileX2, ShieldQuestion, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { SiteFrame } from '../../domain/site/site-frame.tsx';
import { FileDrop } from '../../kit/file-drop.tsx';
import { useDocumentTitle } from '../../lib/page/document-title.ts';
import { formatDateTime, formatFileSize, formatPhone } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DOSSIE_MAX, fileProblem, type Verificacao, verifyDossier } from './verify.ts';

const TITULO = 'Verificar dossiê';
const NAO_LIDO: Verificacao = {
  tipo: 'impossivel',
  motivo: 'Não foi possível ler o arquivo. Selecione-o de novo.',
};

/**
 * Verifies a dossier's file against the installation's keys. Needs no account, and the file does not leave the browser.
 */
export default function VerificarPage() {
  useDocumentTitle(TITULO);
  const [file, setFile] = useState<File | null>(null);
  const chosen = useRef<File | null>(null);
  const [answer, setAnswer] = useState<Verificacao | null>(null);
  const [busy, setBusy] = useState(false);
  const expected = useExpectedCode();
  const choose = async (next: File | null): Promise<void> => {
    chosen.current = next;
    setFile(next);
    setAnswer(null);
    setBusy(next !== null);
    if (!next) return;
    const said = await next.arrayBuffer().then(
      (bytes) => verifyDossier(new Uint8Array(bytes)),
      () => NAO_LIDO,
    );
    // Drops this result if another file was chosen meanwhile.
    if (chosen.current !== next) return;
    setAnswer(said);
    setBusy(false);
  };
  return (
    <SiteFrame>
      <div className="mx-auto grid max-w-3xl gap-8 px-5 pt-28 pb-20 sm:px-8">
        <header className="grid gap-4">
          <h1
            data-route-heading
            tabIndex={-1}
            className="font-semibold text-3xl tracking-tight outline-none sm:text-4xl"
          >
            {TITULO}
          </h1>
          <p className="text-base text-muted-foreground leading-relaxed">
            Selecione o PDF ou o JSON de um dossiê gerado nesta instalação. A assinatura é conferida no seu
            navegador: o arquivo não é enviado nem salvo.
          </p>
        </header>
        <Card className="grid gap-3 p-5">
          <h2 className="font-medium text-sm">Arquivo do dossiê</h2>
          {expected !== null && file === null ? (
            <p className="text-sm">
              O QR lido é do documento de código {codeText(expected)}. Selecione o arquivo desse documento. Se
              você não tem o arquivo, peça à pessoa que enviou o documento.
            </p>
          ) : null}
          <FileDrop
            file={file}
            onChange={(next) => void choose(next)}
            accept=".pdf,.json,application/pdf,application/json"
            problemOf={fileProblem}
            what="o dossiê"
            hint={`PDF ou JSON, até ${formatFileSize(DOSSIE_MAX)}`}
            icon={FileBadge}
            testId="dossie"
          />
        </Card>
        <div aria-live="polite" aria-busy={busy || undefined}>
          {busy ? (
            <p className="text-muted-foreground text-sm">Conferindo…</p>
          ) : answer ? (
            <Answer answer={answer} expected={expected} onAgain={() => void choose(file)} />
          ) : null}
        </div>
      </div>
    </SiteFrame>
  );
}

/** Code that the QR code of a printed dossier put into the address; null if the address has none. */
function useExpectedCode(): string | null {
  const { hash } = useLocation();
  return /^#[0-9a-f]{20}$/.test(hash) ? hash.slice(1) : null;
}

function Answer({
  answer,
  expected,
  onAgain,
}: {
  answer: Verificacao;
  expected: string | null;
  onAgain: () => void;
}) {
  if (answer.tipo !== 'valida') {
    const Icon = answer.tipo === 'invalida' ? FileX2 : ShieldQuestion;
    return (
      <Card className="flex items-start gap-3 p-5">
        <Icon className="size-6 shrink-0 text-destructive-text" aria-hidden="true" />
        <div className="grid gap-1">
          <h2 className="font-semibold text-lead">
            {answer.tipo === 'invalida' ? 'Assinatura inválida' : 'Não foi possível verificar'}
          </h2>
          <p className="text-sm">{answer.motivo}</p>
          {answer.tipo === 'impossivel' ? (
            <Button variant="outline" size="sm" className="mt-2 justify-self-start" onClick={onAgain}>
              Verificar de novo
            </Button>
          ) : null}
        </div>
      </Card>
    );
  }
  const { codigo, formato } = answer;
  const { dossie, chave } = answer.signed;
  const { ligacao, gravacao } = dossie;
  return (
    <Card className="grid gap-4 p-5">
      <div className="flex items-start gap-3">
        <BadgeCheck className="size-6 shrink-0 text-success-text" aria-hidden="true" />
        <div className="grid gap-1">
          <h2 className="font-semibold text-lead">Assinatura válida</h2>
          <p className="text-sm">
            {formato === 'pdf'
              ? 'O PDF e o dossiê em JSON que ele traz estão como esta instalação os gerou.'
              : 'O arquivo está como esta instalação o gerou.'}
          </p>
        </div>
      </div>
      {expected !== null && expected !== codigo ? (
        <Notice icon={<TriangleAlert aria-hidden="true" />}>
          Este não é o documento do QR lido, que tem o código {codeText(expected)}.
        </Notice>
      ) : null}
      <Facts className="text-sm">
        <Fact label="Código">{codeText(codigo)}</Fact>
        <Fact label="Gerado em">{formatDateTime(dossie.gerado_em)}</Fact>
        <Fact label="Empresa">{ligacao.empresa.nome}</Fact>
        <Fact label="Projeto">{ligacao.projeto.nome}</Fact>
        <Fact label="Ligação">
          {[ligacao.nome, ligacao.numero ? formatPhone(ligacao.numero) : null].filter(Boolean).join(' · ') ||
            ligacao.id}
        </Fact>
        <Fact label="Início">{ligacao.inicio ? formatDateTime(ligacao.inicio) : '-'}</Fact>
        <Fact label="SHA-256 da gravação">
          <span className="break-all font-mono text-xs">{gravacao?.sha256 ?? '-'}</span>
        </Fact>
        <Fact label="Chave">
          <span className="break-all font-mono text-xs">{chave.id}</span>
        </Fact>
      </Facts>
    </Card>
  );
}
