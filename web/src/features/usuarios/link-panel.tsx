import { CopyButton } from '../../ui/copy-button.tsx';
import { Input } from '../../ui/inputs/input.tsx';
import { Label } from '../../ui/inputs/label.tsx';

/** Shows a link that works once. The person who created it must pass it on, because no mail server is set up. */
export function LinkPanel({ url }: { url: string }) {
  return (
    <div className="grid gap-2 rounded-lg border bg-muted/50 p-4">
      <Label htmlFor="link-de-senha">Link de uso único</Label>
      <div className="flex gap-2">
        <Input
          id="link-de-senha"
          readOnly
          value={url}
          aria-describedby="link-de-senha-ajuda"
          className="min-w-0 flex-1 font-mono text-dense"
          onFocus={(event) => event.target.select()}
        />
        <CopyButton text={url} label="Copiar link" />
      </div>
      <p id="link-de-senha-ajuda" className="text-muted-foreground text-xs">
        Esta instalação não tem servidor de e-mail. Entregue o link à pessoa por um meio seguro: ele permite
        definir a senha. O link não será mostrado de novo.
      </p>
    </div>
  );
}
