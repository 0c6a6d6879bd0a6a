import { TriangleAlert } from 'lucide-react';
import { href, paths } from '../../lib/paths.ts';
import { qrCode } from '../../lib/text/qr.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '../../ui/overlays/dialog.tsx';
import type { Questionario } from './survey.ts';

/** Width of the light margin around the QR code, in modules; code readers need it. */
const QUIET = 4;

/** A QR code as a single SVG path. It is dark on white in both themes, because cameras need that contrast. */
function QrCodeImage({ text, label }: { text: string; label: string }) {
  const rows = qrCode(text);
  const size = rows.length + 2 * QUIET;
  const path = rows
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto w-full max-w-64 rounded-lg"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Words for why this page's address does not work on a phone; null if no reason is known. */
export function phoneTrouble({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): string | null {
  if (/^(?:localhost|127\.|\[::1\])/.test(hostname)) {
    return 'Este endereço só abre neste computador. Abra a Escuta pelo endereço da rede para usá-la em um celular.';
  }
  if (protocol !== 'https:') {
    return 'Este endereço não usa https: no celular não há gravação, e a página não abre sem internet. Peça ao administrador da instalação que ative o https.';
  }
  return null;
}

/** Opens a questionnaire on a phone: a QR code for its camera, and the link. */
export function PhoneDialog({
  open,
  questionario: { id, nome, publicada },
  onClose,
}: {
  open: boolean;
  questionario: Pick<Questionario, 'id' | 'nome' | 'publicada'>;
  onClose: () => void;
}) {
  const address = `${window.location.origin}${href(paths.entrevista, { questionarioId: id })}`;
  const trouble = phoneTrouble(window.location);
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <DialogContent className="max-w-md">
        <DialogHeader>
          <DialogTitle>Abrir no celular</DialogTitle>
          <DialogDescription>
            Aponte a câmera para o código e entre com a sua conta.{' '}
            {`Depois de aberto uma vez, o questionário “${nome}” funciona também sem internet.`}{' '}
            {publicada
              ? `O celular recebe a versão ${publicada.numero}.`
              : 'A versão 1 será publicada quando a primeira entrevista começar.'}
          </DialogDescription>
        </DialogHeader>
        <div className="grid gap-4">
          <QrCodeImage text={address} label={`Código QR de ${address}`} />
          <div className="flex items-center gap-2">
            <code className="min-w-0 flex-1 break-all rounded-md bg-muted px-3 py-2 text-xs">{address}</code>
            <CopyButton text={address} label="Copiar link" iconOnly />
          </div>
          {trouble ? <Notice icon={<TriangleAlert aria-hidden="true" />}>{trouble}</Notice> : null}
        </div>
      </DialogContent>
    </Dialog>
  );
}
